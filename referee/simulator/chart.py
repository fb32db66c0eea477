"""A chart of simulated games as SVG: how often each Phase was laid down."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape

WIDTH = 860  # pixels, as all below
MARGIN = 24
ROW = 26
LABEL = 300
BAR = 340
HISTOGRAM = 110
WIDEST_COLUMN = 60
INK, FAINT, FILL, PAPER = "#1f2933", "#cbd2d9", "#2f6f9f", "#ffffff"


@dataclass(frozen=True, slots=True)
class Bar:
    """A bar: its label, its length from 0 to 1 (None: never tried), and a note."""

    label: str
    share: float | None
    note: str


@dataclass(frozen=True, slots=True)
class Section:
    """The bars of one list of Phases, and how many games took how many rounds."""

    title: str
    bars: Sequence[Bar]
    histogram_title: str
    histogram: Mapping[int, int]


def draw_chart(title: str, subtitle: str, sections: Sequence[Section]) -> str:
    """Draw sections one below the other. All texts are those given.

    >>> draw_chart("A & B", "C", []).splitlines()[1]
    '<title>A &amp; B</title>'
    """
    top = MARGIN + 4 * ROW
    body = [
        _text(MARGIN, MARGIN + 16, title, size=20, bold=True),
        _text(MARGIN, MARGIN + 16 + ROW, subtitle),
    ]
    for section in sections:
        top = _draw_section(body, section, top)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {top}" width="{WIDTH}" '
        f'height="{top}" role="img" font-family="system-ui, sans-serif">'
    )
    paper = f'<rect width="{WIDTH}" height="{top}" fill="{PAPER}"/>'
    return "\n".join([head, f"<title>{escape(title)}</title>", paper, *body, "</svg>", ""])


def _draw_section(body: list[str], section: Section, top: int) -> int:
    """Draw a section from `top` on and return where it ends."""
    body.append(_text(MARGIN, top, section.title, size=16, bold=True))
    top += ROW // 2
    left = MARGIN + LABEL
    for bar in section.bars:
        middle = top + ROW // 2 + 5
        body.append(_text(MARGIN, middle, bar.label))
        body.append(_rect(left, top + 4, BAR, ROW - 8, FAINT))
        body.append(_rect(left, top + 4, round(BAR * (bar.share or 0), 1), ROW - 8, FILL))
        body.append(_text(left + BAR + 10, middle, bar.note))
        top += ROW
    return (
        _draw_histogram(body, section, top + ROW) + 2 * ROW if section.histogram else top + 2 * ROW
    )


def _draw_histogram(body: list[str], section: Section, top: int) -> int:
    body.append(_text(MARGIN, top, section.histogram_title, bold=True))
    first, last = min(section.histogram), max(section.histogram)
    step = min((WIDTH - 2 * MARGIN) / (last - first + 1), WIDEST_COLUMN)
    max_games = max(section.histogram.values())
    floor = top + HISTOGRAM
    labelled = max(1, round(40 / step))
    for rounds in range(first, last + 1):
        height = (HISTOGRAM - 20) * section.histogram.get(rounds, 0) / max_games
        left = MARGIN + (rounds - first) * step
        body.append(_rect(left + 1, floor - height, step - 2, height, FILL))
        if (rounds - first) % labelled == 0:
            body.append(_text(left + step / 2, floor + 16, str(rounds), anchor="middle"))
    body.append(_rect(MARGIN, floor, step * (last - first + 1), 1, INK))
    return floor + 16


def _rect(x: float, y: float, width: float, height: float, color: str) -> str:
    return (
        f'<rect x="{x:.1f}" y="{y:.1f}" width="{max(width, 0):.1f}" height="{height:.1f}" '
        f'fill="{color}"/>'
    )


def _text(
    x: float, y: float, words: str, *, size: int = 13, bold: bool = False, anchor: str = "start"
) -> str:
    weight = ' font-weight="600"' if bold else ""
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}"{weight} text-anchor="{anchor}" '
        f'fill="{INK}">{escape(words)}</text>'
    )
