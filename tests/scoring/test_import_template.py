"""Sheets to fill in: empty, they say so; filled in, they come in as a whole."""

from __future__ import annotations

import csv
import io
from typing import Any

import pytest

from games.models import Game
from scoring.exchange.paper.template import LAYOUTS, template_rows
from scoring.exchange.paper.words import WORDS
from tests.cast import V1, Cast
from tests.games.scoresheet import phone
from tests.scoring.import_files import CSV, XLSX, bring, codes, looked_at, standings

NAMES = ("North", "East")


def template(cast: Cast, query: str, *, of_group: bool = False, language: str = "") -> bytes:
    client = phone(cast.users["scorer"])
    headers = {"Accept-Language": language}
    more = f"&group={cast.group.pk}" if of_group else ""
    response = client.get(f"{V1}/imports/template/?{query}{more}", headers=headers)
    assert response.status_code == 200, response.content
    assert "attachment" in response["Content-Disposition"]
    if of_group and "format=xlsx" not in query:  # where the time is written
        old = client.get(f"{cast.url}/imports/template/?{query}", headers=headers)
        assert old.content == response.content
    return bytes(response.content)


def rows_of(data: bytes) -> list[list[Any]]:
    return list(csv.reader(io.StringIO(data.decode("utf-8-sig"), newline="")))


@pytest.mark.full
@pytest.mark.parametrize("form", [*((CSV, language) for language in WORDS), (XLSX, "en")])
@pytest.mark.parametrize("layout", LAYOUTS)
def test_an_empty_one_says_that_nothing_is_filled_in(
    cast: Cast, layout: str, form: tuple[str, str]
) -> None:
    media_type, language = form
    ending = "csv" if media_type == CSV else "xlsx"
    data = template(cast, f"layout={layout}&language={language}&format={ending}")
    _job, found = looked_at(cast, data, media_type)
    assert [code for _line, _column, code in codes(found)] == ["empty_file"]
    assert "Nothing is filled in" in found["problems"][0]["message"]
    assert (found["layout"], found["players"]) == (layout, [])
    assert all(each["reads_as"] for each in found["columns"])


def fill_rounds(cells: list[list[Any]]) -> None:
    """Fill in two players' rounds of a game of all ten Phases; North goes out in each."""
    head = next(number for number, row in enumerate(cells) if len(row) > 2)
    cells[head - 2][1] = "2024-03-01"
    cells[head][1:3] = NAMES
    for number in range(1, 11):
        cells[head + number][1:3] = [f"0 ({number})", "120 (1)"]
    cells[-1][1:3] = [0, 1200]


def fill_games(cells: list[list[Any]]) -> None:
    row = ["2024-03-01", "classic", "North", 340, "East", 415]
    cells.append([*row, *[""] * (len(cells[-1]) - len(row) - 1), "North"])


def fill_lines(cells: list[list[Any]]) -> None:
    for name, points, won in (("North", 340, "x"), ("East", 415, "")):
        cells.append(["2024-03-01", "1", "classic", "", name, *[""] * 4, points, "", won])


FILL = {"rounds": fill_rounds, "games": fill_games, "lines": fill_lines}
ENDS = {
    "rounds": ["North 10 0 1*", "East 0 1200 2"],
    "games": ["North None 340 1*", "East None 415 2"],
    "lines": ["North None 340 1*", "East None 415 2"],
}


@pytest.mark.parametrize("language", WORDS)
@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_filled_one_comes_in(cast: Cast, language: str, layout: str) -> None:
    cells = rows_of(template(cast, f"layout={layout}&language={language}"))
    FILL[layout](cells)
    text = "\n".join(";".join(map(str, row)) for row in cells)
    assert bring(cast, text)["imported"] == 1
    game = Game.objects.get()
    assert standings(cast, game.pk) == ENDS[layout]
    assert game.started_at.date().isoformat() == "2024-03-01"


def test_it_is_in_the_language_of_the_caller(cast: Cast) -> None:
    german = rows_of(template(cast, "", language="de-AT, en;q=0.5"))
    assert german[4][:2] == ["Runde", "Spieler 1"]
    assert rows_of(template(cast, "", language="it"))[4][0] == "Round"


def test_that_of_a_group_has_its_players(cast: Cast) -> None:
    rows = rows_of(template(cast, "language=es", of_group=True))
    assert rows[4][0] == "Ronda"
    assert sorted(rows[4][1:]) == ["East", "North", "South", "West"]
    rows = rows_of(template(cast, "layout=games", of_group=True))
    assert rows[-1][:2] == ["Date", "Edition"]


@pytest.mark.parametrize("query", ["format=json", "layout=years", "language=it", "x=1"])
def test_a_query_that_is_none(cast: Cast, query: str) -> None:
    response = phone(cast.users["scorer"]).get(f"{V1}/imports/template/?{query}")
    assert (response.status_code, response.json()["code"]) == (400, "invalid_request")


def test_words_of_a_template_begin_with_capitals() -> None:
    for language in ("en", "de", "fr", "es"):
        label = str(list(template_rows("rounds", language))[-1][0])
        assert label[0].isupper()
