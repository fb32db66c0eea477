"""Lists of Phases: the presets of an edition, and how hard a list is."""

from __future__ import annotations

from dataclasses import replace
from statistics import mean
from typing import Any

import pytest
from rest_framework.test import APIClient

from referee.editions import EDITIONS
from referee.kinds import parse_phase
from referee.simulator import difficulty as simulation
from referee.simulator.difficulty import catalogue, difficulty, in_order, simulate
from referee.simulator.random_phases import candidates, random_phases
from tests.api.client import ContractClient

EDITION = "/api/v1/referee/editions/"
OLD = "/api/v1/referee/presets/"  # deprecated
RATE = "/api/v1/referee/difficulty/"
CLASSIC = EDITIONS["classic"]


def presets(api: APIClient, edition: str = "classic", query: str = "") -> dict[str, Any]:
    response = api.get(f"{EDITION}{edition}/{query}{'&' if query else '?'}include=presets")
    assert response.status_code == 200, response.content
    return {preset["preset"]: preset for preset in response.json()["presets"]}


@pytest.mark.parametrize("slug", EDITIONS)
def test_the_presets_of_an_edition(api: ContractClient, slug: str) -> None:
    edition = EDITIONS[slug]
    found = presets(api, slug, "?seed=7")
    assert list(found) == ["official", "even", "random"]
    official, even, drawn = (found[name]["phases"] for name in found)
    assert [phase["groups"] for phase in even] == [phase["groups"] for phase in official[1::2]]
    assert [phase["phase"] for phase in even] == [1, 2, 3, 4, 5]
    assert len(drawn) == len(edition.phases)
    # As hard as the official ones: each Phase in its place, and so all of them.
    for phase, other in zip(official, drawn, strict=True):
        assert other["rounds"] == pytest.approx(phase["rounds"], rel=0.35)
    assert found["random"]["rounds"] == pytest.approx(found["official"]["rounds"], rel=0.1)


def test_the_same_seed_gives_the_same_phases(api: ContractClient) -> None:
    assert presets(api, query="?seed=7") == presets(api, query="?seed=7")
    drawn = [presets(api, query=f"?seed={seed}")["random"]["phases"] for seed in range(3)]
    assert drawn[0] != drawn[1] != drawn[2]
    path = f"{EDITION}classic/?include=presets"
    answers = [api.get(path).json() for _call in range(2)]
    assert answers[0]["seed"] != answers[1]["seed"] or answers[0] == answers[1]
    assert presets(api, query=f"?seed={answers[0]['seed']}") == {
        preset["preset"]: preset for preset in answers[0]["presets"]
    }


def test_random_phases_are_no_official_ones_and_none_comes_twice() -> None:
    for edition in EDITIONS.values():
        official = set(map(in_order, edition.phases))
        for seed in range(20):
            drawn = random_phases(edition, seed)
            assert len({*official, *drawn}) == len(official) + len(drawn)


def test_an_edition_without_a_catalogue_has_its_official_phases() -> None:
    fourth = replace(EDITIONS["express"], slug="fourth")
    assert random_phases(fourth, 1) == fourth.phases


def test_presets_are_there_if_asked_for_and_kept_by_nobody(api: ContractClient) -> None:
    plain = api.get(f"{EDITION}classic/")
    assert not {"presets", "seed"} & plain.json().keys()
    drawn = api.get(f"{EDITION}classic/?include=presets")
    assert drawn["Cache-Control"] == "no-store"
    assert "no-store" not in api.get(f"{EDITION}classic/?include=presets&seed=7").get(
        "Cache-Control", ""
    )
    more = drawn.json()
    assert more.pop("presets")
    assert more.pop("seed") >= 0
    assert more == plain.json()


def test_the_old_address_has_the_same_presets(api: ContractClient) -> None:
    new = api.get(f"{EDITION}flip/?include=presets&seed=7").json()
    assert api.get(f"{OLD}flip/?seed=7").json() == {
        name: new[name] for name in ("edition", "seed", "presets")
    }
    assert api.get(f"{OLD}flip/")["Cache-Control"] == "no-store"


@pytest.mark.parametrize("query", ["?seed=-1", "?seed=1000000", "?seed=x", "?sed=1"])
@pytest.mark.parametrize("path", [OLD, EDITION])
def test_a_query_that_cannot_be_read(api: ContractClient, path: str, query: str) -> None:
    assert api.get(f"{path}classic/{query}").status_code == 400
    assert api.get(f"{path}tarot/").status_code == 404


def test_rating_a_list(api: ContractClient) -> None:
    own = [{"kind": "set", "size": 3}, {"kind": "run", "size": 4}]
    answer = api.post(RATE, {"edition": "classic", "phases": [1, 10, own]}).json()
    easy, hard, two = answer["phases"]
    assert easy["rounds"] < two["rounds"] < hard["rounds"]
    assert [phase["phase"] for phase in answer["phases"]] == [1, 2, 3]
    assert two["name"]
    assert answer["rounds"] == pytest.approx(sum(p["rounds"] for p in answer["phases"]), abs=0.01)
    # The order of groups does not matter, and an official Phase is rated as such.
    turned = api.post(RATE, {"edition": "classic", "phases": [own[::-1], 2]}).json()["phases"]
    assert turned[0]["rounds"] == turned[1]["rounds"] == two["rounds"]
    official = api.post(RATE, {"edition": "classic", "phases": list(range(1, 11))}).json()
    assert official["rounds"] == official["official_rounds"]


def test_what_no_bot_lays_down_has_no_figure(api: ContractClient) -> None:
    phases = [
        1,
        [{"kind": "color_run", "size": 11}],
    ]  # one card must be left
    answer = api.post(RATE, {"edition": "classic", "phases": phases}).json()
    assert answer["phases"][1]["rounds"] is answer["rounds"] is None


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"edition": "classic"}, "phases"),
        ({"edition": "classic", "phases": []}, "phases"),
        ({"edition": "classic", "phases": [1] * 21}, "phases"),
        ({"edition": "classic", "phases": [11]}, "phases.0"),
        ({"edition": "classic", "phases": [[{"kind": "set", "size": 12}]]}, "phases.0"),
        ({"edition": "tarot", "phases": [1]}, "edition"),
        ({"edition": "classic", "phases": [1], "x": 1}, "x"),
    ],
)
def test_a_list_that_cannot_be_read(api: ContractClient, body: Any, field: str) -> None:
    response = api.post(RATE, body)
    assert response.status_code == 400
    assert field in {error["field"] for error in response.json()["errors"]}


# --- The figures ---


def test_a_figure_is_played_once_and_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    phase = parse_phase("even 3 + odd 3 + set 2")
    assert in_order(phase) not in catalogue("classic")
    first = difficulty(CLASSIC, phase)
    before = simulation._simulated.cache_info().hits
    assert difficulty(CLASSIC, phase[::-1]) == first == simulate(CLASSIC, in_order(phase))
    assert simulation._simulated.cache_info().hits == before + 1


@pytest.mark.parametrize("text", ["set 10", "pair_run 10", "set 2 + set 2 + set 2 + set 2 + set 2"])
def test_work_is_bounded(text: str) -> None:
    found = simulate(CLASSIC, parse_phase(text), max_turns=200)
    # The last round may go beyond the limit, by what one round takes at most.
    assert found.tries <= 200


def test_many_groups_get_fewer_rounds() -> None:
    """Bots try three aims for each group, so five groups take 27 times as long as two."""
    five = difficulty(CLASSIC, parse_phase("set 2 + set 2 + set 2 + set 2 + set 2"))
    assert five.tries <= 60


@pytest.mark.parametrize("slug", EDITIONS)
def test_the_catalogue_has_all_candidates(slug: str) -> None:
    edition = EDITIONS[slug]
    assert set(catalogue(slug)) == set(candidates(edition))
    assert min(found.tries for found in catalogue(slug).values()) >= 40


@pytest.mark.full
def test_the_catalogue_is_what_bots_do() -> None:
    """Another figure from fewer rounds is near: the rules and bots are still the same."""
    ratios = [
        (simulate(CLASSIC, phase, 400).rounds_needed or 0)
        / (difficulty(CLASSIC, phase).rounds_needed or 1)
        for phase in CLASSIC.phases
    ]
    assert mean(ratios) == pytest.approx(1, abs=0.3)
