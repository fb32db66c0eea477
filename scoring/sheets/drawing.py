"""Drawing score sheets with Typst and the templates in `typ/`.

The same data gives the same bytes. Of the machine, Typst reads only the templates, the fonts of
`sheet_fonts` and, for characters that these lack, the installed fonts.
"""

from __future__ import annotations

import hashlib
import json
import os
from enum import StrEnum
from functools import cache
from pathlib import Path
from threading import BoundedSemaphore
from typing import Any

from scoring.sheets.data import SheetData
from scoring.sheets.night import NightPicture
from scoring.sheets.sheet_fonts import font_versions, sheet_fonts

TEMPLATES = Path(__file__).parent / "typ"
PIXELS_PER_INCH = 216  # three per point: the picture's 360 points are 1080 pixels

# Drawing keeps a processor busy and a picture in memory: more at once would only be slower.
_drawing_slots = BoundedSemaphore(os.cpu_count() or 1)


Drawn = SheetData | NightPicture


class Paper(StrEnum):
    """Paper sizes, by Typst's names."""

    A4 = "a4"
    LETTER = "us-letter"


def draw_paper(data: SheetData, paper: Paper) -> bytes:
    """Draw a sheet as PDF."""
    return compile_sheet("paper.typ", "pdf", data, paper=paper.value)


def draw_picture(data: SheetData) -> bytes:
    """Draw a sheet as PNG: 1080 pixels wide, and as tall as needed."""
    return compile_sheet("picture.typ", "png", data)


def draw_night(data: NightPicture) -> bytes:
    """Draw a night as PNG: 1080 × 1350 pixels."""
    return compile_sheet("night.typ", "png", data)


def fingerprint(data: Drawn, format: str) -> str:
    """A hash of what a drawing depends on: data, format, templates, fonts, Typst's version."""
    parts = (_json(data), format, _template_sources(), font_versions())
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:32]


def compile_sheet(
    template: str, format: Any, data: Drawn, *, paper: str = "", pdf_standards: Any = ()
) -> bytes:
    """Compile a template; raises Typst's `TypstError`."""
    import typst  # here, because a server should not load it before somebody wants a sheet

    with _drawing_slots:
        drawn: bytes = typst.compile(
            str(TEMPLATES / template),
            root=str(TEMPLATES),  # nothing above it can be read
            font_paths=sheet_fonts(),
            format=format,
            ppi=PIXELS_PER_INCH,
            sys_inputs={"data": _json(data), "paper": paper},
            pdf_standards=list(pdf_standards),
        )
    return drawn


def _json(data: Drawn) -> str:
    return json.dumps(data, ensure_ascii=False, sort_keys=True)


@cache
def _template_sources() -> str:
    return "\n".join(file.read_text("utf-8") for file in sorted(TEMPLATES.glob("*.typ")))
