"""Examples of joining and leaving a game, and of entering a round on several phones.

North and East have played a round of a short game when South comes.
"""

from __future__ import annotations

from typing import Any

from games.api.group_examples import CREATED_AT, GROUP_ID
from games.domain.faces import COLORS
from rest.examples import Example

_NORTH = "6f1c0a52-6a0e-4c53-9a6f-0d0c6a1d7a01"
_EAST = "6f1c0a52-6a0e-4c53-9a6f-0d0c6a1d7a02"
_SOUTH = "0f9d3b52-7c1e-4a53-9a6f-0d0c6a1d7a03"
_GAME_ID = "6f1c0a52-6a0e-4c53-9a6f-0d0c6a1d7e01"
_RECORDED_AT = "2026-11-21T19:45:00Z"
_ENTERED_AT = "2026-11-21T20:05:00Z"


def _player(id: str, name: str, seat: int, total: int, rank: int, **more: Any) -> dict[str, Any]:
    return {
        "id": id,
        "name": name,
        "color": COLORS[seat],
        "sign": None,
        "seat": seat,
        "at_table": True,
        "stints": [],
        "handicap": None,
        "phase": 2,
        "completed": 1,
        "total": total,
        "rank": rank,
        "won": False,
        **more,
    }


def _round_line(player: str, points: int) -> dict[str, Any]:
    return {
        "player": player,
        "points": points,
        "cards": None,
        "laid_down": True,
        "went_out": points == 0,
        "phase": 1,
        "total": points,
    }


_STINT = {"first_round": 2, "last_round": None, "phase": "lowest", "total": 35}
_JOINED: dict[str, Any] = {
    "status": "playing",
    "ended_early": False,
    "next_round": {
        "number": 2,
        "tie_break": False,
        "dealer": _SOUTH,
        "starter": _EAST,
        "playing": [_NORTH, _SOUTH, _EAST],
    },
    "winners": [],
    "players": [
        _player(_NORTH, "North", 0, 0, 1),
        _player(_SOUTH, "South", 1, 35, 2, stints=[_STINT]),
        _player(_EAST, "East", 2, 35, 2),
    ],
    "version": 3,
    "archived": False,
    "changed_at": "2026-11-21T19:50:00Z",
    "id": _GAME_ID,
    "group": GROUP_ID,
    "event": 5,
    "my_role": "scorer",
    "edition": "classic",
    "variant": "standard",
    "phases": [
        {
            "phase": 1,
            "name": "Set of 3 + set of 3",
            "groups": [{"kind": "set", "size": 3}, {"kind": "set", "size": 3}],
        },
        {"phase": 2, "name": "Run of 7", "groups": [{"kind": "run", "size": 7}]},
    ],
    "house_rules": {
        "oversize_groups": True,
        "number_card_per_group": False,
        "must_lay_down": False,
        "pair_run_singles": False,
        "flip_on_going_out": True,
    },
    "first_dealer": _NORTH,
    "turns_logged": False,
    "started_at": CREATED_AT,
    "phone_time": None,
    "totals_only": False,
    "rounds": [
        {
            "number": 1,
            "tie_break": False,
            "dealer": _NORTH,
            "overrule": None,
            "lines": [_round_line(_NORTH, 0), _round_line(_EAST, 35)],
            "id": "6f1c0a52-6a0e-4c53-9a6f-0d0c6a1d7e02",
            "recorded_by": "Mina",
            "recorded_at": _RECORDED_AT,
            "phone_time": None,
        }
    ],
}
_BEFORE = {
    **_JOINED,
    "next_round": {
        "number": 2,
        "tie_break": False,
        "dealer": _EAST,
        "starter": _NORTH,
        "playing": [_NORTH, _EAST],
    },
    "players": [_player(_NORTH, "North", 0, 0, 1), _player(_EAST, "East", 1, 35, 2)],
    "version": 2,
    "event": 4,
    "changed_at": _RECORDED_AT,
}
# North has gone again, and is last now though nobody has fewer points.
_LEFT: dict[str, Any] = {
    **_JOINED,
    "next_round": {**_JOINED["next_round"], "playing": [_SOUTH, _EAST]},
    "players": [
        _player(
            _NORTH,
            "North",
            0,
            0,
            3,
            at_table=False,
            phase=None,
            stints=[{"first_round": 1, "last_round": 1, "phase": "first", "total": 0}],
        ),
        _player(_SOUTH, "South", 1, 35, 1, stints=[_STINT]),
        _player(_EAST, "East", 2, 35, 1),
    ],
    "version": 4,
    "event": 7,
}


def _draft_line(player: str, version: int, **known: Any) -> dict[str, Any]:
    return {
        "player": player,
        "points": None,
        "cards": None,
        "laid_down": None,
        "went_out": None,
        **known,
        "version": version,
        "entered_by": "Mina",
        "entered_at": _ENTERED_AT,
    }


def _checked(
    player: str, points: int | None, laid_down: bool | None, **more: Any
) -> dict[str, Any]:
    return {
        "player": player,
        "phase": 2,
        "points": points,
        "laid_down": laid_down,
        "went_out": False,
        "next_phase": None,
        "open": None,
        **more,
    }


def _can_be(cards_from: int, cards_to: int, *points: int) -> dict[str, Any]:
    return {"cards_from": cards_from, "cards_to": cards_to, "points": list(points)}


_DRAFT: dict[str, Any] = {
    "round": 2,
    "version": 2,
    "started_by": "Mina",
    "started_at": _ENTERED_AT,
    "lines": [_draft_line(_NORTH, 1, went_out=True), _draft_line(_EAST, 2, points=85)],
}
_OPEN = {
    "can_go_out": False,
    "after_laying_down": _can_be(1, 3, *range(5, 70, 5), 75),
    "without_laying_down": _can_be(10, 10, *range(50, 235, 5)),
}
_CHECK = {
    "ok": False,
    "problems": [],
    "lines": [
        _checked(_NORTH, 0, True, went_out=True),
        _checked(_SOUTH, None, None, open=_OPEN),
        _checked(_EAST, 85, False, next_phase=2),
    ],
}
_STATE = {"game": _GAME_ID, "event": 7, "draft": _DRAFT, "check": _CHECK, "has_plays": True}
_NOBODY = {"game": _GAME_ID, "event": 5, "draft": None, "check": None, "has_plays": False}
_NEWCOMER = {"player": {"id": _SOUTH, "name": "South"}, "left_of": _NORTH}

EXAMPLES: dict[str, dict[str, Example]] = {
    "joinGame": {
        "Somebody new to the group begins where the last one is": Example(
            {**_NEWCOMER, "phase": "lowest", "total": 35, "round": 2}, 201, _JOINED
        ),
        "A player comes back": Example({"player": {"id": _EAST}, "round": 4}, 201, None),
    },
    "leaveGame": {"North leaves": Example(None, 200, _LEFT)},
    "getDraft": {
        "South's line is missing": Example(None, 200, _STATE),
        "Nobody has entered a line": Example(None, 200, _NOBODY),
    },
    "watchDraft": {"South's line is missing": Example(None, 200, _STATE)},
    "startDraft": {
        "Somebody went out": Example(
            {"round": 2},
            200,
            {
                **_STATE,
                "event": 6,
                "draft": {**_DRAFT, "version": 1, "lines": []},
                "check": {
                    "ok": False,
                    "problems": [],
                    "lines": [
                        _checked(player, None, None, open={**_OPEN, "can_go_out": True})
                        for player in (_NORTH, _SOUTH, _EAST)
                    ],
                },
            },
        )
    },
    "enterLine": {
        "Points": Example({"round": 2, "points": 85}, 200, {**_STATE, "recorded": None}),
        "The cards left in hand, in place of a line that was entered": Example(
            {"round": 2, "cards": ["R9", "B10", "W"], "laid_down": True, "seen": 2}, 200, None
        ),
        "Who went out": Example({"round": 2, "went_out": True}, 200, None),
        "The last line, with which the round is recorded": Example(
            {"round": 1, "points": 35}, 200, {**_NOBODY, "event": 4, "recorded": _BEFORE}
        ),
    },
}
