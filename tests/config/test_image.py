"""The container image has all that the server runs."""

from pathlib import Path

import pytest

from config.release import PACKAGES
from tests.api.contract import ROOT
from tests.image import command, health_check, let_in, steps


def test_every_package_is_let_into_the_image() -> None:
    # Everything is left out that .dockerignore does not name.
    let_in = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    assert let_in[0] == "*"
    assert {f"!{package}" for package in PACKAGES} <= set(let_in)


def test_the_last_line_that_fits_decides_what_is_let_in(tmp_path: Path) -> None:
    for name in ("a/b.py", "a/b.pyc", "a/tests/b.py", "a/deep/__pycache__/b", "c/d.txt", "c/e.txt"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).touch()
    lines = ["*", "!a", "!c/d.txt", "a/tests", "**/__pycache__", "**/*.py[cod]"]
    (tmp_path / ".dockerignore").write_text("\n".join(lines))
    assert {path.as_posix() for path in let_in(tmp_path)} == {"a/b.py", "c/d.txt"}


def test_make_image_steps_knows_every_step() -> None:
    dockerfile = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    found = steps(dockerfile)
    assert [step.text for step in found if step.instruction == "FROM"] == [
        "node:22-slim AS client",
        "python:3.11 AS server",
        "python:3.11-slim",
    ]
    assert [step.flags for step in found if step.flags and step.instruction == "COPY"] == [
        {"from": "client"},
        {"from": "server"},
        {"from": "server"},
    ]
    compile(health_check(dockerfile)[2], "HEALTHCHECK", "exec")
    assert command(found[-1].text) == ["python", "-m", "tableside"]
    with pytest.raises(ValueError, match="Unknown step: ADD"):
        steps("ADD a b")
