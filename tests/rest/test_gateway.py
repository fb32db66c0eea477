"""How requests become answers: in order, in few threads, and whatever the client does."""

from __future__ import annotations

import asyncio
import json
import logging
import threading
import time
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from pytest_django.fixtures import Settings

from rest import bodies, gateway
from rest.asgi_types import Application, Message
from rest.gateway import Gateway
from rest.problem_catalog import problem_catalog
from tests.rest import gateway_urls
from tests.rest.gateway_urls import Gate

pytestmark = pytest.mark.urls("tests.rest.gateway_urls")

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
    monkeypatch.setattr(gateway_urls, "gate", gate)
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
        application = Gateway(threads=1, queue=100)
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
        application = Gateway(threads=3, queue=100)
        exchanges = [Exchange(application, f"/gate/{number}/") for number in range(5)]
        await soon(lambda: len(gate.begun) == 3)
        await asyncio.sleep(0.05)
        assert len(gate.begun) == 3
        gate.opened.set()
        for exchange in exchanges:
            assert (await exchange.done()).status == 200
        named = [one.name for one in threading.enumerate() if one.name.startswith("request")]
        assert named == ["request_0", "request_1", "request_2"]

    run(test)


def test_who_comes_when_too_many_wait_is_refused_at_once(
    gate: Gate, caplog: pytest.LogCaptureFixture
) -> None:
    async def test() -> None:
        application = Gateway(threads=1, queue=2)
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
        application = Gateway(threads=1, queue=2)
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
        application = Gateway(threads=1, queue=2)
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


def test_who_sends_slowly_holds_no_thread(gate: Gate) -> None:
    gate.opened.set()

    async def test() -> None:
        application = Gateway(threads=1, queue=0)
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


# --- What arrives -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("HEAD", "/echo/", 200),
        ("HEAD", "/stream/3/", 200),
        ("HEAD", "/nowhere/", 404),
        ("OPTIONS", "/echo/", 200),
        ("DELETE", "/echo/", 405),
    ],
)
def test_other_methods(method: str, path: str, status: int) -> None:
    async def test() -> None:
        application = Gateway(threads=1, queue=0)
        answer = await Exchange(application, path, method=method).done()
        assert answer.status == status
        assert not answer.sent[-1].get("more_body")

    run(test)


@pytest.mark.parametrize("path", ["/raise/bug/", "/plain-bug/", "/exit/", "/no-response/"])
def test_whatever_fails_is_answered_and_logged(path: str, caplog: pytest.LogCaptureFixture) -> None:
    async def test() -> None:
        application = Gateway(threads=1, queue=0)
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


def test_nothing_but_http_is_answered() -> None:
    async def test() -> None:
        with pytest.raises(ValueError, match="websocket"):
            await Gateway()({"type": "websocket"}, asyncio.Queue[Any]().get, print)  # type: ignore[arg-type]

    run(test)


def test_no_request_knows_what_another_left_behind() -> None:
    async def test() -> None:
        application = Gateway(threads=1)
        found = []
        for id in ("first", "second", "third"):
            headers = {"x-request-id": id, "accept-language": "fr"}
            found.append((await Exchange(application, "/leaving/", headers=headers).done()).json)
        assert [(one["language"], one["id"]) for one in found] == [
            ("fr", "first"),
            ("fr", "second"),
            ("fr", "third"),
        ]
        # But the thread keeps what is costly to make anew.
        assert len({(one["thread"], one["cache"]) for one in found}) == 1

    run(test)


# --- Waiting without a thread -----------------------------------------------------------------


def test_a_long_poll_waits_without_a_thread(gate: Gate) -> None:
    gate.opened.set()

    async def test() -> None:
        application = Gateway(threads=1, queue=0)
        polls = []
        for _ in range(10):
            polls.append(Exchange(application, "/poll/1/"))
            await soon(lambda: len(gate.begun) == len(polls) and not application.calls)
        assert (await Exchange(application, "/gate/meanwhile/").done()).status == 200
        assert not any(poll.sent for poll in polls)
        gate.happened.set()
        for poll in polls:
            assert (await poll.done()).body == b"it has happened"
            assert poll.headers["x-content-type-options"] == "nosniff"

    run(test)


def test_a_long_poll_counts_once(gate: Gate, settings: Settings) -> None:
    settings.THROTTLE = True
    gate.happened.set()

    async def test() -> None:
        application = Gateway(threads=1)
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
        poll = Exchange(Gateway(threads=1), "/poll/1/")
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
        application = Gateway(threads=1, queue=0)
        stream = Exchange(application, "/stream/30/")
        await soon(lambda: len(stream.sent) > 3)
        assert (await Exchange(application, "/gate/meanwhile/").done()).status == 200
        await stream.done()
        assert stream.body == b"".join(b"%d\n" % number for number in range(30))
        assert stream.headers["x-content-type-options"] == "nosniff"

    run(test)


@pytest.mark.parametrize("stops", [False, True])
def test_a_stream_ends_when_its_client_goes_or_the_server_stops(
    gate: Gate, caplog: pytest.LogCaptureFixture, stops: bool
) -> None:
    async def test() -> None:
        stream = Exchange(Gateway(threads=1), "/stream/10000/")
        await soon(lambda: len(stream.sent) > 3)
        if stops:
            stream.task.cancel()
        else:
            stream.go_away()
        await stream.done()
        assert not stream.sent[-1].get("more_body")

    with nothing_logged(caplog):
        run(test)
    assert gate.cancelled == 1


def test_what_waits_is_ended_before_the_server_stops(
    gate: Gate, caplog: pytest.LogCaptureFixture
) -> None:
    gate.opened.set()

    async def test() -> None:
        application = Gateway(threads=1)
        stream = Exchange(application, "/stream/10000/")
        poll = Exchange(application, "/poll/1/")
        await soon(lambda: len(stream.sent) > 3)
        await soon(lambda: len(application.following) == 2)
        application.is_draining = True
        answered = await Exchange(application, "/gate/meanwhile/").done()
        assert answered.headers["connection"] == "close"
        assert not stream.task.done()
        application.end_following()
        await stream.done()
        assert not stream.sent[-1].get("more_body")
        await poll.done()
        assert (poll.status, poll.headers["connection"]) == (200, "close")
        late = await Exchange(application, "/stream/10000/").done()
        assert not late.sent[-1].get("more_body")

    with nothing_logged(caplog):
        run(test)


def test_who_is_not_answered_when_the_server_stops_may_come_again(
    gate: Gate, caplog: pytest.LogCaptureFixture
) -> None:
    async def test() -> None:
        application = Gateway(threads=1, queue=2)
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


# --- Bodies -----------------------------------------------------------------------------------

LARGE = 4 * 1024**2
JSON = {"content-type": "application/json"}


@pytest.fixture
def large(settings: Settings) -> None:
    settings.LARGER_BODIES = {"POST /large/": LARGE}
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = LARGE


def sends(application: Gateway, size: int, **headers: str) -> Exchange:
    pairs = {**JSON, "content-length": str(size), **headers}
    return Exchange(application, "/large/", method="POST", headers=pairs, body=None)


@pytest.mark.usefixtures("large")
@pytest.mark.parametrize("is_chunked", [False, True])
def test_a_large_body_of_a_stranger_is_not_read(gate: Gate, is_chunked: bool) -> None:
    async def test() -> None:
        chunked = {"transfer-encoding": "chunked", "content-length": ""} if is_chunked else {}
        stranger = sends(Gateway(threads=1), LARGE, **chunked)
        for _ in range(10):
            stranger.receive(b"x" * bodies.OPEN, more=True)
        assert (await stranger.done()).status == 403
        assert stranger.headers["connection"] == "close"
        assert stranger.received.qsize() == 10
        assert gate.begun == []

    run(test)


@pytest.mark.usefixtures("large")
def test_who_may_send_a_large_body_is_heard_to_the_end(gate: Gate) -> None:
    gate.opened.set()

    async def test() -> None:
        exchange = sends(Gateway(threads=1), LARGE, **{"x-name": "Anna"})
        for at in range(0, LARGE, bodies.OPEN):
            exchange.receive(b"x" * bodies.OPEN, more=at + bodies.OPEN < LARGE)
        assert (await exchange.done()).json == {"length": LARGE}
        assert bodies.held == {}

    run(test)


@pytest.mark.usefixtures("large")
@pytest.mark.parametrize(
    ("bound", "status", "code"),
    [("PROCESS", 503, "server_busy"), ("EACH", 429, "throttled")],
)
def test_bodies_are_bounded_together(
    gate: Gate, monkeypatch: pytest.MonkeyPatch, bound: str, status: int, code: str
) -> None:
    monkeypatch.setattr(bodies, bound, 2 * LARGE)

    async def test() -> None:
        application = Gateway(threads=2)
        held = [sends(application, LARGE, **{"x-name": "Anna"}) for _ in range(2)]
        await soon(lambda: bodies.held["process"] == 2 * LARGE)
        refused = await sends(application, LARGE, **{"x-name": "Bert"}).done()
        assert (refused.status, refused.json["code"]) == (status, code)
        assert int(refused.headers["retry-after"]) > 0
        # What is small has room of its own.
        small = sends(application, 10_000)
        small.receive(b"x" * 10_000, more=False)
        for exchange in held:
            exchange.go_away()
            await exchange.done()
        gate.opened.set()
        assert (await small.done()).status == 200
        assert bodies.held == {}

    run(test)


@pytest.mark.usefixtures("large")
def test_an_account_is_bounded_from_wherever_it_sends(
    gate: Gate, monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    monkeypatch.setattr(bodies, "EACH", LARGE)
    settings.REST_FRAMEWORK = {**settings.REST_FRAMEWORK, "NUM_PROXIES": 1}

    async def test() -> None:
        application = Gateway(threads=2)

        def of(name: str, address: str) -> Exchange:
            return sends(application, LARGE, **{"x-name": name, "x-forwarded-for": address})

        first = of("Anna", "192.0.2.1")
        await soon(lambda: bodies.held["process"] == LARGE)
        refused = await of("Anna", "192.0.2.2").done()
        assert (refused.status, refused.json["limit"]) == (429, "bytes_of_account")
        assert refused.json["maximum"] == LARGE
        other = of("Bert", "192.0.2.2")
        await soon(lambda: bodies.held["process"] == 2 * LARGE)
        for exchange in (first, other):
            exchange.go_away()
            await exchange.done()

    run(test)


@pytest.mark.usefixtures("large")
def test_a_body_that_stalls_is_dropped(
    gate: Gate, monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    """However much was announced: what has arrived gives more time, and nothing else."""
    settings.BODY_SECONDS = 0.3
    monkeypatch.setattr(bodies, "BYTES_A_SECOND", bodies.OPEN)

    async def test() -> None:
        exchange = sends(Gateway(threads=1), LARGE, **{"x-name": "Anna"})
        began = time.monotonic()
        exchange.receive(b"x" * bodies.OPEN, more=True)
        assert (await exchange.done()).status == 408
        assert exchange.json["code"] == "request_too_slow"
        assert 1.2 < time.monotonic() - began < 3
        assert bodies.held == {}

    run(test)


def test_who_waits_too_long_for_an_answer_is_told(
    gate: Gate, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """If a database hangs, say: those who have a thread, and those who wait for one."""
    monkeypatch.setattr(gateway, "ANSWER_SECONDS", 0.3)

    async def test() -> None:
        application = Gateway(threads=1, queue=2)
        for exchange in [Exchange(application, f"/gate/{name}/") for name in "ab"]:
            assert (await exchange.done()).status == 503
            assert int(exchange.headers["retry-after"]) > 0
        gate.opened.set()
        await soon(lambda: not application.calls)
        assert gate.ended == ["a"]
        assert (await Exchange(application, "/gate/c/").done()).status == 200

    with nothing_logged(caplog):
        run(test)


def test_a_header_cannot_pass_for_another(gate: Gate) -> None:
    """WSGI knows `X-Request-Id` and `X_Request_Id` by one name."""

    async def test() -> None:
        headers = {"x_request_id": "theirs"}
        answer = await Exchange(Gateway(threads=1), "/leaving/", headers=headers).done()
        assert answer.json["id"] != "theirs"

    run(test)
