"""A group's rounds, games and players as rows. `docs/export.md` describes the columns."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime
from typing import Any, NamedTuple
from uuid import UUID

from games.domain.game_record import GameRecord, LineRecord, RoundRecord
from games.models import Player
from referee.game import GameState, SeatState
from scoring.exchange.stint_texts import write_stints


class RoundRow(NamedTuple):
    """A player's line of a round; or, without a `round`, a player's total of a whole game.

    Only games of which nothing but the totals is known have `total`, `completed` and `won`. A
    game that has only begun has a row for each player, so that it is not lost. So does a game in
    which somebody came late or left: only these rows say when each player was there (`stints`).
    """

    game: str
    date: datetime
    edition: str
    variant: str
    phases: str
    ended_early: bool
    round: int | None
    player: str
    points: int | None
    laid_down: bool | None
    went_out: bool | None
    dealer: bool | None
    total: int | None
    completed: int | None
    won: bool | None
    status: str
    tie_break: bool | None
    player_id: str
    phase: int | None
    cards: str
    total_after: int
    completed_after: int | None
    place: int
    winner: bool
    overrule: str
    recorded_by: str
    recorded_at: datetime | None
    phone_time: datetime | None
    stints: str


class GameRow(NamedTuple):
    """A game and its standings; `winners` and `standings` are in the order of the standings.

    `stints` say who was there in which rounds, if not in all.
    """

    game: str
    date: datetime
    edition: str
    variant: str
    status: str
    ended_early: bool
    archived: bool
    totals_only: bool
    rounds: int
    players: int
    winners: str
    standings: str
    stints: str


class PlayerRow(NamedTuple):
    """A player, with the number of finished games that they played and won."""

    player: str
    player_id: str
    since: datetime
    has_left: bool
    merged_into: str
    games: int
    wins: int


ROUND_COLUMNS = RoundRow._fields


def round_rows(record: GameRecord, import_reason: str = "") -> Iterator[RoundRow]:
    """Yield the rows of a game; `import_reason` is why impossible totals were accepted."""
    if record.game.totals is not None:
        yield from _total_rows(record, import_reason)
    elif record.has_stints or not record.rounds:
        yield from _seat_rows(record)
    rounds = zip(record.states, record.states[1:], record.rounds, strict=False)
    for before, after, played in rounds:
        for line in played.lines:
            yield _round_row(record, before, after, played, line)


def game_row(record: GameRecord) -> GameRow:
    ranked = sorted(record.state.seats, key=lambda seat: (seat.rank, seat.seat))
    return GameRow(
        game=str(record.game.id),
        date=record.game.played_at,
        edition=record.game.edition,
        variant=record.game.variant,
        status=record.outcome.value,
        ended_early=record.game.ended_early,
        archived=record.game.archived,
        totals_only=record.game.totals is not None,
        rounds=len(record.rounds),
        players=len(record.seats),
        winners=", ".join(record.seats[seat].name for seat in record.winners),
        standings="; ".join(_standing(record, seat) for seat in ranked),
        stints="; ".join(
            f"{seat.name}: {write_stints(seat.stints)}" for seat in record.seats if seat.stints
        ),
    )


def player_rows(players: Iterable[Player], records: Sequence[GameRecord]) -> Iterator[PlayerRow]:
    finished = [record for record in records if record.outcome == "over"]
    games = Counter(player for record in finished for player in _who_played(record))
    wins = Counter(record.seats[seat].player_id for record in finished for seat in record.winners)
    for player in players:
        yield PlayerRow(
            player=player.name,
            player_id=str(player.pk),
            since=player.created_at,
            has_left=player.has_left,
            merged_into=player.merged_into.name if player.merged_into else "",
            games=games[player.pk],
            wins=wins[player.pk],
        )


def _who_played(record: GameRecord) -> set[UUID]:
    """Whoever has a line: somebody may have sat down when the others ended the game."""
    if record.game.totals is not None:
        return {seat.player_id for seat in record.seats}
    return {record.seats[line.seat].player_id for each in record.rounds for line in each.lines}


def _round_row(
    record: GameRecord,
    before: GameState,
    after: GameState,
    played: RoundRecord,
    line: LineRecord,
) -> RoundRow:
    seat = after.seats[line.seat]
    return _row(
        record,
        line.seat,
        round=played.number,
        points=line.points,
        laid_down=line.laid_down,
        went_out=line.went_out,
        dealer=line.seat == before.dealer,
        tie_break=before.tie_break,
        # In a tie-break everybody is past the last Phase, and plays it again.
        phase=record.plan.phase_played(before.seats[line.seat]),
        cards=" ".join(line.cards or ()),
        total_after=seat.total,
        completed_after=seat.completed,
        overrule=played.overrule,
        recorded_by=played.recorded_by or "",
        recorded_at=played.recorded_at,
        phone_time=played.phone_time,
    )


def _seat_rows(record: GameRecord) -> Iterator[RoundRow]:
    """Yield a row for each player of a game as it began."""
    for seat in record.states[0].seats:
        yield _row(
            record,
            seat.seat,
            dealer=seat.seat == record.game.first_dealer,
            total_after=seat.total,
            completed_after=seat.completed,
            stints=write_stints(record.seats[seat.seat].stints) if record.has_stints else "",
        )


def _total_rows(record: GameRecord, import_reason: str) -> Iterator[RoundRow]:
    for seat, stored in zip(record.state.seats, record.game.totals or (), strict=True):
        yield _row(
            record,
            seat.seat,
            total=seat.total,
            completed=stored["completed"],
            won=stored["won"],
            total_after=seat.total,
            completed_after=stored["completed"],
            overrule=import_reason,
        )


# The columns of a round or a total, in a row that has none.
_NOTHING: dict[str, Any] = {
    **dict.fromkeys(ROUND_COLUMNS),
    **dict.fromkeys(("cards", "overrule", "recorded_by", "stints"), ""),
}


def _row(record: GameRecord, seat: int, **columns: Any) -> RoundRow:
    """Return a row of a player: these columns, and those that are the same in the whole game."""
    of_game = {
        "game": str(record.game.id),
        "date": record.game.played_at,
        "edition": record.game.edition,
        "variant": record.game.variant,
        "phases": _phases(record),
        "ended_early": record.game.ended_early,
        "status": record.outcome.value,
        "player": record.seats[seat].name,
        "player_id": str(record.seats[seat].player_id),
        "place": record.state.seats[seat].rank,
        "winner": seat in record.winners,
    }
    return RoundRow(**{**_NOTHING, **of_game, **columns})


def _phases(record: GameRecord) -> str:
    """Return the numbers of the Phases; or all of them in words, if some are not official."""
    official = record.edition.phases
    if all(phase in official for phase in record.phases):
        return " ".join(str(official.index(phase) + 1) for phase in record.phases)
    return "; ".join(" + ".join(map(str, phase)) for phase in record.phases)


def _standing(record: GameRecord, seat: SeatState) -> str:
    return f"{seat.rank}. {record.seats[seat.seat].name} ({seat.total})"
