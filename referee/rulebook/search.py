"""Finding the entry that answers a question as people type it: "two skips", "deck empty"."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import log

from referee.editions import Edition
from referee.rulebook.entries import RULE_ENTRIES
from referee.rulebook.rule_entry import RuleEntry
from referee.wording import ENGLISH, Translator, gettext_noop

# Translators: words that say nothing about what a question is about.
STOP_WORDS = gettext_noop(
    "a about all also am an and are as at be but by can cant could did do does doesn don "
    "dont for from get gets give had happens has have how i if in into is isn it its "
    "just kind let like make makes many may me mean might much must my need of ok on or our "
    "please rule rules s shall should so some t than that the their them then there they "
    "this to us use want was we were what when where which while who why will with work "
    "works would you your"
)

_WORD = re.compile(r"[^\W_]+")
_SAME, _ENDING, _STEM, _TYPO = 1.0, 0.8, 0.7, 0.6  # how much a match is worth
_ANSWER = 0.3  # what a word of the answer is worth, compared with one of title and keywords
_UNOFFICIAL = 0.9  # house variants come after official rules that fit as well
_HEADING = 0.5  # what it adds if the question and one title or keyword have the same words
_CUT = 0.5  # entries that score less than this part of the best are left out
MAX_WORDS = 20  # of a question; later ones are not looked at


def words_of(text: str) -> list[str]:
    """Split a text into words, regardless of case and accents.

    >>> words_of("Où va l'Étoile?")
    ['ou', 'va', 'l', 'etoile']
    """
    plain = unicodedata.normalize("NFKD", text.casefold())
    return _WORD.findall("".join(c for c in plain if not unicodedata.combining(c)))


def likeness(asked: str, word: str) -> float:
    """Return from 0 to 1 how well a word is what was asked for.

    >>> likeness("wilds", "wild"), likeness("replacing", "replace"), likeness("pahse", "phase")
    (0.8, 0.7, 0.6)
    >>> likeness("12", "2")
    0.0
    """
    if asked == word:
        return _SAME
    if asked.isdecimal() or word.isdecimal():
        return 0.0
    shorter, longer = sorted((asked, word), key=len)
    common = _common_start(shorter, longer)
    if common >= 3 and common == len(shorter) and len(longer) - common <= 4:
        return _ENDING
    if common >= 5 and len(longer) - common <= 3:
        return _STEM
    return _TYPO if _is_typo(shorter, longer) else 0.0


def _common_start(shorter: str, longer: str) -> int:
    for index, character in enumerate(shorter):
        if character != longer[index]:
            return index
    return len(shorter)


def _is_typo(shorter: str, longer: str) -> bool:
    """Tell whether words of some length differ by one letter, or by two that changed places."""
    if len(shorter) < 4 or len(longer) - len(shorter) > 1:
        return False
    start = _common_start(shorter, longer)
    end = _common_start(shorter[:start:-1], longer[:start:-1])
    left, right = shorter[start : len(shorter) - end], longer[start : len(longer) - end]
    if len(left) == len(right) == 2 and left == right[::-1]:
        return True
    # One letter in a short word makes another word: "hand" is no misspelled "hard".
    return len(shorter) > 4 and len(left) <= 1 and len(right) <= 1


@dataclass(frozen=True, slots=True)
class _Document:
    """The words of an entry without stop words; the headings are its title and its keywords."""

    entry: RuleEntry
    headings: tuple[frozenset[str], ...]
    words: Mapping[str, float]  # each word with what it is worth to find it here


class RuleSearch:
    """The entries about these editions, to be searched in the language of the translator.

    >>> from referee.editions import EDITIONS
    >>> search = RuleSearch(EDITIONS.values())
    >>> [entry.id for entry in search.find("can I swap a wild?")][0]
    'replace-wild'
    """

    def __init__(self, editions: Iterable[Edition], translator: Translator = ENGLISH) -> None:
        asked = tuple(editions)
        self.entries = [entry for entry in RULE_ENTRIES.values() if any(map(entry.where, asked))]
        self._stop_words = frozenset(words_of(translator.gettext(STOP_WORDS)))
        self._documents = [self._read(entry, asked, translator) for entry in self.entries]
        self._vocabulary = {word for document in self._documents for word in document.words}

    def find(self, question: str) -> list[RuleEntry]:
        """Return the entries that may answer the question, the best first.

        All of them if the question is about nothing in particular, none if no word is known.
        """
        asked = list(dict.fromkeys(self._telling(question)))[:MAX_WORDS]
        if not asked:
            return list(self.entries)
        alike = [self._alike(word) for word in asked]
        weights = [self._weight(known) for known in alike]
        scores = {d.entry.id: _score(d, alike, weights) for d in self._documents}
        enough = _CUT * max(scores.values())
        found = [entry for entry in self.entries if scores[entry.id] >= enough > 0]
        return sorted(found, key=lambda entry: -scores[entry.id])

    def _read(
        self, entry: RuleEntry, editions: Iterable[Edition], translator: Translator
    ) -> _Document:
        headings = [
            frozenset(self._telling(text))
            for text in (translator.gettext(entry.title), *entry.keyword_list(translator))
        ]
        words = {
            word: _ANSWER
            for edition in editions
            if entry.where(edition)
            for word in self._telling(entry.answer_for(edition, translator))
        }
        words |= dict.fromkeys(frozenset().union(*headings), 1.0)
        return _Document(entry, tuple(filter(None, headings)), words)

    def _telling(self, text: str) -> list[str]:
        """Return the words that say what a text is about."""
        return [word for word in words_of(text) if word not in self._stop_words]

    def _weight(self, known: Mapping[str, float]) -> float:
        """Return what a word says: the more, the fewer entries have one like it."""
        count = sum(not document.words.keys().isdisjoint(known) for document in self._documents)
        return log(1 + len(self._documents) / max(count, 1))

    def _alike(self, asked: str) -> dict[str, float]:
        """Return the known words that are like the one that was asked for, and how much."""
        return {word: like for word in self._vocabulary if (like := likeness(asked, word))}


def _score(
    document: _Document, alike: Sequence[Mapping[str, float]], weights: Sequence[float]
) -> float:
    """Return how well an entry answers: all its words, and how well one heading is the question."""
    whole = sum(
        weight
        * max((like * document.words.get(word, 0) for word, like in known.items()), default=0)
        for known, weight in zip(alike, weights, strict=True)
    )
    heading = max(_heading(h, alike, weights) for h in document.headings)
    return (whole + _HEADING * heading) * (1 if document.entry.official else _UNOFFICIAL)


def _heading(
    heading: frozenset[str], alike: Sequence[Mapping[str, float]], weights: Sequence[float]
) -> float:
    asked = sum(
        weight * max((like for word, like in known.items() if word in heading), default=0)
        for known, weight in zip(alike, weights, strict=True)
    )
    answered = sum(any(word in known for known in alike) for word in heading)
    return asked * answered / len(heading)
