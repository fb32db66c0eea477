"""Games as typed JSON answers: everything a client shows of a game, in one small answer."""

from __future__ import annotations

from dataclasses import asdict
from datetime import datetime
from functools import lru_cache
from typing import Annotated, TypedDict, cast

from django.utils.translation import get_language

from games.domain.game_record import GameRecord
from games.models.games import RESTORABLE_FOR
from games.wire.groups import ROLES
from games.wire.references import PlayerReference, reference
from games.wire.rounds import PHONE_TIME, RoundDetail, player_id, round_answers
from games.wire.standings import STATUSES, GameStandings, standings_answer
from referee.editions import EDITIONS
from referee.game import Variant
from referee.kinds import Phase
from referee.languages import translator_for
from referee.wire.house_rules import HouseRuleSettings
from referee.wire.phases import NumberedPhase, numbered_phase_answer
from rest.annotations import Doc, OneOf, Uuid


class GameProgress(GameStandings):
    """The part of a game that rounds and decisions change."""

    version: Annotated[int, Doc("Counts the changes; the ETag begins with it.")]
    archived: bool
    changed_at: datetime


class GameDetail(GameProgress):
    """A game with everything a client shows of it."""

    id: Uuid
    group: Uuid
    event: Annotated[int, Doc("The latest event included here: a stream continues after it.")]
    my_role: Annotated[str | None, OneOf(ROLES)]
    edition: Annotated[str, OneOf(EDITIONS)]
    variant: Annotated[str, OneOf(Variant)]
    phases: list[NumberedPhase]
    house_rules: HouseRuleSettings
    first_dealer: Uuid
    turns_logged: bool
    started_at: datetime
    phone_time: Annotated[datetime | None, PHONE_TIME]
    totals_only: Annotated[
        bool, Doc("Whether only the final totals are known, as from paper, and no rounds.")
    ]
    rounds: list[RoundDetail]


class GamePatch(GameProgress):
    """The data of an event: what changed in a game.

    `rounds` replace the rounds that a phone has from the one numbered `rounds_from` on.
    """

    rounds_from: int
    rounds: list[RoundDetail]


class SeatedPlayer(PlayerReference):
    """A player of a game in a list, in the order of the seats."""

    total: int
    rank: Annotated[int, Doc("The place in the standings; players who are level share it.")]


class GameSummary(TypedDict):
    """A game in a list."""

    id: Uuid
    edition: Annotated[str, OneOf(EDITIONS)]
    variant: Annotated[str, OneOf(Variant)]
    status: Annotated[str, OneOf(STATUSES)]
    archived: bool
    started_at: datetime
    phone_time: Annotated[datetime | None, PHONE_TIME]
    changed_at: datetime
    restorable_until: datetime | None
    rounds: Annotated[
        int | None, Doc("How many rounds are recorded; null if only the final totals are known.")
    ]
    winners: list[Uuid]
    players: list[SeatedPlayer]


def game_answer(record: GameRecord) -> GameDetail:
    """Return everything about a game: its settings, players, standings and rounds."""
    game = record.game
    return {
        **_progress(record),
        "id": str(game.id),
        "group": str(game.group_id),
        "event": game.last_event,
        "my_role": record.role or None,
        "edition": game.edition,
        "variant": game.variant,
        "phases": [
            _phase_answer(number, phase, get_language())
            for number, phase in enumerate(record.phases, 1)
        ],
        "house_rules": cast(HouseRuleSettings, asdict(record.house_rules)),
        "first_dealer": player_id(record, game.first_dealer),
        "turns_logged": game.turns_logged,
        "started_at": game.started_at,
        "phone_time": game.phone_time,
        "totals_only": game.totals is not None,
        "rounds": round_answers(record),
    }


def game_patch(record: GameRecord, rounds_from: int) -> GamePatch:
    """Return the progress of a game, and its rounds from the one numbered `rounds_from` on."""
    return {
        **_progress(record),
        "rounds_from": rounds_from,
        "rounds": round_answers(record, rounds_from),
    }


def game_summary(record: GameRecord) -> GameSummary:
    """Return a line of a list of games."""
    game = record.game
    return {
        "id": str(game.id),
        "edition": game.edition,
        "variant": game.variant,
        "status": record.outcome.value,
        "archived": game.archived,
        "started_at": game.started_at,
        "phone_time": game.phone_time,
        "changed_at": game.changed_at,
        "restorable_until": game.deleted_at + RESTORABLE_FOR if game.deleted_at else None,
        "rounds": len(record.rounds) if game.totals is None else None,
        "winners": [player_id(record, seat) for seat in record.winners],
        "players": seated_players(record),
    }


def seated_players(record: GameRecord) -> list[SeatedPlayer]:
    """Return the players in the order of their seats, with their totals."""
    return [
        {
            **reference(seat.player_id, seat.name, seat.face),
            "total": state.total,
            "rank": state.rank,
        }
        for seat, state in zip(record.seats, record.state.seats, strict=True)
    ]


def _progress(record: GameRecord) -> GameProgress:
    game = record.game
    return {
        **standings_answer(record),
        "version": game.version,
        "archived": game.archived,
        "changed_at": game.changed_at,
    }


@lru_cache(maxsize=1024)
def _phase_answer(number: int, phase: Phase, language: str | None) -> NumberedPhase:
    # Cached, because most games have the same ten.
    return numbered_phase_answer(number, phase, translator_for(language))
