"""Badges for milestones: each is one small rule over the games of a player. Pure.

A rule is a part of a digest, which remembers the game that earned the badge, or how far the player
has come.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol

from referee.wording import gettext_noop as _
from scoring.statistics.digest_parts import Games, Kept, Part
from scoring.statistics.facts import PlayerFacts
from scoring.statistics.marks import Mark, mark


class Rule(Part, Protocol):
    """What earns a badge."""

    def earned(self, kept: Kept) -> Mark | None:
        """The game that earned it, if any, by what is kept."""


@dataclass(frozen=True, slots=True)
class Badge:
    """A milestone, with texts to translate. `letter` is printed on it."""

    code: str
    letter: str
    name: str
    about: str
    rule: Rule


@dataclass(frozen=True, slots=True)
class First:
    """The first game that earns it. Kept is that game."""

    earns: Callable[[PlayerFacts], bool]

    def of(self, games: Games) -> Kept | None:
        game = next(filter(self.earns, games), None)
        return None if game is None else mark(game)

    def joined(self, earlier: Kept, later: Kept, later_games: Callable[[], Games]) -> Kept:
        return earlier

    def earned(self, kept: Kept) -> Mark | None:
        game: Mark = kept
        return game


@dataclass(frozen=True, slots=True)
class Total:
    """The game with which the amounts add up to the goal. Kept are the sum and that game."""

    goal: int
    amount: Callable[[PlayerFacts], int]

    def of(self, games: Games) -> Kept | None:
        kept = self._added(0, games)
        return kept if kept[0] else None

    def joined(self, earlier: Kept, later: Kept, later_games: Callable[[], Games]) -> Kept:
        (before, game), (after, _game) = earlier, later
        if game is not None:
            return earlier
        if before + after < self.goal:
            return [before + after, None]
        return self._added(before, later_games())

    def earned(self, kept: Kept) -> Mark | None:
        game: Mark | None = kept[-1]
        return game

    def _added(self, reached: int, games: Games) -> Kept:
        for game in games:
            reached += self.amount(game)
            if reached >= self.goal:
                return [self.goal, mark(game)]
        return [reached, None]


@dataclass(frozen=True, slots=True)
class InARow:
    """The game that completes this many in a row.

    Kept are how many games earn it before one does not, how many after the last that does not,
    whether all do, and the game that completes them. Nobody needs to count beyond the goal.
    """

    goal: int
    earns: Callable[[PlayerFacts], bool]

    def of(self, games: Games) -> Kept | None:
        if not games:
            return None
        first, everyone = 0, True
        for game in games:
            if not self.earns(game):
                everyone = False
                break
            first += 1
        current, completed = self._completed(0, games)
        return [min(first, self.goal), current, everyone, completed]

    def joined(self, earlier: Kept, later: Kept, later_games: Callable[[], Games]) -> Kept:
        first, current, everyone, completed = earlier
        first_later, current_later, everyone_later, completed_later = later
        if completed is None:
            completed = completed_later
            if current and current + first_later >= self.goal:
                _current, completed = self._completed(current, later_games())
        return [
            min(first + first_later, self.goal) if everyone else first,
            min(current + current_later, self.goal) if everyone_later else current_later,
            everyone and everyone_later,
            completed,
        ]

    def earned(self, kept: Kept) -> Mark | None:
        completed: Mark | None = kept[-1]
        return completed

    def _completed(self, current: int, games: Games) -> tuple[int, Mark | None]:
        """How many there are in a row at the end, and the game that completes them."""
        completed = None
        for game in games:
            current = current + 1 if self.earns(game) else 0
            if current >= self.goal and completed is None:
                completed = mark(game)
        return min(current, self.goal), completed


@dataclass(frozen=True, slots=True)
class EditionsWon:
    """The win with which this many editions are won. Kept is the first win of each edition."""

    goal: int

    def of(self, games: Games) -> Kept | None:
        first: dict[str, PlayerFacts] = {}
        for game in games:
            if game.won:
                first.setdefault(game.edition, game)
        return {edition: mark(game) for edition, game in first.items()} or None

    def joined(self, earlier: Kept, later: Kept, later_games: Callable[[], Games]) -> Kept:
        return {**later, **earlier}

    def earned(self, kept: Kept) -> Mark | None:
        wins = sorted(kept.values())
        return wins[self.goal - 1] if len(wins) >= self.goal else None


def _is_flawless(game: PlayerFacts) -> bool:
    # With a later Phase to begin with, more are completed than laid down.
    return game.won and game.completed == game.laid_down == game.rounds >= 5


BADGES = (
    Badge("first_game", "1", _("First hand"), _("Play a game."), First(lambda g: True)),
    Badge("games_10", "X", _("Regular"), _("Play 10 games."), Total(10, lambda g: 1)),
    Badge("games_100", "C", _("Part of the furniture"), _("Play 100 games."),
          Total(100, lambda g: 1)),
    Badge("first_win", "W", _("First win"), _("Win a game."), First(lambda g: g.won)),
    Badge("wins_10", "T", _("Ten up"), _("Win 10 games."), Total(10, lambda g: g.won)),
    Badge("wins_50", "L", _("Fifty up"), _("Win 50 games."), Total(50, lambda g: g.won)),
    Badge("hat_trick", "3", _("Hat-trick"), _("Win 3 games in a row."),
          InARow(3, lambda g: g.won)),
    Badge("shared_win", "&", _("Good company"), _("Share a win."), First(lambda g: g.shared)),
    Badge("full_table", "6", _("Full table"), _("Win against 5 opponents."),
          First(lambda g: g.won and g.seats >= 6)),
    Badge("flawless", "F", _("Flawless"),
          _("Begin on Phase 1, win a game of at least 5 rounds, and lay down in each."),
          First(_is_flawless)),
    Badge("comeback", "U", _("Never say die"), _("Win after being 3 Phases behind."),
          First(lambda g: g.comeback_phases >= 3)),
    Badge("gone_out_100", "O", _("Empty hands"), _("Go out 100 times."),
          Total(100, lambda g: g.gone_out)),
    Badge("phases_100", "P", _("Phase by Phase"), _("Lay down 100 Phases."),
          Total(100, lambda g: g.laid_down)),
    Badge("low_total", "5", _("Light hand"),
          _("Win a game of at least 10 rounds with at most 50 points."),
          First(lambda g: g.won and g.rounds >= 10 and g.total <= 50)),
    Badge("every_edition", "E", _("At home everywhere"), _("Win in 3 editions."),
          EditionsWon(3)),
)  # fmt: skip


def earned_badges(kept: Mapping[str, Kept]) -> Iterator[tuple[Badge, Mark]]:
    """The badges that a player has earned, by what each rule has kept, with their games."""
    for badge in BADGES:
        if badge.code in kept and (game := badge.rule.earned(kept[badge.code])) is not None:
            yield badge, game
