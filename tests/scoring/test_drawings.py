"""Drawings that many wait for: each is drawn once, and nobody who waits holds a thread."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import Executor, Future
from pathlib import Path
from typing import Any

import httpx
import pytest

from rest.gateway import Gateway
from rest.problems import ProblemError
from scoring.sheets.api import views
from scoring.sheets.drawing import SheetError
from scoring.sheets.drawings import Drawings
from tests.application import client_of_application
from tests.cast import Cast
from tests.games.races import on_disk
from tests.games.scoresheet import Table, sit_down


class Draftsman(Executor):
    """Begins nothing until it is told to."""

    def __init__(self) -> None:
        self.orders: list[tuple[Future[Any], Callable[[], Any]]] = []
        self.done = 0

    def submit(self, draw: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self.orders.append((future, draw))
        return future

    def draw(self) -> None:
        """Draw what was ordered longest ago."""
        future, draw = self.orders.pop(0)
        self.done += 1
        try:
            future.set_result(draw())
        except Exception as error:
            future.set_exception(error)


def drawing(content: bytes) -> Callable[[], bytes]:
    return lambda: content


def fail() -> bytes:
    raise SheetError


def kept_by(draftsman: Draftsman, *, unfinished: int = 8, kept: int = 100) -> Drawings:
    return Drawings(lambda: draftsman, unfinished=unfinished, kept=kept)


def test_all_who_ask_wait_for_one_drawing() -> None:
    draftsman = Draftsman()
    drawings = kept_by(draftsman)

    async def wait() -> list[bytes]:
        waiting = [asyncio.ensure_future(drawings.drawn("a", 10)) for _each in range(60)]
        await asyncio.sleep(0)
        waiting[0].cancel()  # whoever leaves takes it from nobody else
        await asyncio.sleep(0)
        draftsman.draw()
        return await asyncio.gather(*waiting[1:])

    assert [drawings.find("a", drawing(b"a sheet")) for _each in range(60)] == [None] * 60
    assert asyncio.run(wait()) == [b"a sheet"] * 59
    assert drawings.find("a", fail) == b"a sheet"
    assert asyncio.run(drawings.drawn("a", 10)) == b"a sheet"
    assert draftsman.done == 1


def test_beyond_a_few_unfinished_drawings_none_is_begun() -> None:
    draftsman = Draftsman()
    drawings = kept_by(draftsman, unfinished=2)
    for tag in ("a", "b", "a"):
        assert drawings.find(tag, drawing(b"a sheet")) is None
    with pytest.raises(ProblemError) as error:
        drawings.find("c", fail)
    assert (error.value.problem.status, error.value.problem.code) == (503, "server_busy")
    assert int(error.value.problem.headers["Retry-After"]) > 0
    draftsman.draw()
    assert drawings.find("a", fail) == b"a sheet"
    assert drawings.find("c", fail) is None


def test_the_drawings_asked_for_longest_ago_make_room() -> None:
    draftsman = Draftsman()
    drawings = kept_by(draftsman, kept=100)

    def kept(tag: str, size: int) -> bool:
        if drawings.find(tag, drawing(b"x" * size)) is not None:
            return True
        draftsman.draw()
        return False

    assert [kept(tag, 40) for tag in "ab"] == [False, False]
    assert kept("a", 40)
    assert not kept("c", 40)  # instead of b
    assert [kept(tag, 40) for tag in "ac"] == [True, True]
    assert not kept("large", 1000)  # it is kept whatever its size, and alone
    assert kept("large", 1000)
    assert not kept("a", 40)


def test_whoever_gives_up_waiting_finds_it_later() -> None:
    draftsman = Draftsman()
    drawings = kept_by(draftsman)
    drawings.find("a", drawing(b"a sheet"))
    with pytest.raises(TimeoutError):
        asyncio.run(drawings.drawn("a", 0.01))
    draftsman.draw()
    assert drawings.find("a", fail) == b"a sheet"


def test_a_failure_is_raised_for_whoever_waits_and_not_kept() -> None:
    draftsman = Draftsman()
    drawings = kept_by(draftsman)
    drawings.find("a", fail)

    async def wait() -> bytes:
        waiting = asyncio.ensure_future(drawings.drawn("a", 10))
        await asyncio.sleep(0)
        draftsman.draw()
        return await waiting

    with pytest.raises(SheetError):
        asyncio.run(wait())
    with pytest.raises(TimeoutError):  # whoever comes too late for it asks again
        asyncio.run(drawings.drawn("a", 10))
    assert drawings.find("a", drawing(b"a sheet")) is None
    draftsman.draw()
    assert drawings.find("a", fail) == b"a sheet"


# --- Through the gateway ----------------------------------------------------------------------


class Counter:
    """Tables, and phones that ask for their sheets by a server with two threads."""

    def __init__(self, cast: Cast, draftsman: Draftsman) -> None:
        self.tables = [sit_down(cast, "NE"), sit_down(cast, "NS"), sit_down(cast, "ES")]
        self.draftsman = draftsman
        self.gateway = Gateway(threads=2, queue=100)
        self.client = client_of_application(self.gateway)
        phone: Any = self.tables[0].client
        self.client.headers["Authorization"] = phone._credentials["HTTP_AUTHORIZATION"]

    async def ask(self, table: Table, ending: str = "", **headers: str) -> httpx.Response:
        return await self.client.get(f"{table.url}{ending}", headers=headers)

    def begin(self, table: Table, ending: str) -> asyncio.Task[httpx.Response]:
        return asyncio.ensure_future(self.ask(table, ending))

    async def until_ordered(self, drawings: int) -> None:
        async with asyncio.timeout(10):
            while len(self.draftsman.orders) < drawings:
                await asyncio.sleep(0.01)


@pytest.fixture
def counter(
    transactional_db: None, cast: Cast, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Counter]:
    draftsman = Draftsman()
    monkeypatch.setattr(views, "drawings", kept_by(draftsman, unfinished=2, kept=10_000_000))
    with on_disk(tmp_path):
        yield Counter(cast, draftsman)


def run(test: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(asyncio.wait_for(test(), 60))


def test_while_many_wait_for_sheets_others_are_answered(counter: Counter) -> None:
    one, two, three = counter.tables

    async def test() -> None:
        waiting = [counter.begin(one, "sheet/?format=png") for _each in range(20)]
        other = counter.begin(two, "sheet/?format=pdf")
        await counter.until_ordered(2)
        for _each in range(5):
            assert (await counter.ask(one)).status_code == 200
        refused = await counter.ask(three, "sheet/?format=png")
        assert (refused.status_code, refused.json()["code"]) == (503, "server_busy")
        assert int(refused.headers["Retry-After"]) > 0
        head = await counter.client.head(f"{three.url}sheet/?format=png")  # nothing is drawn for it
        assert (head.status_code, head.headers["Content-Type"]) == (200, "image/png")
        assert "Content-Length" not in head.headers
        assert len(counter.draftsman.orders) == 2
        counter.draftsman.draw()
        counter.draftsman.draw()
        answers = await asyncio.gather(*waiting)
        assert {answer.status_code for answer in answers} == {200}
        assert len({answer.content for answer in answers}) == 1
        assert answers[0].content.startswith(b"\x89PNG")
        assert (await other).content.startswith(b"%PDF")
        tag = answers[0].headers["ETag"]
        assert (
            await counter.ask(one, "sheet/?format=png", **{"If-None-Match": tag})
        ).status_code == 304
        assert (await counter.ask(one, "sheet/?format=png")).content == answers[0].content
        assert counter.draftsman.done == 2

    run(test)


def test_whoever_gets_no_drawing_is_told_so(
    counter: Counter, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = counter.tables[0]
    drawn = Drawings.drawn

    async def test() -> None:
        waits = asyncio.Event()

        async def wait(drawings: Drawings, tag: str, seconds: float) -> bytes:
            waits.set()
            return await drawn(drawings, tag, seconds)

        monkeypatch.setattr(Drawings, "drawn", wait)
        broken = counter.begin(table, "sheet/?format=png")
        await waits.wait()  # a drawing that fails before anybody waits for it is begun again
        future, _draw = counter.draftsman.orders.pop()
        future.set_exception(SheetError("code 1"))
        assert ((await broken).status_code, (await broken).json()["code"]) == (
            500,
            "internal_error",
        )
        monkeypatch.setattr(views, "MAX_WAIT", 0.01)
        late = await counter.ask(table, "sheet/?format=png")
        monkeypatch.setattr(views, "MAX_WAIT", 10)
        counter.gateway.end_following()  # the server stops
        stopped = await counter.ask(table, "sheet/?format=png")
        assert (stopped.status_code, "ETag" in stopped.headers) == (503, False)
        assert (late.status_code, late.json()["code"]) == (503, "server_busy")
        assert int(late.headers["Retry-After"]) > 0
        assert late.headers["Content-Type"] == "application/problem+json"

    run(test)
