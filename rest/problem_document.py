"""The members of a problem document (RFC 9457), in plain Python: phones make them too."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from http import HTTPStatus
from typing import Any

# A small body can have thousands of errors. An answer lists at most this many, and cuts off longer
# paths and messages.
MAX_ERRORS = 100
MAX_PATH = 200
MAX_MESSAGE = 500

# The page that explains every code; relative, because a problem may be made without a server.
EXPLAINED_AT = "/api/docs/problems/"

# As in RFC 9110. Before Python 3.13 these two had older names, and a problem must not depend on
# the version of Python.
_NEWER_TITLES = {413: "Content Too Large", 422: "Unprocessable Content"}


def title_of(status: int) -> str:
    """Return what a status means, in English.

    >>> title_of(404)
    'Not Found'
    """
    return _NEWER_TITLES.get(status) or HTTPStatus(status).phrase


def problem_document(
    status: int,
    code: str,
    detail: str,
    errors: Sequence[Mapping[str, str]] = (),
    extra: Mapping[str, Any] | None = None,
) -> dict[str, Any]:
    """Return a problem. `errors` are made by `field_error`; `extra` replaces no other member."""
    return {
        **(extra or {}),
        "type": f"{EXPLAINED_AT}#{code}",
        "title": title_of(status),
        "status": status,
        "detail": detail,
        "code": code,
        "errors": [*errors],
    }


def field_error(field: str, code: str, message: str, rule_entry: str = "") -> dict[str, str]:
    """Return one mistake in a request: its path (`groups.0.2`, empty for the body) and words.

    `rule_entry` is the id of the entry with the rule of the game that it breaks, if it does.

    >>> field_error("cards.2", "unknown_card", "X is not a card.")
    {'field': 'cards.2', 'code': 'unknown_card', 'message': 'X is not a card.'}
    """
    error = {
        "field": shorten(field, MAX_PATH),
        "code": code,
        "message": shorten(message, MAX_MESSAGE),
    }
    return {**error, "rule_entry": rule_entry} if rule_entry else error


def shorten(text: str, length: int) -> str:
    """Return a text of at most this length."""
    return text if len(text) <= length else text[: length - 1] + "…"
