"""Games that can be compared: those of one variant with as many Phases. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from referee.game import Variant
from scoring.statistics.facts import PlayerFacts


class GameKind(NamedTuple):
    """The variant of a game, and how many Phases it has."""

    variant: str
    phases: int


def by_kind(games: Iterable[PlayerFacts]) -> dict[GameKind, list[PlayerFacts]]:
    """Games by their kind: the standard variant first, then those with more Phases."""
    kinds: dict[GameKind, list[PlayerFacts]] = {}
    for game in games:
        kinds.setdefault(GameKind(game.variant, game.phases), []).append(game)
    return dict(sorted(kinds.items(), key=lambda item: _order(item[0])))


def is_fast_win(game: PlayerFacts) -> bool:
    """Whether the rounds that a win took can be compared: no game that the table cut short."""
    return game.won and game.to_the_end and game.rounds > 0


def _order(kind: GameKind) -> tuple[int, int]:
    return list(Variant).index(Variant(kind.variant)), -kind.phases
