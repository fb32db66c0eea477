"""Read single cells of a sheet: names, whole numbers, yes and no."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from rest_framework.exceptions import ValidationError

from accounts.api.fields import NameField
from games.models.games import REASON_LENGTH
from referee.editions import EDITIONS
from referee.game import Variant
from referee.kinds import Phase
from scoring.exchange.paper.file_problems import quoted
from scoring.exchange.similar_names import fold

MAX_POINTS = 100_000
MAX_ROUNDS = 1_000
MAX_PHASES = 20
DIGITS = re.compile("[0-9]+")
THOUSANDS = re.compile("[0-9]{1,3}(?:[.,'’ \u00a0\u202f][0-9]{3})+")
PHASE_NUMBERS = re.compile("[0-9]{1,2}(?:[ ,;+/]+[0-9]{1,2})*")
YES = frozenset(["yes", "y", "true", "t", "1", "x", "✓", "✔", "ja", "j", "wahr", "oui", "si", "sí"])
NO = frozenset(["no", "n", "false", "f", "0", "-", "–", "nein", "falsch", "non"])


class BadCell(ValueError):
    """A cell that cannot be read; the message says what would be right."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


def whole_number(minimum: int, maximum: int) -> Callable[[str], int]:
    """Return a reader of whole numbers in plain digits.

    >>> whole_number(0, 100)("085")
    85
    """

    def read(text: str) -> int:
        if THOUSANDS.fullmatch(text):
            message = _("Write %(text)s in plain digits, without a thousands separator.")
            raise BadCell("bad_number", message % {"text": quoted(text)})
        if not DIGITS.fullmatch(text):
            message = _("Write a whole number in plain digits, such as 85, not %(text)s.")
            raise BadCell("bad_number", message % {"text": quoted(text)})
        number = int(text) if len(text) <= 12 else maximum + 1
        expect_range(number, minimum, maximum)
        return number

    return read


def expect_range(number: int, minimum: int, maximum: int) -> None:
    """Raise BadCell for a number that is too small or too large."""
    if not minimum <= number <= maximum:
        message = _("The number must be from %(min)s to %(max)s.")
        raise BadCell("number_out_of_range", message % {"min": minimum, "max": maximum})


def read_flag(text: str) -> bool:
    """Read yes or no, in some of the ways in which people write them.

    >>> read_flag("x"), read_flag("Nein")
    (True, False)
    """
    word = fold(text)
    if word in YES:
        return True
    if word in NO:
        return False
    message = _("Write yes or no, or leave the cell empty; %(text)s is neither.")
    raise BadCell("bad_flag", message % {"text": quoted(text)})


def read_name(text: str) -> str:
    """Read a name that a player can have."""
    try:
        name: str = _NAME.run_validation(text)
    except ValidationError as error:
        details: Any = error.detail
        raise BadCell(details[0].code, str(details[0])) from None
    return name


def read_text(text: str) -> str:
    """Read any visible text."""
    if any(unicodedata.category(letter) in ("Cc", "Cs") for letter in text):
        raise BadCell("control_character", _("This cell contains an invisible character."))
    return text


def read_reason(text: str) -> str:
    """Read the reason why an unlikely count is accepted."""
    if len(text) > REASON_LENGTH:
        message = ngettext(
            "A reason can have at most %(limit)s character.",
            "A reason can have at most %(limit)s characters.",
            REASON_LENGTH,
        )
        raise BadCell("max_length", message % {"limit": REASON_LENGTH})
    return read_text(text)


def read_edition(text: str) -> str:
    """Read an edition by its slug or name.

    >>> read_edition("Phase 10 Flip!")
    'flip'
    """
    slug = find_edition(text)
    if slug:
        return slug
    message = _("There is no edition %(text)s. Valid values: %(values)s.")
    raise BadCell(
        "unknown_edition", message % {"text": quoted(text), "values": ", ".join(EDITIONS)}
    )


def find_edition(text: str) -> str | None:
    """Return the slug of the edition with this slug or name, ignoring punctuation."""
    letters = re.sub(r"\W", "", fold(text))
    for slug, edition in EDITIONS.items():
        if letters in (slug, re.sub(r"\W", "", fold(edition.name))):
            return slug
    return None


def read_variant(text: str) -> Variant:
    """Read the variant, which says how a game ends.

    >>> read_variant("Fixed rounds").value
    'fixed_rounds'
    """
    try:
        return Variant(re.sub("[ -]", "_", fold(text)))
    except ValueError:
        message = _("There is no variant %(text)s. Valid values: %(values)s.")
        values = ", ".join(variant.value for variant in Variant)
        message %= {"text": quoted(text), "values": values}
        raise BadCell("unknown_variant", message) from None


def read_phases(text: str) -> tuple[int, ...]:
    """Read the numbers of the Phases of a game, in the order in which they are played.

    >>> read_phases("1 4 10")
    (1, 4, 10)
    """
    numbers = tuple(map(int, DIGITS.findall(text))) if PHASE_NUMBERS.fullmatch(text) else ()
    in_edition = all(1 <= number <= 10 for number in numbers)
    if not numbers or not in_edition or len(numbers) > MAX_PHASES:
        message = _("Write the numbers of the Phases in the order of play, such as 1 4 10.")
        raise BadCell("bad_phases", message)
    return numbers


def phases_of(edition: str, numbers: tuple[int, ...]) -> tuple[Phase, ...]:
    """Return the Phases with these numbers; without numbers none, which means all ten."""
    phases = EDITIONS[edition].phases
    return tuple(phases[number - 1] for number in numbers)


_NAME = NameField()
