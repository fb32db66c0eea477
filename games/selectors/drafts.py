"""Reading the round that a table is entering."""

from __future__ import annotations

from uuid import UUID

from games.domain.draft import DraftLine, RoundDraft
from games.domain.entry import Entry
from games.domain.game_record import GameRecord, Outcome
from games.models import Draft
from games.models import DraftLine as LineRow
from games.selectors.table import table_of
from referee.cards import parse_card


def draft_of(record: GameRecord) -> RoundDraft | None:
    """The draft of the game's next round, None without one.

    Two queries; none if the game had no draft when it was read.
    """
    if not record.has_draft or record.outcome is not Outcome.PLAYING:
        return None
    number = record.state.number
    rows = Draft.objects.select_related("started_by").filter(game=record.game.id, round=number)
    row = rows.first()
    if row is None:
        return None
    players = {record.seats[seat].id: record.seats[seat] for seat in record.state.playing}
    lines = row.lines.select_related("entered_by").filter(seat__in=players)
    entered = {line.seat_id: line for line in lines}
    return RoundDraft(
        record=record,
        number=number,
        version=row.version,
        started_by=row.started_by.name if row.started_by else None,
        started_at=row.started_at,
        lines=tuple(
            _line(entered[seat.id], seat.player_id)
            for seat in players.values()
            if seat.id in entered
        ),
        played=table_of(record, number).played,
    )


def _line(row: LineRow, player: UUID) -> DraftLine:
    entry = Entry(
        player=player,
        points=row.points,
        cards=None if row.cards is None else tuple(map(parse_card, row.cards)),
        laid_down=row.laid_down,
        went_out=row.went_out,
    )
    entered_by = row.entered_by.name if row.entered_by else None
    return DraftLine(entry, row.version, entered_by, row.entered_at, row.entered_by_id)
