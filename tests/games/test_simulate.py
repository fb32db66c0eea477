"""`manage.py simulate`: figures of simulated games, as text, JSON and a picture."""

from __future__ import annotations

import json
import re
from io import StringIO
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from referee.editions import EDITIONS
from referee.simulator.round import Disagreement
from referee.simulator.series import Series


def simulate(**options: Any) -> str:
    out = StringIO()
    call_command("simulate", stdout=out, **{"games": 2, "seed": 7, **options})
    return out.getvalue()


def figures(folder: Path, **options: Any) -> list[dict[str, Any]]:
    file = folder / "figures.json"
    simulate(json=file, **options)
    found: list[dict[str, Any]] = json.loads(file.read_text())
    return found


@pytest.mark.parametrize("edition", EDITIONS)
def test_it_says_how_games_go(edition: str) -> None:
    text = simulate(edition=edition)
    assert f"{EDITIONS[edition].name}: 2 games with 4 players" in text
    assert re.search(r"Tallies that passed the check: \d+\. Legal plays: \d+\.", text)
    assert re.search(r"Rounds per game: \d+\.\d", text)
    assert re.search(r"^10  .+ \d+ %  +\d\.\d\d$", text, re.MULTILINE)
    assert ("random:1" in text) is (edition == "flip")


@pytest.mark.full
def test_the_figures_do_not_depend_on_how_many_play_them(tmp_path: Path) -> None:
    asked = {"edition": "express", "games": 11, "phases": "2;7"}
    assert figures(tmp_path, **asked) == figures(tmp_path, **asked, jobs=2)


def test_a_list_of_ones_own_is_set_beside_the_official_one(tmp_path: Path) -> None:
    own, official = figures(tmp_path, edition="express", phases="4; run 5; set 2 + odd 2", games=4)
    assert own["list"] == ["pair_run 4", "run 5", "set 2 + odd 2"]
    assert len(official["list"]) == len(official["phases"]) == 10
    assert own["finished"] == 4
    for found in (own, official):
        assert sum(found["rounds_per_game"]["games"].values()) == 4
        needed = sum(phase["tries"] / phase["laid_down"] for phase in found["phases"])
        assert found["rounds_for_the_list"] == pytest.approx(needed)


def test_it_draws_a_picture(tmp_path: Path) -> None:
    file = tmp_path / "figures.svg"
    simulate(edition="flip", phases="8;1", svg=file)
    words = "".join(ElementTree.parse(file).getroot().itertext())
    for part in ("Phase 10 Flip!", "A custom list", "The official Phases", "Color run of 5"):
        assert part in words


def test_games_that_end_at_their_bounds_are_told() -> None:
    text = simulate(edition="express", max_rounds=2)
    assert "2 games were stopped after the maximum number of rounds." in text
    assert "Rounds per game" not in text


@pytest.mark.parametrize(
    ("option", "value", "why"),
    [
        ("phases", "set 99", "This Phase cannot be played"),
        ("bots", "strong,cunning", "Unknown bots: cunning"),
        ("players", 7, "is for 2 to 6 players"),
        ("pairing", "true", "Unknown pairing"),
    ],
)
def test_what_cannot_be_played_is_refused(option: str, value: Any, why: str) -> None:
    with pytest.raises(CommandError, match=why):
        simulate(**{option: value})


@pytest.mark.parametrize("games", ["0", "x", "-1"])
def test_less_than_one_game_is_refused(games: str) -> None:
    with pytest.raises(CommandError, match="1 or more"):
        call_command("simulate", f"--games={games}")


def test_an_objection_of_the_referee_fails_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    def objects(series: Series, first: int, stop: int) -> None:
        raise Disagreement("Game 3 of seed 7: this cannot be")

    monkeypatch.setattr(Series, "play", objects)
    with pytest.raises(CommandError, match="Game 3 of seed 7"):
        simulate()
