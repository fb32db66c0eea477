"""The filters that all statistics take: `?edition=&variant=&period=`."""

from __future__ import annotations

import re
from datetime import date
from uuid import UUID

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request

from referee.editions import EDITIONS
from referee.game import Variant
from referee.stints import Handicap
from referee.wire.phases import MAX_PHASES
from referee.wire.tally import MAX_PLAYERS, MIN_PLAYERS
from rest.query import Reader, choice, read_day, read_id, read_list, read_query, whole_number
from rest.refusals import wrong_field
from scoring.statistics.periods import PERIOD, YEAR, parse_period
from scoring.statistics.selectors.filters import Filters

VARIANTS = [variant.value for variant in Variant]
USUAL_PHASES = 10  # of a game
NIGHT = "[0-9]{4}-[0-9]{2}-[0-9]{2}"


KIND_READERS: dict[str, Reader] = {
    "edition": choice(EDITIONS),
    "variant": choice(VARIANTS),
}
READERS: dict[str, Reader] = {
    **KIND_READERS,
    "period": Reader(parse_period, _("Must be a year, such as 2026, or a month, such as 2026-03.")),
}

KIND_PARAMETERS = [
    OpenApiParameter("edition", str, enum=list(EDITIONS), description="Only this edition."),
    OpenApiParameter("variant", str, enum=VARIANTS, description="Only this variant."),
]
PARAMETERS = [
    *KIND_PARAMETERS,
    OpenApiParameter(
        "period",
        {"type": "string", "pattern": f"^{PERIOD.pattern}$", "example": "2026-03"},
        description=(
            "Only games that began in this year or month, in the group's time zone. A night lasts "
            "until 6 a.m.: what begins before that belongs to the day before."
        ),
    ),
]

NIGHT_PARAMETER = OpenApiParameter(
    "date",
    {"type": "string", "format": "date", "pattern": f"^{NIGHT}$", "example": "2026-11-21"},
    OpenApiParameter.PATH,
    description=(
        "The day on which the night began, in the group's time zone. A night lasts until 6 a.m."
    ),
)


PERIOD_PARAMETER = OpenApiParameter(
    "period",
    {"type": "string", "pattern": f"^({YEAR.pattern}|{NIGHT})$", "example": "2026"},
    OpenApiParameter.PATH,
    description="A year, such as `2026`, or the night on which a season begins, such as "
    "`2026-03-01`: those of the group are its `seasons`.",
)


SEASON_PARAMETER = OpenApiParameter(
    "date",
    {"type": "string", "format": "date", "pattern": f"^{NIGHT}$", "example": "2026-03-01"},
    OpenApiParameter.PATH,
    description="The night on which the season begins.",
)


_PLAYERS = {
    "type": "array",
    "items": {"type": "string", "format": "uuid"},
    "minItems": MIN_PLAYERS,
    "uniqueItems": True,
}
PLAYERS = OpenApiParameter(
    "players",
    {**_PLAYERS, "maxItems": MAX_PLAYERS},
    required=True,
    description=(
        "Who is to play: `players=ID&players=ID`. With an edition, at most as many as can play it."
    ),
)
_PLAYER = Reader(read_id, _("Must be the ids of players."))
_HANDICAP = re.compile(r"([1-9][0-9]?)(?::([0-9]{1,6}))?", re.ASCII)

HANDICAP_PARAMETERS = [
    OpenApiParameter(
        "handicaps",
        {"type": "string", "example": "1,3,1:20"},
        description=(
            "What each player begins with, in the order of `players`: a Phase, and points if there "
            "are any. `1` is no handicap. Only with an edition; nobody has one by default."
        ),
    ),
    OpenApiParameter(
        "phases",
        {"type": "integer", "minimum": 1, "maximum": MAX_PHASES, "default": USUAL_PHASES},
        description="How many Phases the game has, for what a handicap is worth.",
    ),
]


def _parse_handicap(text: str) -> Handicap:
    match = _HANDICAP.fullmatch(text)
    if match is None:
        raise ValueError(text)
    return Handicap(int(match[1]), int(match[2] or 0))


_HANDICAP_READERS = {
    "handicaps": Reader(
        lambda text: [_parse_handicap(part) for part in text.split(",")],
        _("Must be a Phase, or a Phase and points, for each player, such as 1,3,1:20."),
    ),
    "phases": whole_number(1, MAX_PHASES),
}


PAIR = OpenApiParameter(
    "players",
    {**_PLAYERS, "maxItems": MIN_PLAYERS},
    description="Only these two, and game by game (`rivalry`): `players=ID&players=ID`.",
)


def read_pair(request: Request) -> list[UUID] | None:
    """The two players of a request, or None; raise Refusal for any others."""
    if "players" not in request.query_params:
        return None
    return read_list(request, "players", _PLAYER, min_length=MIN_PLAYERS, max_length=MIN_PLAYERS)


def read_players(request: Request, edition: str) -> list[UUID]:
    """The players of a request, as many as can play; raise Refusal for any others."""
    most = EDITIONS[edition].max_players if edition else MAX_PLAYERS
    return read_list(request, "players", _PLAYER, min_length=MIN_PLAYERS, max_length=most)


def read_handicaps(request: Request, edition: str, players: int) -> tuple[list[Handicap], int]:
    """The handicaps of that many players, and the number of Phases; Refusal for more or fewer."""
    asked = read_query(request, _HANDICAP_READERS)
    handicaps = asked.get("handicaps", [Handicap()] * players)
    if len(handicaps) != players:
        raise wrong_field("handicaps", "invalid", str(_HANDICAP_READERS["handicaps"].message))
    if "handicaps" in asked and not edition:
        text = gettext("Say of which edition the game is: what a handicap is worth depends on it.")
        raise wrong_field("edition", "required", text)
    return handicaps, asked.get("phases", USUAL_PHASES)


def read_kind_filters(request: Request) -> Filters:
    """The filters of a request about all time."""
    return Filters(**read_query(request, KIND_READERS))


def read_filters(request: Request) -> Filters:
    """The filters of a request; raise Refusal for one that cannot be read."""
    return Filters(**read_query(request, READERS))


def read_night(text: str) -> date:
    """The night in a request's path; raise Refusal if that is no date."""
    try:
        return read_day(text)
    except ValueError:
        message = gettext("Must be a date, such as 2026-03-01.")
        raise wrong_field("date", "invalid", message) from None


def read_year_or_night(text: str) -> int | date:
    """The year or the night in a request's path; raise Refusal if it is neither."""
    try:
        return int(text) if YEAR.fullmatch(text) else read_day(text)
    except ValueError:
        message = gettext("Must be a year, such as 2026, or a date, such as 2026-03-01.")
        raise wrong_field("period", "invalid", message) from None
