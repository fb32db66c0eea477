"""The feats of a group, each with the game that it is from."""

from __future__ import annotations

from uuid import UUID

from games.models import Player
from scoring.statistics.feats import best_of
from scoring.statistics.selectors.facts import games_of_players
from scoring.statistics.selectors.filters import Filters
from scoring.statistics.wire.feats import GroupFeats, feat_answer


def feats(group: UUID, filters: Filters) -> GroupFeats:
    """The feats of a group; one query for the games and one for the names."""
    found = list(best_of(games_of_players(group, filters)))
    players = Player.objects.in_bulk({best.game.player_id for best in found})
    return {"records": [feat_answer(best, players[best.game.player_id]) for best in found]}
