"""Badges for milestones: each is one small rule over the games of a player. Pure.

A rule takes the games in the order in which they were played, and returns the game that earned
the badge, or None.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from referee.wording import gettext_noop as _
from scoring.statistics.facts import NEITHER, PlayerFacts

Rule = Callable[[Sequence[PlayerFacts]], PlayerFacts | None]


@dataclass(frozen=True, slots=True)
class Badge:
    """A milestone, with texts to translate. `letter` is printed on it."""

    code: str
    letter: str
    name: str
    about: str
    rule: Rule


def first(earns: Callable[[PlayerFacts], bool]) -> Rule:
    """The first game that earns it."""
    return lambda games: next(filter(earns, games), None)


def total(goal: int, amount: Callable[[PlayerFacts], int]) -> Rule:
    """The game with which the amounts add up to the goal."""

    def rule(games: Sequence[PlayerFacts]) -> PlayerFacts | None:
        reached = 0
        for game in games:
            reached += amount(game)
            if reached >= goal:
                return game
        return None

    return rule


def in_a_row(goal: int, earns: Callable[[PlayerFacts], bool]) -> Rule:
    """The game that completes so many in a row."""

    def rule(games: Sequence[PlayerFacts]) -> PlayerFacts | None:
        length = 0
        for game in games:
            length = length + 1 if earns(game) else 0
            if length >= goal:
                return game
        return None

    return rule


def editions_won(goal: int) -> Rule:
    """The win with which so many editions are won."""

    def rule(games: Sequence[PlayerFacts]) -> PlayerFacts | None:
        editions: set[str] = set()
        for game in games:
            if game.won:
                editions.add(game.edition)
            if len(editions) >= goal:
                return game
        return None

    return rule


def _is_flawless(game: PlayerFacts) -> bool:
    return game.won and game.rounds > 0 and NEITHER not in game.outcomes


BADGES = (
    Badge("first_game", "1", _("First hand"), _("Play a game."), first(lambda g: True)),
    Badge("games_10", "X", _("Regular"), _("Play 10 games."), total(10, lambda g: 1)),
    Badge("games_100", "C", _("Part of the furniture"), _("Play 100 games."),
          total(100, lambda g: 1)),
    Badge("first_win", "W", _("First win"), _("Win a game."), first(lambda g: g.won)),
    Badge("wins_10", "T", _("Ten up"), _("Win 10 games."), total(10, lambda g: g.won)),
    Badge("wins_50", "L", _("Hard to beat"), _("Win 50 games."), total(50, lambda g: g.won)),
    Badge("hat_trick", "3", _("Hat-trick"), _("Win 3 games in a row."),
          in_a_row(3, lambda g: g.won)),
    Badge("shared_win", "&", _("Good company"), _("Share a win."), first(lambda g: g.shared)),
    Badge("full_table", "6", _("Full table"), _("Win against 5 opponents."),
          first(lambda g: g.won and g.seats >= 6)),
    Badge("flawless", "F", _("Flawless"), _("Win a game and lay down in every round."),
          first(_is_flawless)),
    Badge("comeback", "U", _("Never say die"), _("Win after being 3 Phases behind."),
          first(lambda g: g.comeback_phases >= 3)),
    Badge("gone_out_100", "O", _("Empty hands"), _("Go out 100 times."),
          total(100, lambda g: g.gone_out)),
    Badge("phases_100", "P", _("Phase by Phase"), _("Lay down 100 Phases."),
          total(100, lambda g: g.laid_down)),
    Badge("low_total", "5", _("Light hand"),
          _("Win a game of at least 10 rounds with at most 50 points."),
          first(lambda g: g.won and g.rounds >= 10 and g.total <= 50)),
    Badge("every_edition", "E", _("At home everywhere"), _("Win in 3 editions."),
          editions_won(3)),
)  # fmt: skip


def earned_badges(games: Sequence[PlayerFacts]) -> Iterator[tuple[Badge, PlayerFacts]]:
    """The badges that a player has earned, each with the game that earned it."""
    for badge in BADGES:
        game = badge.rule(games)
        if game is not None:
            yield badge, game
