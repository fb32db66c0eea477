"""Every test is run on the databases that it needs, and alone."""

import asyncio
import threading
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from config.asgi import lifespan
from rest.asgi_types import Message
from tests.conftest import DATABASE_PLACES, SLOWEST, depends_on_the_database

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize("place", [*DATABASE_PLACES, *SLOWEST])
def test_each_place_that_has_a_rule_of_its_own_exists(place: str) -> None:
    assert (ROOT / place.partition("::")[0]).exists()


@pytest.mark.parametrize(
    ("path", "marks", "fixtures", "expected"),
    [
        ("tests/games/test_guards.py", {}, {"cast", "db"}, True),
        ("tests/games/test_guards.py", {}, {"cast"}, False),
        ("tests/games/test_home.py", {}, {"cast", "db"}, False),
        ("tests/games/test_home.py", {"django_db": {}}, {}, False),
        ("tests/games/test_home.py", {"django_db": {"transaction": True}}, {}, True),
        ("tests/games/test_home.py", {}, {"race", "transactional_db"}, True),
    ],
)
def test_postgresql_repeats_what_depends_on_it(
    path: str, marks: dict[str, dict[str, bool]], fixtures: set[str], expected: bool
) -> None:
    class Item:
        fixturenames = fixtures

        def __init__(self) -> None:
            self.nodeid = f"{path}::test"

        def get_closest_marker(self, name: str) -> object | None:
            return SimpleNamespace(kwargs=marks[name]) if name in marks else None

    assert depends_on_the_database(cast("pytest.Item", Item())) is expected


def test_no_thread_works_beside_the_tests() -> None:
    """It would have no test's database, and take the jobs from those who wait for them."""
    running = []

    async def receive() -> Message:
        names = [thread.name for thread in threading.enumerate()]
        running.append("local worker" in names)
        return {"type": "lifespan.startup" if len(running) == 1 else "lifespan.shutdown"}

    async def send(message: Message) -> None:
        pass

    asyncio.run(lifespan(receive, send))
    assert running == [False, False]
