"""Players who begin at a later Phase, or with points. Pure.

A handicap is stored as what the first stint begins with, so the state stays a fold over the rounds
(docs/decisions/0047-handicaps.md).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from referee.game import Plan, Variant
from referee.stints import handicap_of
from referee.wording import Text, gettext_noop


@dataclass(frozen=True, slots=True)
class HandicapProblem:
    """Why the player of a seat cannot begin like this; `field` is `phase` or `total`."""

    seat: int
    field: str
    code: str
    text: Text


def handicap_problems(plan: Plan) -> Iterator[HandicapProblem]:
    """What is wrong with the handicaps of a game, in the order of the seats."""
    last = len(plan.phases)
    for seat in range(plan.seats):
        handicap = handicap_of(plan.stints_of(seat))
        if handicap is None:
            continue
        if handicap.phase > 1 and plan.variant is Variant.FIXED_ROUNDS:
            text = Text(
                gettext_noop(
                    "In this game everybody is on the Phase of the round: only points can be given."
                )
            )
            yield HandicapProblem(seat, "phase", "fixed_rounds", text)
        elif handicap.phase > last:
            text = Text(gettext_noop("The last Phase of this game is %(last)s."), {"last": last})
            yield HandicapProblem(seat, "phase", "unknown_phase", text)
        if handicap.total % 5:
            text = Text(gettext_noop("Must be a multiple of 5, as the points of every card are."))
            yield HandicapProblem(seat, "total", "not_multiple_of_5", text)
