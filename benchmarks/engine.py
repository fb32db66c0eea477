"""The engine by itself: verdicts per second, and what its import costs."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

from benchmarks.reference_cases import ROOT, Case, load_cases
from benchmarks.report import Figure, Target, compare
from referee.cards import parse_card
from referee.editions import EDITIONS
from referee.house_rules import STANDARD_RULES, HouseRules
from referee.kinds import KINDS, KindName, Phase, Requirement
from referee.rulings.hit import HitVerdict, check_hit
from referee.rulings.phase import PhaseVerdict, check_phase
from referee.tally import TallyEntry, TallyVerdict, check_tally

ROUNDS = 15
ROUND_SECONDS = 0.05  # for each measurement in each round
PROCESSES = 15
IMPORT_MILLISECONDS = 50.0

Verdict = PhaseVerdict | HitVerdict | TallyVerdict
Check = Callable[[], Verdict]


def run() -> list[Figure]:
    """Measure the verdicts and the import."""
    figures = []
    for operation in ("phase", "hit", "tally"):
        cases = load_cases(operation)
        for legal in (True, False):
            figures += _verdicts(operation, [case for case in cases if case.is_legal is legal])
    return [*figures, *_imports()]


# --- Verdicts ---------------------------------------------------------------------------


def read_phase(body: dict[str, Any]) -> Check:
    """Read a request about a Phase; return its check."""
    edition, rules = EDITIONS[body["edition"]], _rules(body)
    phase = _phase(edition.phases, body["phase"])
    groups = [[parse_card(card) for card in group] for group in body["groups"]]
    return lambda: check_phase(edition, phase, groups, rules)


def read_hit(body: dict[str, Any]) -> Check:
    """Read a request about a hit; return its check."""
    edition, rules = EDITIONS[body["edition"]], _rules(body)
    kind = KINDS[KindName(body["target"]["kind"])]
    target = [parse_card(card) for card in body["target"]["cards"]]
    cards = [parse_card(card) for card in body["cards"]]
    laid = body.get("phase_laid", True)
    return lambda: check_hit(edition, kind, target, cards, phase_laid=laid, rules=rules)


def read_tally(body: dict[str, Any]) -> Check:
    """Read a request about a tally; return its check."""
    edition = EDITIONS[body["edition"]]
    own = [_phase(edition.phases, phase) for phase in body.get("phases", ())]
    entries = [_entry(line) for line in body["results"]]
    return lambda: check_tally(edition, own or edition.phases, entries)


READERS: dict[str, Callable[[dict[str, Any]], Check]] = {
    "phase": read_phase,
    "hit": read_hit,
    "tally": read_tally,
}


def _rules(body: dict[str, Any]) -> HouseRules:
    return HouseRules(**body["house_rules"]) if "house_rules" in body else STANDARD_RULES


def _phase(phases: tuple[Phase, ...], written: int | list[dict[str, Any]]) -> Phase:
    if isinstance(written, int):
        return phases[written - 1]
    return tuple(Requirement(KINDS[KindName(group["kind"])], group["size"]) for group in written)


def _entry(line: dict[str, Any]) -> TallyEntry:
    cards = line.get("cards")
    parsed = None if cards is None else tuple(parse_card(card) for card in cards)
    return TallyEntry(**{**line, "cards": parsed})


def _verdicts(operation: str, cases: list[Case]) -> list[Figure]:
    """Time the verdicts on `cases`, compared with reading and writing the same bodies as JSON."""
    read = READERS[operation]
    bodies = [case.body for case in cases]
    contents = [case.content for case in cases]
    checks = [read(body) for body in bodies]
    for case, check in zip(cases, checks, strict=True):
        verdict = check()
        # A wrong verdict has no speed.
        assert verdict.is_legal is case.is_legal, case

    def json_alone() -> None:
        for content in contents:
            json.dumps(json.loads(content))

    def parsed() -> None:
        for check in checks:
            check()

    def from_text() -> None:
        for body in bodies:
            read(body)()

    rates: dict[Callable[[], None], list[float]] = {json_alone: [], parsed: [], from_text: []}
    for _round in range(ROUNDS):
        for measured, values in rates.items():
            values.append(_per_second(measured, len(cases)))
    legality = "legal" if cases[0].is_legal else "illegal"
    return [
        compare(
            f"check_{operation}, {legality}, {how}",
            rates[measured],
            rates[json_alone],
            unit="per second",
            floor_name="json.loads and json.dumps of the body",
        )
        for how, measured in (("parsed cards", parsed), ("from text", from_text))
    ]


def _per_second(work: Callable[[], None], count: int) -> float:
    """Return how many of its `count` items `work` does in a second of processor time.

    In processor time, so that other work on the machine hardly counts.
    """
    repeats = 0
    began = time.process_time()
    while (spent := time.process_time() - began) < ROUND_SECONDS:
        work()
        repeats += 1
    return repeats * count / spent


# --- Import -----------------------------------------------------------------------------

_ROW = re.compile(r"import time: +(\d+) \| +(\d+) \| ( *)(\S+)")
_HEAVY = ("django", "rest_framework", "drf_spectacular")


def _imports() -> list[Figure]:
    """Time the import of the engine in new processes, compared with starting empty ones."""
    # Isolated and without site packages, so that neither environment nor directory matters.
    plain = [sys.executable, "-I", "-S"]
    find = f"import sys; sys.path.insert(0, {str(ROOT)!r})"
    engine = f"{find}; import referee.rulings.phase, referee.rulings.hit, referee.tally"
    reported: list[float] = []
    started: list[float] = []
    empty: list[float] = []
    _milliseconds([*plain, "-c", engine])  # writes the bytecode, which every installation has
    for _process in range(PROCESSES):
        reported.append(_import_milliseconds([*plain, "-X", "importtime", "-c", engine]))
        started.append(_milliseconds([*plain, "-c", engine]))
        empty.append(_milliseconds([*plain, "-c", find]))
    floor = "start to end of an empty interpreter"
    return [
        compare(
            "import of the engine (-X importtime)",
            reported,
            empty,
            unit="ms",
            floor_name=floor,
            target=Target(max_value=IMPORT_MILLISECONDS),
        ),
        compare("process that imports it", started, empty, unit="ms", floor_name=floor),
    ]


def _import_milliseconds(command: list[str]) -> float:
    """Return the time that Python reports for the engine's imports, with what they import."""
    report = subprocess.run(command, check=True, capture_output=True, text=True).stderr
    rows = _ROW.findall(report)
    assert rows, report
    heavy = [name for *_times, name in rows if name.partition(".")[0] in _HEAVY]
    assert not heavy, f"the engine imports {heavy[0]}"
    # Rows without indent are the outermost imports; their times include the inner ones.
    microseconds = sum(
        int(cumulative)
        for _own, cumulative, indent, name in rows
        if not indent and name.partition(".")[0] == "referee"
    )
    return microseconds / 1000


def _milliseconds(command: list[str]) -> float:
    began = time.perf_counter()
    subprocess.run(command, check=True)
    return (time.perf_counter() - began) * 1000
