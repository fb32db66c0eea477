"""Presets: starting games with them, and the lists of Phases that groups save."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest

from games.domain.game_record import read_phase
from games.models import PhaseList
from games.services.phase_lists import MAX_PHASE_LISTS
from referee.simulator.difficulty import catalogue, in_order
from tests.accounts.people import mistakes
from tests.cast import V1, Cast
from tests.games.scoresheet import phone

SET = [{"kind": "set", "size": 3}]
RUN = [{"kind": "run", "size": 7}]


@pytest.fixture
def scorer(cast: Cast) -> Any:
    return phone(cast.users["scorer"])


def lists(cast: Cast) -> str:
    return f"{cast.url}/phase-lists/"


def save(cast: Cast, client: Any, **more: Any) -> Any:
    body = {"name": "Five", "edition": "classic", "phases": [4, SET], **more}
    return client.post(lists(cast), body)


def start(cast: Cast, client: Any, **more: Any) -> Any:
    body = {"edition": "classic", "players": [str(p.pk) for p in cast.players[:2]], **more}
    return client.post(f"{cast.url}/games/", body)


def groups(game: Any) -> list[Any]:
    return [phase["groups"] for phase in game["phases"]]


# --- Lists ---


def test_a_list_from_its_beginning_to_its_end(cast: Cast, scorer: Any) -> None:
    response = save(cast, scorer)
    assert response.status_code == 201, response.content
    saved = response.json()
    assert groups(saved) == [RUN, SET]
    assert [phase["phase"] for phase in saved["phases"]] == [1, 2]
    assert scorer.get(lists(cast)).json() == [saved]
    address = f"{lists(cast)}{saved['id']}/"
    changed = scorer.patch(address, {"name": "Six", "phases": [SET, RUN]}).json()
    assert (changed["name"], groups(changed)) == ("Six", [SET, RUN])
    assert phone(cast.users["viewer"]).get(lists(cast)).json() == [changed]
    assert scorer.delete(address).status_code == 204
    for response in (scorer.delete(address), scorer.patch(address, {"name": "X"})):
        assert response.status_code == 404
    assert scorer.get(lists(cast)).json() == []


def test_a_list_that_cannot_be_read(cast: Cast, scorer: Any) -> None:
    assert mistakes(save(cast, scorer, phases=[11])) == {("phases.0", "unknown_phase")}
    assert mistakes(save(cast, scorer, phases=[])) == {("phases", "min_length")}
    assert mistakes(save(cast, scorer, name="\n")) == {("name", "blank")}
    assert mistakes(save(cast, scorer, edition="tarot")) == {("edition", "invalid_choice")}
    saved = save(cast, scorer).json()
    address = f"{lists(cast)}{saved['id']}/"
    for body in ({}, {"edition": "flip"}, {"phases": [11]}):
        assert scorer.patch(address, body).status_code == 400
    assert scorer.get(lists(cast)).json() == [saved]


def test_a_group_saves_so_many(cast: Cast, scorer: Any) -> None:
    PhaseList.objects.bulk_create(
        PhaseList(group=cast.group, name="X", edition="flip", phases=[SET])
        for _index in range(MAX_PHASE_LISTS)
    )
    response = save(cast, scorer)
    assert (response.status_code, response.json()["code"]) == (409, "too_many_phase_lists")


# --- Games ---


def test_a_game_with_a_saved_list(cast: Cast, scorer: Any) -> None:
    saved = save(cast, scorer).json()
    game = start(cast, scorer, preset=saved["id"]).json()
    assert groups(game) == [RUN, SET]
    scorer.patch(f"{lists(cast)}{saved['id']}/", {"phases": [SET]})
    assert groups(scorer.get(f"{V1}/games/{game['id']}/").json()) == [RUN, SET]
    flip = start(cast, scorer, preset=saved["id"], edition="flip")
    assert mistakes(flip) == {("preset", "other_edition")}


def test_a_game_with_a_preset(cast: Cast, scorer: Any) -> None:
    official = start(cast, scorer).json()
    assert groups(start(cast, scorer, preset="official").json()) == groups(official)
    assert groups(start(cast, scorer, preset="even").json()) == groups(official)[1::2]
    id = str(uuid4())
    game = start(cast, scorer, preset="random", id=id).json()
    known = catalogue("classic")
    assert all(in_order(read_phase(phase)) in known for phase in groups(game))
    # Asked again, it is the game with the Phases that were drawn.
    again = start(cast, scorer, preset="random", id=id)
    assert (again.status_code, groups(again.json())) == (200, groups(game))


@pytest.mark.parametrize("preset", ["odd", "", 7, None, "Official", "6f1c0a52"])
def test_a_preset_that_is_none(cast: Cast, preset: Any) -> None:
    [(field, _code)] = mistakes(start(cast, cast.scorer, preset=preset))
    assert field == "preset"


def test_either_a_preset_or_phases(cast: Cast, scorer: Any) -> None:
    both = start(cast, scorer, preset="even", phases=[1])
    assert mistakes(both) == {("preset", "not_both")}
    unknown = start(cast, scorer, preset=str(uuid4()))
    assert mistakes(unknown) == {("preset", "unknown_preset")}
