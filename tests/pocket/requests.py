"""What is asked in the reference cases: varied, by chance, but always the same."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from pocket import FUNCTIONS
from referee.api.examples import EXAMPLES
from referee.rulebook.entries import RULE_ENTRIES
from referee.tally import TallyEntry
from tests.api import malformed
from tests.api.reference import settled
from tests.pocket.game_requests import game_requests
from tests.referee.test_codes import HITS, LAY_DOWNS, TALLIES

# How many of the cases that were settled by hand are published with their whole answers.
SETTLED = {"phase": 130, "hit": 130, "hand": 70, "score": 40, "tally": 90}

SETS = [["R7", "B7", "G7"], ["R9", "B9", "G9"]]
GOOD: dict[str, dict[str, Any]] = {
    "phase": {"edition": "classic", "phase": 1, "groups": SETS},
    "hit": {
        "edition": "classic",
        "target": {"kind": "set", "cards": ["R7", "B7"]},
        "cards": ["G7"],
    },
    "hand": {"edition": "express", "phase": 5, "hand": ["R3", "G3", "B3", "Y9"]},
    "score": {"edition": "classic", "cards": ["R7", "W"]},
    "tally": {
        "edition": "classic",
        "results": [
            {"player": "North", "phase": 1, "went_out": True},
            {"player": "East", "phase": 1, "points": 50},
        ],
    },
}
UNREADABLE = [
    "",
    "[]",
    "null",
    '{"edition": "classic"} ',
    '{"edition": NaN}',
    '{"edition": 1e999}',
    '{"edition": ' + "9" * 40 + "}",
    '{"edition": "classic", "edition": "flip"}',
    '{"edition": "\\ud800"}',
]
QUESTIONS = [
    "two skips",
    "deck empty",
    "can i hit before my phase",
    "wild in a run",
    "floating wilds",
    "xyzzy",
    "",
    "zwei Skips",
    "comodín",
    "joker dans une suite",
]


def requests() -> Iterator[tuple[str, Any]]:
    """Yield names of functions, and what they are asked; a text is a request that is not JSON."""
    for function, request in _all_requests():
        assert function in FUNCTIONS
        yield function, request


def _all_requests() -> Iterator[tuple[str, Any]]:
    for function in GOOD:
        yield from ((function, request) for request in _examples(f"{function}/"))
        yield from ((function, request) for request in _settled(function))
    yield from _by_codes()
    yield from _malformed()
    yield from (("game", request) for request in _examples("game/"))
    yield from (("game", request) for request in game_requests())
    yield "editions", {}
    for edition in ("classic", "express", "flip", "tarot"):
        yield "edition", {"edition": edition}
    for number, question in enumerate(QUESTIONS):
        edition = ("classic", "express", "flip")[number % 3]
        yield "rules", {"edition": edition, "q": question} if question else {"edition": edition}
        yield "rules", {"q": question or "x" * 201}
    yield "rules", {"edition": "tarot"}
    for entry in [*RULE_ENTRIES][::4]:
        yield "rule", {"entry": entry}
    yield "rule", {"entry": "skip-twice", "edition": "classic"}
    yield "rule", {"entry": "skip-twice", "edition": "flip"}
    yield "rule", {"entry": "flush"}


def _examples(path: str) -> Iterator[Any]:
    yield from (example["request"] for example in EXAMPLES[path])


def _settled(function: str) -> Iterator[Any]:
    known, count = settled(function), SETTLED[function]
    for number in range(count):
        yield known[number * len(known) // count]["body"]


def _by_codes() -> Iterator[tuple[str, Any]]:
    """Yield a play for each code of a problem, and the nearest legal one."""
    for edition, phase, *plays in LAY_DOWNS.values():
        rules = plays.pop() if len(plays) > 2 else None
        for groups in plays:
            request = {"edition": edition, "phase": phase, "groups": list(map(str.split, groups))}
            yield "phase", request | ({"house_rules": asdict(rules)} if rules else {})
    for edition, kind, target, illegal, legal, *more in HITS.values():
        for cards in filter(None, (illegal, legal)):
            on = {"kind": kind, "cards": target.split()}
            request = {"edition": edition, "target": on, "cards": cards.split()}
            yield "hit", request | (more[0] if more else {})
    for rounds in TALLIES.values():
        for entries in rounds:
            yield "tally", {"edition": "classic", "results": list(map(_entry, entries))}


def _entry(entry: TallyEntry) -> dict[str, Any]:
    result = {"player": entry.player, "phase": entry.phase}
    for name in ("points", "laid_down", "went_out"):
        if (value := getattr(entry, name)) is not None:
            result[name] = value
    if entry.cards is not None:
        result["cards"] = [str(card) for card in entry.cards]
    return result


def _malformed() -> Iterator[tuple[str, Any]]:
    for function, good in GOOD.items():
        yield function, {**good, "edition": "tarot", "deck": 2}
        yield function, {name: value for name, value in good.items() if name != "edition"}
    yield from (("score", body) for body in UNREADABLE)
    lists = [cards for cards, _code in malformed.CARDS.values()]
    lists += [["R7", card] for card in malformed.NO_CARDS.values()]
    short = [cards for cards in lists if len(str(cards)) < 500]
    yield from (("score", {**GOOD["score"], "cards": cards}) for cards in short)
    for cards in (["R13"], ["W7"], ["W=7"], ["S"] * 5, ["R7"] * 109):
        yield "score", {"edition": "classic", "cards": cards}
    yield "score", {"edition": "flip", "cards": ["R7", "W7"]}
    for phase in (0, 11, "1", None, [], [{"kind": "run", "size": 13}], [{"kind": "set"}]):
        yield "phase", {**GOOD["phase"], "phase": phase}
    yield "phase", {**GOOD["phase"], "phase": [{"kind": "set", "size": 3}] * 7}
    yield "phase", {**GOOD["phase"], "phase": [{"kind": "flush", "size": 30}]}
    unreadable: list[Any] = [[], None, [[]], SETS * 7, [["R7", "X"], ["W", "W*"]]]
    yield from (("phase", {**GOOD["phase"], "groups": groups}) for groups in unreadable)
    for rules in (None, {"must_lay_down": 1}, {"floating_wilds": True}):
        yield "phase", {**GOOD["phase"], "house_rules": rules}
    for target in (None, {}, {"kind": "run", "cards": ["R5", "R4"]}, {"kind": "set"}):
        yield "hit", {**GOOD["hit"], "target": target}
    yield "hit", {**GOOD["hit"], "phase_laid": "yes"}
    yield "hand", {**GOOD["hand"], "hand": ["R3", "R3", "G3"]}
    yield "hand", {**GOOD["hand"], "table": [{"kind": "set", "cards": ["R3", "R4"]}]}
    yield "hand", {**GOOD["hand"], "seen": ["W7"]}
    lines = GOOD["tally"]["results"]
    for table in (
        None,
        {"turns_logged": True, "laid_down": []},
        {"turns_logged": False, "laid_down": ["East"], "went_out": "East"},
        {"turns_logged": "yes", "went_out": 1},
    ):
        yield "tally", {**GOOD["tally"], "table": table}
    for results in (
        lines[:1],
        lines * 4,
        [lines[0], lines[0]],
        [lines[0], {"player": " ", "phase": 1, "points": 50}],
        [lines[0], {"player": "x" * 81, "phase": "1", "points": -5}],
        [lines[0], {"player": "East\0", "phase": 1, "points": 100_001}],
        [lines[0], {"player": "East", "phase": 1, "points": 5.0, "cards": ["R7"]}],
        [lines[0], {"player": "East", "phase": 1}],
        [lines[0], {"player": "East", "phase": 1, "points": 5, "cards": ["R7"]}],
        [lines[0], {"player": "East", "phase": 1, "cards": ["W7"]}],
        [lines[0], ["East"]],
    ):
        yield "tally", {**GOOD["tally"], "results": results}
