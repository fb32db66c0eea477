"""Counting attempts for one e-mail address, wherever they come from.

The throttle counts by network address; this stops somebody who guesses from many addresses.
"""

from __future__ import annotations

import logging
import time
from math import ceil

from django.conf import settings
from django.core.cache import cache
from django.utils.crypto import salted_hmac
from django.utils.translation import ngettext

from rest.problems import ProblemError
from rest.rate_limit import RateLimit
from rest.redis_errors import redis_errors
from rest.throttling import parse_rate

logger = logging.getLogger(__name__)


def limit_attempts(scope: str, email: str) -> None:
    """Count an attempt; raise ProblemError (429) if there were too many.

    Call it before checking the attempt, so that simultaneous attempts count too.
    """
    if (seconds := count_attempt(scope, email)) > 0:
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
        raise ProblemError(429, "throttled", detail, headers=headers)


def count_attempt(scope: str, email: str) -> int:
    """Count an attempt; return the seconds to wait if there were too many, else 0."""
    if not settings.THROTTLE:
        return 0
    limit, seconds = parse_rate(settings.THROTTLE_RATES[scope])
    window, elapsed = divmod(time.time(), seconds)
    key = _key(scope, email, window)
    try:
        cache.add(key, 0, timeout=seconds)
        is_over = cache.incr(key) > limit
    except redis_errors(ValueError):  # ValueError: just evicted from a full cache
        logger.exception("Attempts cannot be counted.")
        return 0
    return ceil(seconds - elapsed) if is_over else 0


def reset_attempts(scope: str, email: str) -> None:
    """Start counting from zero, after a successful attempt."""
    if settings.THROTTLE:
        _limit, seconds = parse_rate(settings.THROTTLE_RATES[scope])
        try:
            cache.delete(_key(scope, email, time.time() // seconds))
        except redis_errors():
            logger.exception("Attempts cannot be counted.")


def _key(scope: str, email: str, window: float) -> str:
    # Others can look into the cache, so it gets no addresses.
    digest = salted_hmac("accounts.attempts", email, algorithm="sha256").hexdigest()
    return f"attempts:{scope}:{digest}:{window:.0f}"
