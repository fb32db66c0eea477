"""What OpenTelemetry is sent: where time goes, and nobody's secrets."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.proto.trace.v1.trace_pb2 import Span, Status

from tests.client.patience import until
from tests.config.test_logs import Evening, play
from tests.databases import sqlite_database
from tests.server import run_python, serve_process

QUICKLY: dict[str, Any] = {"OTEL_BSP_SCHEDULE_DELAY": "100", "REDIS_URL": ""}  # milliseconds
CALLER = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"


class Collector(ThreadingHTTPServer):
    """Keeps what it is sent, as long as it answers."""

    daemon_threads = True

    def __init__(self, *, answers: bool = True) -> None:
        super().__init__(("127.0.0.1", 0), Receiver)
        self.answers = answers
        self.bodies: list[bytes] = []
        self.asked = threading.Event()

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"

    def requests(self) -> list[ExportTraceServiceRequest]:
        return [ExportTraceServiceRequest.FromString(body) for body in self.bodies]

    def spans(self) -> list[Span]:
        return [
            span
            for request in self.requests()
            for resource in request.resource_spans
            for scope in resource.scope_spans
            for span in scope.spans
        ]


class Receiver(BaseHTTPRequestHandler):
    server: Collector

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.asked.set()
        if not self.server.answers:
            time.sleep(60)
        self.server.bodies.append(body)
        self.send_response(200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, *_arguments: Any) -> None:
        pass


@pytest.fixture
def collector(request: pytest.FixtureRequest) -> Iterator[Collector]:
    with Collector(answers=getattr(request, "param", True)) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield server
        server.shutdown()


def attributes(span: Span) -> dict[str, Any]:
    return {
        pair.key: getattr(pair.value, str(pair.value.WhichOneof("value")))
        for pair in span.attributes
    }


def test_spans_tell_of_an_evening_without_its_secrets(tmp_path: Path, collector: Collector) -> None:
    mails = tmp_path / "mails"
    mails.mkdir()
    settings: dict[str, Any] = {
        "DJANGO_SETTINGS_MODULE": "tests.config.failing_settings",
        "OTEL_EXPORTER_OTLP_ENDPOINT": collector.address,
        "EMAIL_URL": f"filemail:///{mails}",
        **QUICKLY,
    }
    with serve_process(sqlite_database(tmp_path), **settings) as (address, _process):
        evening = Evening(address, mails)
        play(evening)
        evening.ask("/api/v1/", traceparent=CALLER)
        until(lambda: any(s.kind == Span.SPAN_KIND_CONSUMER for s in collector.spans()))
    spans = collector.spans()
    sent = b"".join(collector.bodies).decode("latin-1").lower()
    assert {secret for secret in evening.secrets if secret.lower() in sent} == set()
    assert len(evening.secrets) > 40

    named = {span.name for span in spans}
    assert "GET /watch/<str:token>" in named
    assert "POST /api/v1/games/<uuid:game>/rounds/" in named
    by_id = {span.span_id: span for span in spans}
    recording = next(s for s in spans if s.name == "POST /api/v1/games/<uuid:game>/rounds/")
    told = attributes(recording)
    assert told["http.response.status_code"] == 201
    assert told["http.route"] == "/api/v1/games/<uuid:game>/rounds/"
    assert len(told["tableside.request_id"]) == 36
    statements = [s for s in spans if by_id.get(s.parent_span_id) is recording]
    assert {"BEGIN", "INSERT"} & {s.name for s in statements}
    assert {attributes(s)["db.system.name"] for s in statements} == {"sqlite"}
    # A task continues the trace of the request that sent it.
    tasks = [s for s in spans if s.kind == Span.SPAN_KIND_CONSUMER]
    parents = [by_id[task.parent_span_id] for task in tasks if task.parent_span_id]
    assert Span.SPAN_KIND_SERVER in {parent.kind for parent in parents}
    # A failure is told without its words.
    failed = [s for s in spans if s.status.code == Status.STATUS_CODE_ERROR]
    assert failed
    assert not any(s.events for s in spans)
    # A trace of the caller is linked, and does not decide.
    (greeting,) = [s for s in spans if s.links and s.name == "GET /api/v1/"]
    assert greeting.links[0].trace_id.hex() == CALLER.split("-")[1]
    assert greeting.trace_id != greeting.links[0].trace_id
    assert not greeting.parent_span_id

    (resource,) = {
        tuple((pair.key, pair.value.string_value) for pair in found.resource.attributes)
        for request in collector.requests()
        for found in request.resource_spans
    }
    assert dict(resource)["service.name"] == "tableside"


@pytest.mark.full
@pytest.mark.parametrize("collector", [False], indirect=True)
def test_a_collector_that_hangs_holds_nobody_up(tmp_path: Path, collector: Collector) -> None:
    settings: dict[str, Any] = {"OTEL_EXPORTER_OTLP_ENDPOINT": collector.address, **QUICKLY}
    with serve_process(sqlite_database(tmp_path), **settings) as (address, process):
        evening = Evening(address, tmp_path)
        evening.ask("/api/v1/")
        assert collector.asked.wait(20)
        evening.ask("/api/v1/")
        assert evening.statuses == {"/api/v1/": 200}
        began = time.monotonic()
        process.terminate()
        assert process.wait(20) in {0, -signal.SIGTERM}
        assert time.monotonic() - began < 10  # the library would wait for minutes


def test_the_library_is_not_loaded_for_nothing() -> None:
    look = "import config.asgi, sys; sys.exit('opentelemetry' in sys.modules)"
    assert run_python("-c", look, OTEL_EXPORTER_OTLP_ENDPOINT="").returncode == 0
