"""Counting what is tried about one e-mail address, from wherever it comes.

The throttle counts by address of the network; who guesses from many of them meets this.
"""

from __future__ import annotations

import logging
import time
from math import ceil

from django.conf import settings
from django.core.cache import cache
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _
from redis.exceptions import RedisError

from rest.problems import ProblemError
from rest.throttling import parse_rate

logger = logging.getLogger(__name__)


def require_attempt(scope: str, email: str) -> None:
    """Count an attempt; raise ProblemError (429) where there were too many.

    Counted before it is judged, so that attempts at the same time count as well.
    """
    if (wait := count_attempt(scope, email)) > 0:
        detail = _("Too many attempts: try again in %(minutes)d minutes.")
        detail %= {"minutes": ceil(wait / 60)}
        raise ProblemError(429, "throttled", detail, headers={"Retry-After": str(wait)})


def count_attempt(scope: str, email: str) -> int:
    """Count an attempt; return the seconds to wait where there were too many, or 0."""
    if not settings.THROTTLE:
        return 0
    limit, seconds = parse_rate(settings.THROTTLE_RATES[scope])
    window, elapsed = divmod(time.time(), seconds)
    key = _key(scope, email, window)
    try:
        cache.add(key, 0, timeout=seconds)
        over = cache.incr(key) > limit
    except (RedisError, ValueError):  # ValueError: pushed out of a full cache meanwhile
        logger.exception("Attempts cannot be counted.")
        return 0
    return ceil(seconds - elapsed) if over else 0


def forget_attempts(scope: str, email: str) -> None:
    """Begin to count anew, after an attempt that was right."""
    if settings.THROTTLE:
        _limit, seconds = parse_rate(settings.THROTTLE_RATES[scope])
        try:
            cache.delete(_key(scope, email, time.time() // seconds))
        except RedisError:
            logger.exception("Attempts cannot be counted.")


def _key(scope: str, email: str, window: float) -> str:
    # The cache is for others to look into: it gets no addresses.
    digest = salted_hmac("accounts.attempts", email, algorithm="sha256").hexdigest()
    return f"attempts:{scope}:{digest}:{window:.0f}"
