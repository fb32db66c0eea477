"""The feats of a group, each with the game that it is from."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from uuid import UUID

from django.db.models import QuerySet

from games.models import Player
from scoring.statistics.facts import PlayerFacts
from scoring.statistics.feats import FEATS, STREAK_FEATS, Feat, StreakFeat
from scoring.statistics.models import PlayerResult
from scoring.statistics.selectors.facts import games_of_players, short_facts
from scoring.statistics.selectors.filters import Filters
from scoring.statistics.streaks import STREAKS
from scoring.statistics.wire.feats import GroupFeats, feat_answer

Best = tuple[Feat | StreakFeat, int, PlayerFacts]  # a feat, its value and its game


def feats(group: UUID, filters: Filters) -> GroupFeats:
    """The feats of a group; a query for each, one for the streaks and one for the names."""
    results = filters.results(PlayerResult.objects.filter(group=group))
    best = [*_games(results), *_streaks(games_of_players(group, filters).values())]
    players = Player.objects.in_bulk({game.player_id for _feat, _value, game in best})
    return {
        "records": [
            feat_answer(feat, value, players[game.player_id], game) for feat, value, game in best
        ]
    }


def _games(results: QuerySet[PlayerResult]) -> Iterator[Best]:
    for feat in FEATS:
        rows = results.filter(**feat.conditions)
        rows = rows.order_by(*feat.order, "played_at", "game", "seat")[:1]
        for game in short_facts(rows):
            yield feat, feat.value_of(game), game


def _streaks(games_of_players: Collection[Sequence[PlayerFacts]]) -> Iterator[Best]:
    """The longest streaks; if several are equal, the earliest."""
    for feat in STREAK_FEATS:
        streaks = [STREAKS[feat.streak](games) for games in games_of_players]
        ended = [(streak.longest, streak.ended_in) for streak in streaks if streak.ended_in]
        if ended:
            longest, game = min(
                ended,
                key=lambda streak: (
                    -streak[0],
                    streak[1].played_at,
                    streak[1].game_id,
                    streak[1].player_id,
                ),
            )
            yield feat, longest, game
