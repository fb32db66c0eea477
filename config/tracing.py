"""Spans for OpenTelemetry: what requests and tasks spend their time on (docs/operations.md).

Nothing here is loaded unless `OTEL_EXPORTER_OTLP_ENDPOINT` is set. The library's instrumentation
of Django and Celery makes the spans; statements go through a wrapper of Django's, whatever the
database. What is sent has only the attributes in `SENT`: routes instead of addresses, statements
without parameters, of an exception only that there was one.

The trace of a caller is linked, not continued: strangers must not decide what is sampled.
"""

from __future__ import annotations

import atexit
import os
import threading
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

from django.conf import settings
from django.db.backends.signals import connection_created
from django.http import HttpRequest, HttpResponseBase
from opentelemetry import trace
from opentelemetry.context import Context, attach, detach, get_current
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.instrumentation.celery import CeleryInstrumentor
from opentelemetry.instrumentation.django import DjangoInstrumentor
from opentelemetry.propagate import set_global_textmap
from opentelemetry.sdk.resources import Resource
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor, SpanExportResult
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

from background.local_worker import local_worker
from rest.logs import route_of

SENT = {
    "celery.task_name",
    "db.query.text",
    "db.system.name",
    "error.type",
    "http.request.method",
    "http.response.status_code",
    "http.route",
    "tableside.request_id",
}
SEND_REST_SECONDS = 1.0  # when the process ends; a collector that hangs must not hold it up
STATEMENT_LENGTH = 2000  # characters
AFTER_HEADERS = 1  # in the middleware: the request has its id, and refusals have all headers


class DiscreetExporter(OTLPSpanExporter):
    """Sends no attributes but those in `SENT`, no events, and no texts of exceptions."""

    def export(self, spans: Sequence[ReadableSpan]) -> SpanExportResult:
        return super().export([_discreet(span) for span in spans])


def _discreet(span: ReadableSpan) -> ReadableSpan:
    attributes = {key: value for key, value in (span.attributes or {}).items() if key in SENT}
    return ReadableSpan(
        span.name,
        span.context,
        span.parent,
        span.resource,
        attributes,
        links=span.links,
        kind=span.kind,
        status=trace.Status(span.status.status_code),
        start_time=span.start_time,
        end_time=span.end_time,
        instrumentation_scope=span.instrumentation_scope,
    )


class OwnTraces(TraceContextTextMapPropagator):
    """Continues the traces of tasks, but not those in the headers of a request."""

    def extract(  # type: ignore[override]
        self, carrier: Any, context: Context | None = None, **options: Any
    ) -> Context:
        if isinstance(carrier, dict):  # a request's environ
            return context or Context()
        return super().extract(carrier, context, **options)


@cache
def start() -> None:
    """Make spans in this process from now on; call it before the middleware is loaded."""
    os.environ.setdefault("OTEL_SEMCONV_STABILITY_OPT_IN", "http")  # the names that are stable
    name = os.environ.get("OTEL_SERVICE_NAME") or "tableside"
    resource = Resource.create({"service.name": name, "service.version": settings.VERSION})
    provider = TracerProvider(resource=resource, shutdown_on_exit=False)
    provider.add_span_processor(BatchSpanProcessor(DiscreetExporter()))
    trace.set_tracer_provider(provider)
    set_global_textmap(OwnTraces())
    DjangoInstrumentor().instrument(
        request_hook=_link_caller, response_hook=_name, middleware_position=AFTER_HEADERS
    )
    CeleryInstrumentor().instrument()  # type: ignore[no-untyped-call]
    local_worker.carry = _in_this_trace
    connection_created.connect(_watch)
    atexit.register(_send_rest, provider)


def _send_rest(provider: TracerProvider) -> None:
    # In a thread of its own, as the library waits for an answer without limit.
    thread = threading.Thread(target=provider.force_flush, daemon=True)
    thread.start()
    thread.join(SEND_REST_SECONDS)


def _link_caller(span: trace.Span, request: HttpRequest) -> None:
    header = {"traceparent": request.headers.get("traceparent", "")}
    caller = trace.get_current_span(TraceContextTextMapPropagator().extract(header, Context()))
    if caller.get_span_context().is_valid:
        span.add_link(caller.get_span_context())


def _name(span: trace.Span, request: HttpRequest, _response: HttpResponseBase) -> None:
    route = route_of(request)
    span.update_name(f"{request.method} {route}")
    span.set_attribute("http.route", route)
    span.set_attribute("tableside.request_id", request.id)  # type: ignore[attr-defined]


def _in_this_trace(task: Callable[[], None]) -> Callable[[], None]:
    """Return a task for the server's thread that continues the trace it was asked in."""
    asked_in = get_current()

    def carried() -> None:
        token = attach(asked_in)
        try:
            task()
        finally:
            detach(token)

    return carried


def _watch(connection: Any, **_signal: Any) -> None:
    """Make spans of what a connection executes."""
    if _execute not in connection.execute_wrappers:
        connection.execute_wrappers.append(_execute)


def _execute(
    execute: Callable[..., Any], sql: Any, params: Any, many: bool, context: Mapping[str, Any]
) -> Any:
    if not trace.get_current_span().is_recording():
        return execute(sql, params, many, context)
    text = str(sql)
    attributes = {
        "db.system.name": context["connection"].vendor,
        "db.query.text": text[:STATEMENT_LENGTH],
    }
    name = text.split(None, 1)[0].upper() if text.strip() else "execute"
    tracer = trace.get_tracer("tableside")
    with tracer.start_as_current_span(name, kind=trace.SpanKind.CLIENT, attributes=attributes):
        return execute(sql, params, many, context)
