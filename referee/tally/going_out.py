"""Who went out: exactly one player, who has laid down and holds no cards (section 6)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.played_round import PlayedRound
from referee.plays import Hit, LayDown
from referee.rulings.problems import RuleCode, RuleProblem
from referee.tally.entries import TallyEntry, line_problem
from referee.tally.hand_sizes import cards_to_go_out
from referee.wording import OR, Text, gettext_noop, listed


def who_went_out(entries: Sequence[TallyEntry]) -> list[bool]:
    """Return for each entry whether its player went out.

    0 points prove it and need not be said twice, unless two players have them. Of these,
    one who is said not to have laid down is out of the question.

    >>> who_went_out([TallyEntry("North", 3, points=0), TallyEntry("East", 6, points=50)])
    [True, False]
    """
    if not any(entry.went_out for entry in entries):
        proven = [entry for entry in entries if entry.went_out is None and entry.has_nothing_left]
        proven = [entry for entry in proven if entry.laid_down is not False] or proven
        if len(proven) == 1:
            return [entry is proven[0] for entry in entries]
    return [bool(entry.went_out) for entry in entries]


def one_goes_out(entries: Sequence[TallyEntry], out: Sequence[bool]) -> Iterator[RuleProblem]:
    """Section 6: exactly one player goes out, and nobody else has 0 points."""
    names = [entry.display_name for entry, is_out in zip(entries, out, strict=True) if is_out]
    empty = [
        entry.display_name
        for entry, is_out in zip(entries, out, strict=True)
        if entry.has_nothing_left and not is_out
    ]
    if len(names) + len(empty) < 2:
        may_have = any(entry.is_open and entry.laid_down is not False for entry in entries)
        if not names and not may_have:
            text = gettext_noop("A round ends when a player goes out. Who was it?")
            yield RuleProblem(RuleCode.NOBODY_WENT_OUT, Text(text), "6")
        return
    text = (
        gettext_noop(
            "0 points mean that a player went out, and only one goes out in a round. "
            "Was it %(players)s?"
        )
        if empty
        else gettext_noop("Only one player goes out in a round. Was it %(players)s?")
    )
    params = {"players": listed([*names, *empty], OR)}
    yield RuleProblem(RuleCode.SEVERAL_WENT_OUT, Text(text, params), "6")


def gone_out(entry: TallyEntry, points: int, played: PlayedRound | None) -> Iterator[RuleProblem]:
    """Sections 5 and 6: whoever goes out has laid down and holds no cards."""
    if played is not None and entry.seat is not None:
        yield from _emptied_hand(entry, played, entry.seat)
    if points or entry.cards:
        text = gettext_noop("%(player)s went out, so no cards are left and the score is 0.")
        yield line_problem(entry, RuleCode.WENT_OUT_WITH_CARDS, text)
    if entry.laid_down is False:
        text = (
            gettext_noop("%(player)s went out, which is only possible after laying down the Phase.")
            if entry.went_out
            else gettext_noop(
                "0 points mean that %(player)s went out, which is only possible after laying "
                "down the Phase."
            )
        )
        yield line_problem(entry, RuleCode.WENT_OUT_WITHOUT_PHASE, text, "5")


def _emptied_hand(entry: TallyEntry, played: PlayedRound, seat: int) -> Iterator[RuleProblem]:
    """Section 5: the cards that went to the table, and the discard, are the whole hand."""
    possible, count = cards_to_go_out(played, seat), played.put_down.get(seat, 0)
    if count in possible:
        return
    going_out = played.going_out if played.going_out and played.going_out.seat == seat else None
    if isinstance(going_out, LayDown):
        text = gettext_noop(
            "To go out by laying down, %(player)s must have put %(needed)s cards on the table, "
            "not %(count)s."
        )
    elif isinstance(going_out, Hit):
        text = gettext_noop(
            "To go out with a hit, %(player)s must have put %(needed)s cards on the table, "
            "not %(count)s."
        )
    elif going_out is not None and played.is_complete:
        text = gettext_noop(
            "To go out with a discard, %(player)s must have put %(needed)s cards on the table, "
            "not %(count)s."
        )
    else:
        text = gettext_noop(
            "%(player)s cannot have put %(count)s cards on the table: a hand has at most %(most)s."
        )
    code, most = RuleCode.WENT_OUT_WITH_CARDS, possible[-1]
    needed = listed(possible, OR)
    yield line_problem(entry, code, text, "5", needed=needed, count=count, most=most)
