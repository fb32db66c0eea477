"""The names in a file: which players they may be, and which of them look alike."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, islice
from uuid import UUID

from games.models import Player
from scoring.exchange.paper.player_names import PlayerNames
from scoring.exchange.similar_names import fold, similar_pairs
from scoring.jobs.results import (
    NamedPlayer,
    PreviewName,
    PreviewSimilarNames,
)

NEW_PLAYER = "new"  # instead of the id of a player
MAX_PAIRS = 10  # of similar names
# That a preview lists: a result stays small, whatever the file and the group hold.
MAX_CANDIDATES = 20  # for a name


def name_answer(
    name: str, lines: int, match: Player | None, candidates: Sequence[Player]
) -> PreviewName:
    """Return a name and a suggestion: the match, or `new` if there are no candidates."""
    known = str(match.pk) if match else None
    return {
        "name": name,
        "lines": lines,
        "match": known,
        "candidates": [player_answer(each.pk, each.name) for each in candidates[:MAX_CANDIDATES]],
        "suggestion": known if candidates else NEW_PLAYER,
    }


def player_answer(pk: UUID, name: str) -> NamedPlayer:
    return {"id": str(pk), "name": name}


def similar_name_answers(names: PlayerNames) -> list[PreviewSimilarNames]:
    """Return pairs of similar names: those that are still open, then those that were decided.

    One more than `MAX_PAIRS` open pairs shows that there are more.
    """
    pairs = similar_pairs(list(names.labels.values()))
    decided = {
        frozenset(map(fold, pair)) for each in names.same_as for pair in combinations(each.names, 2)
    }
    is_open = (pair for pair in pairs if frozenset(map(fold, pair)) not in decided)
    found: list[PreviewSimilarNames] = [
        {"names": list(pair), "same": None} for pair in islice(is_open, MAX_PAIRS + 1)
    ]
    return found + [{"names": list(each.names), "same": each.same} for each in names.same_as]
