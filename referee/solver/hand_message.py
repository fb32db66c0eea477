"""The analysis of a hand in words."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from referee.cards import Card, sort_key
from referee.rulings.card_references import some_cards
from referee.solver.outs_in_words import name_outs
from referee.wording import AND, OR, Text, gettext_noop, listed, name_phase, ngettext_noop

if TYPE_CHECKING:
    from referee.solver.analysis import HandAnalysis

MAX_NAMED = 6  # different cards in one sentence; more are only counted


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
