"""Malformed values that every endpoint has to refuse in the same place in the same way."""

from typing import Any

from referee.wire.cards import MAX_CARDS

# What stands where a list of cards belongs, and the code of the error.
CARDS: dict[str, tuple[Any, str]] = {
    "no list": ("R7", "not_a_list"),
    "an object": ({"0": "R7"}, "not_a_list"),
    "null": (None, "null"),
    "a number": (7, "not_a_list"),
    "nothing in it": ([], "empty"),
    # One error and not 10 000: the length was judged before any card was read.
    "10 000 cards": (["?"] * 10_000, "too_many"),
    "one card too many": (["?"] * (MAX_CARDS + 1), "too_many"),
}
# What is not a card in any deck.
NO_CARDS: dict[str, Any] = {
    "a number": 7,
    "true": True,
    "null": None,
    "a list": ["R7"],
    "an object": {"card": "R7"},
    "an empty text": "",
    "blanks": "  ",
    "too high a number": "R13",
    "a leading zero": "R07",
    "no such color": "X7",
    "blanks inside": "R 7",
    "a declaration of nothing": "W=",
    "full-width digits": "R\uff17",
    "full-width letters": "\uff32\uff17",
    "Arabic digits": "R\u0667",
    "a letter that upper() would make an S": "\u017f",
    "a zero byte": "R7\x00",
    "a very long text": "R" * 10_000,
    "blanks without end": " " * 10_000 + "R7",
}

HOUSE_RULES: dict[str, tuple[Any, str, str]] = {
    "null": (None, "", "null"),
    "a list": ([], "", "invalid"),
    "a text": ("oversize_groups", "", "invalid"),
    "no such rule": ({"jokers_wild": True}, ".jokers_wild", "unknown_field"),
    "a number for a switch": ({"oversize_groups": 0}, ".oversize_groups", "invalid"),
    "a text for a switch": ({"must_lay_down": "true"}, ".must_lay_down", "invalid"),
    "null for a switch": ({"pair_run_singles": None}, ".pair_run_singles", "null"),
}
