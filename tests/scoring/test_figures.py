"""The documented figures: the examples are worked out again, and are what the server says."""

from __future__ import annotations

import ast
import operator
import re
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from config.documents import with_figures
from games.models import Game, Player
from scoring.statistics.figures import FIGURES
from scoring.statistics.selectors import odds
from scoring.statistics.wire import odds as wire_odds
from tests.cast import V1, Cast
from tests.games.scoresheet import phone, sit_down
from tests.scoring.counting import count_all

DOCUMENT = Path(__file__).parents[2] / "docs/statistics.md"
GAME = re.compile(r"^(\d+ \w+ \d{4}): (.+)$", re.MULTILINE)
OPERATORS: dict[type, Callable[[float, float], float]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv,
}  # fmt: skip

# Where the answers have what the examples are about; of those without an entry, the first line.
Answers = dict[str, Any]
PLACES: dict[str, Callable[[Answers], Any]] = {
    "rating": lambda a: a["line"]["rating"]["points"],
    "margin": lambda a: a["line"]["rating"]["margin"],
    "rank": lambda a: "{best}–{worst}".format(**a["line"]["rank"]),
    "form": lambda a: ", ".join(str(game["place"]) for game in a["line"]["form"]),
    "overruled": lambda a: a["page"]["overruled"]["rounds"],
    "ahead": lambda a: a["rivals"]["players"][0]["ahead"],
    "nemesis": lambda a: a["page"]["nemesis"] or a["page"]["favourite_opponent"] or "nobody",
    "circumstances": lambda a: "too few games" if not a["circumstances"]["by_seat"] else "",
    "success_rate": lambda a: a["page"]["phases"][0]["success_rate"],
    "attempts_per_success": lambda a: a["page"]["phases"][0]["attempts_per_success"],
    "expected_rate": lambda a: a["page"]["phases"][0]["expected_rate"],
    "hardest_phase": lambda a: a["year"]["hardest_phase"] or "none",
    "streak_wins": lambda a: a["page"]["streaks"]["wins"]["longest"],
    "streak_going_out": lambda a: a["page"]["streaks"]["going_out"]["longest"],
    "streak_laying_down": lambda a: a["page"]["streaks"]["laying_down"]["longest"],
    "best_round": lambda a: a["page"]["best_round"]["points"],
    "worst_round": lambda a: a["page"]["worst_round"]["points"],
    "fastest_win": lambda a: a["page"]["fastest_wins"][0]["rounds"],
    "lowest_win": lambda a: a["records"].get("lowest_win", "none"),
    "biggest_comeback": lambda a: f"{a['page']['biggest_comeback']['phases']} Phase",
    "chance": lambda a: a["odds"]["players"][0]["chance"],
    "suggested_handicap": lambda a: a["odds"]["players"][0]["suggested_handicap"] or "none",
    "winner_of_the_night": lambda a: f"{a['night']['winners'][0]['name']} on 8 March",
    "champion": lambda a: "{} and {}, 1 win each".format(
        *sorted(one["player"]["name"] for one in a["year"]["champions"] if one["wins"] == 1)
    ),
    "most_improved": lambda a: a["year"]["most_improved"] or "nobody",
}


def worked_out(text: str) -> float:
    """The value of sums and products."""

    def value(node: ast.expr) -> float:
        if isinstance(node, ast.BinOp):
            return OPERATORS[type(node.op)](value(node.left), value(node.right))
        assert isinstance(node, ast.Constant)
        return float(str(node.value))

    return value(ast.parse(text, mode="eval").body)


def answers(cast: Cast) -> Answers:
    """What the server says after the documented games."""
    for player, name in zip(cast.players, ("Nora", "Omar", "Pia"), strict=False):
        Player.objects.filter(pk=player.pk).update(name=name)
    for day, text in GAME.findall(DOCUMENT.read_text(encoding="utf-8")):
        rounds = [re.sub(r"(\w)\w*=", r"\1=", each) for each in text.split(" | ")]
        seats = "".join("NES"["NOP".index(name)] for name in re.findall(r"(\w)=", rounds[0]))
        game = sit_down(cast, seats, phases=[1, 2])
        began = datetime.strptime(f"{day} 20:00 +0000", "%d %B %Y %H:%M %z")
        Game.objects.filter(pk=game.game["id"]).update(started_at=began)
        game.play(*rounds)
    nora, omar, pia = (str(player.pk) for player in cast.players[:3])
    count_all()

    def get(path: str, **query: Any) -> Any:
        response = phone(cast.users["viewer"]).get(f"{cast.url}/{path}", query)
        assert response.status_code == 200, response.content
        return response.json()

    board = get("statistics/leaderboard/")["players"]
    records = get("statistics/", include="records")["records"]
    return {
        "line": next(line for line in board if line["player"]["id"] == nora),
        "page": get(f"statistics/players/{nora}/"),
        "circumstances": get(f"statistics/players/{nora}/", include="circumstances")[
            "circumstances"
        ],
        "rivals": get("statistics/", include="head_to_head", players=[nora, omar])["head_to_head"][
            "rivalry"
        ],
        "odds": get("statistics/odds/", players=[nora, omar, pia]),
        "records": {record["code"]: record["value"] for record in records},
        "year": get("statistics/periods/2025/"),
        "night": get("nights/2025-03-08/"),
    }


@pytest.mark.django_db
def test_the_examples_are_what_the_server_says(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(odds, "MIN_GAMES", 1)
    monkeypatch.setattr(wire_odds, "MIN_GAMES", 1)
    found = answers(cast)
    for figure in FIGURES.values():
        in_line_or_record = {**found["records"], **found["line"]}.get(figure.code)
        place = PLACES.get(figure.code, lambda _all, seen=in_line_or_record: seen)
        said = place(found)
        said = said["value"] if isinstance(said, dict) else said
        steps, _equals, result = figure.example.rpartition(" = ")
        if isinstance(said, str):
            assert figure.example == said, figure.code
        else:
            assert float(result) == pytest.approx(said, abs=1e-4), figure.code
            digits = len(result.partition(".")[2])
            assert round(worked_out(steps or result), digits) == float(result), figure.code


def test_the_document_has_the_table() -> None:
    text = DOCUMENT.read_text(encoding="utf-8")
    assert text == with_figures(text), "run `make schema`"


@pytest.mark.django_db
def test_clients_are_told_what_the_figures_mean(cast: Cast) -> None:
    url = f"{V1}/figures/"
    answer = cast.viewer.get(url)
    assert [one["code"] for one in answer.json()["figures"]] == list(FIGURES)
    assert cast.viewer.get(url, headers={"If-None-Match": answer["ETag"]}).status_code == 304
    german = cast.viewer.get(url, headers={"Accept-Language": "de"}).json()["figures"]
    assert german[0]["name"] == "Wertung"
