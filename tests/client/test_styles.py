"""The style sheets of the client."""

import re
from collections import defaultdict
from collections.abc import Iterator

from tests.api.contract import ROOT

SOURCES = ROOT / "client" / "src"


def test_a_class_is_described_by_one_style_sheet() -> None:
    # All style sheets are one in the end: a class that two describe looks like both.
    sheets = defaultdict(list)
    for path in sorted(SOURCES.rglob("*.css")):
        for name in set(_classes(path.read_text())):
            sheets[name].append(path.relative_to(SOURCES).as_posix())
    assert len(sheets) > 100
    assert {name: paths for name, paths in sheets.items() if len(paths) > 1} == {}


def test_classes_are_found_where_nothing_else_is_named() -> None:
    text = "@layer a { .b { gap: 1.5rem; .c { top: 0; } } .d, .e:hover, /* f */ .f {} .d .g {} }"
    assert list(_classes(text)) == ["b", "d", "f"]


def _classes(text: str) -> Iterator[str]:
    """The classes that a style sheet describes by themselves, one level below its layer."""
    depth = 0
    pieces = re.split(r"([{};])", re.sub(r"/\*.*?\*/", "", text, flags=re.DOTALL))
    for before, piece in zip(["", *pieces], pieces, strict=False):
        if piece == "{" and depth == 1:
            for selector in before.split(","):
                if match := re.fullmatch(r"\s*\.([\w-]+)\s*", selector):
                    yield match[1]
        depth += {"{": 1, "}": -1}.get(piece, 0)
