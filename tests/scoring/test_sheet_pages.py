"""How a score sheet looks: no missing characters, no torn rounds or names, no page almost empty."""

from __future__ import annotations

import io
import re
from collections import Counter
from collections.abc import Iterator

import pytest
from pypdf import PageObject, PdfReader
from pypdf.generic import ContentStream

from scoring.sheets.data import SheetData
from scoring.sheets.drawing import Paper, draw_paper
from tests.sampling import FULL, SHARE
from tests.scoring.made_up_sheets import made_up_sheet

SCRIPTS = {
    "Chinese, simplified": "汉语 赵钱孙",
    "Chinese, traditional": "漢語 趙錢孫 龍",
    "Japanese": "さくら カタカナ 日本",
    "Korean": "김민수 한국어",
    "Thai": "สมชาย ใจดี ที่",
    "Arabic": "محمد عبد الله",
    "Persian": "پژمان گچی",
    "Hebrew": "דניאל כהן",
    "Hebrew and Latin": "שלום Anna 3",
    "Devanagari": "देवनागरी क्षत्रिय",
    "Emoji": "Zoë 🎲🃏🎉🥇👩‍👩‍👧‍👦🏳️‍🌈👍🏽❤️🇩🇪",
    "Cyrillic and Greek": "Юлия Ωμέγα",
    "Latin": "Łukasz Ñuñez Đặng Þór",
}
OURS = ("Libertinus", "FiraGO", "NotoSansCJK", "NotoEmoji", "DejaVuSansMono")


def pages(data: SheetData) -> list[PageObject]:
    return list(PdfReader(io.BytesIO(draw_paper(data, Paper.A4))).pages)


# --- Characters -------------------------------------------------------------------------


def missing_glyphs(page: PageObject) -> int:
    """How many crossed boxes a page shows: they are glyph 0 of their font."""
    content = ContentStream(page.get_contents(), page.pdf)
    shown: list[bytes] = []
    for operands, operator in content.operations:
        if operator == b"Tj":
            shown.append(_raw(operands[0]))
        elif operator == b"TJ":
            shown += [_raw(part) for part in operands[0] if isinstance(part, str | bytes)]
    glyphs = [text[i : i + 2] for text in shown for i in range(0, len(text), 2)]
    assert glyphs
    return glyphs.count(b"\0\0")


def _raw(text: str | bytes) -> bytes:
    return text if isinstance(text, bytes) else getattr(text, "original_bytes")  # noqa: B009


def fonts(page: PageObject) -> Iterator[str]:
    for font in page["/Resources"]["/Font"].values():  # type: ignore[index]
        yield font.get_object()["/BaseFont"].partition("+")[2]


def test_a_character_in_no_font_is_found_to_be_missing() -> None:
    """This shows that the test below can fail: no font has this one."""
    (page,) = pages(made_up_sheet(["Anna", "\U000f1234"]))
    assert missing_glyphs(page) > 0


@pytest.mark.parametrize("name", SCRIPTS.values(), ids=SCRIPTS)
def test_every_script_has_letters(name: str) -> None:
    """From our own fonts, so on a machine without any too."""
    (page,) = pages(made_up_sheet([name, "Bob"], group=name))
    assert missing_glyphs(page) == 0
    assert all(font.startswith(OURS) for font in fonts(page)), set(fonts(page))


def test_arabic_letters_join() -> None:
    """Joined, a letter takes another shape than alone."""

    def glyphs(name: str) -> Counter[bytes]:
        (page,) = pages(made_up_sheet([name]))
        found: Counter[bytes] = Counter()
        for operands, operator in ContentStream(page.get_contents(), page.pdf).operations:
            if operator in (b"Tj", b"TJ"):
                parts = operands[0] if operator == b"TJ" else operands
                found.update(_raw(part) for part in parts if isinstance(part, str | bytes))
        return found

    assert glyphs("\u0628\u0628\u0628") != glyphs("\u0628\u200c\u0628\u200c\u0628")


# --- Pages ------------------------------------------------------------------------------

LENGTHS = range(1, 61, SHARE) if FULL else (17, 44)


@pytest.mark.parametrize(("players", "notes"), [(2, 60), (4, 1), (6, 0)])
def test_no_round_is_torn_and_no_page_has_a_single_line(players: int, notes: int) -> None:
    names = ["Maximilian von und zu Hohenstein", "Bob", "Cleo", "Dora", "Eli", "Finn"][:players]
    for rounds in LENGTHS:
        data = made_up_sheet(names, rounds, notes=min(notes, rounds), phases=1)
        seen: list[int] = []
        for number, page in enumerate(pages(data), 1):
            lines = [line for line in page.extract_text().splitlines() if line.strip()]
            figures = Counter(map(int, re.findall(r"\b\d{4,5}\b", "\n".join(lines))))
            del figures[2026]
            here = {figure // 1000 for figure in figures}
            for one in here:
                for seat in range(players):
                    assert figures[1000 * one + 10 * seat], (rounds, number, one)
                    assert figures[1000 * one + 10 * seat + 5], (rounds, number, one)
            seen += sorted(here)
            # Beside the head of the table and the foot of the page.
            noted = sum("(Round " in line or "Overruled" in line for line in lines)
            assert number == 1 or len(here) + noted >= 3, (rounds, number, lines)
        assert seen == list(range(1, rounds + 1))


# --- Names ------------------------------------------------------------------------------


def test_names_break_between_words() -> None:
    names = [
        "Maximilian von Hohenstein",
        "Anna Katharina Lena Schmidt",
        "王小明 中文名字",
        "สมชาย ใจดีมาก",
        "김민수 한국사람",
        "Hildegard-Wilhelmine",
    ]
    (page,) = pages(made_up_sheet(names))
    head = page.extract_text().partition("on the right, total below")[2].partition("P1")[0]
    lines = [re.sub(r"[\s\u2060]", "", line) for line in head.splitlines()]
    for name in names:
        for word in re.split(r" |(?<=-)", name):
            assert any(word in line for line in lines), (word, lines)
