"""`ETag` and `If-Match` for versioned resources."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from rest_framework.request import Request

from rest.problems import ProblemError

_TAG = re.compile(r'(?:W/)?"(\d{1,10})(?:\.[0-9a-f]{1,64})?"')


def etag(version: int, fingerprint: str) -> str:
    """Return the entity tag of an answer: the version of what it shows, and all else it says.

    >>> etag(7, "a1b2c3")
    '"7.a1b2c3"'
    """
    return f'"{version}.{fingerprint}"'


def require_version(
    request: Request, version: int, current: Mapping[str, Any], *, etag: str
) -> None:
    """Require an `If-Match` header with the current version.

    Only the number before the point counts: what follows it tells answers apart, not versions.

    Raises ProblemError with the members of `current`: 428 if the header is missing, 412 if it
    has another version.
    """
    given = request.headers.get("If-Match")
    headers = {"ETag": etag}
    if given is None:
        detail = _("Send an If-Match header with the ETag of the version that you loaded.")
        raise ProblemError(428, "precondition_required", detail, extra=current, headers=headers)
    if given.strip() == "*":
        return
    if version not in {int(number) for number in _TAG.findall(given)}:
        detail = _(
            "This has changed since you last loaded it: look at the current version and try again."
        )
        raise ProblemError(412, "stale_version", detail, extra=current, headers=headers)
