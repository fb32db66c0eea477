"""Sheets of games that nobody has played, of any size."""

from __future__ import annotations

from itertools import cycle

from games.domain.faces import COLORS, shown_sign
from scoring.sheets.data import SheetCell, SheetData
from scoring.sheets.faces import SheetPlayer
from scoring.sheets.words import sheet_words


def made_up_sheet(
    players: list[str],
    rounds: int = 3,
    *,
    notes: int = 0,
    reason: str = "Misread, twice. ",
    phases: int = 10,
    group: str = "Group",
) -> SheetData:
    """A sheet on which no two points are alike; the first rounds have notes of any length."""

    def cell(number: int, seat: int) -> SheetCell:
        points = 1000 * number + 10 * seat
        return {
            "phase": 1, "laid_down": True, "went_out": seat == 0, "dealt": seat == 1,
            "points": points, "total": points + 5,
        }  # fmt: skip

    seated: list[SheetPlayer] = [
        {"name": name, "face": {"color": color, "sign": shown_sign(name, None)}}
        for name, color in zip(players, cycle(COLORS))
    ]
    return {
        "language": "en",
        "group": group,
        "about": ["Phase 10", "to the last Phase", "21 November 2026"],
        "status": "",
        "players": seated,
        "attendance": [],
        "standings": [
            {
                "place": place, **player, "won": place == 1,
                "completed": 1, "next_phase": None, "total": 5,
            }
            for place, player in enumerate(seated, 1)
        ],
        "rounds": [
            {
                "number": number,
                "tie_break": False,
                "note": number if number <= notes else None,
                "cells": [cell(number, seat) for seat in range(len(players))],
            }
            for number in range(1, rounds + 1)
        ],
        "left_out": 0,
        "left_out_text": "",
        "notes": [
            {"note": n, "round": n, "reason": reason * (n % 3 * 5 + 1)}
            for n in range(1, notes + 1)
        ],
        "phases": [{"number": n, "name": "Set of 3"} for n in range(1, phases + 1)],
        "house_rules": ["A player who can lay down must do so."],
        "words": sheet_words(),
    }  # fmt: skip
