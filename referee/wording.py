"""Texts for people: templates with the cards, colors and numbers they name.

A `Text` is rendered in English, or with any `Translator`: `django.utils.translation` is one,
and so are the translations of Python's own `gettext`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from gettext import NullTranslations
from typing import NamedTuple, Protocol

from referee.cards import Card, Color
from referee.kinds import KindName, Phase, Requirement


class Translator(Protocol):
    """Translates templates into another language."""

    def gettext(self, message: str, /) -> str: ...

    def ngettext(self, singular: str, plural: str, number: int, /) -> str: ...

    def pgettext(self, context: str, word: str, /) -> str: ...


ENGLISH = NullTranslations()  # leaves the templates as they are
_PLACEHOLDER = re.compile(r"%\((\w+)\)s")


class Plural(NamedTuple):
    """A template in singular and plural; its param `count` decides between them."""

    singular: str
    plural: str


class InContext(NamedTuple):
    """A word that other languages say differently in another context."""

    context: str
    word: str


def gettext_noop(text: str) -> str:
    """Mark a template for translation, so that gettext's tools find it."""
    return text


def ngettext_noop(singular: str, plural: str) -> Plural:
    """Mark a template with a plural for translation, so that gettext's tools find it."""
    return Plural(singular, plural)


def pgettext_noop(context: str, word: str) -> InContext:
    """Mark a word with its context for translation, so that gettext's tools find both."""
    return InContext(context, word)


def in_contexts(word: str, *contexts: str) -> dict[str, InContext]:
    """Mark a word in several contexts for translation; it can be different in each."""
    return {context: InContext(context, word) for context in contexts}


@dataclass(frozen=True, slots=True)
class Text:
    """A sentence or a name: a template and what it mentions.

    `hint` is a second sentence that may follow the first.

    >>> from referee.cards import Color
    >>> Text("%(color)s is missing.", {"color": Color.RED}).render()
    'Red is missing.'
    >>> cards = ngettext_noop("%(count)s card is missing.", "%(count)s cards are missing.")
    >>> Text(cards, {"count": 2}).render()
    '2 cards are missing.'

    A name that somebody chose is left as it is, even at the beginning.

    >>> Text("%(player)s has no line.", {"player": "ada"}).render()
    'ada has no line.'
    """

    template: str | Plural | InContext
    params: Mapping[str, object] = field(default_factory=dict)
    hint: Text | None = None

    def render(self, translator: Translator = ENGLISH) -> str:
        """Return the text in the translator's language, beginning with a capital."""
        template = self._translated(translator)
        text = self._filled(template, translator)
        opening = _PLACEHOLDER.match(template)
        if opening is None or type(self.params[opening[1]]) is not str:
            text = text[:1].upper() + text[1:]
        return text if self.hint is None else f"{text} {self.hint.render(translator)}"

    def inline(self, translator: Translator) -> str:
        """Return the text as part of a longer one."""
        return self._filled(self._translated(translator), translator)

    def _translated(self, translator: Translator) -> str:
        if isinstance(self.template, Plural):
            number = self.params["count"]
            assert isinstance(number, int)
            return translator.ngettext(*self.template, number)
        if isinstance(self.template, InContext):
            return translator.pgettext(*self.template)
        return translator.gettext(self.template)

    def _filled(self, template: str, translator: Translator) -> str:
        if not self.params:
            return template
        return template % {name: _say(value, translator) for name, value in self.params.items()}


def _say(value: object, translator: Translator) -> str:
    match value:
        case Text():
            return value.inline(translator)
        case Color():
            return translator.gettext(COLOR_NAMES[value])
        case _:
            return str(value)


COLOR_NAMES = {
    Color.RED: gettext_noop("red"),
    Color.YELLOW: gettext_noop("yellow"),
    Color.GREEN: gettext_noop("green"),
    Color.BLUE: gettext_noop("blue"),
}

# Adjectives agree with what they describe.
_COLORS_OF = {
    Color.RED: in_contexts("red", "a 7", "7s", "a card", "a Star", "Stars"),
    Color.YELLOW: in_contexts("yellow", "a 7", "7s", "a card", "a Star", "Stars"),
    Color.GREEN: in_contexts("green", "a 7", "7s", "a card", "a Star", "Stars"),
    Color.BLUE: in_contexts("blue", "a 7", "7s", "a card", "a Star", "Stars"),
}

# A color is always shown with its letter and the shape printed on the cards (section 1). Clients
# get them with the editions.
COLOR_SHAPES = {Color.RED: "■", Color.YELLOW: "◆", Color.GREEN: "▼", Color.BLUE: "●"}

_REQUIREMENTS: dict[KindName, str | Plural] = {
    KindName.SET: gettext_noop("set of %(count)s"),
    KindName.RUN: gettext_noop("run of %(count)s"),
    KindName.COLOR_RUN: gettext_noop("color run of %(count)s"),
    KindName.COLOR: ngettext_noop("%(count)s card of one color", "%(count)s cards of one color"),
    KindName.ODD: ngettext_noop("%(count)s odd card", "%(count)s odd cards"),
    KindName.EVEN: ngettext_noop("%(count)s even card", "%(count)s even cards"),
    KindName.ODD_RUN: gettext_noop("odd run of %(count)s"),
    KindName.EVEN_RUN: gettext_noop("even run of %(count)s"),
    KindName.PAIR_RUN: ngettext_noop("run of %(count)s pair", "run of %(count)s pairs"),
}

_COUNTS = {
    2: gettext_noop("two"),
    3: gettext_noop("three"),
    4: gettext_noop("four"),
    5: gettext_noop("five"),
    6: gettext_noop("six"),
    7: gettext_noop("seven"),
    8: gettext_noop("eight"),
    9: gettext_noop("nine"),
    10: gettext_noop("ten"),
    11: gettext_noop("eleven"),
    12: gettext_noop("twelve"),
}


def color_of(described: str, color: Color) -> Text:
    """Return the color as it is said of what is described.

    That is "a 7", "7s", "a card" (any red card), "a Star" or "Stars".
    """
    return Text(_COLORS_OF[color][described])


def role_of_card(card: Card, name: Text, count: int = 1) -> Text:
    """Add to the name of a card, or of several alike, what it has been declared to be, if anything.

    >>> from referee.cards import parse_card
    >>> wilds = Text("%(count)s Wilds", {"count": in_words(2)})
    >>> role_of_card(parse_card("W=R7"), wilds, 2).render()
    'Two Wilds as red 7s'
    """
    color, number = card.declared_color, card.declared_number
    params: dict[str, object] = {"card": name, "number": number, "count": count}
    if color and number:
        role = ngettext_noop(
            "%(card)s as %(color)s %(number)s", "%(card)s as %(color)s %(number)ss"
        )
        params["color"] = color_of("a 7" if count == 1 else "7s", color)
    elif color:
        role = ngettext_noop("%(card)s as a %(color)s card", "%(card)s as %(color)s cards")
        # Stars are cards, too: adjectives are the same for several.
        params["color"] = color_of("a card" if count == 1 else "Stars", color)
    else:
        role = ngettext_noop("%(card)s as %(number)s", "%(card)s as %(number)ss")
    return Text(role, params) if card.is_declared else name


def in_words(count: int) -> object:
    """Return a count as it is said before cards: "two", "three"; a large one as it is.

    >>> Text("%(count)s", {"count": in_words(3)}).render()
    'Three'
    """
    return Text(_COUNTS[count]) if count in _COUNTS else count


def the_number(number: int) -> Text:
    """Return a number of which it is known that cards have it: the 7."""
    return Text(gettext_noop("the %(number)s"), {"number": number})


def name_requirement(requirement: Requirement) -> Text:
    """Return what the Phase card calls the group.

    >>> from referee.kinds import parse_phase
    >>> [name_requirement(r).render() for r in parse_phase("set 3 + pair_run 4")]
    ['Set of 3', 'Run of 2 pairs']
    """
    # A run of pairs counts pairs, every other group cards.
    count = requirement.size // requirement.kind.per_number
    return Text(_REQUIREMENTS[requirement.kind.name], {"count": count})


def name_phase(phase: Phase) -> Text:
    """Return the groups of a Phase in words.

    >>> from referee.kinds import parse_phase
    >>> name_phase(parse_phase("set 3 + run 4")).render()
    'Set of 3 + run of 4'
    """
    return joined(map(name_requirement, phase), gettext_noop("%(all)s + %(next)s"))


def joined(parts: Iterable[object], template: str | InContext) -> Text:
    """Join parts with a template that has %(all)s and %(next)s.

    >>> joined([1, 2, 3], "%(all)s + %(next)s").render()
    '1 + 2 + 3'
    """
    first, *rest = parts
    text = first if isinstance(first, Text) else Text("%(only)s", {"only": first})
    for part in rest:
        text = Text(template, {"all": text, "next": part})
    return text


def listed(parts: Iterable[object], last: str | InContext) -> Text:
    """List things in a sentence: with commas, and `last` before the last one.

    >>> listed([3, 5, 7], AND).render()
    '3, 5 and 7'
    """
    *rest, end = parts
    if not rest:
        return joined([end], last)
    if last == OR and isinstance(end, int | str) and _BEGINS_WITH_O.match(str(end)):
        last = _OR_BEFORE_O
    return Text(last, {"all": joined(rest, COMMA), "next": end})


COMMA = gettext_noop("%(all)s, %(next)s")
AND = gettext_noop("%(all)s and %(next)s")
OR = gettext_noop("%(all)s or %(next)s")
_OR_BEFORE_O = pgettext_noop("before a name or number that begins like Otto", "%(all)s or %(next)s")
_BEGINS_WITH_O = re.compile(r"h?[oó]|8|11$", re.IGNORECASE)  # in Spanish: ocho, once
NOR = pgettext_noop("not", "%(all)s or %(next)s")  # after a negation: not 3, 4 or 5
