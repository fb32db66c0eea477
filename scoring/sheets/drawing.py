"""Typst draws a sheet by the templates beside this file.

It draws the same bytes for the same data. Of the machine it reads the templates and, where
there are any, the fonts: for letters and emoji that its own fonts do not have.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Mapping
from enum import StrEnum
from functools import cache
from importlib.metadata import version
from pathlib import Path
from threading import BoundedSemaphore
from typing import Any

import typst

TEMPLATES = Path(__file__).parent / "typ"
PIXELS_PER_INCH = 216  # three a point: the picture's 360 points are 1080 pixels

# Drawing keeps a processor busy and a picture in memory: more at once would only be slower.
_AT_ONCE = BoundedSemaphore(os.cpu_count() or 1)


class Paper(StrEnum):
    """The sizes of paper, by Typst's names."""

    A4 = "a4"
    LETTER = "us-letter"


def draw_paper(data: Mapping[str, Any], paper: Paper) -> bytes:
    """The sheet as PDF."""
    return compile_sheet("paper.typ", "pdf", data, paper=paper.value)


def draw_picture(data: Mapping[str, Any]) -> bytes:
    """The sheet as PNG: 1080 pixels wide, and as tall as it takes."""
    return compile_sheet("picture.typ", "png", data)


def fingerprint(data: Mapping[str, Any], shape: str) -> str:
    """What changes where the sheet of this shape would: by data, template and Typst's version."""
    parts = (_json(data), shape, _templates(), version("typst"))
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:32]


def compile_sheet(
    template: str, format: Any, data: Mapping[str, Any], *, paper: str = "", pdf_standards: Any = ()
) -> bytes:
    """What Typst makes of a template in this folder; raises its `TypstError`."""
    with _AT_ONCE:
        drawn: bytes = typst.compile(
            str(TEMPLATES / template),
            root=str(TEMPLATES),  # above it, nothing can be read
            font_paths=_fonts(),
            format=format,
            ppi=PIXELS_PER_INCH,
            sys_inputs={"data": _json(data), "paper": paper},
            pdf_standards=list(pdf_standards),
        )
    return drawn


def _json(data: Mapping[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False, sort_keys=True)


@cache
def _fonts() -> typst.Fonts:
    """Typst's own fonts, and those of the machine for what these do not have."""
    return typst.Fonts(include_system_fonts=True, include_embedded_fonts=True)


@cache
def _templates() -> str:
    return "\n".join(file.read_text("utf-8") for file in sorted(TEMPLATES.glob("*.typ")))
