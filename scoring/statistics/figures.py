"""Figures as they are shown."""

from __future__ import annotations

from typing import Any

from scoring.statistics.rating_model import Value

DIGITS = 4


def mean(total: float, over: int) -> dict[str, Any]:
    """A mean, and over how many: of nothing there is none.

    >>> mean(3, 8), mean(0, 0)
    ({'value': 0.375, 'over': 8}, {'value': None, 'over': 0})
    """
    return {"value": round(total / over, DIGITS) if over else None, "over": over}


def rating(value: Value) -> dict[str, Any]:
    """A rating: `points` are what people see.

    >>> rating(Value(25.0, 5.0))
    {'points': 1250, 'mu': 25.0, 'sigma': 5.0}
    """
    return {
        "points": value.points,
        "mu": round(value.mu, DIGITS),
        "sigma": round(value.sigma, DIGITS),
    }
