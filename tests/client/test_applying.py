"""What events tell, as the client applies it, is what the server answers."""

from pathlib import Path

import pytest

from tests.client.build import CLIENT, built
from tests.databases import database
from tests.node import run
from tests.server import serve


@pytest.mark.full
@pytest.mark.needs_node
def test_an_evening_told_and_applied_is_what_the_server_answers(tmp_path: Path) -> None:
    built()  # with its packages
    with database(tmp_path) as url, serve(url) as address:
        server = f"VITE_SERVER={address}"
        said = run(CLIENT, "env", server, "npx", "vitest", "run", "tests/server/applying.server")
    assert "4 passed" in said, said
