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
    built()  # with its packages
    with database(tmp_path) as url, serve(url) as address:
        about = (f"VITE_SERVER={address}", f"VITE_GAMES={GAMES}")
        said = run(CLIENT, "env", *about, "npx", "vitest", "run", "tests/store/folding.server")
    assert f"{GAMES + 1} passed" in said, said
