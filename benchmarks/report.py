"""The figures of a benchmark, and how they are shown."""

from __future__ import annotations

import os
import platform
import statistics
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from benchmarks.load import Slice

Slices = Sequence[Slice]


@dataclass(frozen=True, slots=True)
class Target:
    """The bound of a figure: of its ratio, or of its value in the figure's unit."""

    min_ratio: float | None = None
    max_ratio: float | None = None
    max_value: float | None = None

    def __str__(self) -> str:
        if self.min_ratio is not None:
            return f"ratio ≥ {self.min_ratio:.2g}"
        if self.max_ratio is not None:
            return f"ratio ≤ {self.max_ratio:g}"
        return f"< {self.max_value:g}" if self.max_value is not None else ""


@dataclass(frozen=True, slots=True)
class Figure:
    """One measurement beside its floor, both in `unit`.

    `ratio` is the median of the ratios of single rounds, so it may differ a little from
    `value / floor`, which are medians of their own.
    """

    name: str
    unit: str
    value: float
    floor: float
    ratio: float
    floor_name: str
    target: Target | None = None

    @property
    def is_met(self) -> bool | None:
        """Whether the target is met; None without a target."""
        target = self.target
        if target is None:
            return None
        if target.min_ratio is not None:
            return self.ratio >= target.min_ratio
        if target.max_ratio is not None:
            return self.ratio <= target.max_ratio
        assert target.max_value is not None
        return self.value < target.max_value

    def as_json(self) -> dict[str, Any]:
        """Return the figure, and whether it meets its target."""
        return {**asdict(self), "met": self.is_met}


def compare(
    name: str,
    values: Sequence[float],
    floors: Sequence[float],
    unit: str,
    floor_name: str,
    target: Target | None = None,
) -> Figure:
    """Make a figure of the values of several rounds and those of the floor in the same rounds.

    >>> compare("a", [2, 3, 90], [1, 1, 10], "ms", "b").ratio
    3.0
    """
    return Figure(
        name=name,
        unit=unit,
        value=statistics.median(values),
        floor=statistics.median(floors),
        ratio=float(statistics.median(v / f for v, f in zip(values, floors, strict=True))),
        floor_name=floor_name,
        target=target,
    )


def throughput(
    name: str, slices: Slices, floors: Slices, floor_name: str, target: Target | None = None
) -> Figure:
    """Compare how much was done per second."""
    own, bound = ([slice.per_second for slice in each] for each in (slices, floors))
    return compare(name, own, bound, "/s", floor_name, target)


def latency(
    name: str,
    percent: int,
    slices: Slices,
    floors: Slices,
    floor_name: str,
    target: Target | None = None,
) -> Figure:
    """Compare a percentile of the answers' latencies."""
    own, bound = ([slice.percentile(percent) for slice in each] for each in (slices, floors))
    return compare(name, own, bound, "ms", floor_name, target)


def cpu_time(
    name: str, slices: Slices, floors: Slices, floor_name: str, target: Target | None = None
) -> Figure:
    """Compare the processor time of the servers for an answer."""
    own, bound = ([slice.cpu_per_answer for slice in each] for each in (slices, floors))
    return compare(name, own, bound, "ms", floor_name, target)


def generator_busy(name: str, slices: Slices) -> Figure:
    """Show for how much of the time the load generator itself was working."""
    busy, elapsed = [slice.busy for slice in slices], [slice.elapsed for slice in slices]
    return compare(f"load generator ({name}) busy", busy, elapsed, "s", "the time it ran")


def format_table(figures: Sequence[Figure]) -> str:
    columns: list[tuple[str, Callable[[str, int], str], Callable[[Figure], str]]] = [
        ("figure", str.ljust, lambda f: f.name),
        ("value", str.rjust, lambda f: _number(f.value)),
        ("floor", str.rjust, lambda f: _number(f.floor)),
        ("unit", str.ljust, lambda f: f.unit),
        ("ratio", str.rjust, lambda f: f"{f.ratio:.{2 if f.ratio >= 0.1 else 3}f}"),
        ("the floor is", str.ljust, lambda f: f.floor_name),
        ("target", str.ljust, _target),
    ]
    texts = [[title, *map(cell, figures)] for title, _align, cell in columns]
    widths = [max(map(len, column)) for column in texts]
    rows = [
        "  ".join(
            align(text, width)
            for text, width, (_title, align, _cell) in zip(row, widths, columns, strict=True)
        ).rstrip()
        for row in zip(*texts, strict=True)
    ]
    return "\n".join([rows[0], "-" * max(map(len, rows)), *rows[1:]])


def _number(value: float) -> str:
    if value >= 1000:
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def _target(figure: Figure) -> str:
    if figure.is_met is None:
        return ""
    return f"{figure.target}: {'met' if figure.is_met else 'MISSED'}"


def describe_machine() -> dict[str, Any]:
    """Return what a reader needs to know about the machine, and nothing that identifies it."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    return {
        "cores": len(os.sched_getaffinity(0)),
        "memory_gib": round(memory / 2**30),
        "python": platform.python_version(),
    }
