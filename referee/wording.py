"""What people read: sentences with the cards named, ready for translation.

A `Text` is a template and the things it names. The engine renders it in English;
`referee.api` passes gettext, so that templates and names come out translated.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from referee.cards import Card, Color, Face
from referee.kinds import KindName, Phase, Requirement

Translate = Callable[[str], str]


def gettext_noop(text: str) -> str:
    """Mark a string for translation, as gettext's tools find it."""
    return text


def _as_it_is(text: str) -> str:
    return text


@dataclass(frozen=True, slots=True)
class Text:
    """A sentence or a part of one: a template and what it names."""

    template: str
    params: Mapping[str, object] = field(default_factory=dict)

    def render(self, translate: Translate = _as_it_is) -> str:
        """The words, in the language that `translate` puts templates into.

        >>> from referee.cards import parse_card
        >>> Text("%(card)s is one too many.", {"card": parse_card("R7")}).render()
        'Red 7 is one too many.'
        """
        words = self.inline(translate)
        return words[:1].upper() + words[1:]

    def inline(self, translate: Translate) -> str:
        """The words as a part of a longer sentence."""
        words = translate(self.template)
        if not self.params:
            return words
        return words % {name: say(value, translate) for name, value in self.params.items()}


def say(value: object, translate: Translate = _as_it_is) -> str:
    """Name a card, a color, a number or a text."""
    match value:
        case Text():
            return value.inline(translate)
        case Card():
            return name_card(value).inline(translate)
        case Color():
            return translate(COLOR_NAMES[value])
        case _:
            return str(value)


COLOR_NAMES = {
    Color.RED: gettext_noop("red"),
    Color.YELLOW: gettext_noop("yellow"),
    Color.GREEN: gettext_noop("green"),
    Color.BLUE: gettext_noop("blue"),
}

# Colors never stand alone: each has a shape too (section 1 gives its letter).
COLOR_SHAPES = {Color.RED: "●", Color.YELLOW: "◆", Color.GREEN: "▼", Color.BLUE: "■"}

_REQUIREMENTS = {
    KindName.SET: gettext_noop("set of %(size)s"),
    KindName.RUN: gettext_noop("run of %(size)s"),
    KindName.COLOR_RUN: gettext_noop("color run of %(size)s"),
    KindName.COLOR: gettext_noop("%(size)s cards of one color"),
    KindName.ODD: gettext_noop("%(size)s odd cards"),
    KindName.EVEN: gettext_noop("%(size)s even cards"),
    KindName.ODD_RUN: gettext_noop("odd run of %(size)s"),
    KindName.EVEN_RUN: gettext_noop("even run of %(size)s"),
    KindName.PAIR_RUN: gettext_noop("run of %(pairs)s pairs"),
}

_FACES = {
    Face.NUMBER: gettext_noop("%(color)s %(number)s"),
    Face.STAR: gettext_noop("%(color)s Star"),
    Face.WILD_NUMBER: gettext_noop("wild-side %(number)s"),
    Face.WILD_STAR: gettext_noop("wild-side Star"),
    Face.WILD: gettext_noop("Wild"),
    Face.SKIP: gettext_noop("Skip"),
}


def name_card(card: Card) -> Text:
    """What a player calls the card.

    >>> from referee.cards import parse_card
    >>> name_card(parse_card("W=R7")).render()
    'Wild as red 7'
    """
    name = Text(_FACES[card.face], {"color": card.color, "number": card.number})
    if not card.is_declared:
        return name
    role = filter(None, (card.declared_color, card.declared_number))
    return Text(gettext_noop("%(card)s as %(role)s"), {"card": name, "role": _spaced(role)})


def name_requirement(requirement: Requirement) -> Text:
    """What the Phase card calls it.

    >>> from referee.kinds import parse_phase
    >>> [name_requirement(r).render() for r in parse_phase("set 3 + pair_run 4")]
    ['Set of 3', 'Run of 2 pairs']
    """
    size = requirement.size
    return Text(_REQUIREMENTS[requirement.kind.name], {"size": size, "pairs": size // 2})


def name_phase(phase: Phase) -> Text:
    """A whole Phase in words.

    >>> from referee.kinds import parse_phase
    >>> name_phase(parse_phase("set 3 + run 4")).render()
    'Set of 3 + run of 4'
    """
    return joined(map(name_requirement, phase), gettext_noop("%(all)s + %(next)s"))


def name_a_kind(kind: KindName) -> Text:
    """ "a set", "an odd run", "cards of one color" """
    return Text(_WITH_ARTICLE[kind])


_WITH_ARTICLE = {
    KindName.SET: gettext_noop("a set"),
    KindName.RUN: gettext_noop("a run"),
    KindName.COLOR_RUN: gettext_noop("a color run"),
    KindName.COLOR: gettext_noop("cards of one color"),
    KindName.ODD: gettext_noop("odd cards"),
    KindName.EVEN: gettext_noop("even cards"),
    KindName.ODD_RUN: gettext_noop("an odd run"),
    KindName.EVEN_RUN: gettext_noop("an even run"),
    KindName.PAIR_RUN: gettext_noop("a run of pairs"),
}


def name_the_kind(kind: KindName) -> Text:
    """ "the set", "the odd run" """
    return Text(_WITH_THE[kind])


_WITH_THE = {
    KindName.SET: gettext_noop("the set"),
    KindName.RUN: gettext_noop("the run"),
    KindName.COLOR_RUN: gettext_noop("the color run"),
    KindName.COLOR: gettext_noop("the cards of one color"),
    KindName.ODD: gettext_noop("the odd cards"),
    KindName.EVEN: gettext_noop("the even cards"),
    KindName.ODD_RUN: gettext_noop("the odd run"),
    KindName.EVEN_RUN: gettext_noop("the even run"),
    KindName.PAIR_RUN: gettext_noop("the run of pairs"),
}


def _spaced(parts: Iterable[object]) -> Text:
    return joined(parts, "%(all)s %(next)s")


def joined(parts: Iterable[object], template: str) -> Text:
    """Put parts together two by two; the template has %(all)s and %(next)s."""
    first, *rest = parts
    text = first if isinstance(first, Text) else Text("%(only)s", {"only": first})
    for part in rest:
        text = Text(template, {"all": text, "next": part})
    return text


def listed(parts: Iterable[object], last: str) -> Text:
    """Several things in a sentence: commas, and `last` before the last one.

    >>> listed([3, 5, 7], AND).render()
    '3, 5 and 7'
    """
    *rest, end = parts
    if not rest:
        return joined([end], last)
    return Text(last, {"all": joined(rest, COMMA), "next": end})


COMMA = gettext_noop("%(all)s, %(next)s")
AND = gettext_noop("%(all)s and %(next)s")
OR = gettext_noop("%(all)s or %(next)s")
