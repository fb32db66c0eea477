"""Every test is run on the databases that it needs."""

from pathlib import Path

import pytest

from tests.conftest import ANY_DATABASE


@pytest.mark.parametrize("path", ANY_DATABASE)
def test_each_file_that_needs_no_certain_database_exists(path: str) -> None:
    assert (Path(__file__).parent / path).is_file()
