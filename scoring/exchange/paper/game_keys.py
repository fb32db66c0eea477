"""Keys by which games of files are recognized when they are imported again."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from games.domain.game_record import GameRecord
from scoring.exchange.paper.file_contents import FileGame
from scoring.exchange.similar_names import fold
from scoring.exchange.stint_texts import write_stints


def game_key(game: FileGame, record: GameRecord, labels: Mapping[UUID, str]) -> str:
    """Return the key of the game in its source, or a digest of everything that defines it.

    The digest uses names and not players, so that a game stays the same when players are merged.
    The number of the game in its file, the dealer, and whether the game ended early do not count.
    """
    if game.source_key:
        return game.source_key
    settings = [
        game.written_date,
        record.game.edition,
        record.game.variant,
        record.game.phases,
        [fold(labels[player]) for player in game.paper.players],
        *([[write_stints(seat.stints) for seat in record.seats]] if record.has_stints else ()),
    ]
    scores: Any = record.game.totals
    if scores is None:
        scores = [
            [[line.seat, line.points, line.laid_down, line.went_out] for line in played.lines]
            for played in record.rounds
        ]
    return f"paper:{_digest(settings)}:{_digest(scores)}"


def number_repeats(keys: Sequence[str]) -> list[str]:
    """Make the keys of one file unique: identical games are numbered.

    >>> number_repeats(["a", "b", "a"])
    ['a', 'b', 'a#2']
    """
    counts: dict[str, int] = {}
    unique = []
    for key in keys:
        counts[key] = counts.get(key, 0) + 1
        unique.append(key if counts[key] == 1 else f"{key}#{counts[key]}")
    return unique


def _digest(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:32]
