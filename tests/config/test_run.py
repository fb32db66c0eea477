"""Which services were absent is told, or is an error: the test runner on itself."""

import re
from subprocess import CompletedProcess

import pytest

from tests.server import run_python

NOWHERE = {
    "TEST_POSTGRES_URL": "postgres://postgres@127.0.0.1:1/postgres",
    "TEST_REDIS_URL": "redis://127.0.0.1:1/0",
}


def run(*arguments: str, **environment: str) -> CompletedProcess[str]:
    settings = {"REQUIRE": "", **NOWHERE, **environment}
    return run_python("-m", "tests.run", "-n0", *arguments, **settings)


@pytest.mark.full
def test_what_was_left_out_is_told_at_the_end() -> None:
    result = run(
        "tests/config/test_settings.py",
        "tests/rest/test_throttling.py",
        "-k",
        "redis or postgresql",
    )
    assert result.returncode == 0, result.stdout
    frame = result.stdout.split("NOT ALL TESTED")[1]
    for service in ("postgres", "redis"):
        assert re.search(rf"{service}: .+: [1-9]\d* tests left out", frame), frame


def test_an_absent_service_can_be_an_error() -> None:
    result = run(REQUIRE="postgres, redis")
    assert result.returncode == 2
    assert "postgres is required" in result.stderr
    assert "redis is required" in result.stderr
    assert "passed" not in result.stdout


def test_a_misspelt_service_is_an_error() -> None:
    assert "postgresql" in run(REQUIRE="postgresql").stderr
