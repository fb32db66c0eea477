"""Games as JSON: all that a client draws, in one small answer."""

from __future__ import annotations

from dataclasses import asdict
from datetime import timedelta
from functools import lru_cache
from itertools import islice
from typing import Any

from django.utils import translation
from django.utils.translation import get_language

from games.domain.record import GameRecord, LineRecord, Outcome, RoundRecord
from games.models import Change, Game, ShareLink
from referee.game import GameState, SeatState
from referee.kinds import Phase
from referee.wording import name_phase

RESTORABLE_FOR = timedelta(days=30)


def game_answer(record: GameRecord) -> dict[str, Any]:
    """A whole game: how it is played, who plays, where everybody is, and every round."""
    game = record.game
    return {
        "id": str(game.id),
        "group": str(game.group_id),
        "event": game.last_event,
        "my_role": record.role or None,
        "edition": game.edition,
        "variant": game.variant,
        "phases": [
            {
                "phase": number,
                "name": _phase_in_words(phase, get_language()),
                "groups": [{"kind": group.kind.name, "size": group.size} for group in phase],
            }
            for number, phase in enumerate(record.phases, 1)
        ],
        "house_rules": asdict(record.house_rules),
        "first_dealer": _id(record, game.first_dealer),
        "turns_logged": game.turns_logged,
        "started_at": game.started_at,
        "totals_only": game.totals is not None,
        **_progress(record),
        "rounds": _rounds(record),
    }


def game_patch(record: GameRecord, since: int) -> dict[str, Any]:
    """What rounds change in a game: how it stands, and the rounds from `since` on.

    A phone puts them in the place of its own rounds from there on, and has the game as it is.
    """
    return {**_progress(record), "rounds_from": since, "rounds": _rounds(record, since)}


def _progress(record: GameRecord) -> dict[str, Any]:
    game, state = record.game, record.state
    return {
        "version": game.version,
        "status": record.outcome.value,
        "ended_early": game.ended_early,
        "archived": game.archived,
        "changed_at": game.changed_at,
        "next_round": None if record.outcome is not Outcome.PLAYING else next_round(record, state),
        "winners": [_id(record, seat) for seat in record.winners],
        "players": players(record, state),
    }


def _rounds(record: GameRecord, since: int = 1) -> list[dict[str, Any]]:
    played = zip(record.states, record.states[1:], record.rounds, strict=False)
    return [round_answer(record, *one) for one in islice(played, since - 1, None)]


@lru_cache(maxsize=1024)
def _phase_in_words(phase: Phase, language: str | None) -> str:
    # Remembered, because most games have the same ten. `language` is the active one.
    return name_phase(phase).render(translation)


def next_round(record: GameRecord, state: GameState) -> dict[str, Any]:
    """The round to be played: who deals, who starts, and who plays."""
    return {
        "number": state.number,
        "tie_break": state.tie_break,
        "dealer": _seat(record, state.dealer),
        "starter": _seat(record, state.starter),
        "playing": [_id(record, seat) for seat in state.playing],
    }


def players(record: GameRecord, state: GameState) -> list[dict[str, Any]]:
    """The players in the order of their seats, each with a place in the standings."""
    return [
        {
            "id": _id(record, seat.seat),
            "name": record.seats[seat.seat].name,
            "seat": seat.seat,
            "phase": seat.phase,
            "completed": _completed(record, seat),
            "total": seat.total,
            "rank": seat.rank,
            "won": seat.seat in record.winners,
        }
        for seat in state.seats
    ]


def _completed(record: GameRecord, seat: SeatState) -> int | None:
    """The Phases that somebody has completed; None where nobody wrote them down."""
    totals = record.game.totals
    known = totals is None or totals[seat.seat]["completed"] is not None
    return seat.completed if known else None


def round_answer(
    record: GameRecord, before: GameState, after: GameState, played: RoundRecord
) -> dict[str, Any]:
    """A round as it was tallied, each line with its Phase and the total after it."""
    return {
        "number": played.number,
        "tie_break": before.tie_break,
        "dealer": _seat(record, before.dealer),
        "overrule": played.overrule or None,
        "recorded_by": played.recorded_by,
        "recorded_at": played.recorded_at,
        "lines": [_line(record, before, after, line) for line in played.lines],
    }


def _line(
    record: GameRecord, before: GameState, after: GameState, line: LineRecord
) -> dict[str, Any]:
    return {
        "player": _id(record, line.seat),
        "phase": record.plan.phase_played(before.seats[line.seat]),
        "points": line.points,
        "cards": line.cards,
        "laid_down": line.laid_down,
        "went_out": line.went_out,
        "total": after.seats[line.seat].total,
    }


def lines_answer(record: GameRecord, played: RoundRecord) -> list[dict[str, Any]]:
    """The lines of a round as they are put on record: nothing that is worked out."""
    return [
        {
            "player": _id(record, line.seat),
            "points": line.points,
            "cards": line.cards,
            "laid_down": line.laid_down,
            "went_out": line.went_out,
        }
        for line in played.lines
    ]


def listed_game(game: Game) -> dict[str, Any]:
    """A game in a list: what it was, when, and who sat in it."""
    return {
        "id": str(game.pk),
        "edition": game.edition,
        "variant": game.variant,
        "status": game.outcome,
        "archived": game.archived,
        "started_at": game.started_at,
        "changed_at": game.changed_at,
        "restorable_until": game.deleted_at and game.deleted_at + RESTORABLE_FOR,
        "players": [
            {"id": str(seat.player_id), "name": seat.player.name} for seat in game.seats.all()
        ],
    }


def change_answer(change: Change) -> dict[str, Any]:
    """One line of a game's history."""
    return {
        "version": change.version,
        "kind": change.kind,
        "at": change.at,
        "actor": change.actor_name,
        "round": change.round,
        "before": change.before,
        "after": change.after,
        "reason": change.reason or None,
    }


def share_answer(link: ShareLink, url: str, svg: str) -> dict[str, Any]:
    """A link by which anyone may watch the game."""
    return {
        "id": str(link.pk),
        "token": link.token,
        "link": url,
        "svg": svg,
        "created_at": link.created_at,
    }


def _id(record: GameRecord, seat: int) -> str:
    return str(record.seats[seat].player_id)


def _seat(record: GameRecord, seat: int | None) -> str | None:
    return None if seat is None else _id(record, seat)
