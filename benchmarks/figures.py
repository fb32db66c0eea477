"""What a benchmark finds, and how it is shown."""

from __future__ import annotations

import os
import platform
import statistics
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from benchmarks.load import Slice


@dataclass(frozen=True, slots=True)
class Target:
    """What a figure should be: of one bound or the other.

    `least_ratio` and `most_ratio` are for the ratio, `most` for the value itself, in the
    figure's unit.
    """

    least_ratio: float | None = None
    most_ratio: float | None = None
    most: float | None = None

    def __str__(self) -> str:
        if self.least_ratio is not None:
            return f"ratio ≥ {self.least_ratio:.2g}"
        if self.most_ratio is not None:
            return f"ratio ≤ {self.most_ratio:g}"
        return f"< {self.most:g}" if self.most is not None else ""


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
        """Whether the target is met, None without one."""
        match self.target:
            case Target(least_ratio=float(bound)):
                return self.ratio >= bound
            case Target(most_ratio=float(bound)):
                return self.ratio <= bound
            case Target(most=float(bound)):
                return self.value < bound
        return None

    def as_json(self) -> dict[str, Any]:
        """Return the figure with whether it meets its target."""
        return {**asdict(self), "met": self.is_met}


def beside(
    name: str,
    values: Sequence[float],
    floors: Sequence[float],
    *,
    unit: str,
    floor_name: str,
    target: Target | None = None,
) -> Figure:
    """Make a figure of the values of several rounds and the floor's values of the same rounds.

    >>> beside("a", [2, 3, 90], [1, 1, 10], unit="ms", floor_name="b").ratio
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
    name: str,
    slices: Sequence[Slice],
    floors: Sequence[Slice],
    *,
    floor_name: str,
    unit: str = "requests/s",
    target: Target | None = None,
) -> Figure:
    """Compare how much was done in a second."""
    return beside(
        name,
        [slice.per_second for slice in slices],
        [slice.per_second for slice in floors],
        unit=unit,
        floor_name=floor_name,
        target=target,
    )


def latency(
    name: str,
    percent: int,
    slices: Sequence[Slice],
    floors: Sequence[Slice],
    *,
    floor_name: str,
    target: Target | None = None,
) -> Figure:
    """Compare how long `percent` of the answers took at most."""
    return beside(
        name,
        [slice.percentile(percent) for slice in slices],
        [slice.percentile(percent) for slice in floors],
        unit="ms",
        floor_name=floor_name,
        target=target,
    )


def generator_busy(name: str, slices: Sequence[Slice]) -> Figure:
    """Show how much of the time the load generator itself was at work."""
    return beside(
        f"load generator ({name}) busy",
        [slice.busy for slice in slices],
        [slice.elapsed for slice in slices],
        unit="s",
        floor_name="the time it ran",
    )


def table(figures: Sequence[Figure]) -> str:
    """Return the figures in columns."""
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


def machine() -> dict[str, Any]:
    """Return what a reader needs to know of the machine, and nothing that names it."""
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    return {
        "cores": len(os.sched_getaffinity(0)),
        "memory_gib": round(memory / 2**30),
        "python": platform.python_version(),
    }
