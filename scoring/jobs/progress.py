"""Reporting how far a long piece of work is."""

from __future__ import annotations

from collections.abc import Callable

# Called with how many steps are done, and how many there are. A job's `Run.step` is one.
Progress = Callable[[int, int], None]


def no_progress(done: int, total: int) -> None:
    """Report to nobody."""


def first_half(progress: Progress) -> Progress:
    """Report steps as those of the first half of the work."""
    return lambda done, total: progress(done, 2 * total)


def second_half(progress: Progress) -> Progress:
    """Report steps as those of the second half of the work."""
    return lambda done, total: progress(total + done, 2 * total)
