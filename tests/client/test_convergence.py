"""Two phones that work offline and the real server end with the same game."""

from pathlib import Path

import pytest

from tests.client.build import CLIENT, built
from tests.databases import database
from tests.node import run
from tests.server import serve


@pytest.mark.full
@pytest.mark.database
@pytest.mark.needs_node
def test_two_phones_and_the_server_end_with_the_same_game(tmp_path: Path) -> None:
    built()  # with its packages
    with database(tmp_path) as url, serve(url) as address:
        server = f"VITE_SERVER={address}"
        test = "tests/store/convergence.server"
        said = run(CLIENT, "env", server, "npx", "vitest", "run", test)
    assert "1 passed" in said, said
