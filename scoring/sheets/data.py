"""What is on a score sheet, as the JSON that its templates read."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import get_language

from games.domain.record import GameRecord
from games.wire.games import game_answer
from scoring.sheets.words import (
    house_rules_in_words,
    in_words,
    status_in_words,
    variant_in_words,
)

# No game that was played has so many rounds; one that was made up must not take us all day.
MOST_ON_PAPER = 200
MOST_IN_PICTURE = 24  # what is taller, nobody can read in a chat


def sheet_data(record: GameRecord, *, group: str, most: int = MOST_ON_PAPER) -> dict[str, Any]:
    """All that a sheet shows: texts ready to read, in the language of the request.

    `group` is the group's name. `rounds` are the last ones, `most` at most, and `earlier` how
    many came before; None for a game of which only the end is known. A round has a cell for each
    of `players`, None for those who did not play it.
    """
    answer = game_answer(record)
    date = date_format(timezone.localtime(record.game.started_at), "DATE_FORMAT")
    earlier = max(0, len(answer["rounds"]) - most)
    notes = _notes(answer)
    return {
        "language": (get_language() or "en").partition("-")[0],
        "group": _plain(group),
        "about": [record.edition.name, variant_in_words(record), date],
        "status": status_in_words(record),
        "players": [_plain(player["name"]) for player in answer["players"]],
        "standings": _standings(answer),
        "earlier": earlier,
        "rounds": None if answer["totals_only"] else _rounds(answer, earlier, notes),
        "notes": [note for number, note in notes.items() if number > earlier],
        "phases": [{"number": one["phase"], "name": one["name"]} for one in answer["phases"]],
        "house_rules": list(house_rules_in_words(record)),
        "words": in_words(),
    }


def _standings(answer: dict[str, Any]) -> list[dict[str, Any]]:
    """The players by their places, equals in the order of their seats."""
    playing = answer["status"] == "playing"
    return [
        {
            "place": player["rank"],
            "name": _plain(player["name"]),
            "won": player["won"],
            "completed": player["completed"],
            "next_phase": player["phase"] if playing else None,
            "total": player["total"],
        }
        for player in sorted(answer["players"], key=lambda one: (one["rank"], one["seat"]))
    ]


def _notes(answer: dict[str, Any]) -> dict[int, dict[str, Any]]:
    """Why rounds were overruled, by their numbers, and numbered through."""
    overruled = [played for played in answer["rounds"] if played["overrule"]]
    return {
        played["number"]: {
            "note": note, "round": played["number"], "reason": _plain(played["overrule"])
        }
        for note, played in enumerate(overruled, 1)
    }  # fmt: skip


def _rounds(
    answer: dict[str, Any], earlier: int, notes: dict[int, dict[str, Any]]
) -> list[dict[str, Any]]:
    order = [player["id"] for player in answer["players"]]
    rounds = []
    for played in answer["rounds"][earlier:]:
        number = played["number"]
        lines = {line["player"]: line for line in played["lines"]}
        rounds.append(
            {
                "number": number,
                "tie_break": played["tie_break"],
                "note": notes[number]["note"] if number in notes else None,
                "cells": [_cell(played, lines.get(player)) for player in order],
            }
        )
    return rounds


def _cell(played: dict[str, Any], line: dict[str, Any] | None) -> dict[str, Any] | None:
    if line is None:
        return None
    told = ("phase", "laid_down", "went_out", "points", "total")
    return {**{name: line[name] for name in told}, "dealt": played["dealer"] == line["player"]}


def _plain(text: str) -> str:
    """One line, whatever was written; half a character is a question mark."""
    return " ".join(text.split()).encode("utf-8", "replace").decode()
