"""What is on a score sheet: the data that its templates read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import tzinfo
from typing import Any, TypedDict

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import get_language

from games.domain.game_record import GameRecord
from games.wire.games import game_answer
from scoring.sheets.faces import SheetPlayer, named
from scoring.sheets.words import (
    attendance_texts,
    house_rule_texts,
    left_out_text,
    sheet_words,
    status_text,
    variant_text,
)
from scoring.statistics.wire.night_text import one_line

# No real game has more rounds, and a made-up one must not keep the server busy.
MAX_ROUNDS_ON_PAPER = 200
MAX_ROUNDS_IN_PICTURE = 24  # a taller picture cannot be read in a chat


class SheetStanding(SheetPlayer):
    """A player's place in the game; `next_phase` is None once the game is over."""

    place: int
    won: bool
    completed: int | None  # None if the Phases were not written down
    next_phase: int | None
    total: int


class SheetCell(TypedDict):
    """What a player did in a round."""

    phase: int
    laid_down: bool
    went_out: bool
    dealt: bool
    points: int
    total: int


class SheetRound(TypedDict):
    """A round, with a cell for each player; None for those who did not play it."""

    number: int
    tie_break: bool
    note: int | None
    cells: list[SheetCell | None]


class SheetNote(TypedDict):
    """Why a round was overruled."""

    note: int  # counted from 1 over all rounds
    round: int
    reason: str


class SheetPhase(TypedDict):
    number: int
    name: str


class SheetData(TypedDict):
    """All that a sheet shows; texts are in the language of the request."""

    language: str
    group: str
    about: list[str]  # the edition, the variant and the date
    status: str
    players: list[SheetPlayer]
    standings: list[SheetStanding]
    rounds: list[SheetRound] | None  # None if only the result of the game is known
    left_out: int  # the number of earlier rounds that are not on this sheet
    left_out_text: str
    notes: list[SheetNote]
    attendance: list[str]  # who joined late, left or came back
    phases: list[SheetPhase]
    house_rules: list[str]
    words: dict[str, str]


def sheet_data(
    record: GameRecord,
    *,
    group: str,
    zone: tzinfo | None = None,
    max_rounds: int = MAX_ROUNDS_ON_PAPER,
) -> SheetData:
    """Return the data of a sheet with at most the last `max_rounds` rounds.

    `group` is the name of the group that plays, `zone` its time zone; by default the current one.
    """
    answer = game_answer(record)
    date = date_format(timezone.localtime(record.game.played_at, zone), "DATE_FORMAT")
    left_out = max(0, len(answer["rounds"]) - max_rounds)
    notes = _notes(answer["rounds"])
    return {
        "language": (get_language() or "en").partition("-")[0],
        "group": one_line(group),
        "about": [record.edition.name, variant_text(record), date],
        "status": status_text(record),
        "players": [named(player) for player in answer["players"]],
        "standings": _standings(answer),
        "rounds": None if answer["totals_only"] else _rounds(answer, left_out, notes),
        "left_out": left_out,
        "left_out_text": left_out_text(left_out),
        "attendance": attendance_texts(record),
        "notes": [note for number, note in notes.items() if number > left_out],
        "phases": [{"number": row["phase"], "name": row["name"]} for row in answer["phases"]],
        "house_rules": house_rule_texts(record),
        "words": sheet_words(),
    }


def _standings(answer: Mapping[str, Any]) -> list[SheetStanding]:
    """The players in the order of their places, those who are level in the order of seats."""
    is_playing = answer["status"] == "playing"
    return [
        {
            **named(player),
            "place": player["rank"],
            "won": player["won"],
            "completed": player["completed"],
            "next_phase": player["phase"] if is_playing else None,
            "total": player["total"],
        }
        for player in sorted(answer["players"], key=lambda row: (row["rank"], row["seat"]))
    ]


def _notes(rounds: Sequence[Mapping[str, Any]]) -> dict[int, SheetNote]:
    """The notes on overruled rounds, by round number."""
    overruled = [row for row in rounds if row["overrule"]]
    return {
        row["number"]: {"note": note, "round": row["number"], "reason": one_line(row["overrule"])}
        for note, row in enumerate(overruled, 1)
    }


def _rounds(
    answer: Mapping[str, Any], left_out: int, notes: Mapping[int, SheetNote]
) -> list[SheetRound]:
    seated = [player["id"] for player in answer["players"]]
    rounds: list[SheetRound] = []
    for row in answer["rounds"][left_out:]:
        number = row["number"]
        lines = {line["player"]: line for line in row["lines"]}
        rounds.append(
            {
                "number": number,
                "tie_break": row["tie_break"],
                "note": notes[number]["note"] if number in notes else None,
                "cells": [_cell(lines.get(player), row["dealer"]) for player in seated],
            }
        )
    return rounds


def _cell(line: Mapping[str, Any] | None, dealer: str | None) -> SheetCell | None:
    if line is None:
        return None
    return {
        "phase": line["phase"],
        "laid_down": line["laid_down"],
        "went_out": line["went_out"],
        "dealt": line["player"] == dealer,
        "points": line["points"],
        "total": line["total"],
    }
