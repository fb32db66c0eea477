"""What the server counts about itself, for Prometheus; docs/operations.md lists the series.

Unless `METRICS_TOKEN` is set, nothing is counted, and the library is not imported. All labels have
few values: routes as the code writes them, never an address with ids or tokens in it.

Each process writes to files of its own in a folder (`PROMETHEUS_MULTIPROC_DIR`, which
`config.serve` creates), and the one that Prometheus asks adds them up.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from django.conf import settings

if TYPE_CHECKING:
    from prometheus_client import CollectorRegistry

FOLDER = "PROMETHEUS_MULTIPROC_DIR"  # the name is the library's
CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)  # seconds
METHODS = {"DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"}


@dataclass(frozen=True, slots=True, eq=False)
class Metric:
    """A series that the server counts, if it counts at all: declared where it changes.

    `kind` and `options` are those of the library, `labels` the names of its labels.
    """

    kind: Literal["Counter", "Gauge", "Histogram"]
    name: str
    text: str
    labels: tuple[str, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        DECLARED.append(self)

    def inc(self, *labels: Any) -> None:
        """Count one more."""
        if found := series():
            found.of(self, *labels).inc()

    def dec(self) -> None:
        """Count one less."""
        if found := series():
            found.of(self).dec()

    def set(self, value: float, *labels: Any) -> None:
        """Tell how much there is now."""
        if found := series():
            found.of(self, *labels).set(value)

    def observe(self, value: float, *labels: Any) -> None:
        """Count one more, of this size."""
        if found := series():
            found.of(self, *labels).observe(value)


DECLARED: list[Metric] = []
# Gauges that are true of the whole server, and each process finds out: the newest counts.
OF_SERVER = {"multiprocess_mode": "mostrecent"}
# Gauges of which each process has a part: those of processes that live are added up.
OF_PROCESS = {"multiprocess_mode": "livesum"}

REQUESTS = Metric(
    "Counter",
    "tableside_requests",
    "Requests that were answered.",
    ("route", "method", "status"),
)
SECONDS = Metric(
    "Histogram",
    "tableside_request_seconds",
    "From a request that was read to its answer, without what a long poll waits.",
    ("route", "method"),
    {"buckets": BUCKETS},
)
THROTTLED = Metric(
    "Counter", "tableside_throttled", "Requests that a limit has refused (429).", ("scope",)
)
OUTAGES = Metric(
    "Counter",
    "tableside_database_failures",
    "Requests that failed because the database was away, full or read-only.",
)
STREAMS = Metric(
    "Gauge",
    "tableside_open_streams",
    "Streams and long polls that are open.",
    options=OF_PROCESS,
)
WAITING = Metric(
    "Gauge",
    "tableside_requests_waiting",
    "Requests that wait for a thread.",
    options=OF_PROCESS,
)
BUSY = Metric(
    "Gauge", "tableside_threads_busy", "Threads that answer a request.", options=OF_PROCESS
)
THREADS = Metric(
    "Gauge", "tableside_threads", "Threads that there can be at most.", options=OF_PROCESS
)


class Series:
    """All series of a process."""

    def __init__(self) -> None:
        import prometheus_client

        self._registry = prometheus_client.CollectorRegistry()
        self._made = {
            metric: getattr(prometheus_client, metric.kind)(
                metric.name,
                metric.text,
                metric.labels,
                registry=self._registry,
                **metric.options,
            )
            for metric in DECLARED
        }
        self.of = cache(self._of)  # finding one with its labels takes as long as counting

    def _of(self, metric: Metric, *labels: Any) -> Any:
        made = self._made[metric]
        return made.labels(*labels) if labels else made

    def registry(self) -> CollectorRegistry:
        """Return what to write: this process, or all of them added up."""
        folder = os.environ.get(FOLDER)
        if folder is None:
            return self._registry
        from prometheus_client import CollectorRegistry
        from prometheus_client.multiprocess import MultiProcessCollector

        forget_the_dead(Path(folder))
        registry = CollectorRegistry()
        MultiProcessCollector(registry, folder)  # type: ignore[no-untyped-call]
        return registry


@cache
def series() -> Series | None:
    """Return the series of this process; None if nothing is counted. All must be declared."""
    return Series() if settings.METRICS_TOKEN else None


def forget_the_dead(folder: Path) -> None:
    """Delete the gauges of processes that have ended; what they have counted stays."""
    from prometheus_client.multiprocess import mark_process_dead

    for pid in {path.stem.rpartition("_")[2] for path in folder.glob("gauge_live*.db")}:
        if pid.isdecimal() and not is_alive(int(pid)):
            mark_process_dead(pid, str(folder))  # type: ignore[no-untyped-call]


def is_alive(pid: int) -> bool:
    """Whether there is a process with this id."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        return True
    return True


def text() -> bytes:
    """Return all series in the text format of Prometheus; it takes some milliseconds."""
    from prometheus_client import generate_latest

    found = series()
    return b"" if found is None else generate_latest(found.registry())


# --- Counting -----------------------------------------------------------------------------------


def request_answered(route: str, method: str, status: int, seconds: float) -> None:
    """Count a request by its route, such as `/api/v1/games/<uuid:game>/`."""
    method = method if method in METHODS else "other"
    REQUESTS.inc(route, method, status)
    SECONDS.observe(seconds, route, method)


@contextlib.contextmanager
def open_stream() -> Iterator[None]:
    """Count a stream for as long as it is open."""
    STREAMS.inc()
    try:
        yield
    finally:
        STREAMS.dec()
