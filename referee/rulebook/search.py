"""Finding the entry that answers a question as people type it: "two skips", "deck empty"."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from heapq import nlargest
from math import log

from referee.editions import Edition
from referee.rulebook.concepts import CONCEPTS, CUES
from referee.rulebook.entries import RULE_ENTRIES
from referee.rulebook.reading import ConceptReader, common_start, is_typo, words_of
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

# Translators: what people type, each with what it is short for, separated by commas.
SHORT_FORMS = gettext_noop(
    "u you, b4 before, wanna want to, gotta have to, hafta have to, wat what, wats what is"
)

_SAME, _ENDING, _STEM, _TYPO = 1.0, 0.8, 0.7, 0.6  # how much a match is worth
_ANSWER = 0.3  # what a word of the answer is worth, compared with one of title and keywords
_WORD = 0.5  # what a word is worth that belongs to no concept, compared with a concept
_HEADINGS = 5  # so many of an entry's headings add to its score, the best first
_FURTHER = 0.3  # what each of them is worth, compared with the one before
_UNOFFICIAL = 0.9  # house variants come after official rules that fit as well
_CUT = 0.5  # entries that score less than this part of the best are left out
MAX_WORDS = 40  # of a question; later ones are not looked at


def _term(concept: str) -> str:
    return concept if concept.isdecimal() else f"#{concept}"


def likeness(asked: str, word: str) -> float:
    """Return from 0 to 1 how well a word is what was asked for.

    >>> likeness("wilds", "wild"), likeness("replacing", "replace"), likeness("pahse", "phase")
    (0.8, 0.7, 0.6)
    >>> likeness("12", "2"), likeness("#wild", "wild")
    (0.0, 0.0)
    """
    if asked == word:
        return _SAME
    if not (asked.isalpha() and word.isalpha()):  # numbers and concepts
        return 0.0
    shorter, longer = sorted((asked, word), key=len)
    common = common_start(shorter, longer)
    if common >= 3 and common == len(shorter) and len(longer) - common <= 4:
        return _ENDING
    if common >= 5 and len(longer) - common <= 3:
        return _STEM
    return _TYPO if is_typo(shorter, longer) else 0.0


@dataclass(frozen=True, slots=True)
class _Document:
    """The terms of an entry; its headings are its title, its keywords and its cues.

    Terms are concepts, marked with a `#`, and other words that are no stop words.
    """

    entry: RuleEntry
    headings: tuple[frozenset[str], ...]
    terms: Mapping[str, float]  # each term with what it is worth to find it here


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
        short = translator.gettext(SHORT_FORMS).split(", ")
        self._short_forms = dict(form.split(" ", 1) for form in short)
        self._reader = ConceptReader(CONCEPTS, translator)
        self._documents = [self._read(entry, asked, translator) for entry in self.entries]
        self._vocabulary = {term for document in self._documents for term in document.terms}

    def find(self, question: str) -> list[RuleEntry]:
        """Return the entries that may answer the question, the best first.

        All of them if the question is about nothing in particular, none if no word is known.
        """
        words = [self._short_forms.get(word, word) for word in words_of(question)[:MAX_WORDS]]
        mended = [self._mended(word) for word in " ".join(words).split()]
        asked = self._terms(" ".join(mended).split())
        if not asked:
            return list(self.entries)
        alike = [self._alike(term) for term in asked]
        weights = [self._weight(term, known) for term, known in zip(asked, alike, strict=True)]
        scores = {d.entry.id: _score(d, alike, weights) for d in self._documents}
        enough = _CUT * max(scores.values())
        found = [entry for entry in self.entries if scores[entry.id] >= enough > 0]
        return sorted(found, key=lambda entry: -scores[entry.id])

    def _read(
        self, entry: RuleEntry, editions: Iterable[Edition], translator: Translator
    ) -> _Document:
        texts = translator.gettext(entry.title), *entry.keyword_list(translator)
        headings = [frozenset(self._terms(words_of(text))) for text in texts]
        headings += [frozenset(map(_term, cue.split())) for cue in CUES[entry.id].split(",")]
        terms = {
            term: _ANSWER
            for edition in editions
            if entry.where(edition)
            for term in self._terms(words_of(entry.answer_for(edition, translator)))
        }
        terms |= dict.fromkeys(frozenset().union(*headings), 1.0)
        return _Document(entry, tuple(filter(None, headings)), terms)

    def _terms(self, words: Sequence[str]) -> list[str]:
        """Return what says what a text is about: concepts, and words that belong to none."""
        concepts, others = self._reader.read(words)
        telling = (word for word in others if word not in self._stop_words)
        return [*map(_term, sorted(concepts)), *dict.fromkeys(telling)]

    def _mended(self, word: str) -> str:
        known = word in self._vocabulary or word in self._stop_words
        return word if known else self._reader.mend(word)

    def _weight(self, term: str, known: Mapping[str, float]) -> float:
        """Return what a term says: the more, the fewer entries have one like it."""
        count = sum(not document.terms.keys().isdisjoint(known) for document in self._documents)
        rare = log(1 + len(self._documents) / max(count, 1))
        return rare if term.startswith("#") else _WORD * rare

    def _alike(self, asked: str) -> dict[str, float]:
        """Return the known terms that are like the one that was asked for, and how much."""
        return {term: like for term in self._vocabulary if (like := likeness(asked, term))}


def _score(
    document: _Document, alike: Sequence[Mapping[str, float]], weights: Sequence[float]
) -> float:
    """Return how well an entry answers: all its terms, and how well headings are the question."""
    whole = sum(
        weight
        * max((like * document.terms.get(term, 0) for term, like in known.items()), default=0)
        for known, weight in zip(alike, weights, strict=True)
    )
    if not whole:
        return 0
    found = frozenset[str]().union(*alike)
    fitting = nlargest(
        _HEADINGS,
        (_heading(h, alike, weights) for h in document.headings if not h.isdisjoint(found)),
    )
    headings = sum(heading * _FURTHER**rank for rank, heading in enumerate(fitting))
    return (whole + headings) * (1 if document.entry.official else _UNOFFICIAL)


def _heading(
    heading: frozenset[str], alike: Sequence[Mapping[str, float]], weights: Sequence[float]
) -> float:
    """Return what a heading says about the question: less, if it is about other things, too."""
    asked = sum(
        weight * max((like for term, like in known.items() if term in heading), default=0)
        for known, weight in zip(alike, weights, strict=True)
    )
    answered = sum(any(term in known for known in alike) for term in heading)
    return asked * (answered / len(heading)) ** 2
