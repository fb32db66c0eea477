"""Feats: the best that anyone in a group has done, such as the fastest win. Pure.

If several are equal, the earliest counts, and the feat says how many games hold it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from operator import attrgetter
from typing import NamedTuple, TypeAlias
from uuid import UUID

from referee.wording import gettext_noop as _
from scoring.statistics.digest_parts import Games, Kept, Part
from scoring.statistics.facts import PlayerFacts
from scoring.statistics.game_kinds import ByKind, GameKind, in_order, is_fast_win, is_length_open
from scoring.statistics.marks import Mark, mark
from scoring.statistics.streaks import Streak

UNITS = ("games", "rounds", "points", "phases")


Streaks: TypeAlias = Mapping[UUID, Streak]  # by player


class Held(NamedTuple):
    """What is kept of a feat: its value, who holds it since which game, and in how many games."""

    value: int
    game: Mark
    player: str
    round: int | None
    games: int


@dataclass(frozen=True, slots=True)
class Feat:
    """The largest value of a column, or the smallest (`is_least`), of the games that qualify.

    `title` is a text to translate, with a place for the kind of game if the feat is `of_a_kind`: it
    compares only games of the same variant and number of Phases, and each such kind has a feat of
    its own. `unit` says what the value counts. `round` is the column of the round's number, if the
    feat is about one.
    """

    code: str
    title: str
    value: str
    unit: str
    qualifies: Callable[[PlayerFacts], bool] = lambda game: True
    is_least: bool = False
    of_a_kind: bool = False
    round: str = ""

    @property
    def part(self) -> Part:
        """The part of a group's digest that knows who holds it."""
        return ByKind(self) if self.of_a_kind else self

    def of(self, games: Games) -> Kept | None:
        """Who holds it: in the earliest of the games that do, whoever ranked highest."""
        value_of = attrgetter(self.value)
        qualified = [game for game in games if game.throughout and self.qualifies(game)]
        if not qualified:
            return None
        value = (min if self.is_least else max)(map(value_of, qualified))
        holders = [game for game in qualified if value_of(game) == value]
        first = min(holders, key=lambda game: (game.played_at, game.game_id, game.rank, game.seat))
        number = getattr(first, self.round) if self.round else None
        count = len({game.game_id for game in holders})
        return [*Held(value, mark(first), first.player_id.hex, number, count)]

    def joined(self, earlier: Kept, later: Kept, later_games: Callable[[], Games]) -> Kept:
        before, after = Held(*earlier), Held(*later)
        if before.value == after.value:
            return [*before._replace(games=before.games + after.games)]
        return earlier if (before.value < after.value) == self.is_least else later


@dataclass(frozen=True, slots=True)
class StreakFeat:
    """The longest streak of a group; `streak` names one of `streaks.STREAKS`."""

    streak: str
    title: str
    unit: str

    @property
    def code(self) -> str:
        return f"streak_{self.streak}"


@dataclass(frozen=True, slots=True)
class Best:
    """Who has achieved a feat: its value, the first game that holds it, and how many games do."""

    feat: Feat | StreakFeat
    value: int
    player: UUID
    game: Mark
    round: int | None
    games: int
    kind: GameKind | None = None


def _has_rounds(game: PlayerFacts) -> bool:
    return game.rounds > 0


FEATS = (
    Feat("lowest_win", _("Win with the fewest points (%(kind)s)"), "total", "points",
         lambda game: game.won and game.full_game, is_least=True, of_a_kind=True),
    Feat("most_points", _("Most points in one game"), "total", "points"),
    Feat("worst_round", _("Most points in one round"), "worst_round_points", "points",
         _has_rounds, round="worst_round"),
    Feat("fastest_win", _("Win in the fewest rounds (%(kind)s)"), "rounds", "rounds", is_fast_win,
         is_least=True, of_a_kind=True),
    Feat("longest_game", _("Longest game (%(kind)s)"), "rounds", "rounds", is_length_open,
         of_a_kind=True),
    Feat("most_gone_out", _("Went out most often in one game"), "gone_out", "rounds",
         lambda game: game.gone_out > 1),
    Feat("comeback_phases", _("Won after being most Phases behind"), "comeback_phases", "phases",
         lambda game: game.comeback_phases > 0, round="comeback_round"),
    Feat("comeback_points", _("Won after being most points behind on the same Phase"),
         "points_behind", "points", lambda game: game.points_behind > 0,
         round="points_behind_round"),
)  # fmt: skip

STREAK_FEATS = (
    StreakFeat("wins", _("Most wins in a row"), "games"),
    StreakFeat("going_out", _("Went out in the most rounds in a row"), "rounds"),
    StreakFeat("laying_down", _("Most Phases laid down in a row"), "rounds"),
)


def best_of(held: Mapping[str, Kept], streaks: Mapping[str, Streaks]) -> Iterator[Best]:
    """Who has achieved what, by what is kept of each feat, and of the streaks of each player."""
    for feat in FEATS:
        if feat.of_a_kind:
            for kind, kept in in_order(held.get(feat.code)):
                yield _best(feat, kept, kind)
        elif feat.code in held:
            yield _best(feat, held[feat.code])
    for streak_feat in STREAK_FEATS:
        yield from _longest(streak_feat, streaks[streak_feat.streak])


def _best(feat: Feat, kept: Kept, kind: GameKind | None = None) -> Best:
    value, game, player, number, games = Held(*kept)
    return Best(feat, value, UUID(player), game, number, games, kind)


def _longest(feat: StreakFeat, streaks: Streaks) -> Iterator[Best]:
    """The longest streaks of all players, by the games in which they ended."""
    longest = max((streak.longest for streak in streaks.values()), default=0)
    if longest > 1:  # one alone is not a streak
        # The earliest game, then the player who ranked highest in it.
        ends = [
            (end, player)
            for player, streak in streaks.items()
            if streak.longest == longest
            for end in streak.ends
        ]
        first, player = min(ends, key=lambda end: end[0])
        games = len({game_id for (_at, game_id, *_), _player in ends})
        yield Best(feat, longest, player, first, None, games)
