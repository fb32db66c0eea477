"""Reading questions: words, and the concepts that they stand for."""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

from referee.wording import Translator

_WORD = re.compile(r"\*?[^\W_]+\*?")
_ELIDED = re.compile(r"([cdjlmnst]|qu)(.{3,})")
_BETWEEN = 2  # how many other words may come between two words of a phrase
_SHOWN = {"++": "run", "+=+": "run", "=+=": "pair", "==": "set"}  # by steps: none, or one up

Phrase = tuple[str, ...]  # words as they are written; a `*` stands for any beginning or ending


def words_of(text: str) -> list[str]:
    """Split a text into words, regardless of case and accents.

    >>> words_of("Où va l'Étoile?")
    ['ou', 'va', 'l', 'etoile']
    """
    return [word.strip("*") for word in _split(text)]


def _split(text: str) -> list[str]:
    plain = unicodedata.normalize("NFKD", text.casefold())
    return _WORD.findall("".join(c for c in plain if not unicodedata.combining(c)))


def is_typo(one: str, other: str) -> bool:
    """Tell whether words of some length differ by one letter, or by two that changed places.

    Hardly anybody mistypes the first one.

    >>> is_typo("wlid", "wild"), is_typo("comodn", "comodin"), is_typo("hand", "hard")
    (True, True, False)
    """
    shorter, longer = sorted((one, other), key=len)
    if len(shorter) < 4 or len(longer) - len(shorter) > 1 or shorter[0] != longer[0]:
        return False
    start = common_start(shorter, longer)
    left, right = shorter[start:], longer[start:]
    end = common_start(left[::-1], right[::-1])
    left, right = left[: len(left) - end], right[: len(right) - end]
    if len(left) == len(right) == 2 and left == right[::-1]:
        return True
    # One letter in a short word makes another word: "hand" is no misspelled "hard".
    return len(shorter) > 4 and len(left) <= 1 and len(right) <= 1


def common_start(shorter: str, longer: str) -> int:
    """Return how many letters two words begin with in common."""
    for index, character in enumerate(shorter):
        if character != longer[index]:
            return index
    return len(shorter)


def shown_by_numbers(words: Iterable[str]) -> set[str]:
    """Return the groups that numbers show, by the steps from one to the next.

    >>> shown_by_numbers(["9", "10", "11"]), shown_by_numbers(["4567"]), shown_by_numbers(["6677"])
    ({'run'}, {'run'}, {'pair'})
    >>> shown_by_numbers(["red", "5", "blue", "5", "green", "5"])
    {'set'}
    """
    numbers = [word for word in words if word.isdecimal()]
    whole = {"10", "11", "12", *(word for word in numbers if len(word) == 3)}  # and points
    cards = [int(n) for word in numbers for n in ([word] if word in whole else word)]
    steps = "".join({0: "=", 1: "+"}.get(two - one, " ") for one, two in pairwise(cards))
    return {group for row, group in _SHOWN.items() if row in steps}


class ConceptReader:
    """Finds concepts in texts of one language, by the ways to say them.

    >>> from referee.rulebook.concepts import CONCEPTS
    >>> from referee.wording import ENGLISH
    >>> reader = ConceptReader(CONCEPTS, ENGLISH)
    >>> concepts, others = reader.read(words_of("swap jokers on my birthday"))
    >>> sorted(concepts), others
    (['swap', 'wild'], ['on', 'my', 'birthday'])
    """

    def __init__(self, concepts: Mapping[str, str], translator: Translator) -> None:
        self._ways = defaultdict[str, list[tuple[str, Phrase]]](list)  # by their first words
        for concept, ways in concepts.items():
            for way in translator.gettext(ways).split(","):
                first, *rest = _split(way)
                self._ways[first].append((concept, tuple(rest)))
        phrases = [(first, *rest) for first, ways in self._ways.items() for _, rest in ways]
        self._known = frozenset(word for phrase in phrases for word in phrase)

    def read(self, words: Sequence[str]) -> tuple[set[str], list[str]]:
        """Return the concepts in a text, and the words that belong to none."""
        forms = [self._forms(word) for word in words]
        found = [each for place in range(len(words)) for each in self._from(place, forms)]
        used = {place for _, places in found for place in places}
        others = [word for place, word in enumerate(words) if place not in used]
        return {concept for concept, _ in found} | shown_by_numbers(words), others

    def mend(self, word: str) -> str:
        """Return the word that this one is a misspelling of, or the word itself.

        >>> from referee.rulebook.concepts import CONCEPTS
        >>> from referee.wording import ENGLISH
        >>> ConceptReader(CONCEPTS, ENGLISH).mend("jokres")
        'joker'
        """
        if self._forms(word):
            return word
        for known in sorted(self._known):
            stem = known.strip("*")
            whole = not known.endswith("*")
            lengths = (len(word),) if whole else range(len(stem) - 1, len(stem) + 2)
            if any(is_typo(word[:length], stem) for length in lengths):
                return stem
        # An article without its apostrophe: "letoile", "quune".
        elided = _ELIDED.match(word)
        return " ".join(elided.groups()) if elided and self._forms(elided[2]) else word

    def _from(self, place: int, forms: Sequence[frozenset[str]]) -> Iterator[tuple[str, list[int]]]:
        """Yield the concepts that are said from this place on, with the places of their words."""
        for concept, rest in (way for form in forms[place] for way in self._ways.get(form, ())):
            places = [place]
            for part in rest:
                near = range(places[-1] + 1, min(places[-1] + 2 + _BETWEEN, len(forms)))
                places += [at for at in near if part in forms[at]][:1]
            if len(places) == 1 + len(rest):
                yield concept, places

    def _forms(self, word: str) -> frozenset[str]:
        """Return how the word, its beginning or its ending is written in the ways to say things."""
        beginnings = (f"{word[:length]}*" for length in range(1, len(word) + 1))
        endings = (f"*{word[start:]}" for start in range(len(word)))
        return self._known.intersection((word, *beginnings, *endings))
