"""`ETag` and `If-Match` for what has a version."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from rest_framework.request import Request

from rest.problems import ProblemError

_TAG = re.compile(r'(?:W/)?"(\d{1,10})"')


def etag(version: int) -> str:
    """The entity tag of a version.

    >>> etag(7)
    '"7"'
    """
    return f'"{version}"'


def require_version(request: Request, version: int, present: Mapping[str, Any]) -> None:
    """Let a change go on only if it was made with this version in view.

    Raises ProblemError with the members of `present`: 428 where the request does not
    say in `If-Match` which version it means, 412 where that is not the version now.
    """
    given = request.headers.get("If-Match")
    headers = {"ETag": etag(version)}
    if given is None:
        detail = _("Say in If-Match which version you have seen: it is its ETag.")
        raise ProblemError(428, "precondition_required", detail, extra=present, headers=headers)
    if given.strip() == "*":
        return
    if version not in {int(number) for number in _TAG.findall(given)}:
        detail = _("It has been changed meanwhile: look at it as it is now, then decide.")
        raise ProblemError(412, "stale_version", detail, extra=present, headers=headers)
