"""Games that can be compared: those of one variant with as many Phases. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from referee.game import Variant
from scoring.statistics.digest_parts import Games, Kept, Part
from scoring.statistics.facts import PlayerFacts


class GameKind(NamedTuple):
    """The variant of a game, and how many Phases it has."""

    variant: str
    phases: int


@dataclass(frozen=True, slots=True)
class ByKind:
    """A part of a digest that is kept for each kind of game."""

    part: Part

    def of(self, games: Games) -> Kept | None:
        kept = {
            f"{kind.variant}:{kind.phases}": self.part.of(alike)
            for kind, alike in _by_kind(games).items()
        }
        return {kind: value for kind, value in kept.items() if value is not None} or None

    def joined(self, earlier: Kept, later: Kept, later_games: Callable[[], Games]) -> Kept:
        both = {
            kind: self.part.joined(earlier[kind], later[kind], later_games)
            for kind in earlier.keys() & later.keys()
        }
        return {**earlier, **later, **both}


def in_order(kept: Kept | None) -> Iterator[tuple[GameKind, Kept]]:
    """What is kept of each kind: the standard variant first, then those with more Phases."""
    kinds = []
    for text, value in (kept or {}).items():
        variant, _colon, phases = text.partition(":")
        kinds.append((GameKind(variant, int(phases)), value))
    return iter(sorted(kinds, key=lambda item: _order(item[0])))


def is_length_open(game: PlayerFacts) -> bool:
    """Whether the rounds of a game can be compared: they are known, and no rule fixes how many."""
    return game.rounds > 0 and game.variant != Variant.FIXED_ROUNDS


def is_fast_win(game: PlayerFacts) -> bool:
    """Whether the rounds that a win took can be compared: no game that the table cut short."""
    return game.won and game.to_the_end and is_length_open(game)


def _by_kind(games: Iterable[PlayerFacts]) -> dict[GameKind, list[PlayerFacts]]:
    kinds: dict[GameKind, list[PlayerFacts]] = {}
    for game in games:
        kinds.setdefault(GameKind(game.variant, game.phases), []).append(game)
    return kinds


def _order(kind: GameKind) -> tuple[int, int]:
    return list(Variant).index(Variant(kind.variant)), -kind.phases
