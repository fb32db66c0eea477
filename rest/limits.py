"""How much may be stored: apps declare their limits, and `expect_room` keeps to them.

The maxima are far beyond what people who play ever need (docs/security.md). What counts is stored
below some row, and each check happens while that row is locked: of two writers at once, only one
finds the last place.
"""

from __future__ import annotations

from typing import NamedTuple

from django.utils.functional import Promise

from rest.refusals import Refusal


class StoredLimit(NamedTuple):
    """At most `maximum`; `text` says so, and how to get room."""

    maximum: int
    text: str | Promise
    code: str = "limit_reached"


LIMITS: dict[str, StoredLimit] = {}  # of all apps: each adds its own where they are kept


def expect_room(name: str, stored: int, adding: int = 1) -> None:
    """Raise Refusal if `adding` more to what is `stored` is over the limit `name`."""
    limit = LIMITS[name]
    if stored + adding > limit.maximum:
        text = str(limit.text) % {"maximum": limit.maximum}
        raise Refusal(limit.code, text, limit=name, maximum=limit.maximum)
