"""A deck of single cards, two-sided where the edition's are (rulebook, section 1)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from random import Random

from referee.cards import Card
from referee.editions import Edition, Side

SAME = "same"
RANDOM = "random"


@dataclass(frozen=True, slots=True)
class Deck:
    """The faces of all cards, by the name of the side; a card has the same index on each side."""

    edition: Edition
    faces: Mapping[str, tuple[Card, ...]]


class UnknownPairing(ValueError):
    """The text is not a pairing of sides."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """Which wild side is on the back of which color side; the real pairing is not published.

    `same` puts each number on the back of the same number, and Stars on Stars. `random:SEED`
    pairs the sides at random, always the same way for one SEED. `random` pairs them
    differently in each game.
    """

    how: str
    seed: str = ""

    def __str__(self) -> str:
        return f"{self.how}:{self.seed}" if self.seed else self.how


ON_THE_SAME = Pairing(SAME)


def parse_pairing(text: str) -> Pairing:
    """Read a pairing; raises `UnknownPairing`.

    >>> str(parse_pairing("random:7"))
    'random:7'
    """
    how, colon, seed = text.partition(":")
    if how not in (SAME, RANDOM) or (colon and (how == SAME or not seed)):
        raise UnknownPairing(text)
    return Pairing(how, seed)


def make_deck(edition: Edition, pairing: Pairing, rng: Random) -> Deck:
    """Make the deck of an edition; `rng` matters for the pairing `random` only.

    >>> from referee.editions import EDITIONS
    >>> deck = make_deck(EDITIONS["flip"], parse_pairing("same"), Random(1))
    >>> str(deck.faces["color"][0]), str(deck.faces["wild"][0])
    ('R1!', 'W1!')
    """
    first, *others = edition.sides
    faces = {first.name: tuple(_faces(first))}
    for side in others:
        backs = _faces(side)
        if pairing.how == RANDOM:
            (Random(pairing.seed) if pairing.seed else rng).shuffle(backs)  # noqa: S311
        faces[side.name] = tuple(backs)
    return Deck(edition, faces)


def _faces(side: Side) -> list[Card]:
    """Return the cards of a side by number, cards without number last."""
    faces = [
        replace(card, flip=copy == 0 and card.printed in side.flip_symbols)
        for card, copies in side.copies.items()
        for copy in range(copies)
    ]
    return sorted(faces, key=lambda card: card.number or 99)
