"""A deck of single cards, two-sided where the edition's are (rulebook, section 1)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from random import Random

from referee.cards import Card
from referee.editions import Edition, Side

# The faces of all cards, by the name of the side; a card has the same index on each side.
Deck = Mapping[str, tuple[Card, ...]]

SAME = "same"
_PAIRING = re.compile(f"{SAME}|random(:.+)?", re.DOTALL)


def is_pairing(text: str) -> bool:
    """Tell whether a text says which wild side is on the back of which color side.

    `same` puts each number on the back of the same number, and Stars on Stars. `random:SEED`
    pairs the sides at random, always the same way for one SEED. `random` pairs them differently
    in each game. The real pairing is not published.
    """
    return _PAIRING.fullmatch(text) is not None


def make_deck(edition: Edition, pairing: str, rng: Random) -> Deck:
    """Make the deck of an edition; `rng` matters for the pairing `random` only.

    >>> from referee.editions import EDITIONS
    >>> deck = make_deck(EDITIONS["flip"], "same", Random(1))
    >>> str(deck["color"][0]), str(deck["wild"][0])
    ('R1!', 'W1!')
    """
    first, *others = edition.sides
    seed = pairing.partition(":")[2]
    deck = {first.name: tuple(_faces(first))}
    for side in others:
        backs = _faces(side)
        if pairing != SAME:
            (Random(seed) if seed else rng).shuffle(backs)  # noqa: S311
        deck[side.name] = tuple(backs)
    return deck


def _faces(side: Side) -> list[Card]:
    """Return the cards of a side by number, cards without number last."""
    faces = [
        replace(card, flip=copy == 0 and card.printed in side.flip_symbols)
        for card, copies in side.copies.items()
        for copy in range(copies)
    ]
    return sorted(faces, key=lambda card: card.number or 99)
