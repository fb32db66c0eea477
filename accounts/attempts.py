"""Counting attempts by whom they are about, where the throttle counts by network address alone.

Nobody may lock others out by failing in their place, so that failures of strangers must count
apart from those of the person: `subject` says what counts together.
"""

from __future__ import annotations

import time
from math import ceil

from django.conf import settings
from django.core.cache import cache
from django.utils.crypto import salted_hmac
from django.utils.translation import ngettext

from rest.counting import count, forget, wait_for_turn, with_redis
from rest.metrics import THROTTLED
from rest.problems import ProblemError
from rest.rate_limit import RateLimit, parse_rate

FAMILIAR_SECONDS = 7 * 24 * 60 * 60


def limit_attempts(scope: str, subject: str, amount: int = 1, *, slows_down: bool = False) -> None:
    """Count an attempt, or an amount; raise ProblemError (429) if there were too many.

    With `slows_down`, one more may be made now and then, as often on average. Call it before
    checking the attempt, so that simultaneous attempts count too.
    """
    if (seconds := count_attempt(scope, subject, amount, slows_down=slows_down)) > 0:
        THROTTLED.inc(scope)
        quota, window = parse_rate(settings.THROTTLE_RATES[scope])
        minutes = ceil(seconds / 60)
        detail = ngettext(
            "Too many attempts: try again in %(minutes)d minute.",
            "Too many attempts: try again in %(minutes)d minutes.",
            minutes,
        )
        detail %= {"minutes": minutes}
        limit = RateLimit(scope, quota, window, left=0, reset=seconds)
        headers = {"Retry-After": str(seconds), **limit.headers()}
        raise ProblemError(429, "throttled", detail, extra=limit.members(), headers=headers)


def count_attempt(scope: str, subject: str, amount: int = 1, *, slows_down: bool = False) -> int:
    """Count an attempt; return the seconds to wait if there were too many, else 0."""
    if not settings.THROTTLE:
        return 0
    limit, seconds = parse_rate(settings.THROTTLE_RATES[scope])
    window, elapsed = divmod(time.time(), seconds)
    key = _key(scope, subject, window)
    if not count(key, limit, seconds, amount).is_over:
        return 0
    return ceil(wait_for_turn(key, limit, seconds) if slows_down else seconds - elapsed)


def reset_attempts(scope: str, subject: str) -> None:
    """Start counting from zero, after a successful attempt."""
    if settings.THROTTLE:
        _limit, seconds = parse_rate(settings.THROTTLE_RATES[scope])
        forget(_key(scope, subject, time.time() // seconds))


def remember(subject: str) -> None:
    """Make `is_familiar` true for a week, after a successful attempt."""
    if settings.THROTTLE:
        key = f"familiar:{_digest(subject)}"
        with_redis(lambda: cache.set(key, 1, timeout=FAMILIAR_SECONDS), lambda: None)


def is_familiar(subject: str) -> bool:
    """Return whether an attempt has succeeded lately."""
    if not settings.THROTTLE:
        return False
    key = f"familiar:{_digest(subject)}"
    return with_redis(lambda: cache.get(key) is not None, lambda: False)


def _key(scope: str, subject: str, window: float) -> str:
    return f"attempts:{scope}:{_digest(subject)}:{window:.0f}"


def _digest(subject: str) -> str:
    """Return a name for a subject: others can look into the cache, so it gets no addresses."""
    return salted_hmac("accounts.attempts", subject, algorithm="sha256").hexdigest()
