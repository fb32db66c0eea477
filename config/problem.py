"""The problem document with the members of all apps: as published, and how each is made."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from typing import Annotated, Any, NotRequired, TypedDict

from django.utils.translation import get_language

from games.domain.correction import Consequence
from games.models import Game, Group, Player
from games.wire.drafts import RoundDraftDetail, draft_answer
from games.wire.games import GameDetail, game_answer
from games.wire.rounds import RefusedLine, RoundConsequence, consequence_answer
from games.wire.tables import PlayDetail, PlayVerdictDetail, play_answer, verdict_answer
from referee.languages import translator_for
from rest.annotations import Doc, Uuid
from rest.problems import ProblemDetail
from scoring.jobs.results import NamedPlayer


class OwnedGroup(TypedDict):
    """A group that you own."""

    id: Uuid
    name: str


class SharedGame(TypedDict):
    """A game in which both players sat."""

    id: Uuid
    edition: str
    started_at: datetime


class Problem(ProblemDetail):
    """An error, after RFC 9457, with the members that belong to its `code`."""

    limit: NotRequired[
        Annotated[
            str,
            Doc(
                "For `throttled`, `limit_reached` and the like: which limit was reached. That of "
                "`throttled` is the one of the `RateLimit` headers."
            ),
        ]
    ]
    maximum: NotRequired[
        Annotated[
            int,
            Doc(
                "How many that limit allows: at a time, or for `throttled` in as many seconds as "
                "`RateLimit-Policy` says."
            ),
        ]
    ]
    game: NotRequired[
        Annotated[GameDetail, Doc("The current game, if the request expected a different state.")]
    ]
    consequences: NotRequired[
        Annotated[list[RoundConsequence], Doc("For `confirmation_needed`: what would happen.")]
    ]
    would_be: NotRequired[
        Annotated[GameDetail, Doc("For `confirmation_needed`: the game after the correction.")]
    ]
    results: NotRequired[
        Annotated[
            list[RefusedLine], Doc("For `tally_refused`: the lines, with what could be settled.")
        ]
    ]
    ruling: NotRequired[
        Annotated[
            PlayVerdictDetail,
            Doc("For `illegal_play` and `ambiguous_play`: the referee's verdict."),
        ]
    ]
    plays: NotRequired[
        Annotated[
            list[PlayDetail], Doc("For `later_plays_fall`: the later plays that depend on it.")
        ]
    ]
    draft: NotRequired[
        Annotated[
            RoundDraftDetail,
            Doc("For `line_changed` and `draft_differs`: what was entered for the next round."),
        ]
    ]
    player: NotRequired[
        Annotated[NamedPlayer, Doc("For `already_a_player`: who you are in this group.")]
    ]
    games: NotRequired[
        Annotated[list[SharedGame], Doc("For `sat_in_one_game`: the games of both players.")]
    ]
    groups: NotRequired[
        Annotated[list[OwnedGroup], Doc("For `last_owner`: the groups that need another owner.")]
    ]


def _consequences(consequences: Iterable[Consequence]) -> list[RoundConsequence]:
    translator = translator_for(get_language())
    return [consequence_answer(consequence, translator) for consequence in consequences]


def _named(row: Group | Player) -> OwnedGroup | NamedPlayer:
    return {"id": str(row.pk), "name": row.name}


def _shared(game: Game) -> SharedGame:
    return {"id": str(game.pk), "edition": game.edition, "started_at": game.started_at}


# How the facts of a refusal are shown, by their names. A fact that is not listed here is JSON.
MEMBERS: Mapping[str, Callable[[Any], Any]] = {
    "game": game_answer,
    "would_be": game_answer,
    "consequences": _consequences,
    "ruling": verdict_answer,
    "plays": lambda plays: [play_answer(table, play) for table, play in plays],
    "draft": draft_answer,
    "player": _named,
    "games": lambda games: list(map(_shared, games)),
    "groups": lambda groups: list(map(_named, groups)),
}
