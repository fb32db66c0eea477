"""The table as JSON: whole for who comes, and by what changed for who is there."""

from __future__ import annotations

from typing import Any

from django.utils import translation

from games.domain.play_codec import content_of
from games.domain.table import PlayRecord, TableRecord
from referee.rulings.table_plays import PlayVerdict
from referee.table import TableGroup
from referee.wire.verdicts import card_texts, problem_answer, standing_answer


def table_answer(found: TableRecord) -> dict[str, Any]:
    """A whole table: whose turn, what lies where, and the plays that led to it."""
    return {
        **table_head(found),
        "groups": [group_answer(found, group) for group in found.table.groups],
        "plays": [play_answer(found, play) for play in found.plays],
    }


def table_head(found: TableRecord) -> dict[str, Any]:
    """All of a table but its groups and its plays: little, and sent with every play."""
    record, state, table = found.record, found.state, found.table
    pile = table.pile
    return {
        "game": str(record.game.id),
        "round": found.number,
        "event": record.game.last_event,
        "turns_logged": found.turns_logged,
        "dealer": _id(found, state.dealer),
        "starter": _id(found, state.starter),
        "turn": _id(found, table.turn),
        "side": table.side if len(table.edition.sides) > 1 else None,
        "skipped": [_id(found, seat) for seat in sorted(table.skips)],
        "went_out": _id(found, table.out),
        "top_discard": str(pile[-1]) if pile and pile[-1] is not None else None,
        "players": [
            {
                "player": _id(found, seat),
                "phase": record.plan.phase_played(state.seats[seat]),
                "laid_down": seat in table.down,
            }
            for seat in state.playing
        ],
    }


def table_patch(before: TableRecord, after: TableRecord) -> dict[str, Any]:
    """What changed from one table to the next: enough for a phone that has the first one.

    `groups` are those that are new or stand otherwise, `gone` the ids of those that are no
    more, `plays` the new ones, and `taken_back` the ids of those that count no more.
    """
    old = {group.id: group for group in before.table.groups}
    new = {group.id: group for group in after.table.groups}
    known, now = {play.id for play in before.plays}, {play.id for play in after.plays}
    return {
        **table_head(after),
        "groups": [group_answer(after, group) for id, group in new.items() if old.get(id) != group],
        "gone": [id for id in old if id not in new],
        "plays": [play_answer(after, play) for play in after.plays if play.id not in known],
        "taken_back": [str(play.id) for play in before.plays if play.id not in now],
    }


def group_answer(found: TableRecord, group: TableGroup) -> dict[str, Any]:
    """A group on the table."""
    return {
        "id": group.id,
        "player": _id(found, group.seat),
        "irregular": group.is_irregular,
        **standing_answer(group.standing),
    }


def play_answer(found: TableRecord, row: PlayRecord) -> dict[str, Any]:
    """One play; what does not apply to its kind is empty or null."""
    content = content_of(row.play)
    return {
        "id": str(row.id),
        "number": row.number,
        "kind": row.kind,
        "player": _id(found, row.seat),
        "group": content.group,
        "groups": list(content.groups),
        "cards": card_texts(content.cards),
        "skips": _id(found, content.skips),
        "goes_out": content.goes_out,
        "text": content.text,
        "overrule": row.overrule or None,
        "recorded_by": row.recorded_by,
        "recorded_at": row.recorded_at,
    }


def ruling_answer(ruling: PlayVerdict) -> dict[str, Any]:
    """What the referee says to a play: problems, or what its player has to choose from."""
    return {
        "legal": ruling.is_legal,
        "ambiguous": bool(ruling.choices),
        "problems": [problem_answer(problem, translation) for problem in ruling.problems],
        "choices": [
            {
                "group": choice.group,
                "standings": [standing_answer(standing) for standing in choice.standings],
                "cards": [card_texts(cards) for cards in choice.cards],
            }
            for choice in ruling.choices
        ],
    }


def _id(found: TableRecord, seat: int | None) -> str | None:
    return None if seat is None else str(found.record.seats[seat].player_id)
