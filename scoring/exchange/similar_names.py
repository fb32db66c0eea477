"""Compare names: the same but for capitals, or similar enough to be a slip of the pen."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterator, Sequence
from difflib import get_close_matches
from itertools import islice

MIN_RATIO = 0.8  # of difflib: one or two letters of a name of ordinary length
MAX_LENGTH = 40  # longer names are not compared letter by letter
MAX_COMPARED = 50  # names that one name is compared with
MAX_SIMILAR = 20  # of these
DIGITS = re.compile(r"\d+")


def fold(text: str) -> str:
    """Return text for comparisons that ignore case, Unicode form and extra blanks.

    >>> fold("  ZO\\u00cb ") == fold("Zoe\\u0308")
    True
    """
    folded = unicodedata.normalize("NFKC", text).casefold()
    return " ".join(unicodedata.normalize("NFKC", folded).split())


def simplify(name: str) -> str:
    """Return a folded name without accents, and with `ae` like `ä`, as people write both.

    >>> simplify("Oma Käthe") == simplify("oma kaethe") == simplify("Oma Kathe")
    True
    """
    decomposed = unicodedata.normalize("NFKD", fold(name))
    simple = "".join(letter for letter in decomposed if not unicodedata.combining(letter))
    for pair, letter in (("ae", "a"), ("oe", "o"), ("ue", "u")):
        simple = simple.replace(pair, letter)
    return simple


def similar_names(name: str, names: Collection[str]) -> list[str]:
    """Return those of `names` that are similar to a name, best first; all are simplified.

    Names with different numbers are different names.

    >>> similar_names("anna lena", ["anna lene", "bob"]), similar_names("player 1", ["player 2"])
    (['anna lene'], [])
    """
    if not name:
        return []
    # Comparing letter by letter is slow, so only names that begin or end alike are compared.
    same_ends = (each for each in names if each[:2] == name[:2] or each[-2:] == name[-2:])
    compared = (
        each for each in same_ends if each == name or max(len(each), len(name)) <= MAX_LENGTH
    )
    similar = get_close_matches(name, list(islice(compared, MAX_COMPARED)), MAX_SIMILAR, MIN_RATIO)
    if name in names and name not in similar:
        similar.append(name)
    return [each for each in similar if DIGITS.findall(each) == DIGITS.findall(name)]


def similar_pairs(names: Sequence[str]) -> Iterator[tuple[str, str]]:
    """Yield pairs of names that may be the same name, spelled in two ways."""
    spellings: dict[str, list[str]] = {}
    for name in names:
        simple = simplify(name)
        for similar in similar_names(simple, spellings):
            for earlier in spellings[similar]:
                yield earlier, name
        spellings.setdefault(simple, []).append(name)
