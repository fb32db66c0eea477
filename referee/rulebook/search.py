"""Finding the entry that answers a question as people type it: "two skips", "deck empty"."""

from __future__ import annotations

from collections import defaultdict
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
_WORD = 0.5  # what a word that belongs to no concept is worth, compared with a concept
_HEADINGS = 5  # this many of an entry's headings add to its score, the best first
_FURTHER = 0.3  # what each of them is worth, compared with the one before
_UNOFFICIAL = 0.9  # house variants come after official rules that fit as well
_CUT = 0.5  # entries that score less than this part of the best are left out
MAX_WORDS = 40  # of a question; later ones are not looked at


def _term(concept: str) -> str:
    return concept if concept.isdecimal() else f"#{concept}"


def likeness(asked: str, word: str) -> float:
    """Return how close a word is to the one that was asked for, from 0 to 1.

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


@dataclass(frozen=True, slots=True, eq=False)
class _Heading:
    """The title of an entry, a keyword, or a cue."""

    entry: str
    size: int  # how many terms it has


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
        # Terms are concepts, marked with a `#`, and words that are not stop words. For each term:
        # the headings that have it, and the entries, with how much it is worth there.
        self._headings = defaultdict[str, list[_Heading]](list)
        self._terms_in = defaultdict[str, dict[str, float]](dict)
        for entry in self.entries:
            self._add(entry, asked, translator)

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
        scores = self._scores(alike, weights)
        enough = _CUT * max(scores.values())
        found = [entry for entry in self.entries if scores[entry.id] >= enough > 0]
        return sorted(found, key=lambda entry: -scores[entry.id])

    def _add(self, entry: RuleEntry, editions: Iterable[Edition], translator: Translator) -> None:
        texts = translator.gettext(entry.title), *entry.keyword_list(translator)
        headings = [frozenset(self._terms(words_of(text))) for text in texts]
        headings += [frozenset(map(_term, cue.split())) for cue in CUES[entry.id].split(",")]
        for edition in filter(entry.where, editions):
            for term in self._terms(words_of(entry.answer_for(edition, translator))):
                self._terms_in[term][entry.id] = _ANSWER
        for terms in headings:
            heading = _Heading(entry.id, len(terms))
            for term in terms:
                self._headings[term].append(heading)
                self._terms_in[term][entry.id] = 1.0

    def _terms(self, words: Sequence[str]) -> list[str]:
        """Return the terms of a text: its concepts, and words that belong to none."""
        concepts, others = self._reader.read(words)
        telling = (word for word in others if word not in self._stop_words)
        return [*map(_term, sorted(concepts)), *dict.fromkeys(telling)]

    def _mended(self, word: str) -> str:
        known = word in self._terms_in or word in self._stop_words
        return word if known else self._reader.mend(word)

    def _alike(self, asked: str) -> dict[str, float]:
        """Return the known terms that are like the one that was asked for, and how much."""
        return {term: like for term in self._terms_in if (like := likeness(asked, term))}

    def _weight(self, term: str, known: Iterable[str]) -> float:
        """Return how much a term says: the fewer entries have one like it, the more."""
        count = len({entry for each in known for entry in self._terms_in[each]})
        rare = log(1 + len(self.entries) / max(count, 1))
        return rare if term.startswith("#") else _WORD * rare

    def _scores(
        self, alike: Sequence[Mapping[str, float]], weights: Sequence[float]
    ) -> dict[str, float]:
        """Return how well each entry answers, by its terms and by how well its headings fit.

        A heading that is about other things, too, fits less.
        """
        whole, asked = defaultdict[str, float](float), defaultdict[_Heading, float](float)
        answered = defaultdict[_Heading, set[str]](set)
        for known, weight in zip(alike, weights, strict=True):
            entries, headings = dict[str, float](), dict[_Heading, float]()
            for term, like in known.items():
                for entry, worth in self._terms_in[term].items():
                    entries[entry] = max(entries.get(entry, 0), like * worth)
                for heading in self._headings.get(term, ()):
                    headings[heading] = max(headings.get(heading, 0), like)
                    answered[heading].add(term)
            for entry, like in entries.items():
                whole[entry] += weight * like
            for heading, like in headings.items():
                asked[heading] += weight * like
        fitting = defaultdict[str, list[float]](list)
        for heading, worth in asked.items():
            part = len(answered[heading]) / heading.size
            fitting[heading.entry].append(worth * part**2)
        for entry, worths in fitting.items():
            best = enumerate(nlargest(_HEADINGS, worths))
            whole[entry] += sum(worth * _FURTHER**rank for rank, worth in best)
        return {
            entry.id: whole[entry.id] * (1 if entry.official else _UNOFFICIAL)
            for entry in self.entries
        }
