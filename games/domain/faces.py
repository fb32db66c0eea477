"""The faces of players: a color and a sign, by which a table tells them apart."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import takewhile

# In the order in which the players of a group get them; client/src/theme/tokens.css has how each
# looks, and tests/test_player_colors.py says how far they are from each other.
COLORS = ("plum", "orange", "petrol", "raspberry", "indigo", "umber", "lilac", "slate")

SIGN_LENGTH = 16  # characters: families and flags are long emoji

_PICTURE = "[©®‼⁉\u2100-\u27bf⤴⤵\u2b00-\u2bff〰〽㊗㊙\U0001f000-\U0001faff]"
_PART = f"{_PICTURE}\ufe0f?[\U0001f3fb-\U0001f3ff]?"
_FLAG = "[\U0001f1e6-\U0001f1ff]{2}"
_EMOJI = re.compile(f"{_FLAG}|{_PART}(?:\u200d{_PART})*")


@dataclass(frozen=True, slots=True)
class Face:
    """How a player is shown; without a sign by the first letter of the name."""

    color: str
    sign: str = ""


PLAIN = Face(COLORS[0])


def shown_sign(name: str, sign: str | None) -> str:
    """The sign of a player: without one of their own, the first letter or digit of the name.

    >>> shown_sign("Anna", "🦊"), shown_sign("(ömer)", None), shown_sign("!", None)
    ('🦊', 'Ö', '!')
    """
    if sign:
        return sign
    letter = re.search(r"[^\W_]", name)
    if letter is None:
        return name[:1]
    marks = takewhile(lambda each: unicodedata.category(each)[0] == "M", name[letter.end() :])
    return (letter[0] + "".join(marks)).upper()


def is_sign(text: str) -> bool:
    """Whether a text is one emoji, or one or two letters or digits.

    >>> [is_sign(text) for text in ("🦊", "👩🏽‍🚀", "🇫🇷", "A", "JJ", "é", "", "Ann", "🦊🦊", "!")]
    [True, True, True, True, True, True, False, False, False, False]
    """
    if len(text) > SIGN_LENGTH:
        return False
    if _EMOJI.fullmatch(text):
        return True
    kinds = [unicodedata.category(each)[0] for each in text]
    letters = sum(kind in "LN" for kind in kinds)
    return 1 <= letters <= 2 and kinds[0] in "LN" and set(kinds) <= set("LNM")


def next_colors(taken: Iterable[str], count: int) -> list[str]:
    """The colors of new players: each time the first of those that fewest have.

    >>> next_colors(["plum", "petrol"], 2)
    ['orange', 'raspberry']
    """
    used = Counter(taken)
    colors = []
    for _ in range(count):
        color = min(COLORS, key=lambda each: used[each])  # the first of several
        used[color] += 1
        colors.append(color)
    return colors


def with_colors(faces: Iterable[Face]) -> list[Face]:
    """Give colors to those faces that have none yet (an empty one)."""
    faces = list(faces)
    given = [face.color for face in faces if face.color]
    free = iter(next_colors(given, len(faces) - len(given)))
    return [face if face.color else replace(face, color=next(free)) for face in faces]
