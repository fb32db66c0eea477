"""Write the archive of a group: everything recorded, as one JSON document (docs/export.md)."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime
from typing import Any

from django.utils import timezone

from games.domain.archived import ArchivedGame, ChangeRecord
from games.domain.game_record import GameRecord, RoundRecord, write_stint
from games.domain.table_record import PlayRecord
from games.models import PhaseList, Player
from scoring.exchange.archive.archive_format import FORMAT, KEY_PREFIX, KIND
from scoring.exchange.export.group_snapshot import GroupSnapshot
from scoring.exchange.timestamps import utc_text
from scoring.jobs.progress import Progress, no_progress


def write_archive(
    snapshot: GroupSnapshot,
    games: Sequence[ArchivedGame],
    *,
    progress: Progress = no_progress,
) -> bytes:
    """Return the archive: compact, but each player and game on a line, so that files compare."""
    head = {
        "kind": KIND,
        "format": FORMAT,
        "exported_at": utc_text(timezone.now()),
        "group": {
            "name": snapshot.group.name,
            "time_zone": snapshot.group.time_zone,
            "seasons": snapshot.group.seasons,
            "created_at": utc_text(snapshot.group.created_at),
        },
        "members": [{"name": member.user.name, "role": member.role} for member in snapshot.members],
        "phase_lists": [_phase_list(row) for row in snapshot.phase_lists],
    }
    players = [_player(player) for player in snapshot.players]
    written = []
    for done, game in enumerate(games):
        progress(done, len(games))
        written.append(_game(game, snapshot.import_keys.get(game.record.game.id, ())))
    # By the id that a game keeps in all archives, so that the order is the same in all of them.
    written.sort(key=lambda game: (datetime.fromisoformat(game["started_at"]), game["id"]))
    lines = [f"{_text(name)}:{_text(value)}," for name, value in head.items()]
    lines += [f'"players":[{_one_per_line(players)}],', f'"games":[{_one_per_line(written)}]']
    return ("{\n" + "\n".join(lines) + "\n}\n").encode()


def _game(archived: ArchivedGame, keys: Sequence[str]) -> dict[str, Any]:
    """Return a game as JSON; `keys` are those under which it was imported."""
    record, game = archived.record, archived.record.game
    first_ids = (key.removeprefix(KEY_PREFIX) for key in keys if key.startswith(KEY_PREFIX))
    return {
        "id": next(first_ids, str(game.id)),
        "source": next((key for key in keys if not key.startswith(KEY_PREFIX)), None),
        "edition": game.edition,
        "variant": game.variant,
        "players": [str(seat.player_id) for seat in record.seats],
        "stints": [[write_stint(stint) for stint in seat.stints] for seat in record.seats]
        if record.has_stints
        else None,
        "first_dealer": game.first_dealer,
        "phases": sort_names(game.phases),
        "house_rules": asdict(record.house_rules),
        "turns_logged": game.turns_logged,
        "totals": sort_names(game.totals),
        "ended_early": game.ended_early,
        "abandoned": game.abandoned,
        "archived": game.archived,
        "version": game.version,
        "started_at": utc_text(game.started_at),
        "phone_time": game.phone_time and utc_text(game.phone_time),
        "changed_at": utc_text(game.changed_at),
        "rounds": [_round(record, played) for played in record.rounds],
        "plays": [_play(record, play) for play in archived.plays],
        "changes": [_change(change) for change in archived.changes],
    }


def sort_names(value: Any) -> Any:
    """Return JSON with names in alphabetical order, as databases may change their order.

    >>> sort_names({"b": 1, "a": [{"d": 2, "c": 3}]})
    {'a': [{'c': 3, 'd': 2}], 'b': 1}
    """
    return json.loads(json.dumps(value, sort_keys=True))


def _phase_list(row: PhaseList) -> dict[str, Any]:
    return {
        "name": row.name,
        "edition": row.edition,
        "phases": sort_names(row.phases),
        "created_at": utc_text(row.created_at),
    }


def _player(player: Player) -> dict[str, Any]:
    return {
        "id": str(player.pk),
        "name": player.name,
        "has_left": player.has_left,
        "merged_into": str(player.merged_into_id) if player.merged_into_id else None,
        "created_at": utc_text(player.created_at),
        "color": player.color,
        "sign": player.sign or None,
    }


def _round(record: GameRecord, played: RoundRecord) -> dict[str, Any]:
    assert played.recorded_at is not None
    return {
        "number": played.number,
        "overrule": played.overrule or None,
        "recorded_by": played.recorded_by,
        "recorded_at": utc_text(played.recorded_at),
        "phone_time": played.phone_time and utc_text(played.phone_time),
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
        "data": sort_names(play.data),
        "overrule": play.overrule or None,
        "recorded_by": play.recorded_by,
        "recorded_at": utc_text(play.recorded_at),
        "phone_time": play.phone_time and utc_text(play.phone_time),
        "taken_back_at": utc_text(play.taken_back_at) if play.taken_back_at else None,
    }


def _change(change: ChangeRecord) -> dict[str, Any]:
    return {
        "version": change.version,
        "kind": change.kind,
        "actor": change.actor,
        "round": change.round,
        "before": sort_names(change.before),
        "after": sort_names(change.after),
        "reason": change.reason or None,
        "at": utc_text(change.at),
        "phone_time": change.phone_time and utc_text(change.phone_time),
    }


def _one_per_line(values: Sequence[Any]) -> str:
    return "\n" + ",\n".join(map(_text, values)) + "\n" if values else ""


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))
