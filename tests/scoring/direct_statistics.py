"""Badges, feats, highlights and streaks straight from all games: the reference for digests.

Nothing is kept here: every question goes through every game, which is easy to understand, and slow.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from itertools import chain
from typing import Any
from uuid import UUID
from zoneinfo import ZoneInfo

from referee.game import Variant
from scoring.statistics.columns import PARTS_OF_A_WIN
from scoring.statistics.facts import NEITHER, WENT_OUT, PlayerFacts
from scoring.statistics.game_kinds import GameKind, is_fast_win

SIX_HOURS = timedelta(hours=6)  # a night lasts until 6 a.m. by the clock on the wall
Games = Sequence[PlayerFacts]  # of one player, in the order in which they were played
Rule = Callable[[Games], PlayerFacts | None]


def first(earns: Callable[[PlayerFacts], bool]) -> Rule:
    """The first game that earns it."""
    return lambda games: next(filter(earns, games), None)


def total(goal: int, amount: Callable[[PlayerFacts], int]) -> Rule:
    """The game with which the amounts add up to the goal."""

    def rule(games: Games) -> PlayerFacts | None:
        reached = 0
        for game in games:
            reached += amount(game)
            if reached >= goal:
                return game
        return None

    return rule


def in_a_row(goal: int, earns: Callable[[PlayerFacts], bool]) -> Rule:
    """The game that completes so many in a row."""

    def rule(games: Games) -> PlayerFacts | None:
        length = 0
        for game in games:
            length = length + 1 if earns(game) else 0
            if length >= goal:
                return game
        return None

    return rule


def editions_won(goal: int) -> Rule:
    """The win with which so many editions are won."""

    def rule(games: Games) -> PlayerFacts | None:
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


BADGES: dict[str, Rule] = {
    "first_game": first(lambda g: True),
    "games_10": total(10, lambda g: 1),
    "games_100": total(100, lambda g: 1),
    "first_win": first(lambda g: g.won),
    "wins_10": total(10, lambda g: g.won),
    "wins_50": total(50, lambda g: g.won),
    "hat_trick": in_a_row(3, lambda g: g.won),
    "shared_win": first(lambda g: g.shared),
    "full_table": first(lambda g: g.won and g.seats >= 6),
    "flawless": first(_is_flawless),
    "comeback": first(lambda g: g.comeback_phases >= 3),
    "gone_out_100": total(100, lambda g: g.gone_out),
    "phases_100": total(100, lambda g: g.laid_down),
    "low_total": first(lambda g: g.won and g.rounds >= 10 and g.total <= 50),
    "every_edition": editions_won(3),
}


def earned_badges(games: Games) -> dict[str, PlayerFacts]:
    """The badges that a player has earned, by code, each with the game that earned it."""
    earned = {code: rule(games) for code, rule in BADGES.items()}
    return {code: game for code, game in earned.items() if game is not None}


@dataclass(frozen=True, slots=True)
class Streak:
    """The longest run of successes, the current one, and the games in which longest ones ended."""

    longest: int = 0
    current: int = 0
    ends: tuple[PlayerFacts, ...] = ()

    @property
    def ended_in(self) -> PlayerFacts | None:
        """The game in which the first of the longest ones ended."""
        return self.ends[0] if self.ends else None


def streak(outcomes: Iterable[tuple[PlayerFacts, bool]]) -> Streak:
    """The streaks in these outcomes."""
    longest = current = 0
    ends: list[PlayerFacts] = []
    for game, success in outcomes:
        current = current + 1 if success else 0
        if current > longest:
            longest, ends = current, [game]
        elif current and current == longest and ends[-1] is not game:
            ends.append(game)
    return Streak(longest, current, tuple(ends))


def win_streak(games: Games) -> Streak:
    """Games won in a row."""
    return streak((game, game.won) for game in games)


def going_out_streak(games: Games) -> Streak:
    """Rounds gone out in a row."""
    return streak((game, outcome == WENT_OUT) for game, outcome in _rounds(games))


def laying_down_streak(games: Games) -> Streak:
    """Rounds in a row in which the Phase was laid down."""
    return streak((game, outcome != NEITHER) for game, outcome in _rounds(games))


def _rounds(games: Games) -> Iterator[tuple[PlayerFacts, str]]:
    return ((game, outcome) for game in games for outcome in game.outcomes)


STREAKS: dict[str, Callable[[Games], Streak]] = {
    "wins": win_streak,
    "going_out": going_out_streak,
    "laying_down": laying_down_streak,
}


def best_round(games: Games) -> PlayerFacts | None:
    """The game with the fewest points in a round; if equal, where the others took the most."""
    return min(
        (game for game in games if game.rounds),
        key=lambda game: (game.best_round_points, -game.best_round_others),
        default=None,
    )


def worst_round(games: Games) -> PlayerFacts | None:
    """The game with the most points in a round."""
    return max(
        (game for game in games if game.rounds),
        key=lambda game: game.worst_round_points,
        default=None,
    )


def fastest_wins(games: Games) -> list[PlayerFacts]:
    """For each kind of game, the one won in the fewest rounds, then with the fewest points."""
    wins = [game for game in games if is_fast_win(game)]
    return [
        min(alike, key=lambda game: (game.rounds, game.total)) for alike in by_kind(wins).values()
    ]


def biggest_comeback(games: Games) -> PlayerFacts | None:
    """The game won after being furthest behind; Phases count before points."""
    return max(
        (game for game in games if game.comeback_round),
        key=lambda game: (game.comeback_phases, game.comeback_points),
        default=None,
    )


def circumstances(games: Games, zone: ZoneInfo) -> dict[tuple[str, int], tuple[int, ...]]:
    """How many games, wins, parts of expected wins and what sum of ranks, by circumstance."""
    facts: dict[str, Callable[[PlayerFacts], int | None]] = {
        "table_size": lambda game: game.seats,
        "seat": lambda game: game.seat,
        "dealt_first": lambda game: game.dealt_first,
        "weekday": lambda game: (game.played_at.astimezone(zone) - SIX_HOURS).isoweekday(),
    }
    found: dict[tuple[str, int], tuple[int, ...]] = {}
    for name, number_of in facts.items():
        for number in {number_of(game) for game in games} - {None}:
            these = [game for game in games if number_of(game) == number]
            found[name, int(number or 0)] = (
                len(these),
                sum(game.won for game in these),
                sum(PARTS_OF_A_WIN // game.seats for game in these),
                sum(game.rank for game in these),
            )
    return found


def by_kind(games: Iterable[PlayerFacts]) -> dict[GameKind, list[PlayerFacts]]:
    """Games by their kind: the standard variant first, then those with more Phases."""
    kinds: dict[GameKind, list[PlayerFacts]] = {}
    for game in games:
        kinds.setdefault(GameKind(game.variant, game.phases), []).append(game)
    variants = list(map(str, Variant))
    return dict(sorted(kinds.items(), key=lambda k: (variants.index(k[0].variant), -k[0].phases)))


@dataclass(frozen=True, slots=True)
class Best:
    """Who has achieved a feat: its code and value, the first game, and how many games hold it."""

    code: str
    value: int
    game: PlayerFacts
    games: int
    kind: GameKind | None = None


FEATS: dict[str, tuple[Callable[[PlayerFacts], int], bool, Callable[[PlayerFacts], Any]]] = {
    # What is compared, whether the least is best, and which games qualify.
    "lowest_win": (lambda g: g.total, True, lambda g: g.won and g.full_game),
    "most_points": (lambda g: g.total, False, lambda g: True),
    "worst_round": (lambda g: g.worst_round_points, False, lambda g: g.rounds),
    "fastest_win": (lambda g: g.rounds, True, is_fast_win),
    "longest_game": (lambda g: g.rounds, False, lambda g: g.rounds),
    "most_gone_out": (lambda g: g.gone_out, False, lambda g: g.gone_out),
    "comeback_phases": (lambda g: g.comeback_phases, False, lambda g: g.comeback_phases),
    "comeback_points": (lambda g: g.comeback_points, False, lambda g: g.comeback_points),
}


def best_of(games: Mapping[UUID, Games]) -> Iterator[Best]:
    """Who has achieved what, by the games of each player in their order."""
    for code, (value_of, is_least, qualifies) in FEATS.items():
        qualified = [game for game in chain(*games.values()) if qualifies(game)]
        of_a_kind = code in ("fastest_win", "longest_game")
        alike = by_kind(qualified) if of_a_kind else {None: qualified} if qualified else {}
        for kind, compared in alike.items():
            value = (min if is_least else max)(map(value_of, compared))
            yield _held(code, value, [g for g in compared if value_of(g) == value], kind)
    for name, streak_of in STREAKS.items():
        streaks = [streak_of(games_of_player) for games_of_player in games.values()]
        longest = max((each.longest for each in streaks), default=0)
        if longest:
            ends = list(chain(*(each.ends for each in streaks if each.longest == longest)))
            yield _held(f"streak_{name}", longest, ends)


def _held(
    code: str, value: int, holders: Collection[PlayerFacts], kind: GameKind | None = None
) -> Best:
    """Of the earliest game, the player who ranked highest."""
    first = min(holders, key=lambda game: (game.played_at, game.game_id, game.rank, game.seat))
    return Best(code, value, first, len({game.game_id for game in holders}), kind)
