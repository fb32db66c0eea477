"""The analysis of a hand in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from referee.cards import NUMBERS, Card, Color
from referee.kinds import Phase
from referee.rulings.phase_diagnosis import a_number
from referee.wording import AND, OR, Text, gettext_noop, listed, name_phase, ngettext_noop


@dataclass(frozen=True, slots=True)
class Outlook:
    """What the message is made of: the analysis in short."""

    phase: Phase
    phase_laid: bool
    missing: int | None
    outs: Mapping[Card, int]
    unseen: Counter[Card]
    left: Sequence[Card]
    points: int
    goes_out: bool


def hand_message(outlook: Outlook) -> Text:
    """Sum up an analysis in a sentence or two, as a friend at the table would."""
    params: dict[str, object] = {"phase": name_phase(outlook.phase)}
    if outlook.missing is None:
        text = gettext_noop(
            "It would take too long to work out how many cards you need (%(phase)s)."
        )
        return Text(text, params)
    if outlook.missing:
        return _message_about_missing(outlook, outlook.missing)
    if outlook.goes_out and outlook.phase_laid:
        return Text(gettext_noop("You can go out this turn."))
    if outlook.goes_out:
        text = gettext_noop("You can lay down your Phase (%(phase)s) and go out this turn.")
        return Text(text, params)
    if not outlook.left:  # the Phase takes the whole hand (section 5)
        text = gettext_noop(
            "You can lay down your Phase (%(phase)s), but then no card is left to go out with."
        )
        return Text(text, params)
    left = Text(
        ngettext_noop(
            "Your best turn leaves %(cards)s in your hand: %(count)s point.",
            "Your best turn leaves %(cards)s in your hand: %(count)s points.",
        ),
        {"cards": listed(outlook.left, AND), "count": outlook.points},
    )
    if outlook.phase_laid:
        return left
    return Text(gettext_noop("You can lay down your Phase (%(phase)s)."), params, left)


def _message_about_missing(outlook: Outlook, missing: int) -> Text:
    needed = Text(
        ngettext_noop(
            "You need %(count)s more card for your Phase (%(phase)s).",
            "You need %(count)s more cards for your Phase (%(phase)s).",
        ),
        {"count": missing, "phase": name_phase(outlook.phase)},
    )
    if missing > 1:
        return needed
    count, unseen = sum(outlook.outs.values()), outlook.unseen.total()
    if not count:
        text = gettext_noop(
            "You need one more card for your Phase (%(phase)s), but none that would do is left."
        )
        return Text(text, needed.params)
    odds = Text(
        ngettext_noop(
            "That is %(outs)s of %(count)s unseen card, %(odds)s.",
            "That is %(outs)s of %(count)s unseen cards, %(odds)s.",
        ),
        {"outs": count, "count": unseen, "odds": _odds(count, unseen)},
    )
    text = gettext_noop("You need one more card: %(cards)s would do.")
    return Text(text, {"cards": listed(_name_outs(outlook.outs, outlook.unseen), OR)}, odds)


def _name_outs(outs: Mapping[Card, int], unseen: Mapping[Card, int]) -> Iterator[Text]:
    """Name the outs by what they have in common, with how many are left."""
    # If every unseen card of a number would do, its color does not matter.
    of_any_color = {
        number
        for number in NUMBERS
        if all(card in outs for card in unseen if card.number == number)
    }
    for color in (None, *Color):
        fitting = {
            card: count
            for card, count in outs.items()
            if card.number is not None
            and (card.number in of_any_color) is (color is None)
            and color in (None, card.color)
        }
        numbers = sorted({card.number for card in fitting if card.number is not None})
        available = {card.number for card in unseen if card.number and color in (None, card.color)}
        if numbers:
            yield _left(_name_numbers(numbers, color, available), sum(fitting.values()))
    for card, count in outs.items():
        if card.number is None:
            yield _left(Text(gettext_noop("a %(card)s"), {"card": card}), count)


def _name_numbers(numbers: Sequence[int], color: Color | None, available: AbstractSet[int]) -> Text:
    """Name cards: "a 7", "a green 2 or 5", "any odd card".

    `available` are all numbers still unseen.
    """
    if len(numbers) > 2 and available == set(numbers):
        if color is not None:
            return Text(gettext_noop("any %(color)s card"), {"color": color})
        return Text(gettext_noop("any number card"))
    for parity, text in _PARITIES:
        of_parity = {number for number in available if number % 2 == parity}
        if color is None and len(numbers) > 2 and set(numbers) == of_parity:
            return Text(text)
    first, *rest = numbers
    return listed([a_number(first, color), *rest], OR)


_PARITIES = ((1, gettext_noop("any odd card")), (0, gettext_noop("any even card")))


def _left(cards: Text, count: int) -> Text:
    return Text(gettext_noop("%(cards)s (%(count)s left)"), {"cards": cards, "count": count})


def _odds(count: int, unseen: int) -> Text:
    """Return the chance in words, rounded."""
    if count == unseen:
        return Text(gettext_noop("a certainty"))
    if 20 * count >= 11 * unseen:  # above 55 %, "1 in" is too coarse
        tenths = min(9, (10 * count + unseen // 2) // unseen)
        return Text(gettext_noop("about %(tenths)s in 10"), {"tenths": tenths})
    ratio = (unseen + count // 2) // count
    return Text(gettext_noop("about 1 in %(ratio)s"), {"ratio": ratio})
