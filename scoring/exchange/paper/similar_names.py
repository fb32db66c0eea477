"""Names that may be one name with a slip of the pen in it."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterator, Sequence
from difflib import get_close_matches
from itertools import islice

from scoring.exchange.paper.cells import fold

ALIKE = 0.8  # of difflib's ratio: a letter or two of a name of usual length
LONGEST = 40  # letters of a name that is compared letter by letter
MOST_COMPARED = 100  # names that one is compared with
DIGITS = re.compile(r"\d+")


def plain(name: str) -> str:
    """A name without its marks, and with `ae` as `ä`, for nobody agrees on these.

    >>> plain("Oma Käthe") == plain("oma kaethe") == plain("Oma Kathe")
    True
    """
    apart = unicodedata.normalize("NFKD", fold(name))
    bare = "".join(letter for letter in apart if not unicodedata.combining(letter))
    for written, letter in (("ae", "a"), ("oe", "o"), ("ue", "u")):
        bare = bare.replace(written, letter)
    return bare


def near(name: str, names: Collection[str], most: int = 20) -> list[str]:
    """Those of `names` that are nearly this one, the nearest first; all of them `plain`.

    Names that differ in their numbers are meant to differ.

    >>> near("anna lena", ["anna lene", "bob"]), near("player 1", ["player 2"])
    (['anna lene'], [])
    """
    if not name:
        return []
    # To compare two letter by letter takes long: only those are that begin or end alike.
    ends = (one for one in names if one[:2] == name[:2] or one[-2:] == name[-2:])
    short = (one for one in ends if one == name or max(len(one), len(name)) <= LONGEST)
    close = get_close_matches(name, list(islice(short, MOST_COMPARED)), most, ALIKE)
    if name in names and name not in close:
        close.append(name)
    return [one for one in close if DIGITS.findall(one) == DIGITS.findall(name)]


def nearly_alike(names: Sequence[str]) -> Iterator[tuple[str, str]]:
    """The pairs of names of one file that may be one name."""
    written: dict[str, list[str]] = {}
    for name in names:
        bare = plain(name)
        for other in near(bare, written):
            for one in written[other]:
                yield one, name
        written.setdefault(bare, []).append(name)
