"""Whether one deck suffices for all hands, and for the groups on the table (section 6)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.cards import Card
from referee.editions import Edition
from referee.kinds import Phase
from referee.played_round import PlayedRound
from referee.points import PointCounts, can_share_a_deck, hands_worth, point_counts
from referee.rulings.card_references import Case, copies_of, these_cards
from referee.rulings.checks import flip_symbols
from referee.rulings.problems import RuleCode, RuleProblem
from referee.tally.entries import TallyEntry, TallyLine, line_problem
from referee.tally.hand_sizes import possible_hand_sizes
from referee.wording import NOR, Text, gettext_noop, in_words


def one_deck(
    edition: Edition,
    phases: Sequence[Phase],
    entries: Sequence[TallyEntry],
    lines: Sequence[TallyLine],
    played: PlayedRound | None,
) -> Iterator[RuleProblem]:
    """Section 6: all hands show one side, and together no more of a card than the deck has."""
    held = [card for entry in entries for card in entry.cards or ()]
    lying = played.table.cards() if played else []
    too_many = list(_too_many_copies(edition, held, lying))
    yield from too_many
    if played and played.shows_side:
        wrong_side = list(_side_in_play(entries, played))
        yield from wrong_side
        if wrong_side:
            return
    elif len({edition.side_of(card) for card in held}) > 1:
        text = Text(
            gettext_noop("All cards left in hand must show the same side, the one in play.")
        )
        yield RuleProblem(RuleCode.MIXED_SIDES, text, "6", None, tuple(held))
    counted = [
        (entry, line) for entry, line in zip(entries, lines, strict=True) if not entry.is_open
    ]
    if not too_many and all(line.laid_down is not None for _entry, line in counted):
        yield from _enough_points(edition, phases, counted, played)


def _too_many_copies(
    edition: Edition, held: Sequence[Card], lying: Sequence[Card]
) -> Iterator[RuleProblem]:
    """Yield which cards there are too many of.

    What lies on the table beyond the deck is not the fault of hands without such a card.
    """
    for printed in dict.fromkeys(card.printed for card in held):
        in_hand = tuple(card for card in held if card.printed == printed)
        on_table = tuple(card.undeclared() for card in lying if card.printed == printed)
        alike = (*in_hand, *on_table)
        count, limit = len(alike), edition.copies(alike[0])
        if count > limit:
            text = (
                gettext_noop(
                    "The deck has only %(cards)s, but the hands and the table together have "
                    "%(count)s."
                )
                if on_table
                else gettext_noop(
                    "The deck has only %(cards)s, but all hands together have %(count)s."
                )
            )
            params = {"cards": copies_of(alike[0], limit), "count": in_words(count)}
            yield RuleProblem(RuleCode.TOO_MANY_COPIES, Text(text, params), "6", None, alike)
        if any(card.flip for card in in_hand):
            yield from flip_symbols([alike])


def _side_in_play(entries: Sequence[TallyEntry], played: PlayedRound) -> Iterator[RuleProblem]:
    """Section 6: the cards in hand count with the side that is in play."""
    for entry in entries:
        cards = entry.cards or ()
        other = [card for card in cards if played.edition.side_of(card) != played.table.side]
        if other:
            text = gettext_noop(
                "On the table the other side is in play, so %(player)s cannot hold %(cards)s. "
                "If the cards have been turned over since, record that first."
            )
            shown = these_cards(other, cards, NOR, Case.OBJECT)
            yield line_problem(entry, RuleCode.WRONG_SIDE, text, "6", cards=shown)


def _enough_points(
    edition: Edition,
    phases: Sequence[Phase],
    counted: Sequence[tuple[TallyEntry, TallyLine]],
    played: PlayedRound | None,
) -> Iterator[RuleProblem]:
    """Section 6: the deck has enough cards of each value for all points together."""
    hands: list[list[PointCounts]] = []
    for entry, line in counted:
        if entry.cards is not None:
            hands.append([point_counts(edition, entry.cards)])
        elif not line.went_out:
            phase, laid_down = phases[line.phase - 1], bool(line.laid_down)
            sizes = possible_hand_sizes(
                edition, phase, laid_down=laid_down, played=played, seat=entry.seat
            )
            hands.append(hands_worth(edition, line.points or 0, sizes))
    if not can_share_a_deck(edition, hands):
        text = gettext_noop("These points together need more high-scoring cards than the deck has.")
        yield RuleProblem(RuleCode.TOO_MANY_COPIES, Text(text), "6")
    elif played and not can_share_a_deck(edition, hands, taken=_taken(played)):
        text = gettext_noop(
            "These points together need more high-scoring cards than the deck has besides those "
            "on the table."
        )
        yield RuleProblem(RuleCode.TOO_MANY_COPIES, Text(text), "6")


def _taken(played: PlayedRound) -> PointCounts:
    """Return how many cards of each value lie on the table with the side in play.

    What the others would show on that side is not known.
    """
    edition, side = played.edition, played.table.side
    lying = [card for card in played.table.cards() if edition.side_of(card) == side]
    return point_counts(edition, lying)
