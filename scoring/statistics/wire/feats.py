"""The feats of a group; in the API they are called records."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, TypedDict

from django.utils.translation import get_language, ngettext

from games.models import Player
from games.wire.players import player_reference
from games.wire.references import PlayerReference
from referee.game import Variant
from referee.languages import translator_for
from rest.annotations import Doc, OneOf, Uuid
from scoring.statistics import feats
from scoring.statistics.game_kinds import GameKind
from scoring.statistics.marks import game_of, moment_of


class Feat(TypedDict):
    """The best that anyone in a group has done, with the player and the game."""

    code: str
    title: Annotated[str, Doc("With what is compared, such as “Longest game (10 Phases)”.")]
    player: PlayerReference
    value: int
    unit: Annotated[str, OneOf(feats.UNITS)]
    variant: Annotated[
        str | None,
        OneOf(Variant),
        Doc(
            "Some records compare only games of one variant with as many Phases, as the title "
            "says; otherwise null."
        ),
    ]
    phases: Annotated[int | None, Doc("How many Phases the compared games have.")]
    games: Annotated[int, Doc("How many games hold the record.")]
    game: Annotated[
        Uuid, Doc("The first game that holds it. For a streak, the game in which it ended.")
    ]
    round: int | None
    played_at: datetime


class GroupFeats(TypedDict):
    """The feats of a group; those that nobody has achieved yet are left out."""

    records: list[Feat]


def feat_answer(best: feats.Best, player: Player) -> Feat:
    feat, kind = best.feat, best.kind
    return {
        "code": feat.code,
        "title": _title(feat.title, kind),
        "player": player_reference(player),
        "value": best.value,
        "unit": feat.unit,
        "variant": kind.variant if kind else None,
        "phases": kind.phases if kind else None,
        "games": best.games,
        "game": str(game_of(best.game)),
        "round": best.round,
        "played_at": moment_of(best.game),
    }


def _title(title: str, kind: GameKind | None) -> str:
    translated = translator_for(get_language()).gettext(title)
    return translated if kind is None else translated % {"kind": _kind_words(kind)}


def _kind_words(kind: GameKind) -> str:
    """What a record compares.

    >>> _kind_words(GameKind("fixed_rounds", 10))
    '10 Phases in fixed rounds'
    """
    if kind.variant == Variant.FIXED_ROUNDS:
        text = ngettext(
            "%(count)d Phase in fixed rounds", "%(count)d Phases in fixed rounds", kind.phases
        )
    else:
        text = ngettext("%(count)d Phase", "%(count)d Phases", kind.phases)
    return text % {"count": kind.phases}
