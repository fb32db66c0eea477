"""Why something is refused, whoever asked for it: over HTTP, as a job, or in a command.

How an answer says it (its status, headers and members) is in `rest.error_handlers`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from django.utils.translation import gettext as _

from rest.problem_document import field_error

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class FieldError:
    """One error in a request: its path (`groups.0.2`, empty for the body), code and message.

    `rule_entry` is the id of the entry with the rule of the game that it breaks, if it does.
    """

    field: str
    code: str
    message: str
    rule_entry: str = ""

    def as_dict(self) -> dict[str, str]:
        return field_error(self.field, self.code, self.message, self.rule_entry)


class Refusal(Exception):
    """Raise it to refuse something; whatever was written in its transaction is undone.

    `code` is one of the problem catalog, which knows the status. `text` says why, in the language
    of whoever asked, and `errors` which fields are wrong. `facts` are what else belongs to the
    code, as values: `settings.PROBLEM_MEMBERS` knows how they are shown.
    """

    def __init__(
        self, code: str, text: str, *, errors: Sequence[FieldError] = (), **facts: Any
    ) -> None:
        super().__init__(code, text)
        self.code = code
        self.text = text
        self.errors = tuple(errors)
        self.facts = facts


class NotFound(Refusal):
    """There is no such thing, or the caller may not see it: they cannot tell which."""

    def __init__(self, text: str = "") -> None:
        super().__init__("not_found", text or _("There is nothing at this address."))


def found(thing: T | None, text: str = "") -> T:
    """Return what was looked for; raise NotFound if there is no such thing."""
    if thing is None:
        raise NotFound(text)
    return thing


def wrong_field(field: str, code: str, text: str) -> Refusal:
    """Return the refusal of a request with one field that is wrong, at the path `field`."""
    return Refusal("invalid_request", text, errors=[FieldError(field, code, text)])
