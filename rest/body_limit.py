"""How large a body may be."""

import re

from django.conf import settings


def limit_of(method: str, path: str) -> int:
    """Return how many bytes a body may have: from `LARGER_BODIES`, or else `MAX_BODY_BYTES`."""
    for pattern, limit in settings.LARGER_BODIES.items():
        if re.fullmatch(pattern, f"{method} {path}"):
            return int(limit)
    return int(settings.MAX_BODY_BYTES)
