"""`ETag` and `If-Match` for versioned resources."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from rest_framework.request import Request

from rest.problems import ProblemError
from rest.refusals import Refusal, wrong_field

# RFC 9110, 8.8.3 and 13.1.1: `*`, or a list of quoted tags. Empty elements of lists are skipped.
_ANY_TAG = r'(?:W/)?"[\x21\x23-\x7e\x80-\xff]*"'
_LIST = re.compile(rf"[ \t,]*{_ANY_TAG}(?:[ \t]*,[ \t,]*{_ANY_TAG})*[ \t,]*")
_OUR_TAG = re.compile(r'(?:W/)?"(\d{1,10})(?:\.[0-9a-f]{1,64})?"')
_BARE_TAG = re.compile(r"""["']?(\d{1,10}(?:\.[0-9a-f]{1,64})?)["']?""")
# The same in the published schema, as clients should write it.
IF_MATCH_PATTERN = r'^(\*|(W/)?"[!#-~]*"( *, *(W/)?"[!#-~]*")*)$'


def etag(version: int, fingerprint: str) -> str:
    """Return the entity tag of an answer: the version of what it shows, and all other facts.

    >>> etag(7, "a1b2c3")
    '"7.a1b2c3"'
    """
    return f'"{version}.{fingerprint}"'


def require_version(
    request: Request, version: int, current: Callable[[], Mapping[str, Any]], *, etag: str
) -> None:
    """Require an `If-Match` header with the current version.

    Only the number before the point counts: what follows it tells answers apart, not versions.

    Raises Refusal if the header is malformed, and ProblemError with the members that `current`
    returns: 428 if it is missing, and 412 if it has another version.
    """
    given = request.headers.get("If-Match")
    headers = {"ETag": etag}
    if given is None:
        detail = _("Send an If-Match header with the ETag of the version that you loaded.")
        raise ProblemError(428, "precondition_required", detail, extra=current(), headers=headers)
    if given.strip() == "*":
        return
    if not _LIST.fullmatch(given):
        raise _malformed(given)
    if version not in {int(number) for number in _OUR_TAG.findall(given)}:
        detail = _(
            "This has changed since you last loaded it: look at the current version and try again."
        )
        raise ProblemError(412, "stale_version", detail, extra=current(), headers=headers)


def _malformed(given: str) -> Refusal:
    bare = _BARE_TAG.fullmatch(given.strip())
    example = f'If-Match: "{bare[1] if bare else 12}"'
    detail = _("If-Match takes entity tags in double quotes, such as %(example)s.")
    detail %= {"example": example}
    return wrong_field("If-Match", "invalid", detail)
