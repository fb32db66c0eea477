"""The files that the contributor's guide names exist."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
GUIDE = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
# In backquotes, with a folder; what stands in <angle brackets> is the reader's.
PATHS = sorted(set(re.findall(r"`((?:\w+/)+[\w.]*)`", GUIDE)))


def test_it_names_files() -> None:
    assert len(PATHS) > 20


@pytest.mark.parametrize("path", PATHS)
def test_what_it_names_exists(path: str) -> None:
    assert (ROOT / path).exists()
