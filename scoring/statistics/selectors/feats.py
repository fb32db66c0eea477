"""The feats of a group, each with the game that it is from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from uuid import UUID

from games.models import Player
from scoring.statistics.digests import FEAT, STREAK, Digest, named
from scoring.statistics.feats import STREAK_FEATS, Best, best_of
from scoring.statistics.selectors.digests import digest_of_group, digests_of_players
from scoring.statistics.selectors.filters import Filters
from scoring.statistics.streaks import Streak
from scoring.statistics.wire.feats import GroupFeats, feat_answer


def feats(group: UUID, filters: Filters) -> GroupFeats:
    """The feats of a group; two queries for digests and one for the names."""
    players = digests_of_players(group, filters)
    found = list(best_by_digests(digest_of_group(group, filters), players))
    names = Player.objects.in_bulk({best.player for best in found})
    # While digests are made again, they can name somebody who is no longer there.
    there = (best for best in found if best.player in names)
    return {"records": [feat_answer(best, names[best.player]) for best in there]}


def best_by_digests(of_group: Digest, of_players: Mapping[UUID, Digest]) -> Iterator[Best]:
    """Who has achieved what, by the digests of a group and of its players."""
    streaks = {
        feat.streak: {
            player: Streak(*kept[STREAK + feat.streak])
            for player, kept in of_players.items()
            if STREAK + feat.streak in kept
        }
        for feat in STREAK_FEATS
    }
    return best_of(named(FEAT, of_group), streaks)
