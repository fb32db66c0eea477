"""Drawing score sheets with Typst and the templates in `typ/`, in processes of their own.

The same data gives the same bytes. Of the machine, Typst reads only the templates, the fonts of
`sheet_fonts` and, for characters that these lack, the installed fonts.
"""

from __future__ import annotations

import hashlib
import json
import subprocess
from collections.abc import Sequence
from enum import StrEnum
from functools import cache
from pathlib import Path

from rest.child_process import ChildFailed, run_child
from scoring.sheets.data import SheetData
from scoring.sheets.night import NightPicture
from scoring.sheets.sheet_fonts import font_folders, font_versions

TEMPLATES = Path(__file__).parent / "typ"
PIXELS_PER_INCH = 216  # three per point: the picture's 360 points are 1080 pixels

MAX_SECONDS = 30  # for a drawing, on a busy machine; a large one takes two


class SheetError(Exception):
    """A sheet could not be drawn: an error of ours."""


Drawn = SheetData | NightPicture


class Paper(StrEnum):
    """Paper sizes, by Typst's names."""

    A4 = "a4"
    LETTER = "us-letter"


def draw_paper(data: SheetData, paper: Paper) -> bytes:
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
    template: str, format: str, data: Drawn, *, paper: str = "", pdf_standards: Sequence[str] = ()
) -> bytes:
    """Compile a template in a process of its own; see `scoring.sheets.drawer` for its limits.

    Raises SheetError, and TimeoutError if it takes too long.
    """
    order = {
        "template": str(TEMPLATES / template),
        "root": str(TEMPLATES),  # nothing above it can be read
        "fonts": font_folders(),
        "format": format,
        "ppi": PIXELS_PER_INCH,
        "sys_inputs": {"data": _json(data), "paper": paper},
        "pdf_standards": list(pdf_standards),
    }
    content = json.dumps(order).encode()
    try:
        return run_child("scoring.sheets.drawer", content, seconds=MAX_SECONDS)
    except subprocess.TimeoutExpired:
        raise TimeoutError from None
    except ChildFailed as error:
        raise SheetError(str(error)) from None


def _json(data: Drawn) -> str:
    return json.dumps(data, ensure_ascii=False, sort_keys=True)


@cache
def _template_sources() -> str:
    return "\n".join(file.read_text("utf-8") for file in sorted(TEMPLATES.glob("*.typ")))
