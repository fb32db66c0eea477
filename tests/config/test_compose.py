"""What docker-compose.yml says. There is no Docker in the tests: nothing is started."""

import re
from typing import Any

import pytest
import yaml
from django.core.cache import cache

from config.heartbeat import HEARTBEAT
from tests.api.contract import ROOT

COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "docker-compose.yml").read_text(encoding="utf-8"))
SERVICES: dict[str, dict[str, Any]] = COMPOSE["services"]
OWN = ("migrate", "web", "worker", "beat")  # from our image


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


def test_there_is_no_password_in_it() -> None:
    assert set(SERVICES["database"]["environment"]) & {"POSTGRES_PASSWORD"} == set()
    for name in OWN:
        environment = SERVICES[name]["environment"]
        assert environment["SECRET_KEY"] is None
        assert re.fullmatch(r"postgres://\w+@[\w:/]+", environment["DATABASE_URL"])
    files = {"/run/secrets/" + name for name in COMPOSE["secrets"]}
    for name in ("database", *OWN):
        for variable, value in SERVICES[name]["environment"].items():
            if variable.endswith("_FILE") and variable != "METRICS_TOKEN_FILE":  # it may be unset
                assert value in files
                assert value.removeprefix("/run/secrets/") in SERVICES[name]["secrets"]
    assert "/secrets/" in (ROOT / ".gitignore").read_text(encoding="utf-8").splitlines()


def test_what_takes_time_is_done_once_and_first() -> None:
    for name, service in SERVICES.items():
        command = " ".join(service.get("command", []))
        for step in ("manage.py migrate", "manage.py collectstatic"):
            assert (step in command) == (name == "migrate")
    assert SERVICES["migrate"]["restart"] == "no"
    for name in ("web", "worker", "beat"):
        condition = SERVICES[name]["depends_on"]["migrate"]["condition"]
        assert condition == "service_completed_successfully"


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
        if name == "migrate":
            assert check == {"disable": True}
        elif name not in {"web", "caddy"}:  # as their images have it, if they do
            assert check["test"][0] in {"CMD", "CMD-SHELL"}
    [_cmd, _python, _c, program] = SERVICES["worker"]["healthcheck"]["test"]
    assert f'"{cache.make_key(HEARTBEAT)}"' in program
