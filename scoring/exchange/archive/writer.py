"""A group's archive: everything on record in one JSON document (docs/export.md)."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict
from datetime import datetime
from typing import Any
from uuid import UUID

from django.utils import timezone

from games.domain.archived import ArchivedGame, ChangeRecord, PlayRecord
from games.domain.record import GameRecord, RoundRecord
from games.models import Membership, Player
from scoring.exchange.export.sheet_writer import moment
from scoring.exchange.selectors.group_snapshot import GroupRecord

KIND = "tableside archive"
FORMAT = 1

# A game keeps, from archive to archive, the id under which it was first on record.
KEY = "archive:"


def archive_key(game: UUID | str) -> str:
    """By what a game is known again that came from an archive, where it had this id."""
    return f"{KEY}{game}"


def write_archive(
    found: GroupRecord,
    games: Sequence[ArchivedGame],
    *,
    step: Callable[[int, int], None] = lambda done, total: None,
) -> bytes:
    """The archive: small, and with a line for each player and game, so that it can be compared."""
    head = {
        "kind": KIND,
        "format": FORMAT,
        "exported_at": moment(timezone.now()),
        "group": {"name": found.group.name, "created_at": moment(found.group.created_at)},
        "members": [_member(member) for member in found.members],
    }
    players = [_player(player) for player in found.players]
    written = []
    for done, whole in enumerate(games):
        step(done, len(games))
        written.append(write_game(whole, found.imported.get(whole.record.game.pk, ())))
    # As games are in order: those of one moment by the id that each of them keeps.
    written.sort(key=lambda game: (_moment(game["started_at"]), game["id"]))
    lines = [f"{_text(name)}:{_text(value)}," for name, value in head.items()]
    lines += [f'"players":[{_each_on_a_line(players)}],', f'"games":[{_each_on_a_line(written)}]']
    return ("{\n" + "\n".join(lines) + "\n}\n").encode()


def write_game(whole: ArchivedGame, keys: Sequence[str] = ()) -> dict[str, Any]:
    """A game in an archive; `keys` are those by which it is known to have been imported."""
    record, game = whole.record, whole.record.game
    first_ids = (key.removeprefix(KEY) for key in keys if key.startswith(KEY))
    return {
        "id": next(first_ids, str(game.pk)),
        "source": next((key for key in keys if not key.startswith(KEY)), None),
        "edition": game.edition,
        "variant": game.variant,
        "players": [str(seat.player_id) for seat in record.seats],
        "first_dealer": game.first_dealer,
        "phases": in_order(game.phases),
        "house_rules": asdict(record.house_rules),
        "turns_logged": game.turns_logged,
        "totals": in_order(game.totals),
        "ended_early": game.ended_early,
        "abandoned": game.abandoned,
        "archived": game.archived,
        "version": game.version,
        "started_at": moment(game.started_at),
        "changed_at": moment(game.changed_at),
        "rounds": [_round(record, played) for played in record.rounds],
        "plays": [_play(record, play) for play in whole.plays],
        "changes": [_change(change) for change in whole.changes],
    }


def in_order(value: Any) -> Any:
    """The same JSON with names in alphabetical order, which not every database leaves as it was.

    >>> in_order({"b": 1, "a": [{"d": 2, "c": 3}]})
    {'a': [{'c': 3, 'd': 2}], 'b': 1}
    """
    if isinstance(value, dict):
        return {name: in_order(value[name]) for name in sorted(value)}
    return [in_order(each) for each in value] if isinstance(value, list) else value


def _member(member: Membership) -> dict[str, Any]:
    return {"name": member.user.name, "role": member.role}


def _player(player: Player) -> dict[str, Any]:
    return {
        "id": str(player.pk),
        "name": player.name,
        "has_left": player.has_left,
        "merged_into": str(player.merged_into_id) if player.merged_into_id else None,
        "created_at": moment(player.created_at),
    }


def _round(record: GameRecord, played: RoundRecord) -> dict[str, Any]:
    assert played.recorded_at is not None
    return {
        "number": played.number,
        "overrule": played.overrule or None,
        "recorded_by": played.recorded_by,
        "recorded_at": moment(played.recorded_at),
        "lines": [
            {
                "player": str(record.seats[line.seat].player_id),
                "points": line.points,
                "cards": line.cards,
                "laid_down": line.laid_down,
                "went_out": line.went_out,
            }
            for line in played.lines
        ],
    }


def _play(record: GameRecord, play: PlayRecord) -> dict[str, Any]:
    return {
        "round": play.round,
        "number": play.number,
        "kind": play.kind,
        "player": None if play.seat is None else str(record.seats[play.seat].player_id),
        "data": in_order(play.data),
        "overrule": play.overrule or None,
        "recorded_by": play.recorded_by,
        "recorded_at": moment(play.recorded_at),
        "taken_back_at": moment(play.taken_back_at) if play.taken_back_at else None,
    }


def _change(change: ChangeRecord) -> dict[str, Any]:
    return {
        "version": change.version,
        "kind": change.kind,
        "actor": change.actor,
        "round": change.round,
        "before": in_order(change.before),
        "after": in_order(change.after),
        "reason": change.reason or None,
        "at": moment(change.at),
    }


def _moment(text: str) -> datetime:
    return datetime.fromisoformat(text)


def _each_on_a_line(values: Sequence[Any]) -> str:
    return "".join(_lines(values))


def _lines(values: Sequence[Any]) -> Iterator[str]:
    for index, value in enumerate(values):
        yield ("\n" if index == 0 else ",\n") + _text(value)
    yield "\n" if values else ""


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
