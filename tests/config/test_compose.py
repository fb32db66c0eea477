"""What docker-compose.yml says. There is no Docker in the tests: nothing is started."""

import re
import subprocess
import sys
from typing import Any

import pytest
import yaml
from django.core.cache import cache

from background.heartbeat import HEARTBEAT
from tests.api.contract import ROOT

COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "docker-compose.yml").read_text(encoding="utf-8"))
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
OWN = ("web", "worker", "beat")  # from our image, with all settings


def test_it_is_as_the_specification_of_compose_says() -> None:
    check = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.compose-spec"]
    done = subprocess.run([*check, ROOT / "docker-compose.yml"], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_one_service_is_enough() -> None:
    assert [name for name, service in SERVICES.items() if "profiles" not in service] == ["web"]
    profiles = [service["profiles"] for name, service in SERVICES.items() if name != "web"]
    assert {*map(tuple, profiles)} == {("scale",), ("tls",)}
    needed = SERVICES["web"]["depends_on"].values()
    assert all(condition["required"] is False for condition in needed)
    for name in ("DATABASE_URL", "REDIS_URL", "SECRET_KEY", "SECRET_KEY_FILE"):
        assert SERVICES["web"]["environment"][name] is None  # SQLite and its own key


@pytest.mark.parametrize("name", SERVICES)
def test_every_service_is_restricted(name: str) -> None:
    service = SERVICES[name]
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    assert "cap_add" not in service
    assert "privileged" not in service
    assert service["security_opt"] == ["no-new-privileges:true"]
    assert "/tmp" in service["tmpfs"]
    assert re.fullmatch(r"\d+[mg]", service["mem_limit"])
    assert service["user"].partition(":")[0] not in {"", "0", "root"}


@pytest.mark.parametrize("name", OWN)
def test_every_setting_is_passed(name: str) -> None:
    example = (ROOT / ".env.example").read_text(encoding="utf-8").partition("# --- Tests")[0]
    explained = set(re.findall(r"^#([A-Z_]+)=", example, re.MULTILINE))
    assert set(SERVICES[name]["environment"]) == explained
    assert SERVICES[name]["env_file"] == [{"path": ".env", "required": False}]


def test_one_beat_writes_only_where_it_may() -> None:
    """Two would ask twice, which does no harm; its file of times is in memory."""
    commands = [" ".join(service.get("command", [])) for service in SERVICES.values()]
    [beat] = [command for command in commands if " beat " in command]
    assert "--schedule /tmp/" in beat
    assert "--pidfile=" in beat.split()  # none: it would be written to the image
    assert " --beat" not in " ".join(commands)


def test_the_password_of_the_database_is_made_once_and_read_by_two() -> None:
    database, made = SERVICES["database"], SERVICES["keys"]
    assert set(database["environment"]) & {"POSTGRES_PASSWORD"} == set()
    place = database["environment"]["POSTGRES_PASSWORD_FILE"]
    assert place == "/app/keys/postgres_password"
    assert place in (ROOT / "docs" / "operations.md").read_text(encoding="utf-8")
    assert made["volumes"] == ["keys:/app/keys"]
    assert "test -s postgres_password ||" in made["command"][-1]
    assert database["depends_on"]["keys"]["condition"] == "service_completed_successfully"
    for name in ("database", *OWN):
        assert "keys:/app/keys:ro" in SERVICES[name]["volumes"]
        assert SERVICES[name]["user"] == made["user"]


def test_workers_wait_for_the_tables() -> None:
    for name in ("worker", "beat"):
        assert SERVICES[name]["depends_on"]["web"]["condition"] == "service_healthy"


def test_what_is_kept_is_in_volumes() -> None:
    for service in SERVICES.values():
        for volume in service.get("volumes", []):
            source = volume.partition(":")[0]
            assert source in COMPOSE["volumes"] or (ROOT / source).is_file()


def test_the_user_is_that_of_the_image() -> None:
    dockerfile = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    for name in OWN:
        assert f"USER {SERVICES[name]['user']}\n" in dockerfile
    assert "'/healthz'" in dockerfile
    assert "healthcheck" not in SERVICES["web"]  # that of the image


def test_every_service_that_stays_is_checked() -> None:
    """`test_compose_processes` runs the checks of ours."""
    for name, service in SERVICES.items():
        check = service.get("healthcheck", {})
        if name == "keys":
            assert check == {"disable": True}
        elif name not in {"web", "caddy"}:  # as their images have it, if they do
            assert check["test"][0] in {"CMD", "CMD-SHELL"}
    [_cmd, _python, _c, program] = SERVICES["worker"]["healthcheck"]["test"]
    assert f'"{cache.make_key(HEARTBEAT)}"' in program
