"""Problems of games in the published schema: with what a client needs to continue."""

from __future__ import annotations

from typing import Annotated, Any, NotRequired

from games.wire.games import GameDetail
from games.wire.rounds import RefusedLine, RoundConsequence
from games.wire.tables import PlayDetail, PlayVerdictDetail
from rest.annotations import Doc
from rest.problem_schema import problem_responses
from rest.problems import ProblemDetail


class GameProblemDetail(ProblemDetail):
    """A problem with the members that belong to its `code`."""

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


def game_problems(*statuses: int) -> dict[tuple[int, str], Any]:
    """As `problem_responses`, for the problems of games."""
    return problem_responses(*statuses, problem=GameProblemDetail)
