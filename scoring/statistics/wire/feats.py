"""The feats of a group; in the API they are called records."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, TypedDict

from django.utils.translation import gettext

from games.models import Player
from rest.annotations import Doc, OneOf, Uuid
from scoring.statistics import feats
from scoring.statistics.facts import PlayerFacts
from scoring.statistics.wire.values import PlayerReference, player_reference


class Feat(TypedDict):
    """The best that anyone in a group has done, with the player and the game."""

    code: str
    title: str
    player: PlayerReference
    value: int
    unit: Annotated[str, OneOf(feats.UNITS)]
    game: Annotated[Uuid, Doc("For a streak, the game in which it ended.")]
    round: int | None
    played_at: datetime


class GroupFeats(TypedDict):
    """The feats of a group; those that nobody has achieved yet are left out."""

    records: list[Feat]


def feat_answer(
    feat: feats.Feat | feats.StreakFeat, value: int, player: Player, game: PlayerFacts
) -> Feat:
    return {
        "code": feat.code,
        "title": gettext(feat.title),
        "player": player_reference(player),
        "value": value,
        "unit": feat.unit,
        "game": str(game.game_id),
        "round": feat.round_of(game),
        "played_at": game.played_at,
    }
