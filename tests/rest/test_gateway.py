"""How requests become answers: in order, in few threads, and whatever the client does."""

from __future__ import annotations

import asyncio
import json
import logging
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.core.handlers.wsgi import WSGIRequest
from pytest_django.fixtures import Settings

from rest import bodies, gateway
from rest.asgi_types import Application, Message
from rest.gateway import Gateway, environ_of
from tests.rest import gateway_urls
from tests.rest.gateway_urls import Gate

pytestmark = [pytest.mark.anyio, pytest.mark.urls("tests.rest.gateway_urls")]

PATIENCE = 10.0  # seconds
LARGE = 4 * 1024**2


class Exchange:
    """A request to the application, which the test has in its hands."""

    def __init__(
        self,
        application: Application,
        path: str,
        *,
        method: str = "GET",
        headers: dict[str, str] | None = None,
        body: bytes | None = b"",
    ) -> None:
        pairs = {"host": "localhost", **(headers or {})}
        scope = {
            "type": "http",
            "method": method,
            "path": path,
            "query_string": b"",
            "headers": [(name.encode(), value.encode()) for name, value in pairs.items()],
            "client": ("127.0.0.1", 1),
        }
        self.received: asyncio.Queue[Message] = asyncio.Queue()
        self.sent: list[Message] = []
        if body is not None:
            self.receive(body, more=False)
        self.task = asyncio.ensure_future(application(scope, self.received.get, self._send))

    def receive(self, body: bytes, *, more: bool) -> None:
        self.received.put_nowait({"type": "http.request", "body": body, "more_body": more})

    def go_away(self) -> None:
        self.received.put_nowait({"type": "http.disconnect"})

    async def _send(self, message: Message) -> None:
        self.sent.append(message)

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
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Gate:
    gate = Gate()
    monkeypatch.setattr(gateway_urls, "gate", gate)
    return gate


@pytest.fixture
def nothing_logged(caplog: pytest.LogCaptureFixture) -> Iterator[None]:
    yield
    lines = caplog.get_records("call")
    assert not [line for line in lines if line.levelno >= logging.WARNING]


async def soon(condition: Callable[[], Any]) -> None:
    """Wait until something is so."""
    until = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < until
        await asyncio.sleep(0.005)


# --- In order, and not too many ---------------------------------------------------------------


@pytest.mark.parametrize("threads", [1, 3])
async def test_requests_begin_in_order_as_many_at_once_as_there_are_threads(
    gate: Gate, threads: int
) -> None:
    application = Gateway(threads=threads, queue=100)
    names = [f"{number}" for number in range(20)]
    exchanges = [Exchange(application, f"/gate/{name}/") for name in names]
    await soon(lambda: len(gate.begun) == threads)
    await asyncio.sleep(0.05)
    assert sorted(gate.begun) == names[:threads]
    gate.opened.set()
    assert [(await exchange.done()).json for exchange in exchanges] == [
        {"name": name} for name in names
    ]
    assert threads > 1 or gate.begun == names


async def test_when_too_many_wait_more_are_refused_at_once(
    gate: Gate, caplog: pytest.LogCaptureFixture
) -> None:
    application = Gateway(threads=1, queue=2)
    held = [Exchange(application, f"/gate/{number}/") for number in range(3)]
    await soon(lambda: gate.begun)
    # The only thread is held, so nothing but the event loop can answer.
    headers = {"x-request-id": "find-me", "accept-language": "en"}
    for _ in range(3):
        refused = await Exchange(application, "/gate/more/", headers=headers).done()
        assert (refused.status, refused.json["code"]) == (503, "server_busy")
        assert refused.json["request_id"] == refused.headers["x-request-id"] == "find-me"
        assert refused.headers["content-type"] == "application/problem+json"
        assert int(refused.headers["retry-after"]) > 0
        assert refused.headers["x-content-type-options"] == "nosniff"
        assert refused.headers["content-language"] == "en"
        assert int(refused.headers["content-length"]) == len(refused.body)
    assert len(caplog.records) == 1  # a flood of requests is no flood of lines
    gate.opened.set()
    for exchange in held:
        assert (await exchange.done()).status == 200
    assert (await Exchange(application, "/gate/later/").done()).status == 200
    assert gate.begun == ["0", "1", "2", "later"]


# --- Clients that go, or take their time ------------------------------------------------------


@pytest.mark.usefixtures("nothing_logged")
async def test_a_request_is_answered_though_its_client_has_gone(gate: Gate) -> None:
    application = Gateway(threads=1, queue=2)
    exchanges = [Exchange(application, f"/gate/{name}/") for name in "ab"]
    await soon(lambda: gate.begun)
    for exchange in exchanges:
        exchange.go_away()
    gate.opened.set()
    for exchange in exchanges:
        await exchange.done()
    assert gate.ended == ["a", "b"]
    assert (await Exchange(application, "/gate/c/").done()).status == 200


async def test_a_slow_sender_holds_no_thread(gate: Gate) -> None:
    gate.opened.set()
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


@pytest.mark.usefixtures("nothing_logged")
async def test_an_answer_that_takes_too_long_is_given_up(
    gate: Gate, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If a database hangs, say: with a thread or without, the client is told."""
    monkeypatch.setattr(gateway, "ANSWER_SECONDS", 0.3)
    application = Gateway(threads=1, queue=2)
    for exchange in [Exchange(application, f"/gate/{name}/") for name in "ab"]:
        assert (await exchange.done()).status == 503
        assert int(exchange.headers["retry-after"]) > 0
    gate.opened.set()
    await soon(lambda: not application.calls)
    assert gate.ended == ["a"]
    assert (await Exchange(application, "/gate/c/").done()).status == 200


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
async def test_other_methods(method: str, path: str, status: int) -> None:
    answer = await Exchange(Gateway(threads=1, queue=0), path, method=method).done()
    assert answer.status == status
    assert not answer.sent[-1].get("more_body")


@pytest.mark.parametrize("path", ["/raise/bug/", "/plain-bug/", "/exit/", "/no-response/"])
async def test_whatever_fails_is_answered_and_logged(
    path: str, caplog: pytest.LogCaptureFixture
) -> None:
    application = Gateway(threads=1, queue=0)
    for _ in range(2):
        answer = await Exchange(application, path, headers={"x-request-id": "find-me"}).done()
        assert (answer.status, answer.json["code"]) == (500, "internal_error")
        assert answer.headers["x-request-id"] == "find-me"
        assert "a secret" not in answer.body.decode()
    assert (await Exchange(application, "/echo/").done()).status == 200
    assert caplog.records


async def test_nothing_but_http_is_answered() -> None:
    with pytest.raises(ValueError, match="websocket"):
        await Gateway()({"type": "websocket"}, asyncio.Queue[Any]().get, print)  # type: ignore[arg-type]


async def test_no_request_knows_what_another_left_behind() -> None:
    application = Gateway(threads=1)
    found = []
    for id in ("first", "second", "third"):
        headers = {"x-request-id": id, "accept-language": "fr"}
        found.append((await Exchange(application, "/leaving/", headers=headers).done()).json)
    ids = [(one["language"], one["id"]) for one in found]
    assert ids == [("fr", "first"), ("fr", "second"), ("fr", "third")]
    # But the thread keeps what is costly to make again.
    assert len({(one["thread"], one["cache"]) for one in found}) == 1


async def test_a_header_cannot_pass_for_another() -> None:
    """WSGI knows `X-Request-Id` and `X_Request_Id` by one name."""
    headers = {"x_request_id": "theirs"}
    answer = await Exchange(Gateway(threads=1), "/leaving/", headers=headers).done()
    assert answer.json["id"] != "theirs"


def test_an_address_may_have_any_bytes() -> None:
    scope = {
        "type": "http",
        "method": "GET",
        "path": "/köln/",
        "query_string": b"q=\xff",
        "headers": [(b"x-name", b"a"), (b"x-name", b"b")],
    }
    request = WSGIRequest(environ_of(scope))
    assert (request.path, request.GET["q"]) == ("/köln/", "ÿ")
    assert request.headers["X-Name"] == "a,b"


# --- Waiting without a thread -----------------------------------------------------------------


async def test_long_polls_and_streams_hold_no_thread(gate: Gate) -> None:
    gate.opened.set()
    application = Gateway(threads=1, queue=0)
    stream = Exchange(application, "/stream/30/")
    await soon(lambda: len(stream.sent) > 3)
    polls = []
    for _ in range(10):
        polls.append(Exchange(application, "/poll/event/"))
        await soon(lambda: len(gate.begun) == len(polls) and not application.calls)
    assert (await Exchange(application, "/gate/meanwhile/").done()).status == 200
    assert not any(poll.sent for poll in polls)
    gate.happened.set()
    for exchange in (*polls, stream):
        await exchange.done()
        assert exchange.headers["x-content-type-options"] == "nosniff"
    assert {poll.body for poll in polls} == {b"it has happened"}
    assert stream.body == b"".join(b"%d\n" % number for number in range(30))


@pytest.mark.parametrize(("what", "status"), [("nothing", 200), ("refusal", 503)])
async def test_a_long_poll_without_parts(gate: Gate, what: str, status: int) -> None:
    """The response is sent as it is, or what follows is refused."""
    gate.happened.set()
    poll = await Exchange(Gateway(threads=1), f"/poll/{what}/").done()
    assert poll.status == status
    assert int(poll.headers["content-length"]) == len(poll.body) > 0


async def test_a_long_poll_counts_once(gate: Gate, settings: Settings) -> None:
    settings.THROTTLE = True
    gate.happened.set()
    application = Gateway(threads=1)
    polls = [await Exchange(application, "/poll/event/").done() for _ in range(2)]
    left = [poll.headers["ratelimit"].partition(";t")[0] for poll in polls]
    assert left == ['"referee";r=119', '"referee";r=118']


@pytest.mark.usefixtures("nothing_logged")
@pytest.mark.parametrize("path", ["/stream/10000/", "/poll/event/"])
@pytest.mark.parametrize("stops", [False, True])
async def test_what_is_followed_ends_when_the_client_goes_or_the_server_stops(
    gate: Gate, path: str, stops: bool
) -> None:
    application = Gateway(threads=1)
    exchange = Exchange(application, path)
    await soon(lambda: application.following)
    await asyncio.sleep(0.05)
    if stops:
        exchange.task.cancel()
    else:
        exchange.go_away()
    await exchange.done()
    assert not exchange.sent[-1].get("more_body")
    assert gate.cancelled == 1
    assert not application.following


@pytest.mark.usefixtures("nothing_logged")
async def test_what_is_followed_ends_before_the_server_stops(gate: Gate) -> None:
    gate.opened.set()
    application = Gateway(threads=1)
    stream, poll = (Exchange(application, path) for path in ("/stream/10000/", "/poll/event/"))
    await soon(lambda: len(stream.sent) > 3 and len(application.following) == 2)
    application.is_draining = True
    answered = await Exchange(application, "/gate/meanwhile/").done()
    assert answered.headers["connection"] == "close"
    assert not stream.task.done()
    application.end_following()
    late = Exchange(application, "/stream/10000/")
    for exchange in (stream, poll, late):
        await exchange.done()
        assert exchange.status == 200
        assert not exchange.sent[-1].get("more_body")
    assert poll.headers["connection"] == "close"


@pytest.mark.usefixtures("nothing_logged")
async def test_whoever_is_not_answered_when_the_server_stops_may_come_again(gate: Gate) -> None:
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


# --- Large bodies -----------------------------------------------------------------------------


@pytest.fixture
def large(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bodies, "DISCARD_SECONDS", 0.1)
    settings.LARGER_BODIES = {"POST /large/": LARGE}
    settings.DATA_UPLOAD_MAX_MEMORY_SIZE = LARGE


def sends(application: Gateway, size: int, **headers: str) -> Exchange:
    pairs = {"content-type": "application/json", "content-length": str(size), **headers}
    return Exchange(application, "/large/", method="POST", headers=pairs, body=None)


@pytest.mark.usefixtures("large")
@pytest.mark.parametrize("is_chunked", [False, True])
async def test_a_stranger_s_large_body_is_not_kept(gate: Gate, is_chunked: bool) -> None:
    chunked = {"transfer-encoding": "chunked", "content-length": ""} if is_chunked else {}
    stranger = sends(Gateway(threads=1), LARGE, **chunked)
    for _ in range(10):
        stranger.receive(b"x" * bodies.OPEN, more=True)
    assert (await stranger.done()).status == 403
    assert stranger.headers["connection"] == "close"
    assert (gate.begun, bodies.held) == ([], {})


@pytest.mark.usefixtures("large")
async def test_whoever_may_send_a_large_body_is_heard_to_the_end(gate: Gate) -> None:
    gate.opened.set()
    exchange = sends(Gateway(threads=1), LARGE, **{"x-name": "Anna"})
    for at in range(0, LARGE, bodies.OPEN):
        exchange.receive(b"x" * bodies.OPEN, more=at + bodies.OPEN < LARGE)
    assert (await exchange.done()).json == {"length": LARGE}
    assert bodies.held == {}


@pytest.mark.usefixtures("large")
@pytest.mark.parametrize(
    ("bound", "status", "code"),
    [("PROCESS", 503, "server_busy"), ("EACH", 429, "throttled")],
)
async def test_bodies_are_bounded_together(
    gate: Gate, monkeypatch: pytest.MonkeyPatch, bound: str, status: int, code: str
) -> None:
    monkeypatch.setattr(bodies, bound, 2 * LARGE)
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


@pytest.mark.usefixtures("large")
async def test_an_account_is_bounded_from_wherever_it_sends(
    monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    monkeypatch.setattr(bodies, "EACH", LARGE)
    settings.REST_FRAMEWORK = {**settings.REST_FRAMEWORK, "NUM_PROXIES": 1}
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


@pytest.mark.usefixtures("large")
async def test_a_body_that_stalls_is_dropped(
    monkeypatch: pytest.MonkeyPatch, settings: Settings
) -> None:
    """However much was announced: only what has arrived gives it more time."""
    settings.BODY_SECONDS = 0.3
    monkeypatch.setattr(bodies, "BYTES_A_SECOND", bodies.OPEN)
    exchange = sends(Gateway(threads=1), LARGE, **{"x-name": "Anna"})
    began = time.monotonic()
    exchange.receive(b"x" * bodies.OPEN, more=True)
    assert (await exchange.done()).status == 408
    assert exchange.json["code"] == "request_too_slow"
    assert 1.2 < time.monotonic() - began < 3
    assert bodies.held == {}
