"""What `make audit` makes of the answers: a silence is no all-clear."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests import audit

KNOWN = {"name": "idle", "version": "1.0", "vulns": [{"id": "PYSEC-1"}]}
UNKNOWN = {"name": "busy", "version": "2.0", "vulns": []}


@pytest.mark.parametrize(
    ("answer", "found"),
    [
        ({"dependencies": [UNKNOWN]}, []),
        ({"dependencies": [UNKNOWN, KNOWN]}, ["idle 1.0: PYSEC-1"]),
        ({}, None),
        (None, None),
    ],
)
def test_python_packages(monkeypatch: pytest.MonkeyPatch, answer: Any, found: audit.Found) -> None:
    monkeypatch.setattr(audit, "_json", lambda *_asked: answer)
    assert audit.pip_audit("requirements.txt") == found


@pytest.mark.parametrize(
    ("answer", "found"),
    [
        ({"vulnerabilities": {}}, []),
        ({"vulnerabilities": {"left": {"severity": "high"}}}, ["left: high"]),
        ({"message": "the registry does not answer", "error": {}}, None),
    ],
)
def test_packages_of_the_client(
    monkeypatch: pytest.MonkeyPatch, answer: Any, found: audit.Found
) -> None:
    monkeypatch.setattr(audit, "_json", lambda *_asked: answer)
    assert audit.npm_audit(Path("client")) == found


def test_a_command_that_is_missing_fails_or_stutters_has_told_nothing(tmp_path: Path) -> None:
    for command in (["no-such-command"], ["false"], ["echo", "{"], ["echo", "[]"]):
        assert audit._json(command, tmp_path) is None


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        ({"a": [], "b": []}, 0),
        ({"a": [], "b": None}, audit.NOT_REACHABLE),
        ({"a": ["idle 1.0: PYSEC-1"], "b": None}, 1),
    ],
)
def test_the_exit_code_tells_them_apart(asked: dict[str, audit.Found], code: int) -> None:
    assert audit.report(asked) == code
