"""The examples of docs/import.md can be imported as they stand."""

from __future__ import annotations

import json
import re

import pytest

from games.models import Game
from scoring.exchange.paper.sheet_lines import COLUMNS
from tests.api.contract import ROOT
from tests.cast import Cast
from tests.scoring.import_files import CSV, JSON, bring, look_again, looked_at, standings

TEXT = (ROOT / "docs" / "import.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```(csv|json)\n(.*?)```", TEXT, re.DOTALL)
OPTIONS = next(text for kind, text in EXAMPLES if kind == "json" and '"columns"' in text)
EXAMPLES.remove(("json", OPTIONS))
OUTCOMES = [
    [["Anna 2 10 1*", "Bob 1 60 2", "Cleo 1 90 3"]],
    [["Anna 10 340 1*", "Bob 9 415 2", "Cleo 8 280 3"], ["Anna None 500 2", "Bob None 320 1*"]],
    [["Anna 2 10 1*", "Bob 1 60 2", "Cleo 1 90 3"]],
    [["Anna 1 50 2", "Bob 2 10 1*"], ["Bob 2 0 1*", "Anna 1 70 2"]],
    [["Anna 10 340 1*", "Bob 9 415 2", "Cleo 8 280 3"], ["Anna None 500 2", "Bob None 320 1*"]],
    [["Anna None 340 1*", "Bob None 415 2"]],
]


@pytest.mark.parametrize(("example", "outcome"), list(zip(EXAMPLES, OUTCOMES, strict=True)))
def test_an_example_is_imported(
    cast: Cast, example: tuple[str, str], outcome: list[list[str]]
) -> None:
    kind, text = example
    media_type = {"csv": CSV, "json": JSON}[kind]
    names = {one["name"]: "new" for one in looked_at(cast, text, media_type)[1]["players"]}
    bring(cast, text, media_type, players=names)
    games = Game.objects.order_by("started_at")
    assert [standings(cast, game.pk) for game in games] == outcome


def test_every_column_is_described() -> None:
    described = set(re.findall(r"^\| `(\w+)` \|", TEXT, re.MULTILINE))
    assert set(COLUMNS) <= described


def test_every_member_of_a_preview_is_described(cast: Cast) -> None:
    _job, found = looked_at(cast, EXAMPLES[0][1])
    described = TEXT.partition("## The preview")[2]
    assert all(f"`{name}`" in described for name in found)
    assert json.loads(EXAMPLES[-1][1])["plays"]


def test_the_options_can_be_sent(cast: Cast) -> None:
    job, _found = looked_at(cast, EXAMPLES[0][1])
    options = json.loads(OPTIONS)
    assert (options.pop("kind"), bool(options.pop("preview"))) == ("preview", True)
    assert look_again(cast, job, **options)[1]["options"] == options
