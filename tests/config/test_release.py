"""What makes a release another one, so that clients do not keep its answers."""

import tomllib
from pathlib import Path

import pytest

from config.release import PACKAGES, code_digest
from tests.api.contract import ROOT


def test_the_code_of_every_package_counts() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    assert set(PACKAGES) == set(project["tool"]["importlinter"]["root_packages"])


@pytest.mark.parametrize("file", ["pocket/archive.py", "scoring/sheets/typ/paper.typ"])
def test_whatever_makes_an_answer_counts(tmp_path: Path, file: str) -> None:
    path = tmp_path / file
    path.parent.mkdir(parents=True)
    digests = []
    for content in ("", "a", "b"):
        path.write_text(content)
        digests.append(code_digest(tmp_path))
    assert len(set(digests)) == 3
