"""Every test is run on the databases that it needs, and alone."""

import asyncio
import threading
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from config.asgi import lifespan
from rest.asgi_types import Message
from tests.conftest import ANY_DATABASE, CASES, EVERY_CASE, is_one_more_case

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize("path", ANY_DATABASE)
def test_each_file_that_needs_no_certain_database_exists(path: str) -> None:
    assert (Path(__file__).parent / path).is_file()


@pytest.mark.parametrize("place", EVERY_CASE)
def test_each_place_where_every_case_counts_exists(place: str) -> None:
    assert (ROOT / place.removeprefix("/")).exists()


@pytest.mark.parametrize(
    ("path", "marks", "cases", "expected"),
    [
        ("tests/games/test_rounds.py", (), {}, False),
        ("tests/games/test_rounds.py", (), {"case": 0, "edition": CASES}, False),
        ("tests/games/test_rounds.py", (), {"case": 0, "edition": 1}, True),
        ("tests/games/test_rounds.py", ("needs_postgres",), {"case": 1}, False),
        ("tests/store/test_tokens.py", (), {"case": 1}, False),
    ],
)
def test_postgresql_repeats_some_cases_of_each_test(
    path: str, marks: tuple[str, ...], cases: dict[str, int], expected: bool
) -> None:
    class Item:
        callspec = SimpleNamespace(indices=cases) if cases else None

        def __init__(self) -> None:
            self.path = ROOT / path

        def get_closest_marker(self, name: str) -> str | None:
            return name if name in marks else None

    assert is_one_more_case(cast("pytest.Item", Item())) is expected


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
