"""Rules for the course of a turn: whose it is, one draw, one Phase, Skips (section 5)."""

from __future__ import annotations

from collections.abc import Iterator

from referee.plays import Draw
from referee.rulings.problems import RuleCode, RuleProblem
from referee.table import Table, when_playing
from referee.wording import Text, gettext_noop


def own_turn(table: Table, seat: int) -> Iterator[RuleProblem]:
    """Sections 4.1 and 5: only on one's own turn, as far as the table knows whose turn it is."""
    if table.out is not None:
        text = gettext_noop("%(player)s has gone out, so the round is over: count the hands.")
        yield _about(table, table.out, RuleCode.ROUND_IS_OUT, text)
    elif table.turn is not None and table.turn != seat:
        text = gettext_noop("It is %(player)s's turn.")
        yield _about(table, table.turn, RuleCode.NOT_YOUR_TURN, text)
    elif not table.seating.turns_logged and seat in table.skips:
        text = gettext_noop(
            "%(player)s has a Skip in front of them and misses this turn. "
            "If that turn has already passed, overrule this."
        )
        yield _about(table, seat, RuleCode.IS_SKIPPED, text)


def one_draw(table: Table, seat: int) -> Iterator[RuleProblem]:
    """Section 5: one card a turn, before anything else, where turns are logged."""
    before = [play for play in table.this_turn if play.seat == seat]
    if table.turn is None or not before:
        return
    if any(isinstance(play, Draw) for play in before):
        text = gettext_noop("%(player)s has already drawn: only one card a turn.")
    else:
        # The card that came before this was not recorded.
        text = gettext_noop(
            "%(player)s has already put cards on the table: draw before you lay down or hit."
        )
    yield _about(table, seat, RuleCode.ALREADY_DRAWN, text)


def drawn_first(table: Table, seat: int) -> Iterator[RuleProblem]:
    """Section 5: a turn begins with a draw, where draws are logged with the turns."""
    if table.draw_due and table.turn == seat:
        text = gettext_noop(
            "%(player)s has not drawn yet: draw a card before you lay down, hit or discard."
        )
        yield _about(table, seat, RuleCode.NOT_DRAWN, text)


def no_skip_drawn(table: Table, seat: int) -> Iterator[RuleProblem]:
    """Section 5: a Skip on the pile is never drawn; in front of a player, it is not there yet."""
    pile = when_playing(table, seat).pile
    top = pile[-1] if pile else None
    if top is None or not top.is_skip:
        return
    text = gettext_noop(
        "A Skip is never drawn from the discard pile: take the top card of the draw pile."
    )
    hint = None
    if not table.seating.turns_logged:
        hint = Text(gettext_noop("If a card has been discarded since, record that first."))
    yield RuleProblem(RuleCode.SKIP_IS_NOT_DRAWN, Text(text, hint=hint), "5", None, (top,))


def one_phase(table: Table, seat: int) -> Iterator[RuleProblem]:
    """Section 3.8: one Phase per player per round."""
    if seat in table.down:
        text = gettext_noop(
            "%(player)s has already laid down in this round: further cards are hits."
        )
        yield _about(table, seat, RuleCode.ALREADY_LAID_DOWN, text, "3.8")


def skipped_player(table: Table, seat: int, skips: int) -> Iterator[RuleProblem]:
    """Section 5: in front of another player without a Skip."""
    if seat == skips:
        text = gettext_noop("Discard a Skip in front of another player, not in front of yourself.")
        yield _about(table, skips, RuleCode.SKIP_ON_YOURSELF, text)
    elif skips in when_playing(table, seat).skips:
        text = gettext_noop("%(player)s already has a Skip: choose another player.")
        yield _about(table, skips, RuleCode.ALREADY_SKIPPED, text)


def _about(table: Table, seat: int, code: RuleCode, text: str, rule: str = "5") -> RuleProblem:
    """Return a problem whose text may name the `player` in this seat."""
    return RuleProblem(code, Text(text, {"player": table.seating.names.get(seat, "?")}), rule)
