"""Match the players of an archive with the players of a group."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from games.domain.archived import PlayerRecord
from games.models import Player
from scoring.exchange.similar_names import fold


@dataclass(frozen=True, slots=True)
class PlayerMatch:
    """A player of an archive, with a `name` that no other player of the archive has.

    `match` is the same player in the group, if that is clear; `candidates` are all it can be.
    """

    player: PlayerRecord
    name: str
    match: Player | None
    candidates: tuple[Player, ...]


def match_players(
    archived: Sequence[PlayerRecord], group_players: Sequence[Player]
) -> list[PlayerMatch]:
    """Match each player of an archive who was not merged into another.

    They match by id if the archive comes from this group, otherwise by name, including the names
    of players who were merged since. Two players with the same name match nobody for sure.
    """
    by_id = {player.pk: player for player in group_players}
    by_name = _by_name(group_players)
    remaining = [player for player in archived if player.merged_into is None]
    same_name = Counter(fold(player.name) for player in remaining if player.id not in by_id)
    matches = []
    for player, name in zip(remaining, unique_names(remaining), strict=True):
        if player.id in by_id:
            match = by_id[player.id].merged_into or by_id[player.id]
            matches.append(PlayerMatch(player, name, match, (match,)))
            continue
        candidates = by_name.get(fold(player.name), ())
        is_clear = len(candidates) == 1 and same_name[fold(player.name)] == 1
        matches.append(PlayerMatch(player, name, candidates[0] if is_clear else None, candidates))
    return matches


def unique_names(players: Sequence[PlayerRecord]) -> Iterator[str]:
    """Yield the names, numbering those that occur before: `Ann`, `Ann (2)`."""
    taken = {fold(player.name) for player in players}
    counts: Counter[str] = Counter()
    for player in players:
        name, folded = player.name, fold(player.name)
        counts[folded] += 1
        while counts[folded] > 1 and fold(name) in taken:
            name = f"{player.name} ({counts[folded]})"
            counts[folded] += fold(name) in taken
        taken.add(fold(name))
        yield name


def _by_name(players: Sequence[Player]) -> Mapping[str, tuple[Player, ...]]:
    """Return the players by name; a name that only merged players have means who remains."""
    present: dict[str, dict[UUID, Player]] = {}
    former: dict[str, dict[UUID, Player]] = {}
    for player in players:
        if player.merged_into:
            remaining = player.merged_into
            former.setdefault(fold(player.name), {})[remaining.pk] = remaining
        else:
            present.setdefault(fold(player.name), {})[player.pk] = player
    return {name: tuple(same.values()) for name, same in {**former, **present}.items()}
