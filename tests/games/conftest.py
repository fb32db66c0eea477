"""What the tests of groups and games share."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.games.races import on_disk


@pytest.fixture
def race(transactional_db: None, tmp_path: Path) -> Iterator[None]:
    """A database where requests of several threads meet. Name it after the other fixtures."""
    with on_disk(tmp_path):
        yield
