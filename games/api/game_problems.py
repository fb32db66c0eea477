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
        Annotated[GameDetail, Doc("The game as it is, if the request expected another state.")]
    ]
    consequences: NotRequired[
        Annotated[list[RoundConsequence], Doc("Of `confirmation_needed`: what would happen.")]
    ]
    would_be: NotRequired[
        Annotated[GameDetail, Doc("Of `confirmation_needed`: the game after the correction.")]
    ]
    results: NotRequired[
        Annotated[
            list[RefusedLine], Doc("Of `tally_refused`: the lines as far as they are settled.")
        ]
    ]
    ruling: NotRequired[
        Annotated[
            PlayVerdictDetail, Doc("Of `illegal_play` and `ambiguous_play`: the referee's verdict.")
        ]
    ]
    plays: NotRequired[
        Annotated[list[PlayDetail], Doc("Of `later_plays_fall`: the plays in the way.")]
    ]


def game_problems(*statuses: int) -> dict[tuple[int, str], Any]:
    """As `problem_responses`, for the problems of games."""
    return problem_responses(*statuses, problem=GameProblemDetail)
