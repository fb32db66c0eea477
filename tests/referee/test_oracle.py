"""The oracle agrees with every recorded case, and with the rulebook's own examples."""

import json
from pathlib import Path
from typing import Any

import pytest

from . import oracle

CASES = Path(__file__).parent / "cases"


def cases(name: str) -> list[Any]:
    """Return (body, expect) of every line of a case file, named by file and line."""
    found = []
    lines = (CASES / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    for number, line in enumerate(lines, start=1):
        case = json.loads(line)
        assert case["path"] == f"referee/{name}/"
        found.append(pytest.param(case["body"], case["expect"], id=f"{name}-{number}"))
    return found


@pytest.mark.parametrize(("body", "expect"), cases("phase"))
def test_it_agrees_on_a_phase(body: dict[str, Any], expect: dict[str, Any]) -> None:
    edition = body["edition"]
    requirements = oracle.PHASES[edition][body["phase"]]
    assert {"legal": oracle.phase_is_legal(edition, requirements, body["groups"])} == expect


@pytest.mark.parametrize(("body", "expect"), cases("hit"))
def test_it_agrees_on_a_hit(body: dict[str, Any], expect: dict[str, Any]) -> None:
    target = body["target"]
    legal = oracle.hit_is_legal(body["edition"], target["kind"], target["cards"], body["cards"])
    assert {"legal": legal} == expect


@pytest.mark.parametrize(("body", "expect"), cases("score"))
def test_it_agrees_on_a_score(body: dict[str, Any], expect: dict[str, Any]) -> None:
    assert {"points": oracle.points(body["edition"], body["cards"])} == expect


@pytest.mark.parametrize(("body", "expect"), cases("tally"))
def test_it_agrees_on_a_tally(body: dict[str, Any], expect: dict[str, Any]) -> None:
    # The first player went out with 0 in every case; the second one is what is asked about.
    first, second = body["results"]
    assert (first["points"], first["laid_down"], first["went_out"]) == (0, True, True)
    assert not second["went_out"]
    ok, laid_down = oracle.count_verdict(
        body["edition"], second["phase"], second["points"], second["laid_down"]
    )
    assert {"ok": ok, "laid_down": laid_down} == expect
