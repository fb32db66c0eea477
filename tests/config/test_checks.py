"""Settings that cannot work keep the server from starting, and are named."""

from pathlib import Path
from subprocess import CompletedProcess
from typing import Any
from unittest.mock import Mock

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.db import OperationalError
from django.db.migrations.loader import MigrationLoader
from pytest_django.fixtures import Settings

from config import database_check, environment
from config.checks import mistakes
from config.database_check import database_mistake, migrations
from config.environment import Env
from config.origins import is_https_on_the_internet
from tests.server import run_python

CASES = [
    ("WEB_WORKERS", 0, "WEB_WORKERS is 0, but must be at least 1."),
    ("WEB_THREADS", 0, "WEB_THREADS is 0, but must be at least 1."),
    ("WEB_QUEUE", -5, "WEB_QUEUE is -5, but must be at least 1."),
    ("LIVE_STREAMS", 0, "LIVE_STREAMS is 0, but must be at least 1."),
    ("LIVE_STREAMS_PER_ADDRESS", 0, "LIVE_STREAMS_PER_ADDRESS is 0, but must be at least 1."),
    ("LIVE_THREADS", -1, "LIVE_THREADS is -1, but must be at least 0."),
    ("HEAD_SECONDS", 0.0, "HEAD_SECONDS is 0, but must be more than 0 seconds."),
    ("JOB_PATIENCE", float("nan"), "JOB_PATIENCE is nan, but must be more than 0 seconds."),
    ("PORT", 70000, "PORT is 70000, but must be from 1 to 65535."),
    ("HTTPS_PORT", 0, "HTTPS_PORT is 0, but must be from 1 to 65535."),
    ("BIND", "localhost", "such as 127.0.0.1"),
    ("REDIS_URL", "127.0.0.1:6379", "redis://127.0.0.1:6379/0"),
    ("REDIS_URL", "http://127.0.0.1:6379", "redis://127.0.0.1:6379/0"),
    ("REDIS_URL", "redis://127.0.0.1:port/0", "redis://127.0.0.1:6379/0"),
    ("REDIS_URL", "redis://127.0.0.1/cache", "redis://127.0.0.1:6379/0"),
    ("ALLOWED_HOSTS", [], "ALLOWED_HOSTS is empty"),
    ("PUBLIC_URL", "cards.example.org", "https://cards.example.org"),
    ("EMAIL_VERIFICATION", True, "Set EMAIL_URL, or EMAIL_VERIFICATION=off."),
    ("DRAIN_SECONDS", -1.0, "DRAIN_SECONDS is -1.0, but must be at least 0."),
    ("LOG_FORMAT", "xml", "Valid values: text, json."),
    ("LOG_LEVEL", "LOUD", "Valid values: DEBUG, INFO, WARNING, ERROR."),
    ("METRICS_TOKEN", "prometheus", "has 10 characters, but must have at least 20"),
    ("OTEL_EXPORTER_OTLP_ENDPOINT", "localhost:4318", "must be the address of a collector"),
    ("LANGUAGE_CODE", "xx", "DEFAULT_LANGUAGE is 'xx'. Valid values: en, "),
]
HTTPS_CASES = [
    ("WEB_WORKERS", 2, "HTTPS is on, but WEB_WORKERS is 2"),
    ("HTTPS_PORT", 8000, "HTTPS_PORT is 8000, as PORT is"),
    ("HTTPS_NAME", "cards.example.org", "below .local or .home.arpa, such as tableside.local"),
    ("HTTPS_NAME", "local", "such as tableside.local"),
    ("ALLOWED_HOSTS", ["10.0.0.5"], "ALLOWED_HOSTS must name tableside.local"),
]
PRODUCTION: dict[str, Any] = {
    "PRODUCTION": True,
    "DEBUG": False,
    "ALLOWED_HOSTS": ["cards.example.org"],
    "PUBLIC_URL": "https://cards.example.org",
}


@pytest.fixture(autouse=True)
def at_home(settings: Settings) -> None:
    settings.ALLOWED_HOSTS = ["*"]  # the test runner has added its own
    settings.EMAIL_BACKEND = "django.core.mail.backends.dummy.EmailBackend"  # and this, too


@pytest.mark.parametrize(("name", "value", "told"), CASES)
def test_it_names_the_mistake(settings: Settings, name: str, value: object, told: str) -> None:
    assert mistakes() == []
    setattr(settings, name, value)
    (mistake,) = mistakes()
    assert name.replace("LANGUAGE_CODE", "DEFAULT_LANGUAGE") in mistake
    assert told in mistake


@pytest.mark.parametrize("rate", ["30/fortnight", "30", "many/min", "0/min", "-1/min", "/", ""])
def test_it_refuses_a_rate(settings: Settings, rate: str) -> None:
    settings.THROTTLE_RATES = {"guest": "30/hour", "guess": rate}
    (mistake,) = mistakes()
    assert mistake.startswith(f"THROTTLE_GUESS is {rate!r}, but must be a number")
    assert "120/min" in mistake


def test_it_refuses_fewer_than_no_proxies(settings: Settings) -> None:
    settings.REST_FRAMEWORK = {**settings.REST_FRAMEWORK, "NUM_PROXIES": -1}
    assert mistakes() == ["TRUSTED_PROXIES is -1, but must be at least 0."]


@pytest.mark.parametrize(
    "url", ["redis://redis", "redis://:secret@127.0.0.1:6379/15", "rediss://r/"]
)
def test_it_takes_addresses_of_redis(settings: Settings, url: str) -> None:
    settings.REDIS_URL = url
    assert mistakes() == []


def test_it_does_not_show_the_password_of_redis(settings: Settings) -> None:
    settings.REDIS_URL = "redis//:very-secret@127.0.0.1"
    assert "very-secret" not in mistakes()[0]


@pytest.mark.parametrize(
    ("name", "value"),
    [("DEBUG", True), ("ALLOWED_HOSTS", ["*"]), ("PUBLIC_URL", ""), ("WEBHOOKS", "here")],
)
def test_production_is_stricter(settings: Settings, name: str, value: object) -> None:
    for setting, good in PRODUCTION.items():
        setattr(settings, setting, good)
    assert mistakes() == []
    setattr(settings, name, value)
    (mistake,) = mistakes()
    assert mistake.startswith(f"{name} is ")
    settings.PRODUCTION = False
    assert mistakes() == []


def test_links_must_lead_to_an_allowed_host(settings: Settings) -> None:
    settings.PUBLIC_URL, settings.ALLOWED_HOSTS = "https://cards.example.org", ["example.net"]
    assert mistakes() == ["ALLOWED_HOSTS must name cards.example.org, the host of PUBLIC_URL."]
    settings.ALLOWED_HOSTS = [".example.org"]
    assert mistakes() == []


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("TRUSTED_PROXYS", "TRUSTED_PROXYS is not a setting. Did you mean TRUSTED_PROXIES?"),
        ("PORTS", "PORTS, in .env, is not a setting: .env.example has them all."),
    ],
)
def test_a_misspelt_name_is_reported(monkeypatch: pytest.MonkeyPatch, name: str, told: str) -> None:
    with monkeypatch.context() as patch:
        patch.setenv(name, "1")
        assert mistakes() == ([told] if name == "TRUSTED_PROXYS" else [])
    monkeypatch.setattr(environment, "in_file", {name, "TEST_REDIS_URL", "PORT"})
    assert mistakes() == [told]


def start(**environment: str) -> CompletedProcess[str]:
    return run_python("-m", "config.serve", SECRET_KEY="test", **environment)


def test_the_server_does_not_start_and_reports_every_mistake() -> None:
    done = start(WEB_WORKERS="0", THROTTLE_MAIL="30/fortnight", PRODUCTION="on")
    assert done.returncode == 1
    assert done.stdout == ""
    told = done.stderr.splitlines()
    assert told[0] == "The server does not start. Correct these settings:"
    names = ["WEB_WORKERS", "THROTTLE_MAIL", "ALLOWED_HOSTS", "PUBLIC_URL"]
    assert [line.split()[0] for line in told[1:]] == names


def test_what_is_not_a_number_is_reported_without_a_traceback() -> None:
    done = start(WEB_WORKERS="three")
    assert done.returncode == 1
    assert done.stderr.splitlines()[1:] == ["WEB_WORKERS is 'three', but must be a number."]


@pytest.mark.parametrize("url", ["nonsense", "mysql://a/b", "postgres://u:hush@h:port/d"])
def test_what_is_not_the_address_of_a_database_is_reported_without_a_traceback(url: str) -> None:
    done = start(DATABASE_URL=url)
    assert done.returncode == 1
    (told,) = done.stderr.splitlines()[1:]
    assert told.startswith("DATABASE_URL is not the address of a database")
    assert "postgres://user@host:5432/name" in told


def test_a_database_without_tables_is_reported() -> None:
    done = start(DATABASE_URL="sqlite://:memory:")
    assert done.returncode == 1
    (told,) = done.stderr.splitlines()[1:]
    assert told.startswith("DATABASE_URL: the database lacks migrations of this release")
    assert f"({len(migrations())})" in told
    assert "manage.py migrate" in told


def test_a_file_that_cannot_be_opened_is_reported() -> None:
    done = start(DATABASE_URL="sqlite:////nowhere/tableside.sqlite3")
    assert done.returncode == 1
    (told,) = done.stderr.splitlines()[1:]
    assert told.startswith("DATABASE_URL: the database cannot be used: unable to open")


def test_it_knows_the_migrations_that_django_knows() -> None:
    assert migrations() == {*MigrationLoader(None).disk_migrations}


def test_it_waits_for_a_database_that_is_just_being_started(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    answers = [OperationalError("connection refused")] * 2
    monkeypatch.setattr(database_check, "PAUSE", 0)
    monkeypatch.setattr(database_check, "connection", Mock(vendor="postgresql"))

    def applied() -> set[tuple[str, str]]:
        if answers:
            raise answers.pop()
        return migrations() - {("games", "0001_initial")}

    monkeypatch.setattr(database_check, "applied_migrations", applied)
    assert "this release (1)" in (database_mistake(patience=60) or "")
    answers.append(OperationalError("connection refused\n\tIs the server running?"))
    assert database_mistake(patience=0) == (
        "DATABASE_URL: the database cannot be used: connection refused Is the server running?"
    )


@pytest.mark.parametrize(("name", "value", "told"), HTTPS_CASES)
def test_https_at_home_is_for_a_home(
    settings: Settings, name: str, value: object, told: str
) -> None:
    settings.PORT, settings.HTTPS_PORT, settings.HTTPS_NAME = 8000, 8443, "tableside.local"
    setattr(settings, name, value)
    assert mistakes() == []
    settings.HTTPS = True
    (mistake,) = mistakes()
    assert told in mistake


@pytest.mark.parametrize(
    ("url", "is_there"),
    [
        ("https://cards.example.org", True),
        ("http://cards.example.org", False),
        ("https://tableside.local:8443", False),
        ("https://192.168.1.5", False),
        ("https://[fd00::2]:8443", False),
        ("https://[", False),
        ("", False),
    ],
)
def test_where_browsers_are_held_to_https(url: str, is_there: bool) -> None:
    assert is_https_on_the_internet(url) is is_there


@pytest.mark.full
@pytest.mark.parametrize("scheme", ["https", "http"])
def test_django_agrees_that_it_can_be_deployed(scheme: str) -> None:
    script = "from django.conf import settings; print(settings.SECURE_HSTS_SECONDS)"
    production = {
        "PRODUCTION": "on",
        "SECRET_KEY": "x0" * 30 + "".join(chr(code) for code in range(97, 120)),
        "ALLOWED_HOSTS": "cards.example.org",
        "PUBLIC_URL": f"{scheme}://cards.example.org",
        "DATABASE_URL": "sqlite://:memory:",
    }
    commands = (
        # Without the tag, it would also make the schema, as `make check` does.
        ["check", "--deploy", "--tag", "security", "--fail-level", "WARNING"],
        ["shell", "--no-imports", "--command", script],
    )
    for command in commands:
        done = run_python("manage.py", *command, **production)
        assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.strip() == ("31536000" if scheme == "https" else "0")


@pytest.mark.full
def test_commands_check_the_settings_too() -> None:
    settings = {"WEB_WORKERS": "0", "PRODUCTION": "", "PUBLIC_URL": ""}
    done = run_python("manage.py", "check", "--deploy", **settings)
    assert done.returncode == 1
    assert "WEB_WORKERS is 0, but must be at least 1." in done.stderr
    assert "PUBLIC_URL is not set, but PRODUCTION needs it" in done.stderr


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ({"LOG_LEVEL": "xx"}, "\nLOG_LEVEL is 'XX'"),
        ({"DEFAULT_LANGUAGE": "xx"}, "\nDEFAULT_LANGUAGE is 'xx'"),
        (
            {"SECRET_KEY": "", "SECRET_KEY_FILE": "/nowhere/key"},
            " SECRET_KEY_FILE is '/nowhere/key'",
        ),
    ],
)
def test_a_command_that_cannot_begin_names_the_setting(given: dict[str, str], told: str) -> None:
    done = run_python("manage.py", "check", **given)
    assert done.returncode == 1
    assert done.stderr.startswith(f"Correct the settings:{told}")
    assert "Traceback" not in done.stderr


def test_a_misspelt_switch_is_not_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PRODUCTION", "onn")
    with pytest.raises(ImproperlyConfigured, match=r"PRODUCTION is 'onn'\. Valid values: on"):
        Env().bool("PRODUCTION", default=False)
    for text, value in {"ON": True, "yes": True, "off": False, "False": False, "": False}.items():
        monkeypatch.setenv("PRODUCTION", text)
        assert Env().bool("PRODUCTION", default=False) is value


def test_a_comment_after_a_value_is_not_part_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("BIND", "PORT", "EMAIL_URL", "EMAIL_FROM"):
        monkeypatch.setenv(name, "")  # so that it is taken back at the end
        monkeypatch.delenv(name)
    lines = ["BIND=127.0.0.1  # behind a proxy", "PORT=8001 \t", "", "# EMAIL_URL=x"]
    lines += ["EMAIL_URL=smtp://a:b#c@mail.example.org", 'EMAIL_FROM="We # they <a@b>"']
    (tmp_path / ".env").write_text("\n".join(lines), encoding="utf-8")
    monkeypatch.setattr(environment, "in_file", set())
    env = Env()
    env.read_file(tmp_path / ".env")
    assert environment.in_file == {"BIND", "PORT", "EMAIL_URL", "EMAIL_FROM"}
    assert env.str("BIND") == "127.0.0.1"
    assert env.int("PORT") == 8001
    assert env.str("EMAIL_URL") == "smtp://a:b#c@mail.example.org"
    assert env.str("EMAIL_FROM") == "We # they <a@b>"
    env.read_file(tmp_path / "none")
