"""What an entry is: a question about the rules, and the sentences that settle it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from referee.cards import Face
from referee.editions import Edition
from referee.rulebook.facts import facts_of
from referee.rulings.problems import RuleCode
from referee.wording import ENGLISH, Plural, Text, Translator

Condition = Callable[[Edition], bool]


def always(_edition: Edition) -> bool:
    return True


def has(*faces: Face) -> Condition:
    """Make the condition that the deck has a card with one of these faces."""

    def condition(edition: Edition) -> bool:
        return any(card.face in faces for side in edition.sides for card in side.copies)

    return condition


has_skips = has(Face.SKIP)
has_wilds = has(Face.WILD)


def has_two_sides(edition: Edition) -> bool:
    return len(edition.sides) > 1


def has_one_side(edition: Edition) -> bool:
    return not has_two_sides(edition)


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence that only some editions have, or with a `count`: the fact that decides its plural.

    The placeholders of the template are the names of `facts_of`.
    """

    template: str | Plural
    where: Condition = always
    count: str = ""

    def text(self, edition: Edition) -> Text:
        facts = facts_of(edition)
        return Text(self.template, {**facts, "count": facts[self.count]} if self.count else facts)


class Support(StrEnum):
    """How a group can play by another rule with the app."""

    HOUSE_RULE = "house_rule"  # a switch of the game
    OWN_PHASES = "own_phases"  # the game's own list of Phases
    VARIANT = "variant"  # how the game ends
    PLAYERS = "players"  # who plays can change during a game
    OVERRULE = "overrule"  # the referee refuses it, and the table insists
    NOT_CHECKED = "not_checked"  # the referee does not notice, so nothing has to be done
    NOT_SUPPORTED = "not_supported"


@dataclass(frozen=True, slots=True)
class InTheApp:
    """What the app offers to those who play by another rule than the official one."""

    support: Support
    text: str
    house_rule: str | None = None  # the name of the switch


@dataclass(frozen=True, slots=True)
class RuleEntry:
    """One question about the rules, and the sentences that settle it.

    `id` is stable. `sections` are those of the rulebook that say so, and `codes` the problems
    that this entry explains if they name one of these sections. `keywords` are further words
    that people look for, separated by commas. An entry that is not `official` is a house
    variant, or what tables do where the official rules are silent.
    """

    id: str
    title: str
    answer: str | tuple[str | Sentence, ...]
    sections: tuple[str, ...]
    keywords: str
    codes: tuple[RuleCode, ...] = ()
    where: Condition = always
    official: bool = True
    in_the_app: InTheApp | None = None

    @property
    def sentences(self) -> list[Sentence]:
        answer = (self.answer,) if isinstance(self.answer, str) else self.answer
        return [one if isinstance(one, Sentence) else Sentence(one) for one in answer]

    def answer_for(self, edition: Edition, translator: Translator = ENGLISH) -> str:
        """Return the sentences that hold in this edition.

        >>> from referee.editions import EDITIONS
        >>> from referee.rulebook.entries import RULE_ENTRIES
        >>> RULE_ENTRIES["first-discard"].answer_for(EDITIONS["flip"])
        'A Flip symbol that is turned up does nothing.'
        """
        sentences = [sentence for sentence in self.sentences if sentence.where(edition)]
        return " ".join(sentence.text(edition).render(translator) for sentence in sentences)

    def keyword_list(self, translator: Translator = ENGLISH) -> list[str]:
        words = translator.gettext(self.keywords).split(",")
        return [word.strip() for word in words if word.strip()]
