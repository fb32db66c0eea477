"""The analysis of a hand in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass

from referee.cards import NUMBERS, Card, Color
from referee.kinds import Phase
from referee.rulings.phase_diagnosis import a_number
from referee.wording import AND, OR, Text, gettext_noop, listed, name_card, name_phase


@dataclass(frozen=True, slots=True)
class Outlook:
    """What there is to say: the analysis in short."""

    phase: Phase
    phase_laid: bool
    missing: int | None
    outs: Mapping[Card, int]
    unseen: Counter[Card]
    left: Sequence[Card]
    points: int
    goes_out: bool


def hand_message(outlook: Outlook) -> Text:
    """One sentence or two, as a friend at the table would say it."""
    if outlook.missing is None:
        text = gettext_noop("What this hand lacks for %(phase)s could not be worked out.")
        return Text(text, {"phase": name_phase(outlook.phase)})
    if outlook.missing:
        return _short_of(outlook)
    if outlook.phase_laid:
        first = None
    else:
        phase = name_phase(outlook.phase)
        first = Text(gettext_noop("You can lay down %(phase)s"), {"phase": phase})
    if outlook.goes_out:
        if first is None:
            return Text(gettext_noop("You can go out this turn."))
        return Text(gettext_noop("%(what)s and go out this turn."), {"what": first})
    if not outlook.left:  # just the cards that the Phase asks for (section 5)
        text = gettext_noop("%(what)s, but no card is left then to go out with.")
        return Text(text, {"what": first or ""})
    cards = listed(map(name_card, outlook.left), AND)
    params = {"what": first or "", "cards": cards, "points": outlook.points}
    if first is None:
        text = gettext_noop("The best you can do leaves you %(cards)s: %(points)s points.")
    else:
        text = gettext_noop("%(what)s; that leaves you %(cards)s: %(points)s points.")
    return Text(text, params)


def _short_of(outlook: Outlook) -> Text:
    phase = name_phase(outlook.phase)
    if outlook.missing != 1:
        text = gettext_noop("You are %(missing)s cards short of %(phase)s.")
        return Text(text, {"missing": outlook.missing, "phase": phase})
    count, unseen = sum(outlook.outs.values()), outlook.unseen.total()
    if not count:
        text = gettext_noop(
            "You need one more card for %(phase)s, and none that would do is left unseen."
        )
        return Text(text, {"phase": phase})
    text = gettext_noop(
        "You need one more card: %(cards)s would do; "
        "that is %(count)s of %(unseen)s unseen cards, %(odds)s."
    )
    params = {
        "cards": listed(_wanted(outlook.outs, outlook.unseen), OR),
        "count": count,
        "unseen": unseen,
        "odds": _odds(count, unseen),
    }
    return Text(text, params)


def _wanted(outs: Mapping[Card, int], unseen: Mapping[Card, int]) -> Iterator[Text]:
    """The outs by what they have in common, with how many are left."""
    # Of these numbers every unseen card would do, so their color is not worth a word.
    whole = {
        number
        for number in NUMBERS
        if all(card in outs for card in unseen if card.number == number)
    }
    for color in (None, *Color):
        fitting = {
            card: count
            for card, count in outs.items()
            if card.number is not None
            and (card.number in whole if color is None else card.number not in whole)
            and color in (None, card.color)
        }
        numbers = sorted({card.number for card in fitting if card.number is not None})
        there = {card.number for card in unseen if card.number and color in (None, card.color)}
        if numbers:
            yield _left(_numbers(numbers, color, there), sum(fitting.values()))
    for card, count in outs.items():
        if card.number is None:
            yield _left(Text(gettext_noop("a %(card)s"), {"card": name_card(card)}), count)


def _numbers(numbers: Sequence[int], color: Color | None, there: AbstractSet[int]) -> Text:
    """ "a 7", "a green 2 or 5", "any odd card"; `there` are all numbers still unseen."""
    if len(numbers) > 2 and there == set(numbers):
        if color is not None:
            return Text(gettext_noop("any %(color)s card"), {"color": color})
        return Text(gettext_noop("any number card"))
    for parity, text in _PARITIES:
        if (
            color is None
            and len(numbers) > 2
            and set(numbers) == {n for n in there if n % 2 == parity}
        ):
            return Text(text)
    first, *rest = numbers
    return listed([a_number(first, color), *rest], OR)


_PARITIES = ((1, gettext_noop("any odd card")), (0, gettext_noop("any even card")))


def _left(cards: Text, count: int) -> Text:
    return Text(gettext_noop("%(cards)s (%(count)s left)"), {"cards": cards, "count": count})


_IN_WORDS = (
    gettext_noop("almost certain"),
    gettext_noop("about one in two"),
    gettext_noop("about one in three"),
    gettext_noop("about one in four"),
    gettext_noop("about one in five"),
    gettext_noop("about one in six"),
    gettext_noop("about one in seven"),
    gettext_noop("about one in eight"),
    gettext_noop("about one in nine"),
    gettext_noop("about one in ten"),
)


def _odds(count: int, unseen: int) -> Text:
    """The chance in words, rounded."""
    if count == unseen:
        return Text(gettext_noop("certain"))
    if 20 * count >= 11 * unseen:  # above 55 of 100 "one in" says too little
        tenths = min(9, (10 * count + unseen // 2) // unseen)
        return Text(gettext_noop("about %(tenths)s in ten"), {"tenths": tenths})
    ratio = (unseen + count // 2) // count
    if ratio <= len(_IN_WORDS):
        return Text(_IN_WORDS[ratio - 1])
    return Text(gettext_noop("about one in %(ratio)s"), {"ratio": ratio})
