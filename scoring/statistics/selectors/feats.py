"""The feats of a group, each with the game that it is from."""

from __future__ import annotations

from uuid import UUID

from games.models import Player
from scoring.statistics.digests import FEAT, STREAK, named
from scoring.statistics.feats import STREAK_FEATS, best_of
from scoring.statistics.selectors.digests import digest_of_group, digests_of_players
from scoring.statistics.selectors.filters import Filters
from scoring.statistics.streaks import Streak
from scoring.statistics.wire.feats import GroupFeats, feat_answer


def feats(group: UUID, filters: Filters) -> GroupFeats:
    """The feats of a group; two queries for digests and one for the names."""
    players = digests_of_players(group, filters)
    streaks = {
        feat.streak: {
            player: Streak(*kept[STREAK + feat.streak])
            for player, kept in players.items()
            if STREAK + feat.streak in kept
        }
        for feat in STREAK_FEATS
    }
    found = list(best_of(named(FEAT, digest_of_group(group, filters)), streaks))
    names = Player.objects.in_bulk({best.player for best in found})
    # While digests are made again, they can name somebody who is no longer there.
    there = (best for best in found if best.player in names)
    return {"records": [feat_answer(best, names[best.player]) for best in there]}
