"""Read single cells of a sheet: names, whole numbers, yes and no."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import Any, TypeVar

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from rest_framework.exceptions import ValidationError

from accounts.api.fields import NameField
from games.models.games import REASON_LENGTH
from referee.editions import EDITIONS
from referee.kinds import Phase, parse_phase
from referee.stints import Stint
from referee.wire.phases import MAX_PHASES, MAX_REQUIREMENTS
from scoring.exchange.paper.file_problems import quoted
from scoring.exchange.paper.words import WORDS, simplify_word, split_words, words_of
from scoring.exchange.similar_names import fold
from scoring.exchange.stint_texts import parse_stints

MAX_POINTS = 100_000
MAX_ROUNDS = 1_000
DIGITS = re.compile("[0-9]+")
THOUSANDS = re.compile("[0-9]{1,3}(?:[.,'’ \u00a0\u202f][0-9]{3})+")
OWN_PHASES = re.compile("[a-z].*[0-9]")
PHASE_NUMBERS = re.compile("[0-9]{1,2}(?:[ ,;+/]+[0-9]{1,2})*")
CLASSIC = words_of("classic")
YES = frozenset(fold(word) for words in WORDS.values() for word in split_words(words.yes))
NO = frozenset(fold(word) for words in WORDS.values() for word in split_words(words.no))


Choice = TypeVar("Choice", bound=StrEnum)


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


def is_flag(text: str) -> bool:
    """Return whether a text says yes or no.

    >>> is_flag("Nein"), is_flag("Anna")
    (True, False)
    """
    return fold(text) in YES or fold(text) in NO


def read_name(text: str) -> str:
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
    message = _(
        "There is no edition %(text)s. Valid values: %(values)s. Or say which of them it is "
        "(“editions”)."
    )
    raise BadCell(
        "unknown_edition", message % {"text": quoted(text), "values": ", ".join(EDITIONS)}
    )


def find_edition(text: str) -> str | None:
    """Return the slug of the edition with this slug or name, ignoring punctuation.

    >>> find_edition("Phase 10: Flip"), find_edition("clásico"), find_edition("Uno")
    ('flip', 'classic', None)
    """
    letters = re.sub(r"\W", "", fold(text))
    if simplify_word(text) in CLASSIC:
        return "classic"
    for slug, edition in EDITIONS.items():
        if letters in (slug, re.sub(r"\W", "", fold(edition.name))):
            return slug
    return None


def one_of(kind: type[Choice], code: str, message: str | Promise) -> Callable[[str], Choice]:
    """Return a reader of the values of an enumeration, as our own exports write them.

    `message` says of a `text` that it is none of the `values`.

    >>> one_of(StrEnum("Mood", ["NOT_BAD"]), "unknown_mood", "")("Not bad").value
    'not_bad'
    """

    def read(text: str) -> Choice:
        try:
            return kind(re.sub("[ -]", "_", fold(text)))
        except ValueError:
            values = ", ".join(each.value for each in kind)
            facts = {"text": quoted(text), "values": values}
            raise BadCell(code, str(message) % facts) from None

    return read


def read_stints(text: str) -> tuple[Stint, ...]:
    """Read in which rounds a player was there; nothing for the whole game."""
    try:
        return parse_stints(text)
    except ValueError:
        message = _(
            "Write from which round to which the player was there, such as “from 1 to 4, from 6”; "
            "for one who came late also how they began: “from 3 (lowest Phase, 120)”, and for one "
            "with a handicap: “from 1 (Phase 4, 20)”."
        )
        raise BadCell("bad_stints", message) from None


def read_phases(text: str) -> tuple[int | Phase, ...]:
    """Read the Phases of a game in the order of play: their numbers, or all of them in words.

    >>> read_phases("1 4 10")
    (1, 4, 10)
    >>> [len(phase) for phase in read_phases("set 3 + run 4; run 7")]
    [2, 1]
    """
    if OWN_PHASES.fullmatch(text):
        return _read_own_phases(text)
    numbers = tuple(map(int, DIGITS.findall(text))) if PHASE_NUMBERS.fullmatch(text) else ()
    in_edition = all(1 <= number <= 10 for number in numbers)
    if not numbers or not in_edition or len(numbers) > MAX_PHASES:
        message = _("Write the numbers of the Phases in the order of play, such as 1 4 10.")
        raise BadCell("bad_phases", message)
    return numbers


def _read_own_phases(text: str) -> tuple[Phase, ...]:
    """Read Phases in words, as our exports write them if some are not official."""
    try:
        phases = tuple(map(parse_phase, text.split(";")))
    except ValueError:
        phases = ()
    is_possible = all(
        requirement.is_possible and len(phase) <= MAX_REQUIREMENTS
        for phase in phases
        for requirement in phase
    )
    if not phases or not is_possible or len(phases) > MAX_PHASES:
        message = _("Write Phases of your own like this: set 3 + run 4; pair_run 6.")
        raise BadCell("bad_phases", message)
    return phases


def phases_of(edition: str, choices: Sequence[int | Phase]) -> tuple[Phase, ...]:
    """Return the Phases chosen from an edition; without choices none, which means all ten."""
    phases = EDITIONS[edition].phases
    return tuple(phases[choice - 1] if isinstance(choice, int) else choice for choice in choices)


_NAME = NameField()
