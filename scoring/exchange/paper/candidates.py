"""What was found in a file, whatever its format: games, names, and what is wrong."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from games.domain.paper import PaperGame
from games.domain.record import GameRecord
from scoring.exchange.paper.cells import fold
from scoring.exchange.paper.flaws import Flaws
from scoring.exchange.paper.sheet_reader import Names


@dataclass(frozen=True, slots=True)
class FoundGame:
    """A game of a file, its players by the ids of `Found.names`.

    `line` is where it begins, `lines` where each player's line of a round is; totals are of
    round 0. `written` is the date as the file has it; `source_key` the source's own id, if any;
    `origin` the id that the game had where it was exported by us.
    """

    paper: PaperGame
    written: str
    line: int | None = None
    lines: Mapping[tuple[int, UUID], int] = field(default_factory=dict)
    source_key: str = ""
    origin: UUID | None = None


@dataclass
class Found:
    """All that a file holds.

    `here` are games that need not be looked at, as the group has them by their `origin`.
    """

    encoding: str
    games: list[FoundGame] = field(default_factory=list)
    names: Names = field(default_factory=Names)
    flaws: Flaws = field(default_factory=Flaws)
    warnings: list[str] = field(default_factory=list)
    here: list[FoundGame] = field(default_factory=list)

    def set_apart(self, origins: Collection[UUID]) -> None:
        """Put the games with these origins among those that are here."""
        self.here += [game for game in self.games if game.origin in origins]
        self.games = [game for game in self.games if game.origin not in origins]


def key_of(found: FoundGame, record: GameRecord, labels: Mapping[UUID, str]) -> str:
    """By what a game would be known again: its source's id, or all that its sheet says of it.

    Names count and not players, so that it is the same game when players are merged; neither
    do the number of the game in its file, who dealt, nor whether it was ended early.
    """
    if found.source_key:
        return found.source_key
    evening = [
        found.written,
        record.game.edition,
        record.game.variant,
        record.game.phases,
        [fold(labels[player]) for player in found.paper.players],
    ]
    contents: Any = record.game.totals
    if contents is None:
        contents = [
            [[line.seat, line.points, line.laid_down, line.went_out] for line in played.lines]
            for played in record.rounds
        ]
    return f"paper:{_digest(evening)}:{_digest(contents)}"


def told_apart(keys: Sequence[str]) -> list[str]:
    """The keys of one file; two games that are alike to the last point are numbered.

    >>> told_apart(["a", "b", "a"])
    ['a', 'b', 'a#2']
    """
    seen: dict[str, int] = {}
    result = []
    for key in keys:
        seen[key] = seen.get(key, 0) + 1
        result.append(key if seen[key] == 1 else f"{key}#{seen[key]}")
    return result


def _digest(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:32]
