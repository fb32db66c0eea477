"""What is on a score sheet, as the JSON that its templates read."""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import get_language

from games.answers import game_answer
from games.record import Record
from scoring.sheets.words import (
    house_rules_in_words,
    in_words,
    status_in_words,
    variant_in_words,
)


def sheet_data(record: Record) -> dict[str, Any]:
    """All that a sheet shows: texts ready to read, in the language of the request.

    One query where the game's group is not at hand yet. `rounds` is None for a game of which
    only the end is known. A round has a cell for each of `players`, None for those who did not
    play it.
    """
    answer = game_answer(record)
    date = date_format(timezone.localtime(record.game.started_at), "DATE_FORMAT")
    rounds = None if answer["totals_only"] else _rounds(answer)
    return {
        "language": (get_language() or "en").partition("-")[0],
        "group": _plain(record.game.group.name),
        "about": [record.edition.name, variant_in_words(record), date],
        "status": status_in_words(record),
        "players": [_plain(player["name"]) for player in answer["players"]],
        "standings": _standings(answer),
        "rounds": rounds,
        "notes": [
            {"round": played["number"], "reason": _plain(played["overrule"])}
            for played in answer["rounds"]
            if played["overrule"]
        ],
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


def _rounds(answer: dict[str, Any]) -> list[dict[str, Any]]:
    order = [player["id"] for player in answer["players"]]
    rounds, notes = [], 0
    for played in answer["rounds"]:
        notes += bool(played["overrule"])
        lines = {line["player"]: line for line in played["lines"]}
        rounds.append(
            {
                "number": played["number"],
                "tie_break": played["tie_break"],
                "note": notes if played["overrule"] else None,
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
