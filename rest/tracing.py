"""Spans for OpenTelemetry: what requests and tasks spend their time on; docs/operations.md.

Off, and the library is not imported, unless `OTEL_EXPORTER_OTLP_ENDPOINT` is set. Spans hold
nothing that is nobody else's business: the route instead of the address, statements without
their parameters, and of an exception only its type.

A trace of the caller is linked, not continued: strangers would otherwise decide what is sampled.
"""

from __future__ import annotations

import atexit
import os
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.db.backends.signals import connection_created
from django.http import HttpRequest

if TYPE_CHECKING:
    from opentelemetry.trace import Link, Span, Tracer

TRACEPARENT = "traceparent"
SEND_REST_SECONDS = 1.0  # when the process ends; a collector that hangs must not hold it up
STATEMENT_LENGTH = 2000  # characters

_making = threading.Lock()

Answered = Callable[[str, int, str], None]


def tracer() -> Tracer | None:
    """Return what makes the spans of this process; None if there are to be none."""
    if not settings.OTEL_EXPORTER_OTLP_ENDPOINT:
        return None
    with _making:
        return _make()


@cache
def _make() -> Tracer:
    from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.export import BatchSpanProcessor

    name = os.environ.get("OTEL_SERVICE_NAME") or "tableside"
    version = settings.VERSION
    resource = Resource.create({"service.name": name, "service.version": version})
    provider = TracerProvider(resource=resource, shutdown_on_exit=False)
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    connection_created.connect(_watch)
    atexit.register(_send_rest, provider)
    return provider.get_tracer("tableside")


def _send_rest(provider: Any) -> None:
    # In a thread of its own, as the library waits for an answer without limit.
    thread = threading.Thread(target=provider.force_flush, daemon=True)
    thread.start()
    thread.join(SEND_REST_SECONDS)


@contextmanager
def of_request(request: HttpRequest) -> Iterator[Answered]:
    """Make a span of answering a request; call what is given with its route, status and id."""
    found = tracer()
    if found is None:
        yield lambda route, status, id: None
        return
    from opentelemetry.trace import SpanKind

    method = request.method or ""
    header = request.headers.get(TRACEPARENT, "")
    with _span(found, method, SpanKind.SERVER, links=_links(header)) as span:

        def answered(route: str, status: int, id: str) -> None:
            span.update_name(f"{method} {route}")
            span.set_attribute("http.request.method", method)
            span.set_attribute("http.route", route)
            span.set_attribute("http.response.status_code", status)
            span.set_attribute("tableside.request_id", id)
            if status >= 500:
                _fail(span, str(status))

        yield answered


@contextmanager
def of_task(name: str, traceparent: str = "") -> Iterator[None]:
    """Make a span of a task; `traceparent` is that of the request that sent it, if known."""
    found = tracer()
    if found is None:
        yield
        return
    from opentelemetry.trace import SpanKind

    with _span(found, name, SpanKind.CONSUMER, links=_links(traceparent)):
        yield


def note(name: str, value: str) -> None:
    """Tell more of what the span at hand is about, if there is one."""
    if tracer() is not None:
        from opentelemetry.trace import get_current_span

        get_current_span().set_attribute(f"tableside.{name}", value)


def traceparent() -> str:
    """Return the span at hand, as a header (W3C Trace Context); empty if there is none."""
    if tracer() is None:
        return ""
    from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

    carrier: dict[str, str] = {}
    TraceContextTextMapPropagator().inject(carrier)
    return carrier.get(TRACEPARENT, "")


def _links(header: str) -> list[Link]:
    from opentelemetry.trace import Link, get_current_span
    from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

    context = TraceContextTextMapPropagator().extract({TRACEPARENT: header})
    found = get_current_span(context).get_span_context()
    return [Link(found)] if header and found.is_valid else []


@contextmanager
def _span(found: Tracer, name: str, kind: Any, **options: Any) -> Iterator[Span]:
    """Make a span that tells of an exception its type, and not what it says."""
    options |= {"record_exception": False, "set_status_on_exception": False}
    with found.start_as_current_span(name, kind=kind, **options) as span:
        try:
            yield span
        except BaseException as error:
            _fail(span, type(error).__qualname__)
            raise


def _fail(span: Span, why: str) -> None:
    from opentelemetry.trace import StatusCode

    span.set_status(StatusCode.ERROR)
    span.set_attribute("error.type", why)


def _watch(connection: Any, **_signal: Any) -> None:
    """Make spans of what a connection executes."""
    if _execute not in connection.execute_wrappers:
        connection.execute_wrappers.append(_execute)


def _execute(
    execute: Callable[..., Any], sql: Any, params: Any, many: bool, context: Mapping[str, Any]
) -> Any:
    from opentelemetry.trace import SpanKind, get_current_span

    found = tracer()
    if found is None or not get_current_span().is_recording():
        return execute(sql, params, many, context)
    text = str(sql)
    attributes = {
        "db.system.name": context["connection"].vendor,
        "db.query.text": text[:STATEMENT_LENGTH],
    }
    name = text.split(None, 1)[0].upper() if text.strip() else "execute"
    with _span(found, name, SpanKind.CLIENT, attributes=attributes):
        return execute(sql, params, many, context)
