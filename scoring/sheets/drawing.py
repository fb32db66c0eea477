"""Drawing score sheets with Typst and the templates in `typ/`, in processes of their own.

The same data gives the same bytes. Of the machine, Typst reads only the templates, the fonts of
`sheet_fonts` and, for characters that these lack, the installed fonts.
"""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
from collections.abc import Sequence
from enum import StrEnum
from functools import cache
from pathlib import Path
from threading import BoundedSemaphore

from django.core.cache import caches

from rest.child_process import ChildFailed, run_child
from rest.problems import ProblemError, server_busy
from scoring.sheets.data import SheetData
from scoring.sheets.night import NightPicture
from scoring.sheets.sheet_fonts import font_folders, font_versions

TEMPLATES = Path(__file__).parent / "typ"
PIXELS_PER_INCH = 216  # three per point: the picture's 360 points are 1080 pixels

# Drawing keeps a processor busy: more at once would only be slower.
_drawing_slots = BoundedSemaphore(os.cpu_count() or 1)
MAX_WAIT = 10  # seconds for a processor
MAX_SECONDS = 30  # for a drawing, on a busy machine; a large one takes one
MAX_KEPT_BYTES = 512 * 1024  # a larger drawing is not kept


class SheetError(Exception):
    """A sheet could not be drawn: an error of ours."""


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
    template: str, format: str, data: Drawn, *, paper: str = "", pdf_standards: Sequence[str] = ()
) -> bytes:
    """Compile a template in a process of its own, unless the same was drawn a moment ago.

    Raises SheetError; ProblemError (503) if there is no time for it now.
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
    kept, key = caches["sheets"], hashlib.sha256(content).hexdigest()
    drawn: bytes | None = kept.get(key)
    if drawn is None:
        drawn = _draw(content)
        if len(drawn) <= MAX_KEPT_BYTES:
            kept.set(key, drawn)
    return drawn


def _draw(order: bytes) -> bytes:
    """Have a drawer draw; see `scoring.sheets.drawer` for its limits."""
    if not _drawing_slots.acquire(timeout=MAX_WAIT):
        raise ProblemError.of(server_busy())
    try:
        return run_child("scoring.sheets.drawer", order, seconds=MAX_SECONDS)
    except subprocess.TimeoutExpired:
        raise ProblemError.of(server_busy()) from None
    except ChildFailed as error:
        raise SheetError(str(error)) from None
    finally:
        _drawing_slots.release()


def _json(data: Drawn) -> str:
    return json.dumps(data, ensure_ascii=False, sort_keys=True)


@cache
def _template_sources() -> str:
    return "\n".join(file.read_text("utf-8") for file in sorted(TEMPLATES.glob("*.typ")))
