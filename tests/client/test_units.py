"""The client's own tests, of what needs no browser: vitest."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.client.build import CLIENT, built
from tests.databases import database
from tests.node import run
from tests.server import serve

GAMES = 12
AGAINST_A_SERVER = GAMES + 1 + 4 + 4 + 1  # folding, applying, copies, convergence

pytestmark = pytest.mark.needs_node


def test_the_client_s_own_tests_pass() -> None:
    built()  # installs the packages, and writes the types of calls
    run(CLIENT, "npm", "test")


@pytest.mark.full
def test_what_a_phone_shows_is_what_the_server_answers(tmp_path: Path) -> None:
    """Before it has answered, while it tells of events, and after two phones were offline."""
    built()
    with database(tmp_path) as url, serve(url) as address:
        about = (f"VITE_SERVER={address}", f"VITE_GAMES={GAMES}")
        said = run(CLIENT, "env", *about, "npx", "vitest", "run", ".server.test")
    assert f"{AGAINST_A_SERVER} passed" in said, said
