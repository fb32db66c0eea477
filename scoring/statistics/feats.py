"""Feats: the best that anyone in a group has done, such as the fastest win. Pure.

If several are equal, the earliest counts, and the feat says how many games hold it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import TypeAlias
from uuid import UUID

from referee.wording import gettext_noop as _
from scoring.statistics.facts import PlayerFacts
from scoring.statistics.game_kinds import GameKind, by_kind, is_fast_win
from scoring.statistics.streaks import STREAKS

UNITS = ("games", "rounds", "points", "phases")

GamesOfPlayers: TypeAlias = Mapping[UUID, Sequence[PlayerFacts]]


@dataclass(frozen=True, slots=True)
class Feat:
    """The largest value of a column, or the smallest (`is_least`), of the games that qualify.

    `title` is a text to translate. `unit` says what the value counts. `round` is the column of
    the round's number, if the feat is about one. A feat `of_a_kind` compares only games of one
    variant with as many Phases: each such kind of game has its own.
    """

    code: str
    title: str
    value: str
    unit: str
    qualifies: Callable[[PlayerFacts], bool] = lambda game: True
    is_least: bool = False
    of_a_kind: bool = False
    round: str = ""

    def value_of(self, game: PlayerFacts) -> int:
        return int(getattr(game, self.value))

    def round_of(self, game: PlayerFacts) -> int | None:
        return int(getattr(game, self.round)) if self.round else None


@dataclass(frozen=True, slots=True)
class StreakFeat:
    """The longest streak of a group; `streak` names one of `streaks.STREAKS`."""

    streak: str
    title: str
    unit: str

    @property
    def code(self) -> str:
        return f"streak_{self.streak}"

    def round_of(self, game: PlayerFacts) -> int | None:
        return None


@dataclass(frozen=True, slots=True)
class Best:
    """Who has achieved a feat: its value, the first game that holds it, and how many do."""

    feat: Feat | StreakFeat
    value: int
    game: PlayerFacts
    games: int
    kind: GameKind | None = None


def _has_rounds(game: PlayerFacts) -> bool:
    return game.rounds > 0


FEATS = (
    Feat("lowest_win", _("Win with the fewest points"), "total", "points",
         lambda game: game.won and game.full_game, is_least=True),
    Feat("most_points", _("Most points in one game"), "total", "points"),
    Feat("worst_round", _("Most points in one round"), "worst_round_points", "points",
         _has_rounds, round="worst_round"),
    Feat("fastest_win", _("Win in the fewest rounds"), "rounds", "rounds", is_fast_win,
         is_least=True, of_a_kind=True),
    Feat("longest_game", _("Longest game"), "rounds", "rounds", _has_rounds, of_a_kind=True),
    Feat("most_gone_out", _("Went out most often in one game"), "gone_out", "rounds",
         lambda game: game.gone_out > 0),
    Feat("comeback_phases", _("Biggest comeback in Phases"), "comeback_phases", "phases",
         lambda game: game.comeback_phases > 0, round="comeback_round"),
    Feat("comeback_points", _("Biggest comeback in points"), "comeback_points", "points",
         lambda game: game.comeback_points > 0, round="comeback_round"),
)  # fmt: skip

STREAK_FEATS = (
    StreakFeat("wins", _("Most wins in a row"), "games"),
    StreakFeat("going_out", _("Went out in the most rounds in a row"), "rounds"),
    StreakFeat("laying_down", _("Most Phases laid down in a row"), "rounds"),
)


def best_of(games: GamesOfPlayers) -> Iterator[Best]:
    """Who has achieved what, by the games of each player in their order."""
    for feat in FEATS:
        qualified = [game for game in chain(*games.values()) if feat.qualifies(game)]
        if feat.of_a_kind:
            for kind, alike in by_kind(qualified).items():
                yield _best(feat, alike, kind)
        elif qualified:
            yield _best(feat, qualified)
    for streak_feat in STREAK_FEATS:
        yield from _longest(streak_feat, games)


def _best(feat: Feat, games: Collection[PlayerFacts], kind: GameKind | None = None) -> Best:
    value = (min if feat.is_least else max)(map(feat.value_of, games))
    return _held(feat, value, [game for game in games if feat.value_of(game) == value], kind)


def _longest(feat: StreakFeat, games: GamesOfPlayers) -> Iterator[Best]:
    """The longest streaks of all players, by the games in which they ended."""
    streaks = [STREAKS[feat.streak](games_of_player) for games_of_player in games.values()]
    longest = max((streak.longest for streak in streaks), default=0)
    if longest:
        ends = chain(*(streak.ends for streak in streaks if streak.longest == longest))
        yield _held(feat, longest, list(ends))


def _held(
    feat: Feat | StreakFeat,
    value: int,
    holders: Collection[PlayerFacts],
    kind: GameKind | None = None,
) -> Best:
    """The feat that these players hold: of the earliest game, the player who ranked highest."""
    first = min(holders, key=lambda game: (game.played_at, game.game_id, game.rank, game.seat))
    return Best(feat, value, first, len({game.game_id for game in holders}), kind)
