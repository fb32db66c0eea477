"""What the server counts about itself, for Prometheus; docs/operations.md lists the series.

Nothing is counted, and the library is not imported, unless `METRICS_TOKEN` is set. All labels have
few values: routes as the code writes them, never an address with ids or tokens in it.

With several processes, each writes to files of its own in a folder (`PROMETHEUS_MULTIPROC_DIR`,
which `config.serve` makes), and the process that is asked adds them up.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator, Mapping
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

from django.conf import settings

if TYPE_CHECKING:
    from prometheus_client import CollectorRegistry

FOLDER = "PROMETHEUS_MULTIPROC_DIR"  # the name is the library's
CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)  # seconds
METHODS = {"DELETE", "GET", "HEAD", "OPTIONS", "PATCH", "POST", "PUT"}


class Series:
    """All series of a process."""

    def __init__(self) -> None:
        from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

        registry = self._registry = CollectorRegistry()
        # What is true of the whole server, and each process finds out: the newest counts.
        whole = partial(Gauge, registry=registry, multiprocess_mode="mostrecent")
        # What each process has a part of: those of processes that live are added up.
        part = partial(Gauge, registry=registry, multiprocess_mode="livesum")
        self.requests = Counter(
            "tableside_requests",
            "Requests that were answered.",
            ("route", "method", "status"),
            registry=registry,
        )
        self.seconds = Histogram(
            "tableside_request_seconds",
            "From a request that was read to its answer, without what a long poll waits.",
            ("route", "method"),
            buckets=BUCKETS,
            registry=registry,
        )
        # Finding them takes as long as counting.
        self.requests_of, self.seconds_of = cache(self.requests.labels), cache(self.seconds.labels)
        self.verdicts = Counter(
            "tableside_verdicts",
            "Verdicts on plays and tallies, by the first problem; `none` if there was none.",
            ("kind", "code"),
            registry=registry,
        )
        self.rounds = Counter("tableside_rounds", "Rounds recorded.", registry=registry)
        self.throttled = Counter(
            "tableside_throttled",
            "Requests that a limit has refused (429).",
            ("scope",),
            registry=registry,
        )
        self.outages = Counter(
            "tableside_database_failures",
            "Requests that failed because the database was away, full or read-only.",
            registry=registry,
        )
        self.streams = part("tableside_open_streams", "Streams and long polls that are open.")
        self.waiting = part("tableside_requests_waiting", "Requests that wait for a thread.")
        self.busy = part("tableside_threads_busy", "Threads that answer a request.")
        self.threads = part("tableside_threads", "Threads that there can be at most.")
        self.jobs = whole("tableside_jobs", "Jobs that have not ended.", ("state",))
        self.job_age = whole(
            "tableside_oldest_job_seconds", "The age of the oldest job that waits, or 0."
        )
        self.cleanup_run = whole(
            "tableside_cleanup_last_run_timestamp_seconds", "When a cleanup last ended."
        )
        self.cleanup_success = whole(
            "tableside_cleanup_last_success_timestamp_seconds",
            "When a cleanup last ended without a failure, as far as this server has seen.",
        )

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
    """Return the series of this process; None if nothing is counted."""
    return Series() if settings.METRICS_TOKEN else None


def forget_the_dead(folder: Path) -> None:
    """Delete the gauges of processes that are no more; what they have counted stays."""
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
    if found := series():
        method = method if method in METHODS else "other"
        found.requests_of(route, method, status).inc()
        found.seconds_of(route, method).observe(seconds)


def verdict_given(kind: str, code: str | None) -> None:
    """Count a verdict by the code of its first problem."""
    if found := series():
        found.verdicts.labels(kind, code or "none").inc()


def round_recorded() -> None:
    if found := series():
        found.rounds.inc()


def request_throttled(scope: str) -> None:
    """Count a request that the limit with this name refuses."""
    if found := series():
        found.throttled.labels(scope).inc()


def database_failed() -> None:
    """Count a request that the database could not serve."""
    if found := series():
        found.outages.inc()


@contextlib.contextmanager
def open_stream() -> Iterator[None]:
    """Count a stream for as long as it is open."""
    found = series()
    if found is None:
        yield
        return
    found.streams.inc()
    try:
        yield
    finally:
        found.streams.dec()


def threads_are(*, count: int, busy: int, waiting: int) -> None:
    """Tell how many threads answer requests, and how many requests wait for one."""
    if found := series():
        found.threads.set(count)
        found.busy.set(busy)
        found.waiting.set(waiting)


def jobs_are(by_state: Mapping[str, int], oldest_seconds: float) -> None:
    """Tell how many jobs have not ended, and how long the oldest of those that wait does."""
    if found := series():
        for state, count in by_state.items():
            found.jobs.labels(state).set(count)
        found.job_age.set(oldest_seconds)


def cleanup_was(ended_at: float, *, has_failed: bool) -> None:
    """Tell when the last cleanup ended, in seconds since 1970."""
    if found := series():
        found.cleanup_run.set(ended_at)
        if not has_failed:
            found.cleanup_success.set(ended_at)
