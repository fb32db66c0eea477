"""How requests become answers: in order, in few threads, and whatever the client does."""

from __future__ import annotations

import asyncio
import json
import logging
import tempfile
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from pytest_django.fixtures import Settings

from rest.asgi.bodies import IN_MEMORY
from rest.asgi.entry_point import EntryPoint
from rest.asgi_types import Application, Message
from rest.problem_catalog import problem_catalog
from tests.rest import entry_point_urls
from tests.rest.entry_point_urls import PART, PARTS, Gate

pytestmark = pytest.mark.urls("tests.rest.entry_point_urls")

PATIENCE = 10.0  # seconds


class Exchange:
    """A request to the application, which the test has in its hands."""

    def __init__(
        self,
        application: Application,
        path: str,
        *,
        method: str = "GET",
        headers: dict[str, str] | None = None,
        query: bytes = b"",
        body: bytes | None = b"",
        reads: int | None = None,
    ) -> None:
        pairs = {"host": "localhost", **(headers or {})}
        scope = {
            "type": "http",
            "method": method,
            "path": path,
            "query_string": query,
            "headers": [(name.encode(), value.encode()) for name, value in pairs.items()],
            "client": ("127.0.0.1", 1),
            "server": ("localhost", 80),
            "scheme": "http",
        }
        self.received: asyncio.Queue[Message] = asyncio.Queue()
        self.sent: list[Message] = []
        self.may_send = asyncio.Event()  # unless the client stops reading after some messages
        self.may_send.set()
        self._reads = reads
        if body is not None:
            self.receive(body, more=False)
        self.task = asyncio.ensure_future(application(scope, self.received.get, self._send))

    def receive(self, body: bytes, *, more: bool) -> None:
        self.received.put_nowait({"type": "http.request", "body": body, "more_body": more})

    def go_away(self) -> None:
        self.received.put_nowait({"type": "http.disconnect"})

    async def _send(self, message: Message) -> None:
        await self.may_send.wait()
        self.sent.append(message)
        if len(self.sent) == self._reads:
            self.may_send.clear()

    async def done(self) -> Exchange:
        await asyncio.wait_for(asyncio.shield(self.task), PATIENCE)
        return self

    @property
    def status(self) -> int:
        status: int = self.sent[0]["status"]
        return status

    @property
    def headers(self) -> dict[str, str]:
        return {name.decode().lower(): value.decode() for name, value in self.sent[0]["headers"]}

    @property
    def body(self) -> bytes:
        assert not self.sent[-1].get("more_body")
        return b"".join(message["body"] for message in self.sent[1:])

    @property
    def json(self) -> Any:
        return json.loads(self.body)


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Gate:
    gate = Gate()
    monkeypatch.setattr(entry_point_urls, "gate", gate)
    return gate


def run(test: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(asyncio.wait_for(test(), 60))


async def soon(condition: Callable[[], Any]) -> None:
    """Wait until something is so."""
    until = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < until
        await asyncio.sleep(0.005)


@contextmanager
def nothing_logged(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    caplog.clear()
    yield
    assert not [record for record in caplog.records if record.levelno >= logging.WARNING]


# --- In order, and not too many ---------------------------------------------------------------


def test_requests_are_begun_in_the_order_in_which_they_came(gate: Gate) -> None:
    async def test() -> None:
        application = EntryPoint(threads=1, queue=100)
        names = [f"{number}" for number in range(20)]
        exchanges = [Exchange(application, f"/gate/{name}/") for name in names]
        await soon(lambda: gate.begun)
        gate.opened.set()
        answers = [await exchange.done() for exchange in exchanges]
        assert gate.begun == names
        assert [answer.json for answer in answers] == [{"name": name} for name in names]

    run(test)


def test_as_many_at_once_as_there_are_threads(gate: Gate) -> None:
    async def test() -> None:
        application = EntryPoint(threads=3, queue=100)
        exchanges = [Exchange(application, f"/gate/{number}/") for number in range(5)]
        await soon(lambda: len(gate.begun) == 3)
        await asyncio.sleep(0.05)
        assert len(gate.begun) == 3
        gate.opened.set()
        for exchange in exchanges:
            assert (await exchange.done()).status == 200
        named = [one.name for one in threading.enumerate() if one.name.startswith("request")]
        assert named == ["request 1", "request 2", "request 3"]

    run(test)


def test_who_comes_when_too_many_wait_is_refused_at_once(
    gate: Gate, caplog: pytest.LogCaptureFixture
) -> None:
    async def test() -> None:
        application = EntryPoint(threads=1, queue=2)
        held = [Exchange(application, f"/gate/{number}/") for number in range(3)]
        await soon(lambda: gate.begun)
        # The only thread is held, so nothing but the event loop can answer.
        headers = {"x-request-id": "find-me", "accept-language": "en", "origin": "https://x.test"}
        for _ in range(3):
            refused = await Exchange(application, "/gate/more/", headers=headers).done()
            assert refused.status == 503
            assert refused.json["code"] == "server_busy"
            assert refused.json["request_id"] == "find-me"
            assert refused.headers["content-type"] == "application/problem+json"
            assert int(refused.headers["retry-after"]) > 0
            assert refused.headers["x-request-id"] == "find-me"
            assert refused.headers["x-content-type-options"] == "nosniff"
            assert refused.headers["content-language"] == "en"
            assert int(refused.headers["content-length"]) == len(refused.body)
        # A flood of requests is no flood of lines.
        assert len([line for line in caplog.messages if "refused" in line]) == 1
        assert len(caplog.records) == 1
        gate.opened.set()
        for exchange in held:
            assert (await exchange.done()).status == 200
        assert (await Exchange(application, "/gate/later/").done()).status == 200
        assert gate.begun == ["0", "1", "2", "later"]

    assert problem_catalog()["server_busy"].statuses == (503,)
    run(test)


# --- Clients that go, or take their time ------------------------------------------------------


def test_who_goes_while_waiting_has_nothing_done(
    gate: Gate, caplog: pytest.LogCaptureFixture
) -> None:
    async def test() -> None:
        application = EntryPoint(threads=1, queue=2)
        first, gone, last = (Exchange(application, f"/gate/{name}/") for name in "abc")
        await soon(lambda: gate.begun)
        gone.go_away()
        await gone.done()
        gate.opened.set()
        assert (await first.done()).status == (await last.done()).status == 200
        assert gate.begun == ["a", "c"]
        assert gone.sent == []

    with nothing_logged(caplog):
        run(test)


def test_what_was_begun_is_done_though_its_client_has_gone(
    gate: Gate, caplog: pytest.LogCaptureFixture
) -> None:
    async def test() -> None:
        application = EntryPoint(threads=1, queue=2)
        at_once, queued = Exchange(application, "/gate/a/"), Exchange(application, "/gate/b/")
        await soon(lambda: gate.begun == ["a"])
        at_once.go_away()
        await asyncio.sleep(0.05)
        gate.opened.set()
        await at_once.done()
        await queued.done()
        gate.opened.clear()
        holder, queued = Exchange(application, "/gate/c/"), Exchange(application, "/gate/d/")
        await soon(lambda: gate.begun[2:] == ["c"])
        gate.opened.set()
        await holder.done()
        gate.opened.clear()
        await soon(lambda: "d" in gate.begun)
        queued.go_away()
        gate.opened.set()
        await queued.done()
        await soon(lambda: gate.ended == ["a", "b", "c", "d"])
        # And the thread goes on.
        assert (await Exchange(application, "/gate/e/").done()).status == 200

    with nothing_logged(caplog):
        run(test)


def test_a_failure_that_nobody_waits_for_is_logged(
    gate: Gate, caplog: pytest.LogCaptureFixture
) -> None:
    async def test() -> None:
        application = EntryPoint(threads=1, queue=2)
        bug = Exchange(application, "/gate/bug/")
        await soon(lambda: gate.begun)
        bug.go_away()
        gate.opened.set()
        await bug.done()

    run(test)
    assert any("a bug behind the gate" in str(record.exc_info) for record in caplog.records)


def test_who_sends_slowly_holds_no_thread(gate: Gate) -> None:
    gate.opened.set()

    async def test() -> None:
        application = EntryPoint(threads=1, queue=0)
        text = b'{"text": "' + b"x" * 30 + b'"}'
        headers = {"content-type": "application/json", "content-length": str(len(text))}
        slow = Exchange(application, "/length/", method="POST", headers=headers, body=None)
        for at in range(len(text)):
            assert (await Exchange(application, f"/gate/{at}/").done()).status == 200
            slow.receive(text[at : at + 1], more=at + 1 < len(text))
        assert (await slow.done()).json == {"length": 30}
        # And one who never comes to an end leaves nothing behind.
        slow = Exchange(application, "/length/", method="POST", headers=headers, body=None)
        slow.receive(b"{", more=True)
        slow.go_away()
        assert (await slow.done()).sent == []

    run(test)


def test_a_long_body_goes_to_a_file(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.LARGER_BODIES = {"POST /length/": 8 * IN_MEMORY}
    files: list[Any] = []
    make = tempfile.SpooledTemporaryFile

    def spooled(*args: Any) -> Any:
        files.append(make(*args))
        return files[-1]

    monkeypatch.setattr("rest.asgi.bodies.SpooledTemporaryFile", spooled)

    async def test() -> None:
        application = EntryPoint(threads=1, queue=0)
        for length, is_file in ((1000, False), (2 * IN_MEMORY, True)):
            text = b'{"text": "' + b"x" * length + b'"}'
            headers = {"content-type": "application/json", "transfer-encoding": "chunked"}
            exchange = Exchange(application, "/length/", method="POST", headers=headers, body=None)
            for at in range(0, len(text), 65536):
                exchange.receive(text[at : at + 65536], more=at + 65536 < len(text))
            assert (await exchange.done()).json == {"length": length}
            assert files[-1]._rolled is is_file
            assert files[-1].closed

    run(test)


def test_who_reads_slowly_holds_no_thread(gate: Gate) -> None:
    gate.opened.set()

    async def test() -> None:
        application = EntryPoint(threads=1, queue=0)
        slow = Exchange(application, "/parts/", reads=5)
        await soon(lambda: len(slow.sent) == 5)
        await asyncio.sleep(0.05)
        read = gate.parts
        assert read == 5  # one that is sent no more, and no others
        for number in range(5):
            assert (await Exchange(application, f"/gate/{number}/").done()).status == 200
        assert gate.parts == read
        slow.may_send.set()
        await slow.done()
        assert slow.body == PART * PARTS
        await soon(gate.closed.is_set)

    run(test)


def test_who_goes_during_a_download_ends_it(gate: Gate, caplog: pytest.LogCaptureFixture) -> None:
    async def test() -> None:
        application = EntryPoint(threads=1, queue=0)
        exchange = Exchange(application, "/parts/", reads=5)
        await soon(lambda: len(exchange.sent) == 5)
        exchange.go_away()
        await asyncio.sleep(0.05)
        exchange.may_send.set()
        await exchange.done()
        await soon(gate.closed.is_set)
        assert gate.parts == 5

    with nothing_logged(caplog):
        run(test)


def test_a_file(gate: Gate) -> None:
    async def test() -> None:
        application = EntryPoint(threads=1, queue=0)
        answer = await Exchange(application, "/file/").done()
        assert answer.body == PART * 1000
        assert answer.headers["content-length"] == str(len(answer.body))
        assert len(answer.sent) < 20  # in blocks, not in lines

    run(test)


# --- What arrives -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("HEAD", "/echo/", 200),
        ("HEAD", "/parts/", 200),
        ("HEAD", "/stream/3/", 200),
        ("HEAD", "/nowhere/", 404),
        ("OPTIONS", "/echo/", 200),
        ("DELETE", "/echo/", 405),
    ],
)
def test_other_methods(gate: Gate, method: str, path: str, status: int) -> None:
    async def test() -> None:
        application = EntryPoint(threads=1, queue=0)
        answer = await Exchange(application, path, method=method).done()
        assert answer.status == status
        assert not answer.sent[-1].get("more_body")
        assert gate.parts == 0  # of the body that a HEAD does not want

    run(test)


@pytest.mark.parametrize("path", ["/raise/bug/", "/plain-bug/", "/exit/", "/no-response/"])
def test_whatever_fails_is_answered_and_logged(path: str, caplog: pytest.LogCaptureFixture) -> None:
    async def test() -> None:
        application = EntryPoint(threads=1, queue=0)
        headers = {"x-request-id": "find-me"}
        for _ in range(2):
            answer = await Exchange(application, path, headers=headers).done()
            assert answer.status == 500
            assert answer.json["code"] == "internal_error"
            assert answer.headers["x-request-id"] == "find-me"
            assert "a secret" not in answer.body.decode()
        assert (await Exchange(application, "/echo/").done()).status == 200

    run(test)
    assert caplog.records


def test_a_query_that_is_no_text_is_refused() -> None:
    async def test() -> None:
        answer = await Exchange(EntryPoint(threads=1), "/echo/", query=b"a=\xff").done()
        assert answer.status == 400
        assert answer.json["code"] == "invalid_request"
        assert answer.headers["x-content-type-options"] == "nosniff"

    run(test)


def test_a_length_of_many_digits_is_refused() -> None:
    async def test() -> None:
        headers = {"content-length": "2".zfill(5000)}  # which Python does not read
        application = EntryPoint(threads=1)
        answer = await Exchange(application, "/length/", method="POST", headers=headers).done()
        assert (answer.status, answer.json["code"]) == (413, "body_too_large")

    run(test)


def test_nothing_but_http_is_answered() -> None:
    async def test() -> None:
        with pytest.raises(ValueError, match="websocket"):
            await EntryPoint()({"type": "websocket"}, asyncio.Queue[Any]().get, print)  # type: ignore[arg-type]

    run(test)


def test_no_request_knows_what_another_left_behind() -> None:
    async def test() -> None:
        application = EntryPoint(threads=1)
        found = []
        for id in ("first", "second", "third"):
            headers = {"x-request-id": id, "accept-language": "fr"}
            found.append((await Exchange(application, "/leaving/", headers=headers).done()).json)
        assert [(one["language"], one["left"], one["id"]) for one in found] == [
            ("fr", "nothing", "first"),
            ("fr", "nothing", "second"),
            ("fr", "nothing", "third"),
        ]
        # But the thread keeps what is costly to make anew.
        assert len({(one["thread"], one["cache"]) for one in found}) == 1

    run(test)


# --- Waiting without a thread -----------------------------------------------------------------


def test_a_long_poll_waits_without_a_thread(gate: Gate) -> None:
    gate.opened.set()

    async def test() -> None:
        application = EntryPoint(threads=1, queue=0)
        polls = []
        for _ in range(10):
            polls.append(Exchange(application, "/poll/1/"))
            await soon(lambda: len(gate.begun) == len(polls) and not application.threads.are_busy)
        assert (await Exchange(application, "/gate/meanwhile/").done()).status == 200
        assert not any(poll.sent for poll in polls)
        gate.happened.set()
        for poll in polls:
            assert (await poll.done()).json == {"outcome": "it has happened"}
            assert poll.headers["x-content-type-options"] == "nosniff"

    run(test)


def test_a_long_poll_need_not_wait(gate: Gate) -> None:
    async def test() -> None:
        poll = await Exchange(EntryPoint(threads=1), "/poll/0/").done()
        assert poll.json == {"outcome": "no need to wait"}

    run(test)


def test_a_long_poll_counts_once(gate: Gate, settings: Settings) -> None:
    settings.THROTTLE = True
    gate.happened.set()

    async def test() -> None:
        application = EntryPoint(threads=1)
        left = [(await Exchange(application, "/poll/1/").done()).headers["ratelimit"] for _ in "ab"]
        assert [line.partition(";t")[0] for line in left] == [
            '"referee";r=119',
            '"referee";r=118',
        ]

    run(test)


def test_a_long_poll_whose_client_goes_is_not_asked_again(
    gate: Gate, caplog: pytest.LogCaptureFixture
) -> None:
    async def test() -> None:
        poll = Exchange(EntryPoint(threads=1), "/poll/1/")
        await soon(lambda: gate.begun)
        poll.go_away()
        await poll.done()
        assert poll.sent == []
        assert gate.begun == ["poll"]

    with nothing_logged(caplog):
        run(test)
    assert gate.cancelled == 1


def test_a_stream_is_written_without_a_thread(gate: Gate) -> None:
    gate.opened.set()

    async def test() -> None:
        application = EntryPoint(threads=1, queue=0)
        stream = Exchange(application, "/stream/30/")
        await soon(lambda: len(stream.sent) > 3)
        assert (await Exchange(application, "/gate/meanwhile/").done()).status == 200
        await stream.done()
        assert stream.body == b"".join(b"%d\n" % number for number in range(30))
        assert stream.headers["x-content-type-options"] == "nosniff"

    run(test)


def test_a_stream_may_be_refused(gate: Gate) -> None:
    async def test() -> None:
        stream = await Exchange(EntryPoint(threads=1), "/stream/0/").done()
        assert (stream.status, stream.json["code"]) == (409, "no_stream")
        assert stream.json["detail"] == "nothing to stream"

    run(test)


@pytest.mark.parametrize("stops", [False, True])
def test_a_stream_ends_when_its_client_goes_or_the_server_stops(
    gate: Gate, caplog: pytest.LogCaptureFixture, stops: bool
) -> None:
    async def test() -> None:
        stream = Exchange(EntryPoint(threads=1), "/stream/10000/")
        await soon(lambda: len(stream.sent) > 3)
        if stops:
            stream.task.cancel()
        else:
            stream.go_away()
        await stream.done()
        assert stream.sent[-1]["more_body"] is False

    with nothing_logged(caplog):
        run(test)
    assert gate.cancelled == 1


def test_what_waits_is_ended_before_the_server_stops(
    gate: Gate, caplog: pytest.LogCaptureFixture
) -> None:
    gate.opened.set()

    async def test() -> None:
        application = EntryPoint(threads=1)
        stream = Exchange(application, "/stream/10000/")
        poll = Exchange(application, "/poll/1/")
        await soon(lambda: len(stream.sent) > 3)
        await soon(lambda: len(application._waiting) == 2)
        application.drain()
        answered = await Exchange(application, "/gate/meanwhile/").done()
        assert answered.headers["connection"] == "close"
        assert not stream.task.done()
        application.end_waiting()
        await stream.done()
        assert stream.sent[-1]["more_body"] is False
        await poll.done()
        assert (poll.status, poll.headers["connection"]) == (200, "close")
        late = await Exchange(application, "/stream/10000/").done()
        assert late.sent[-1]["more_body"] is False

    with nothing_logged(caplog):
        run(test)


def test_who_is_not_answered_when_the_server_stops_may_come_again(
    gate: Gate, caplog: pytest.LogCaptureFixture
) -> None:
    async def test() -> None:
        application = EntryPoint(threads=1, queue=2)
        begun, waiting = (Exchange(application, f"/gate/{name}/") for name in "ab")
        await soon(lambda: gate.begun)
        for exchange in (begun, waiting):
            exchange.task.cancel()
            assert (await exchange.done()).status == 503
            assert int(exchange.headers["retry-after"]) > 0
        gate.opened.set()
        await soon(lambda: gate.ended)
        assert gate.ended == ["a"]  # what was begun is done; what was not, is not

    with nothing_logged(caplog):
        run(test)


def test_the_threads_can_be_stopped_and_start_again(gate: Gate) -> None:
    gate.opened.set()

    async def test() -> None:
        application = EntryPoint(threads=2)
        for _ in range(2):
            assert (await Exchange(application, "/gate/a/").done()).status == 200
            await asyncio.to_thread(application.threads.stop, PATIENCE)
            assert not [one for one in threading.enumerate() if one.name.startswith("request")]

    run(test)
