"""What a phone shows before the server has answered is what the server answers then."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.client.build import CLIENT, built
from tests.databases import database
from tests.node import run
from tests.server import serve

GAMES = 12


@pytest.mark.full
@pytest.mark.needs_node
def test_games_folded_on_the_phone_are_what_the_server_answers(tmp_path: Path) -> None:
    said = against_a_server(tmp_path, "folding", f"VITE_GAMES={GAMES}")
    assert f"{GAMES + 1} passed" in said, said


@pytest.mark.full
@pytest.mark.needs_node
def test_tables_and_groups_are_as_the_server_has_them(tmp_path: Path) -> None:
    said = against_a_server(tmp_path, "copies")
    assert "3 passed" in said, said


def against_a_server(folder: Path, tests: str, *environment: str) -> str:
    """Run tests of the client that ask a real server; give what they print."""
    built()  # with its packages
    with database(folder) as url, serve(url) as address:
        about = (f"VITE_SERVER={address}", *environment)
        return run(CLIENT, "env", *about, "npx", "vitest", "run", f"tests/store/{tests}.server")
