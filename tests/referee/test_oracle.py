"""The oracle agrees with every recorded case, and with the rulebook's own examples."""

from typing import Any

import pytest

from tests.api.reference import reference_cases

from . import oracle


@pytest.mark.parametrize(("body", "expected"), reference_cases("phase"))
def test_it_agrees_on_a_phase(body: dict[str, Any], expected: dict[str, Any]) -> None:
    edition = body["edition"]
    requirements = oracle.PHASES[edition][body["phase"]]
    assert {"legal": oracle.phase_is_legal(edition, requirements, body["groups"])} == expected


@pytest.mark.parametrize(("body", "expected"), reference_cases("hit"))
def test_it_agrees_on_a_hit(body: dict[str, Any], expected: dict[str, Any]) -> None:
    target = body["target"]
    legal = oracle.hit_is_legal(body["edition"], target["kind"], target["cards"], body["cards"])
    assert {"legal": legal} == expected


@pytest.mark.parametrize(("body", "expected"), reference_cases("score"))
def test_it_agrees_on_a_score(body: dict[str, Any], expected: dict[str, Any]) -> None:
    assert {"points": oracle.points(body["edition"], body["cards"])} == expected


@pytest.mark.parametrize(("body", "expected"), reference_cases("tally"))
def test_it_agrees_on_a_tally(body: dict[str, Any], expected: dict[str, Any]) -> None:
    # The first player went out with 0 in every case; the second one is what is asked about.
    first, second = body["results"]
    assert (first["points"], first["laid_down"], first["went_out"]) == (0, True, True)
    assert not second["went_out"]
    ok, laid_down = oracle.count_verdict(
        body["edition"], second["phase"], second["points"], second["laid_down"]
    )
    assert {"ok": ok, "laid_down": laid_down} == expected
