"""Examples for the schema: the statistics of Mina and Tom, after eight games."""

from __future__ import annotations

from typing import Any

from rest.examples import Example
from scoring.statistics.figures import FIGURES
from scoring.statistics.ratings import MIN_GAMES, Strength, chances_to_win
from scoring.statistics.wire import circumstances
from scoring.statistics.wire.phases import attempts_per_success
from scoring.statistics.wire.values import DIGITS, average, rating_answer, share

_MINA_ID, _TOM_ID = (f"6f1c0a52-6a0e-4c53-9a6f-0d0c6a1d7c0{number}" for number in (1, 2))
_MINA = {"id": _MINA_ID, "name": "Mina", "color": "plum", "sign": "🦊"}
_TOM = {"id": _TOM_ID, "name": "Tom", "color": "orange", "sign": None}
_GAME = "6f1c0a52-6a0e-4c53-9a6f-0d0c6a1d7f01"
_EVENING = "2026-11-21T19:30:00Z"
_STRENGTH, _TOMS = Strength(29.4, 5.1), Strength(24.5, 4.8)
_RATING = rating_answer(_STRENGTH)
_ODDS = [round(chance, DIGITS) for chance in chances_to_win([_STRENGTH, _TOMS])]
_RESULTS = {
    "games": 6,
    "wins": 4,
    "expected_wins": 1.5,
    "win_rate": share(4, 6),
    "place": average(9, 6),
    "stands_out": None,
}
_RATING_BEFORE = rating_answer(Strength(28.61, 5.3833))

_PERFORMANCE = {
    "games": 8,
    "part_games": 1,
    "wins": 5,
    "expected_wins": 2.25,
    "shared_wins": 1,
    "win_rate": share(5, 8),
    "place": average(12, 8),
    "rounds": 96,
    "points_a_round": average(2352, 96),
    "gone_out": 31,
    "phases_a_round": average(66, 96),
    "rating": _RATING,
}
_LINE = {
    "player": _MINA,
    "rank": {"best": 1, "worst": 2},
    **_PERFORMANCE,
    "form": [{"place": 1, "players": 4, "won": True}, {"place": 2, "players": 3, "won": False}],
}
_GLANCE = {
    "id": "6f1c0a52-6a0e-4c53-9a6f-0d0c6a1d7a01",
    "name": "Kitchen table",
    "leaders": [_LINE],
    "last_night": {"date": "2026-11-21", "games": 2, "players": 3, "winners": [_MINA]},
}
_PLAYING = {
    "id": _GAME,
    "edition": "classic",
    "version": 4,
    "round": 4,
    "dealer": _TOM_ID,
    "starter": _MINA_ID,
    "changed_at": "2026-11-21T20:05:00Z",
    "players": [
        {**_MINA, "at_table": True, "phase": 3, "total": 45, "rank": 2},
        {**_TOM, "at_table": True, "phase": 4, "total": 60, "rank": 1},
    ],
}
_MINA_AGAINST_TOM = {
    "games": 8,
    "ahead": 5,
    "level": 1,
    "behind": 2,
    "wins": 5,
    "expected_wins": 2.25,
    "ahead_rate": share(5, 8),
    "stands_out": None,
}
_TOM_AGAINST_MINA = {
    **_MINA_AGAINST_TOM,
    "ahead": 2,
    "behind": 5,
    "wins": 3,
    "ahead_rate": share(2, 8),
}
_PHASE = {
    "edition": "classic",
    "number": 7,
    "name": "Set of 4 + set of 4",
    "groups": [{"kind": "set", "size": 4}, {"kind": "set", "size": 4}],
    "attempts": 30,
    "successes": 11,
    "success_rate": share(11, 30),
    "expected_rate": 0.4013,
    "stands_out": None,
    "attempts_per_success": attempts_per_success(30, 11),
    "simulated": {
        "success_rate": average(11968, 31518),
        "attempts_per_success": attempts_per_success(31518, 11968),
    },
}
_FEAT = {
    "code": "worst_round",
    "title": "Most points in one round",
    "player": _TOM,
    "value": 135,
    "unit": "points",
    "variant": None,
    "phases": None,
    "games": 1,
    "game": _GAME,
    "round": 9,
    "played_at": _EVENING,
}
_FASTEST_WIN = {
    "code": "fastest_win",
    "title": "Win in the fewest rounds (10 Phases)",
    "player": _MINA,
    "value": 11,
    "unit": "rounds",
    "variant": "standard",
    "phases": 10,
    "games": 2,
    "game": _GAME,
    "round": None,
    "played_at": _EVENING,
}
_BADGE = {
    "code": "hat_trick",
    "letter": "3",
    "name": "Hat-trick",
    "about": "Win 3 games in a row.",
}
_EARNED = {**_BADGE, "game": _GAME, "earned_at": _EVENING}
_STREAK = {"longest": 3, "current": 1, "game": _GAME}

COUNTED = {"counting": False, "as_of": "2026-11-21T22:05:12.345678Z"}

_ANSWERS: dict[str, Any] = {
    "listFigures": {
        "figures": [
            {"code": one.code, "name": one.name, "meaning": one.meaning, "formula": one.formula}
            for one in (FIGURES["rating"], FIGURES["nemesis"])
        ]
    },
    "getLeaderboard": {"players": [_LINE], **COUNTED},
    "getPlayerStatistics": {
        "player": _MINA,
        **_PERFORMANCE,
        "overruled": {"rounds": average(2, 96), "plays": 1},
        "months": [
            {
                "month": "2026-11",
                "games": 8,
                "wins": 5,
                "expected_wins": 2.25,
                "place": average(12, 8),
                "points_a_round": average(2352, 96),
            }
        ],
        "latest": [
            {
                "game": _GAME,
                "played_at": _EVENING,
                "edition": "classic",
                "variant": "standard",
                "place": 1,
                "players": 4,
                "won": True,
                "points": 205,
                "rating": _RATING,
            }
        ],
        "phases": [_PHASE],
        "streaks": {"wins": _STREAK, "going_out": _STREAK, "laying_down": _STREAK},
        "best_round": {"game": _GAME, "round": 4, "points": 0, "others": 260},
        "worst_round": {"game": _GAME, "round": 7, "points": 105},
        "fastest_wins": [
            {"variant": "standard", "phases": 10, "game": _GAME, "rounds": 11, "points": 120}
        ],
        "biggest_comeback": {"game": _GAME, "round": 8, "phases": 2, "points": 140},
        "nemesis": None,
        "favourite_opponent": None,
        "badges": [_EARNED],
        **COUNTED,
    },
    "getCircumstances": {
        "player": _MINA,
        "games": 8,
        "min_games": circumstances.MIN_GAMES,
        "by_table_size": [{"players": 4, **_RESULTS}],
        "by_seat": [{"seat": 0, **_RESULTS}],
        "by_dealer": [{"dealt_first": False, **_RESULTS}],
        "by_weekday": [{"weekday": 6, **_RESULTS}],
        **COUNTED,
    },
    "getOdds": {
        "players": [
            {
                "player": _MINA,
                "games": 8,
                "rating": _RATING,
                "chance": _ODDS[0],
                "suggested_handicap": None,
            },
            {
                "player": _TOM,
                "games": 8,
                "rating": rating_answer(_TOMS),
                "chance": _ODDS[1],
                "suggested_handicap": None,
            },
        ],
        "min_games": MIN_GAMES,
        "too_few_games": [],
        "favourite": None,
        **COUNTED,
    },
    "listRatings": {"game": _GAME, "played_at": _EVENING, "rating": _RATING},
    "listHeadToHead": {
        "pairs": [
            {"player": _MINA, "opponent": _TOM, **_MINA_AGAINST_TOM},
            {"player": _TOM, "opponent": _MINA, **_TOM_AGAINST_MINA},
        ],
        **COUNTED,
    },
    "getHeadToHead": {
        "games": 8,
        "players": [
            {"player": _MINA, **_MINA_AGAINST_TOM, "points_a_round": average(2352, 96)},
            {"player": _TOM, **_TOM_AGAINST_MINA, "points_a_round": average(3120, 96)},
        ],
        "latest": [{"game": _GAME, "played_at": _EVENING, "places": [1, 3], "points": [205, 340]}],
        "timeline": [{"game": _GAME, "played_at": _EVENING, "ahead": _MINA["id"], "lead": 3}],
        **COUNTED,
    },
    "listRecords": {"records": [_FEAT, _FASTEST_WIN], **COUNTED},
    "listPhases": {"phases": [_PHASE], **COUNTED},
    "listBadges": {
        "badges": [_BADGE],
        "players": [{"player": _MINA, "badges": [_EARNED]}],
        **COUNTED,
    },
    "getSeason": {
        "kind": "season",
        "starts_on": "2026-09-05",
        "ends_on": None,
        "champions": [{"player": _MINA, "wins": 5}],
        "players": [
            {
                "player": _MINA,
                "position": 1,
                "games": 8,
                "part_games": 1,
                "wins": 5,
                "expected_wins": 2.25,
                "win_rate": share(5, 8),
                "place": average(12, 8),
            }
        ],
        **COUNTED,
    },
    "getGroupSummary": {**_GLANCE, "games": [_PLAYING], **COUNTED},
    "getShared": {
        **_GLANCE,
        "games": [{**_PLAYING, "watch": "https://cards.example.org/watch/hZ0Vq5M3nLkX8aYbTtRw2c"}],
        **COUNTED,
    },
    "listNights": {"date": "2026-11-21", "games": 2, "players": 3, "winners": [_MINA]},
    "getNight": {
        "date": "2026-11-21",
        "group": "Kitchen table",
        "rounds": 23,
        "games": [
            {
                "game": _GAME,
                "played_at": _EVENING,
                "edition": "classic",
                "variant": "standard",
                "players": 3,
                "rounds": 11,
                "winners": [_MINA],
            }
        ],
        "players": [
            {
                "player": _MINA,
                "games": 2,
                "part_games": 0,
                "wins": 2,
                "place": average(2, 2),
                "rating": {"before": _RATING_BEFORE, "after": _RATING, "change": 40},
            }
        ],
        "winners": [_MINA],
        "comeback": {"player": _MINA, "game": _GAME, "round": 8, "phases": 2, "points": 140},
        "records": [{**_FASTEST_WIN, "games": 1, "previous": 12}],
        "badges": [{"player": _MINA, **_EARNED}],
        "text": (
            "Kitchen table, 21 November 2026\n2 games, 23 rounds\n"
            "Winner of the night: Mina, with 2 wins.\n"
            "Best comeback: Mina won after being 2 Phases behind.\n"
            "Record: Win in the fewest rounds (10 Phases). Mina, 11 rounds.\n"
            "New badge of Mina: Hat-trick.\nRatings: Mina +40, Tom −33"
        ),
        **COUNTED,
    },
    "getYearInReview": {
        "kind": "year",
        "year": 2026,
        "games": 8,
        "rounds": 96,
        "rounds_a_game": average(96, 8),
        "nights": 5,
        "points": 9875,
        "players": 4,
        "first_game": {"game": _GAME, "played_at": _EVENING},
        "last_game": {"game": _GAME, "played_at": _EVENING},
        "months": [{"month": "2026-11", "games": 8}],
        "busiest_month": {"month": "2026-11", "games": 8},
        "leaderboard": [_LINE],
        "champions": [{"player": _MINA, "wins": 5}],
        "most_improved": {"player": _MINA, "rise": 110, "rating": _RATING},
        "hardest_phase": None,
        "phases_compared": 10,
        "records": [_FEAT],
        "badges": [{"player": _MINA, **_EARNED}],
        **COUNTED,
    },
}

_ANSWERS["getGroupStatistics"] = {
    name: _ANSWERS[operation][name]
    for name, operation in (("records", "listRecords"), ("phases", "listPhases"))
} | COUNTED
_ANSWERS["getPeriod"] = _ANSWERS["getYearInReview"]

EXAMPLES = {
    operation: {"After eight games": Example(None, 200, answer)}
    for operation, answer in _ANSWERS.items()
}
