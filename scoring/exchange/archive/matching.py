"""Who of an archive's players is who of a group."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from games.domain.archived import PlayerRecord
from games.models import Player
from scoring.exchange.paper.cells import fold


@dataclass(frozen=True, slots=True)
class Match:
    """A player of an archive, by the `name` under which they are asked about: each has its own.

    `here` is who they are in the group, where that is clear; `candidates` are those it could be.
    """

    player: PlayerRecord
    name: str
    here: Player | None
    candidates: tuple[Player, ...]


def match_players(archived: Sequence[PlayerRecord], here: Sequence[Player]) -> list[Match]:
    """Who of the group each player is, but for those who turned out to be another.

    By their id, which is theirs where the archive came from this very group; else by their
    name, or one that they had before they were merged. Two of one name are nobody for sure.
    """
    by_id = {player.pk: player for player in here}
    names = _by_name(here)
    asked = [player for player in archived if player.merged_into is None]
    called = Counter(fold(player.name) for player in asked if player.id not in by_id)
    matches = []
    for player, name in zip(asked, names_of_their_own(asked), strict=True):
        if player.id in by_id:
            found = by_id[player.id]
            known = found.merged_into or found
            matches.append(Match(player, name, known, (known,)))
            continue
        candidates = names.get(fold(player.name), ())
        clear = len(candidates) == 1 and called[fold(player.name)] == 1
        matches.append(Match(player, name, candidates[0] if clear else None, candidates))
    return matches


def names_of_their_own(players: Sequence[PlayerRecord]) -> Iterator[str]:
    """The names, a number behind those that another one has, too: `Ann`, `Ann (2)`."""
    taken = {fold(player.name) for player in players}
    counts: Counter[str] = Counter()
    for player in players:
        name, known = player.name, fold(player.name)
        counts[known] += 1
        while counts[known] > 1 and fold(name) in taken:
            name = f"{player.name} ({counts[known]})"
            counts[known] += fold(name) in taken
        taken.add(fold(name))
        yield name


def _by_name(here: Sequence[Player]) -> Mapping[str, tuple[Player, ...]]:
    """The players by their names; a name that was only ever a merged one's stands for the other."""
    now: dict[str, dict[UUID, Player]] = {}
    before: dict[str, dict[UUID, Player]] = {}
    for player in here:
        names, known = (before, player.merged_into) if player.merged_into else (now, player)
        assert known is not None
        names.setdefault(fold(player.name), {})[known.pk] = known
    return {name: tuple(found.values()) for name, found in {**before, **now}.items()}
