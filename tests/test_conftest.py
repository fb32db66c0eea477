"""Every test is run on the databases that it needs, and alone."""

import asyncio
import threading
from pathlib import Path

import pytest

from config.asgi import lifespan
from rest.asgi_types import Message
from tests.conftest import ANY_DATABASE


@pytest.mark.parametrize("path", ANY_DATABASE)
def test_each_file_that_needs_no_certain_database_exists(path: str) -> None:
    assert (Path(__file__).parent / path).is_file()


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
