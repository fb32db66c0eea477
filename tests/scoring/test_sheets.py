"""Score sheets: what is on them, on which paper, and for whom."""

from __future__ import annotations

import re
import struct
import zlib
from dataclasses import asdict
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
import typst
from django.db import connection
from pytest_django.fixtures import Settings

from games.domain.game_record import GameRecord
from games.models import Game, Group, Player, ShareLink
from games.selectors.records import load
from referee.editions import EDITIONS
from referee.house_rules import STANDARD_RULES
from scoring.sheets import drawing
from scoring.sheets.api import views
from scoring.sheets.data import (
    MAX_ROUNDS_IN_PICTURE,
    MAX_ROUNDS_ON_PAPER,
    SheetData,
    SheetRound,
    sheet_data,
)
from scoring.sheets.drawing import Paper, SheetError, draw_paper, draw_picture
from scoring.sheets.words import HOUSE_RULES_OFF, HOUSE_RULES_ON
from tests.api.client import ContractClient
from tests.application import followed
from tests.cast import V1, Cast
from tests.games.scoresheet import Table, phone, sit_down
from tests.games.test_attendance import join, leave
from tests.sampling import RELEASE
from tests.scoring.made_up_sheets import made_up_sheet
from tests.server import run_python

# In points of 1/72 inch, as a PDF has it.
SIZES = {"a4": (595.28, 841.89), "letter": (612.0, 792.0)}
HOSTILE = [
    '#read("/etc/passwd")',
    "\U0001f600" * 80,
    "שלום עולם",
    "x" * 80,
    "*b* _i_ $x$ @a <l> `r` \\ // /* [ ] { } #",
    "日本 " * 20,
    "\u0301" * 79 + "a",
    "{page} {note}",
    '"; panic("x") //',
    "👩‍👩‍👧‍👦🏳️‍🌈",
    "\u200d".join(["🐻"] * 20) + "\u200d".join(["🐻"] * 20),  # two characters, each too wide
]


def record_of(table: Table) -> GameRecord:
    return load(UUID(table.game["id"]))


def data_of(table: Table) -> SheetData:
    return sheet_data(record_of(table), group="Kitchen table")


def rounds_of(data: SheetData) -> list[SheetRound]:
    assert data["rounds"] is not None
    return data["rounds"]


def cells(data: SheetData, number: int) -> list[str]:
    """The cells of a round in few letters: Phase, `+` or `-`, `out`, `D` for the dealer."""
    found = []
    for cell in rounds_of(data)[number - 1]["cells"]:
        if cell is None:
            found.append("no")
            continue
        laid_down, out, dealt = cell["laid_down"], cell["went_out"], cell["dealt"]
        marks = f"{'+' if laid_down else '-'}{' out' * out}{' D' * dealt}"
        found.append(f"P{cell['phase']}{marks} {cell['points']} {cell['total']}")
    return found


def png_size(png: bytes) -> tuple[int, int]:
    assert png.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = struct.unpack(">II", png[16:24])
    return width, height


def page_sizes(pdf: bytes) -> list[tuple[float, float]]:
    assert pdf.startswith(b"%PDF-")
    boxes = re.findall(rb"/MediaBox\s*\[0 0 ([\d.]+) ([\d.]+)\]", unpacked(pdf))
    return [(round(float(x), 2), round(float(y), 2)) for x, y in boxes]


def unpacked(pdf: bytes) -> bytes:
    """The file with all its compressed parts as they are read."""
    parts = [pdf]
    for packed in re.findall(rb"stream\r?\n(.*?)\r?\nendstream", pdf, re.DOTALL):
        try:
            parts.append(zlib.decompress(packed))
        except zlib.error:
            continue  # a part that is stored as it is
    return b"\n".join(parts)


# --- What is on it ------------------------------------------------------------------------


def test_rounds_as_they_were_tallied(cast: Cast) -> None:
    table = sit_down(cast, "NES").play("N=out E=5+ S=50-", "N=25+ E=50- S=out")
    response = table.record("N=105 E=out- S=30+", overrule="Misread, twice.")
    assert response.status_code == 201, response.content
    data = data_of(table)
    assert [player["name"] for player in data["players"]] == ["North", "East", "South"]
    assert cells(data, 1) == ["P1+ out D 0 0", "P1+ 5 5", "P1- 50 50"]
    assert cells(data, 2)[1:] == ["P2- D 50 55", "P1+ out 0 50"]
    assert [played["note"] for played in rounds_of(data)] == [None, None, 1]
    assert data["notes"] == [{"note": 1, "round": 3, "reason": "Misread, twice."}]
    standings = [
        (row["place"], row["name"], row["completed"], row["next_phase"], row["total"])
        for row in data["standings"]
    ]
    assert standings == [(1, "South", 2, 3, 80), (2, "North", 2, 3, 130), (3, "East", 1, 2, 55)]


def test_players_have_their_faces(cast: Cast) -> None:
    table = sit_down(cast, "NES")
    north, east, _ = (player["id"] for player in table.game["players"])
    for player, face in [(north, {"color": "umber"}), (east, {"sign": "🦊"})]:
        response = cast.owner.patch(f"{V1}/players/{player}/", face)
        assert response.status_code == 200, response.content
    data = data_of(table)
    faces = [player["face"] for player in data["players"]]
    assert [face["sign"] for face in faces] == ["N", "🦊", "S"]
    assert [face["color"] for face in faces] == ["umber", "plum", "plum"]
    assert {row["name"]: row["face"] for row in data["standings"]} == {
        player["name"]: player["face"] for player in data["players"]
    }


def test_a_tie_break_is_played_by_the_tied_alone(cast: Cast) -> None:
    table = sit_down(cast, "NESW", phases=[1, 2])
    table.play("N=out E=5+ S=50- W=50-", "N=5+ E=out S=50- W=50-", "N=25+ E=out")
    data = data_of(table)
    assert [played["tie_break"] for played in rounds_of(data)] == [False, False, True]
    assert cells(data, 3)[2:] == ["no", "no"]
    # Its points are told, and not added up.
    assert [cell.split()[-1] for cell in cells(data, 3)[:2]] == ["5", "5"]
    assert [row["name"] for row in data["standings"] if row["won"]] == ["East"]
    assert png_size(draw_picture(data))[0] == 1080


def test_who_joined_late_and_who_left(cast: Cast) -> None:
    table = sit_down(cast, "NE").play("N=out E=5")
    join(table, "S", cast, total=1)
    table.play("N=out E=5 S=55-")
    leave(table, "E", cast)
    data = data_of(table.play("N=out S=55-"))
    assert data["attendance"] == [
        "East left after round 2.",
        "South joined in round 2 with 1 point.",
    ]
    assert [cell is None for cell in rounds_of(data)[0]["cells"]] == [False, False, True]
    assert [cell is None for cell in rounds_of(data)[2]["cells"]] == [False, True, False]
    for ending in ("pdf", "png"):
        assert sheet(table, ending).status_code == 200


def test_a_name_from_right_to_left_leaves_its_sentence_in_order(cast: Cast) -> None:
    table = sit_down(cast, "NES", handicaps=[None, {"phase": 4}, None])
    Player.objects.filter(name="East").update(name="דנה")
    [text] = data_of(table)["attendance"]
    assert text == "\u2068דנה\u2069 began on Phase 4 with 0 points (handicap)."


def test_nobody_comes_or_leaves_once_a_game_is_over(cast: Cast) -> None:
    table = sit_down(cast, "NES", phases=[1, 2]).play("N=out E=5 S=55-", "N=55- E=70- S=out")
    leave(table, "E", cast)
    join(table, "W", cast, total=0)
    assert data_of(table)["attendance"] == [
        "East left after round 2.",
        "West joined in round 3 with 0 points.",
    ]
    table.decide("end")
    assert data_of(table)["attendance"] == []
    table.take_back()
    assert data_of(table)["attendance"] == []


def test_who_has_a_handicap(cast: Cast) -> None:
    table = sit_down(cast, "NES", handicaps=[None, {"phase": 4}, {"total": 5}])
    assert data_of(table)["attendance"] == [
        "East began on Phase 4 with 0 points (handicap).",
        "South began on Phase 1 with 5 points (handicap).",
    ]
    assert table.client.get(f"{table.url}sheet/").status_code == 200


@pytest.mark.parametrize(
    ("what", "status", "winners"),
    [("end", "Ended early: the leader won", 1), ("abandon", "Abandoned: nobody won", 0)],
)
def test_what_the_table_decided_is_told(cast: Cast, what: str, status: str, winners: int) -> None:
    table = sit_down(cast, "NE").play("N=out E=5+")
    table.decide(what)
    data = data_of(table)
    assert data["status"] == status
    assert sum(row["won"] for row in data["standings"]) == winners


def totals_only(cast: Cast) -> Table:
    """A game off an old sheet of paper; of East nobody wrote down the Phases."""
    table = sit_down(cast, "NE")
    totals = [
        {"completed": 10, "total": 120, "won": True},
        {"completed": None, "total": 300, "won": False},
    ]
    Game.objects.filter(pk=table.game["id"]).update(totals=totals, outcome="over")
    return table


def test_a_game_of_totals_has_no_grid(cast: Cast) -> None:
    data = data_of(totals_only(cast))
    assert data["rounds"] is None
    assert [(row["completed"], row["total"], row["won"]) for row in data["standings"]] == [
        (10, 120, True),
        (None, 300, False),
    ]
    assert page_sizes(draw_paper(data, Paper.A4)) == [SIZES["a4"]]
    assert png_size(draw_picture(data))[0] == 1080


def test_the_title_is_who_what_how_and_when(cast: Cast) -> None:
    table = sit_down(cast, "NE", edition="flip")
    Game.objects.update(started_at=datetime(2026, 3, 4, 23, 30, tzinfo=UTC))
    data = data_of(table)
    assert (data["group"], data["language"]) == ("Kitchen table", "en")
    assert data["about"][0] == "Phase 10 Flip!"
    assert re.search(r"\b4\b.*2026", data["about"][2])


def test_house_rules_that_are_on_and_those_switched_off(cast: Cast) -> None:
    rules = {"must_lay_down": True, "oversize_groups": False}
    assert data_of(sit_down(cast, "NE", house_rules=rules))["house_rules"] == [
        "Groups are laid down with exactly as many cards as the Phase asks for.",
        "A player who can lay down must do so.",
    ]


def test_every_house_rule_has_words() -> None:
    rules = asdict(STANDARD_RULES)
    assert HOUSE_RULES_ON.keys() == rules.keys()
    assert HOUSE_RULES_OFF.keys() == {rule for rule, is_on in rules.items() if is_on}


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_edition_and_its_phases(cast: Cast, edition: str) -> None:
    table = sit_down(cast, "NE", edition=edition)
    data = data_of(table)
    assert [one["name"] for one in data["phases"]] == [
        phase["name"] for phase in table.game["phases"]
    ]
    assert len(page_sizes(draw_paper(data, Paper.LETTER))) == 1
    assert png_size(draw_picture(data))[0] == 1080


# --- How it is drawn ------------------------------------------------------------------------


@pytest.mark.parametrize("paper", SIZES)
def test_forty_rounds_of_six_go_over_pages_of_the_paper_asked_for(paper: str) -> None:
    data = made_up_sheet(["Somebody"] * 6, 40, notes=40)
    pages = page_sizes(draw_paper(data, {"a4": Paper.A4, "letter": Paper.LETTER}[paper]))
    assert len(pages) >= 3
    assert set(pages) == {SIZES[paper]}


def test_of_a_long_game_the_last_rounds(cast: Cast) -> None:
    table = sit_down(cast, "NE")
    for _round in range(5):
        response = table.record("N=105 E=out-", overrule="Misread.")
        assert response.status_code == 201, response.content
    record, group = record_of(table), "Kitchen table"
    whole = sheet_data(record, group=group)
    last = sheet_data(record, group=group, max_rounds=2)
    assert (whole["left_out"], last["left_out"]) == (0, 3)
    assert last["left_out_text"] == "The first 3 rounds are not shown here."
    assert last["rounds"] == rounds_of(whole)[3:]
    assert last["notes"] == whole["notes"][3:]
    assert [note["note"] for note in last["notes"]] == [4, 5]
    assert sheet_data(record, group=group, max_rounds=5) == whole


@pytest.mark.full
@pytest.mark.parametrize("names", [["Somebody"] * 6, ["\U0001f600" * 80] * 6])
def test_the_longest_sheets_are_no_burden(names: list[str]) -> None:
    on_paper, in_picture = (
        made_up_sheet(names, rounds, notes=rounds)
        for rounds in (MAX_ROUNDS_ON_PAPER, MAX_ROUNDS_IN_PICTURE)
    )
    assert 10 <= len(page_sizes(draw_paper(on_paper, Paper.A4))) <= 60
    width, height = png_size(draw_picture(in_picture))
    assert width == 1080
    assert height < 10_500


def test_a_drawing_that_takes_all_memory_ends_alone(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(drawing, "PIXELS_PER_INCH", 50_000)
    with pytest.raises(SheetError, match="code"):
        draw_picture(data_of(sit_down(cast, "NE")))


def test_a_drawing_that_takes_too_long_is_ended(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(drawing, "MAX_SECONDS", 0.01)
    with pytest.raises(TimeoutError):
        draw_picture(data_of(sit_down(cast, "NE")))


@pytest.mark.parametrize("name", HOSTILE[:: 1 if RELEASE else 4])
def test_names_are_text_and_nothing_else(name: str) -> None:
    data = made_up_sheet([name] * 6, notes=3, reason=name, group=name)
    data["status"] = name
    # The paper does not grow sideways, and no name makes it longer than it is.
    assert png_size(draw_picture(data))[0] == 1080
    assert page_sizes(draw_paper(data, Paper.A4))[0] == SIZES["a4"]


def test_what_reads_files_elsewhere_stays_words(cast: Cast, tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("R" * 5000)
    data = data_of(sit_down(cast, "NE"))
    plain = draw_paper({**data, "group": "secret"}, Paper.A4)
    asked = draw_paper({**data, "group": f'#read("{secret}")'}, Paper.A4)
    assert abs(len(asked) - len(plain)) < 3000
    # And were it read as markup, there would be nothing to read but the templates.
    markup = f'#read("{secret}")'.encode()
    with pytest.raises(typst.TypstError, match="not found"):
        typst.compile(markup, root=str(drawing.TEMPLATES), format="pdf")  # type: ignore[call-overload]


def test_the_same_game_is_the_same_bytes(cast: Cast) -> None:
    data = data_of(sit_down(cast, "NE").play("N=out E=5+"))
    assert draw_paper(data, Paper.A4) == draw_paper(data, Paper.A4)
    assert draw_picture(data) == draw_picture(data)


def test_readers_that_speak_find_their_way(cast: Cast) -> None:
    """A title, a language, and tables with heads: Typst checks what PDF/UA asks for."""
    data = data_of(sit_down(cast, "NES", phases=[1]).play("N=out E=5+ S=50-"))
    pdf = drawing.compile_sheet("paper.typ", "pdf", data, paper="a4", pdf_standards=["ua-1"])
    text = unpacked(pdf)
    assert b"Kitchen table" in text
    assert re.search(rb"/Lang\s*\(en", text)
    assert b"/TH" in text


FIRST_AT_ONCE = """
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from scoring.sheets.sheet_fonts import font_folders
with ThreadPoolExecutor(4) as threads:
    found = list(threads.map(lambda _each: font_folders(), range(4)))
assert all(Path(folder).is_dir() for folders in found for folder in folders), found
"""


def test_the_first_sheets_at_the_same_moment_have_their_fonts() -> None:
    done = run_python("-c", FIRST_AT_ONCE)
    assert done.returncode == 0, done.stderr


# --- Over HTTP ------------------------------------------------------------------------------


def sheet(table: Table, ending: str, client: Any = None, **headers: str) -> Any:
    url = f"{table.url}sheet/?format={ending.replace('?', '&')}"
    return followed((client or table.client).get(url, headers=headers))


def watched(table: Table, ending: str) -> str:
    link = ShareLink.objects.create(game_id=table.game["id"], token=f"watch-{ending[:3]}")
    return f"{table.url}sheet/?link={link.token}&format={ending.replace('?', '&')}"


def test_paper_of_either_size(cast: Cast) -> None:
    table = sit_down(cast, "NE").play("N=out E=5+")
    for query, paper in (("", "a4"), ("?paper=a4", "a4"), ("?paper=letter", "letter")):
        response = sheet(table, f"pdf{query}")
        assert response.status_code == 200
        assert response["Content-Type"] == "application/pdf"
        assert page_sizes(response.content) == [SIZES[paper]]
        assert re.fullmatch(
            r'inline; filename="classic-\d{4}-\d\d-\d\d\.pdf"', response["Content-Disposition"]
        )


def test_a_file_is_named_by_the_day_that_is_on_the_sheet(cast: Cast) -> None:
    Group.objects.filter(pk=cast.group.pk).update(time_zone="America/Los_Angeles")
    table = sit_down(cast, "NE").play("N=out E=5+")
    evening = datetime(2026, 3, 2, 3, tzinfo=UTC)  # 7 p.m. on the first
    Game.objects.filter(pk=table.game["id"]).update(started_at=evening, phone_time=None)
    assert "classic-2026-03-01.pdf" in sheet(table, "pdf")["Content-Disposition"]
    assert "classic-2026-03-01.png" in sheet(table, "png")["Content-Disposition"]


def test_the_picture(cast: Cast) -> None:
    response = sheet(sit_down(cast, "NE"), "png")
    assert response["Content-Type"] == "image/png"
    assert png_size(response.content)[0] == 1080
    assert response["Cache-Control"] == "private, no-cache"


@pytest.mark.parametrize(
    ("query", "field"),
    [
        ("pdf?paper=a5", "paper"),
        ("pdf?paper=", "paper"),
        ("pdf?paper=a4&paper=letter", "paper"),
        ("pdf?paper=us-letter", "paper"),
        ("pdf?size=a4", "size"),
        ("png?paper=nonsense", "paper"),
        ("gif", "format"),
        ("", "format"),
    ],
)
def test_what_cannot_be_asked_for(cast: Cast, query: str, field: str) -> None:
    response = sheet(sit_down(cast, "NE"), query)
    assert response.status_code == 400
    assert [error["field"] for error in response.json()["errors"]] == [field]


@pytest.mark.parametrize(
    ("accept", "kind"),
    [
        ("", "application/pdf"),
        ("*/*", "application/pdf"),
        ("application/pdf", "application/pdf"),
        ("image/png", "image/png"),
        ("application/pdf;q=0.5, image/png", "image/png"),
        ("image/avif,image/webp,image/*,*/*;q=0.8", "image/png"),  # of an <img> in a browser
        ("text/html,application/xhtml+xml,*/*;q=0.8", "application/pdf"),  # of a link in a browser
        ("text/plain", "application/pdf"),
    ],
)
def test_what_is_accepted_decides_what_is_drawn(cast: Cast, accept: str, kind: str) -> None:
    table = sit_down(cast, "NE")
    response = followed(table.client.get(f"{table.url}sheet/", headers={"Accept": accept}))
    assert (response.status_code, response["Content-Type"]) == (200, kind)
    assert "Accept" in response["Vary"].split(", ")
    asked = sheet(table, "png" if kind == "application/pdf" else "pdf", Accept=accept)
    assert asked["Content-Type"] != kind  # what the address says is first


@pytest.mark.parametrize("ending", ["pdf?paper=a4", "pdf?paper=letter", "png"])
def test_whoever_has_it_already_is_not_sent_it_again(cast: Cast, ending: str) -> None:
    table = sit_down(cast, "NE").play("N=out E=5+")
    first = sheet(table, ending)
    again = sheet(table, ending, **{"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert again["ETag"] == first["ETag"]
    table.play("N=out E=5+")
    changed = sheet(table, ending, **{"If-None-Match": first["ETag"]})
    assert changed.status_code == 200
    assert changed["ETag"] != first["ETag"]


def test_nothing_is_drawn_for_who_has_it(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    table = sit_down(cast, "NE")
    tag = sheet(table, "png")["ETag"]
    monkeypatch.delattr(views, "drawings")
    assert sheet(table, "png", **{"If-None-Match": tag}).status_code == 304


@pytest.mark.parametrize("model", [Group, Player])
def test_another_name_makes_another_sheet(cast: Cast, model: Any) -> None:
    table = sit_down(cast, "NE")
    tag = sheet(table, "png")["ETag"]
    model.objects.filter(name__in=["Kitchen table", "North"]).update(name="Nobody before")
    assert sheet(table, "png", **{"If-None-Match": tag}).status_code == 200


@pytest.mark.parametrize("ending", ["pdf", "pdf?paper=letter", "png"])
def test_spectators_see_what_members_see_also_at_the_old_addresses(cast: Cast, ending: str) -> None:
    table = sit_down(cast, "NE").play("N=out E=5+")
    address, old = watched(table, ending), f"sheet.{ending}"
    spectator, token = ContractClient(), ShareLink.objects.get().token
    asked = [(spectator, address), (spectator, f"{V1}/watch/{token}/{old}")]
    for client, url in [*asked, (table.client, f"{table.url}{old}")]:
        assert followed(client.get(url)).content == sheet(table, ending).content
    assert table.client.get(f"{table.url}sheet.png?paper=a4").status_code == 400
    ShareLink.objects.update(revoked_at=datetime.now(UTC))
    assert ContractClient().get(address).status_code == 404


def test_it_takes_as_many_queries_however_long_the_game(
    cast: Cast, django_assert_num_queries: Any
) -> None:
    table = sit_down(cast, "NE")
    client = phone(cast.users["viewer"])
    address = watched(table, "png")
    for _round in range(4):
        # The token, the game, the group. SQLite is asked for seats and rounds one by one.
        at_once = connection.vendor == "postgresql"
        with django_assert_num_queries(3 if at_once else 5):
            sheet(table, "png", client)
        with django_assert_num_queries(3 if at_once else 4):
            ContractClient().get(address)
        table.record("N=105 E=out-", overrule="Misread.")


def test_a_long_sheet_counts_as_several(
    cast: Cast, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = sit_down(cast, "NE").play("N=out E=50-", "N=50- E=out")
    settings.THROTTLE = True
    settings.THROTTLE_RATES = {**settings.THROTTLE_RATES, "sheet": "6/day"}
    monkeypatch.setattr(views, "CELLS_AT_ONCE", 2)  # this one has four
    first = sheet(table, "png")
    assert (first.status_code, first["RateLimit"].split(";")[1]) == (200, "r=3")
    again = sheet(table, "png", **{"If-None-Match": first["ETag"]})  # not drawn: one
    assert (again.status_code, again["RateLimit"].split(";")[1]) == (304, "r=2")
    over = sheet(table, "pdf")
    assert (over.status_code, over.json()["code"]) == (429, "throttled")
    assert int(over["Retry-After"]) > 0
