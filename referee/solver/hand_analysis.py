"""The analysis of a hand as a value, and in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from referee.card_groups import GroupStanding
from referee.cards import Card, sort_key
from referee.kinds import Phase
from referee.rulings.card_references import some_cards
from referee.solver.outs_in_words import name_outs
from referee.solver.turn import HandPlay
from referee.wording import AND, OR, Text, gettext_noop, listed, name_phase, ngettext_noop

MAX_NAMED = 6  # different cards in one sentence; more are only counted


@dataclass(frozen=True, slots=True)
class SingleHit:
    """A single card that a group takes now, with its Flip symbol if it is held so.

    `group` is an index on the table or, for an `own` group, among the groups laid down.
    """

    card: Card
    group: int
    own: bool


@dataclass(frozen=True, slots=True)
class HandAnalysis:
    """Everything about a hand (section 8, `hand/`).

    `groups` are the best groups to lay down, in the order of the Phase's requirements,
    oversized if the house rules allow it; empty if nothing can be laid down. `plays` are
    the hits after that, in a legal order, and `left` is what then stays in the hand before the
    discard, with its `points`. `held` are the cards in hand once `groups` are down, and `hits` the
    single hits that they allow. `missing` is None if the answer is unproven. If it is 1, `outs` are
    the cards that would make the Phase possible, with how many copies of each are unseen.
    `going_out` are all plays of a turn that empties the hand, None if no turn does.

    `unseen` are the cards that are neither in the hand nor on the table nor known elsewhere.
    `unproven` names the fields whose answer was not certain within the work limit; they
    hold the best that was found, or nothing.
    """

    phase: Phase
    phase_laid: bool
    has_table: bool
    can_lay_down: bool
    groups: tuple[GroupStanding, ...]
    plays: tuple[HandPlay, ...]
    held: tuple[Card, ...]
    left: tuple[Card, ...]
    points: int
    missing: int | None
    outs: Mapping[Card, int]
    unseen: Counter[Card]
    hits: tuple[SingleHit, ...]
    going_out: tuple[HandPlay, ...] | None
    unproven: frozenset[str]

    @property
    def can_go_out(self) -> bool:
        """Whether every card can leave the hand this turn."""
        return self.going_out is not None

    @property
    def chance(self) -> Fraction:
        """The probability that the next card off the draw pile is one of the outs."""
        if not self.unseen:
            return Fraction(0)
        return Fraction(sum(self.outs.values()), self.unseen.total())

    @property
    def text(self) -> Text:
        """The analysis in a sentence or two, for the player."""
        return hand_message(self)

    @property
    def message(self) -> str:
        """The summary in English."""
        return self.text.render()


def hand_message(analysis: HandAnalysis) -> Text:
    """Sum up an analysis in a sentence or two, as a friend at the table would."""
    if analysis.missing is None:
        text = gettext_noop(
            "It would take too long to work out how many cards you need (%(phase)s)."
        )
        return Text(text, {"phase": name_phase(analysis.phase)})
    if analysis.missing:
        return _message_about_missing(analysis, analysis.missing)
    if analysis.phase_laid:
        return _message_about_hits(analysis)
    params: dict[str, object] = {"phase": name_phase(analysis.phase)}
    if analysis.can_go_out:
        text = gettext_noop("You can lay down your Phase (%(phase)s) and go out this turn.")
        return Text(text, params)
    if not analysis.left:  # the Phase takes the whole hand (section 5)
        text = gettext_noop(
            "You can lay down your Phase (%(phase)s), but then no card is left to go out with."
        )
        return Text(text, params)
    text = gettext_noop("You can lay down your Phase (%(phase)s).")
    if analysis.plays:
        text = gettext_noop("You can lay down your Phase (%(phase)s) and hit with %(cards)s.")
        params["cards"] = _hitting(analysis)
    return Text(text, params, _what_is_left(analysis))


def _message_about_hits(analysis: HandAnalysis) -> Text:
    """Sum up what a player can do whose Phase is down."""
    if analysis.can_go_out:
        return Text(gettext_noop("You can go out this turn."))
    left = _what_is_left(analysis)
    if analysis.plays:
        text = gettext_noop("You can hit with %(cards)s.")
        return Text(text, {"cards": _hitting(analysis)}, left)
    if not analysis.has_table:
        text = gettext_noop("List the groups on the table to see what you can hit.")
        return replace(left, hint=Text(text))
    if "plays" in analysis.unproven:
        return left
    return Text(gettext_noop("No card in your hand fits a group on the table."), hint=left)


def _what_is_left(analysis: HandAnalysis) -> Text:
    """Say what is still in hand when only the discard remains."""
    params: dict[str, object] = {"count": analysis.points}
    if len({card.said for card in analysis.left}) > MAX_NAMED:
        text = ngettext_noop(
            "Before the discard you are left with %(left)s cards: %(count)s point.",
            "Before the discard you are left with %(left)s cards: %(count)s points.",
        )
        return Text(text, {**params, "left": len(analysis.left)})
    text = ngettext_noop(
        "Before the discard you are left with %(cards)s: %(count)s point.",
        "Before the discard you are left with %(cards)s: %(count)s points.",
    )
    return Text(text, {**params, "cards": _named(analysis.left)})


def _hitting(analysis: HandAnalysis) -> Text:
    return _named(card.undeclared() for play in analysis.plays for card in play.cards)


def _named(cards: Iterable[Card]) -> Text:
    return some_cards(sorted(cards, key=sort_key), AND)


def _message_about_missing(analysis: HandAnalysis, missing: int) -> Text:
    needed = Text(
        ngettext_noop(
            "You need %(count)s more card for your Phase (%(phase)s).",
            "You need %(count)s more cards for your Phase (%(phase)s).",
        ),
        {"count": missing, "phase": name_phase(analysis.phase)},
    )
    if missing > 1:
        return needed
    count, unseen = sum(analysis.outs.values()), analysis.unseen.total()
    if not count:
        text = gettext_noop(
            "You need one more card for your Phase (%(phase)s), but none that would do is left."
        )
        return Text(text, needed.params)
    names = [
        Text(
            ngettext_noop("%(cards)s (%(count)s left)", "%(cards)s (%(count)s left)"),
            {"cards": name, "count": count},
        )
        for name, count in name_outs(analysis.outs, analysis.unseen)
    ]
    text = gettext_noop("You need one more card: %(cards)s would do.")
    return Text(text, {"cards": listed(names, OR)}, _odds(count, unseen))


def _odds(count: int, unseen: int) -> Text:
    """Tell how likely the next card of the draw pile is one of `count` among `unseen` cards."""
    params: dict[str, object] = {"outs": count, "count": unseen}
    tenths, ratio = round(10 * count / unseen), round(unseen / count)
    if count == unseen:
        text = ngettext_noop(
            "That is the only unseen card.",
            "That is all %(count)s unseen cards: you are certain to draw one.",
        )
    elif tenths == 10:
        text = ngettext_noop(
            "That is %(outs)s of %(count)s unseen card: you are almost certain to draw one.",
            "That is %(outs)s of %(count)s unseen cards: you are almost certain to draw one.",
        )
    elif count == 1:  # "1 of 97, about 1 in 97" would say it twice
        text = ngettext_noop(
            "That is %(outs)s of %(count)s unseen card.",
            "That is %(outs)s of %(count)s unseen cards.",
        )
    elif abs(tenths / 10 - count / unseen) < abs(1 / ratio - count / unseen):
        text = ngettext_noop(
            "That is %(outs)s of %(count)s unseen card, about %(tenths)s in 10.",
            "That is %(outs)s of %(count)s unseen cards, about %(tenths)s in 10.",
        )
        params["tenths"] = tenths
    else:
        text = ngettext_noop(
            "That is %(outs)s of %(count)s unseen card, about 1 in %(ratio)s.",
            "That is %(outs)s of %(count)s unseen cards, about 1 in %(ratio)s.",
        )
        params["ratio"] = ratio
    return Text(text, params)
