"""Badges for milestones: each is one small rule over what somebody has played. Pure.

A rule looks at a career, the results of a player in their order, and says with which of them
the badge was earned, by its index; None for not yet.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import accumulate
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from scoring.statistics.careers import Career
from scoring.statistics.facts import NEITHER
from scoring.statistics.models import Result

Rule = Callable[[Career], int | None]


@dataclass(frozen=True, slots=True)
class Badge:
    """A milestone: what it is called, what it takes, and the rule. `letter` stands on it."""

    code: str
    letter: str
    name: str | Promise
    about: str | Promise
    rule: Rule


def first(earns: Callable[[Result], bool]) -> Rule:
    """The first result that earns it."""
    return lambda career: _index(map(earns, career))


def reaching(most: int, number: Callable[[Result], int]) -> Rule:
    """The result with which the sum of a number gets there."""
    return lambda career: _index(total >= most for total in accumulate(map(number, career)))


def in_a_row(most: int, earns: Callable[[Result], bool]) -> Rule:
    """The result that is so many such ones in a row."""

    def rule(career: Career) -> int | None:
        lengths = accumulate(career, lambda length, one: length + 1 if earns(one) else 0, initial=0)
        return _index(length >= most for length in list(lengths)[1:])

    return rule


def _index(earned: Iterable[bool]) -> int | None:
    return next((index for index, success in enumerate(earned) if success), None)


def _without_a_miss(result: Result) -> bool:
    return result.won and result.rounds > 0 and NEITHER not in result.marks


BADGES = (
    Badge("first_game", "1", _("First hand"), _("Play a game."), reaching(1, lambda r: 1)),
    Badge("games_10", "X", _("Regular"), _("Play 10 games."), reaching(10, lambda r: 1)),
    Badge("games_100", "C", _("Part of the furniture"), _("Play 100 games."),
          reaching(100, lambda r: 1)),
    Badge("first_win", "W", _("First win"), _("Win a game."), first(lambda r: r.won)),
    Badge("wins_10", "T", _("Ten up"), _("Win 10 games."), reaching(10, lambda r: r.won)),
    Badge("wins_50", "L", _("Hard to beat"), _("Win 50 games."), reaching(50, lambda r: r.won)),
    Badge("hat_trick", "3", _("Hat-trick"), _("Win 3 games in a row."),
          in_a_row(3, lambda r: r.won)),
    Badge("shared_win", "&", _("Good company"), _("Share a win."), first(lambda r: r.shared)),
    Badge("full_table", "6", _("Full table"), _("Win against five others."),
          first(lambda r: r.won and r.seats >= 6)),
    Badge("flawless", "F", _("Flawless"), _("Win and lay down in every round."),
          first(_without_a_miss)),
    Badge("comeback", "U", _("Never say die"), _("Win after being 3 Phases behind."),
          first(lambda r: (r.comeback_phases or 0) >= 3)),
    Badge("gone_out_100", "O", _("Empty hands"), _("Go out 100 times."),
          reaching(100, lambda r: r.gone_out)),
    Badge("phases_100", "P", _("Phase by Phase"), _("Lay down 100 Phases."),
          reaching(100, lambda r: len(r.marks) - r.marks.count(NEITHER))),
    Badge("low_total", "5", _("Light hand"), _("Win with 50 points or fewer, ten rounds or more."),
          first(lambda r: r.won and r.rounds >= 10 and r.total <= 50)),
    Badge("every_edition", "E", _("At home everywhere"), _("Win in three editions."),
          lambda career: _editions_won(career, 3)),
)  # fmt: skip


def badges_of(career: Career) -> list[dict[str, Any]]:
    """The badges that a player has earned, each with the game that it came with."""
    found = []
    for badge in BADGES:
        index = badge.rule(career)
        if index is not None:
            earned = career[index]
            found.append(
                {
                    "code": badge.code,
                    "letter": badge.letter,
                    "name": str(badge.name),
                    "about": str(badge.about),
                    "game": str(earned.game_id),
                    "earned_at": earned.played_at,
                }
            )
    return found


def _editions_won(career: Career, most: int) -> int | None:
    won: set[str] = set()
    for index, result in enumerate(career):
        if result.won:
            won.add(result.edition)
            if len(won) >= most:
                return index
    return None
