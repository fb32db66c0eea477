"""The files that the contributor's guide names exist, and decisions say what they decide."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
GUIDE = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
# In backquotes, with a folder; not what stands in <angle brackets>, and what is built.
PATHS = sorted(set(re.findall(r"`((?!var/|dist/)(?:[\w-]+/)+[\w.-]*)`", GUIDE)))


def test_it_names_files() -> None:
    assert len(PATHS) > 60


@pytest.mark.parametrize("path", PATHS)
def test_what_it_names_exists(path: str) -> None:
    assert (ROOT / path).exists()


@pytest.mark.parametrize(
    "record", sorted((ROOT / "docs/decisions").glob("*.md")), ids=lambda path: path.stem
)
def test_a_decision_begins_with_what_it_decides(record: Path) -> None:
    assert re.match(r"# \d+\. .+\n\n\*\*Decide[sd]\*\* ", record.read_text("utf-8"))
