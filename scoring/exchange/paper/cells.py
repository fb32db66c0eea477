"""What stands in one cell of a sheet: names, whole numbers, yes and no."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext as _
from rest_framework.exceptions import ValidationError

from accounts.api.fields import NameField
from games.models.games import REASON_LENGTH
from referee.editions import EDITIONS
from referee.game import Variant
from referee.kinds import Phase
from scoring.exchange.paper.flaws import quoted

MOST_POINTS = 100_000
MOST_ROUNDS = 1_000
DIGITS = re.compile("[0-9]+")
THOUSANDS = re.compile("[0-9]{1,3}(?:[.,'’ \u00a0\u202f][0-9]{3})+")
PHASE_NUMBERS = re.compile("[0-9]{1,2}(?:[ ,;+/]+[0-9]{1,2})*")
YES = frozenset(["yes", "y", "true", "t", "1", "x", "✓", "✔", "ja", "j", "wahr", "oui", "si", "sí"])
NO = frozenset(["no", "n", "false", "f", "0", "-", "–", "nein", "falsch", "non"])


class BadCell(ValueError):
    """A cell that cannot be read; `code` says why, and the text what would be right."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


def fold(text: str) -> str:
    """A text as it is compared with others: by its letters, whatever their case and make.

    >>> fold("  ZO\\u00cb ") == fold("Zoe\\u0308")
    True
    """
    folded = unicodedata.normalize("NFKC", text).casefold()
    return " ".join(unicodedata.normalize("NFKC", folded).split())


def whole_number(least: int, most: int) -> Callable[[str], int]:
    """A reader of whole numbers in plain digits.

    >>> whole_number(0, 100)("085")
    85
    """

    def read(text: str) -> int:
        if THOUSANDS.fullmatch(text):
            message = _("Write %(text)s as plain digits, without a mark for the thousands.")
            raise BadCell("bad_number", message % {"text": quoted(text)})
        if not DIGITS.fullmatch(text):
            message = _("Write a whole number in plain digits, such as 85, not %(text)s.")
            raise BadCell("bad_number", message % {"text": quoted(text)})
        number = int(text) if len(text) <= 12 else most + 1
        if not least <= number <= most:
            message = _("This must be from %(least)s to %(most)s.")
            raise BadCell("number_out_of_range", message % {"least": least, "most": most})
        return number

    return read


def read_flag(text: str) -> bool:
    """Read yes or no in some of the ways in which people write them.

    >>> read_flag("x"), read_flag("Nein")
    (True, False)
    """
    word = fold(text)
    if word in YES:
        return True
    if word in NO:
        return False
    message = _("Write yes or no, not %(text)s; or leave it empty.")
    raise BadCell("bad_flag", message % {"text": quoted(text)})


def read_name(text: str) -> str:
    """A name that a player may have."""
    try:
        name: str = _NAME.run_validation(text)
    except ValidationError as error:
        details: Any = error.detail
        raise BadCell(details[0].code, str(details[0])) from None
    return name


def read_text(text: str) -> str:
    """Any text that can be seen."""
    if any(unicodedata.category(letter) in ("Cc", "Cs") for letter in text):
        raise BadCell("control_character", _("There is a character here that nobody can see."))
    return text


def read_reason(text: str) -> str:
    """Why a count that cannot be shall stand."""
    if len(text) > REASON_LENGTH:
        message = _("A reason has %(most)s characters at most.") % {"most": REASON_LENGTH}
        raise BadCell("max_length", message)
    return read_text(text)


def read_edition(text: str) -> str:
    """An edition by its slug or name.

    >>> read_edition("Phase 10 Flip!")
    'flip'
    """
    slug = edition_called(text)
    if slug:
        return slug
    message = _("There is no edition %(text)s. Known are: %(known)s.")
    raise BadCell("unknown_edition", message % {"text": quoted(text), "known": ", ".join(EDITIONS)})


def edition_called(text: str) -> str | None:
    """The slug of the edition with this slug or name, by its letters and digits alone."""
    letters = re.sub(r"\W", "", fold(text))
    for slug, edition in EDITIONS.items():
        if letters in (slug, re.sub(r"\W", "", fold(edition.name))):
            return slug
    return None


def read_variant(text: str) -> Variant:
    """How a game ends, by its name.

    >>> read_variant("Fixed rounds").value
    'fixed_rounds'
    """
    try:
        return Variant(re.sub("[ -]", "_", fold(text)))
    except ValueError:
        message = _("There is no variant %(text)s. Known are: %(known)s.")
        known = ", ".join(variant.value for variant in Variant)
        raise BadCell("unknown_variant", message % {"text": quoted(text), "known": known}) from None


def read_phases(text: str) -> tuple[int, ...]:
    """The numbers of the Phases that were played, in their order.

    >>> read_phases("1 4 10")
    (1, 4, 10)
    """
    numbers = tuple(map(int, DIGITS.findall(text))) if PHASE_NUMBERS.fullmatch(text) else ()
    if not numbers or not all(1 <= number <= 10 for number in numbers) or len(numbers) > 20:
        message = _("Write the numbers of the Phases in their order, such as 1 4 10.")
        raise BadCell("bad_phases", message)
    return numbers


def phases_of(edition: str, numbers: tuple[int, ...]) -> tuple[Phase, ...]:
    """The Phases with these numbers; none for the edition's own ten."""
    phases = EDITIONS[edition].phases
    return tuple(phases[number - 1] for number in numbers)


_NAME = NameField()
