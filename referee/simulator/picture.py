"""A picture of what came of the games: how often each Phase was laid down, as SVG."""

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
class Row:
    """A bar: its label, its length from 0 to 1 (None: never tried), and what is said of it."""

    label: str
    share: float | None
    note: str


@dataclass(frozen=True, slots=True)
class Block:
    """The bars of one list of phases, and how many games took how many rounds."""

    title: str
    rows: Sequence[Row]
    histogram_title: str
    histogram: Mapping[int, int]


def draw(title: str, subtitle: str, blocks: Sequence[Block]) -> str:
    """Return the blocks one below the other. All words are those given.

    >>> draw("A & B", "C", []).splitlines()[1]
    '<title>A &amp; B</title>'
    """
    top = MARGIN + 4 * ROW
    body = [
        _text(MARGIN, MARGIN + 16, title, size=20, bold=True),
        _text(MARGIN, MARGIN + 16 + ROW, subtitle),
    ]
    for block in blocks:
        top = _block(body, block, top)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {top}" width="{WIDTH}" '
        f'height="{top}" role="img" font-family="system-ui, sans-serif">'
    )
    paper = f'<rect width="{WIDTH}" height="{top}" fill="{PAPER}"/>'
    return "\n".join([head, f"<title>{escape(title)}</title>", paper, *body, "</svg>", ""])


def _block(body: list[str], block: Block, top: int) -> int:
    """Draw a block from `top` on and return where it ends."""
    body.append(_text(MARGIN, top, block.title, size=16, bold=True))
    top += ROW // 2
    left = MARGIN + LABEL
    for row in block.rows:
        middle = top + ROW // 2 + 5
        body.append(_text(MARGIN, middle, row.label))
        body.append(_rect(left, top + 4, BAR, ROW - 8, FAINT))
        body.append(_rect(left, top + 4, round(BAR * (row.share or 0), 1), ROW - 8, FILL))
        body.append(_text(left + BAR + 10, middle, row.note))
        top += ROW
    return _histogram(body, block, top + ROW) + 2 * ROW if block.histogram else top + 2 * ROW


def _histogram(body: list[str], block: Block, top: int) -> int:
    body.append(_text(MARGIN, top, block.histogram_title, bold=True))
    first, last = min(block.histogram), max(block.histogram)
    step = min((WIDTH - 2 * MARGIN) / (last - first + 1), WIDEST_COLUMN)
    most = max(block.histogram.values())
    floor = top + HISTOGRAM
    labelled = max(1, round(40 / step))
    for rounds in range(first, last + 1):
        height = (HISTOGRAM - 20) * block.histogram.get(rounds, 0) / most
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
