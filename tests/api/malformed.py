"""Malformed values that every endpoint has to refuse in the same place in the same way."""

from typing import Any

from referee.wire.cards import MAX_CARDS

# What stands where a list of cards belongs, and the error below that field: path and code.
CARDS: dict[str, tuple[Any, str, str]] = {
    "no list": ("R7", "", "not_a_list"),
    "an object": ({"0": "R7"}, "", "not_a_list"),
    "null": (None, "", "null"),
    "a number": (7, "", "not_a_list"),
    "nothing in it": ([], "", "empty"),
    # One error and not 10 000: the length was judged before any card was read.
    "10 000 cards": (["?"] * 10_000, "", "too_many"),
    "one card too many": (["?"] * (MAX_CARDS + 1), "", "too_many"),
    "a number for a card": (["R7", 7], ".1", "unknown_card"),
    "true for a card": (["R7", True], ".1", "unknown_card"),
    "null for a card": (["R7", None], ".1", "unknown_card"),
    "a list for a card": (["R7", ["R7"]], ".1", "unknown_card"),
    "an object for a card": (["R7", {"card": "R7"}], ".1", "unknown_card"),
    "an empty text": (["R7", ""], ".1", "unknown_card"),
    "blanks": (["R7", "  "], ".1", "unknown_card"),
    "too high a number": (["R7", "R13"], ".1", "unknown_card"),
    "a leading zero": (["R7", "R07"], ".1", "unknown_card"),
    "no such color": (["R7", "X7"], ".1", "unknown_card"),
    "blanks inside": (["R7", "R 7"], ".1", "unknown_card"),
    "a declaration of nothing": (["R7", "W="], ".1", "unknown_card"),
    "full-width digits": (["R7", "R\uff17"], ".1", "unknown_card"),
    "full-width letters": (["R7", "\uff32\uff17"], ".1", "unknown_card"),
    "Arabic digits": (["R7", "R\u0667"], ".1", "unknown_card"),
    # "ſ" is "S" in capitals.
    "a letter that upper() would make one": (["R7", "\u017f"], ".1", "unknown_card"),
    "a zero byte": (["R7", "R7\x00"], ".1", "unknown_card"),
    "a very long text": (["R7", "R" * 10_000], ".1", "unknown_card"),
    "blanks without end": (["R7", " " * 10_000 + "R7"], ".1", "unknown_card"),
}

EDITIONS: dict[str, Any] = {
    "no such edition": "tarot",
    "its name in capitals": "Classic",
    "blanks around it": " classic ",
    "an empty text": "",
    "a number": 1,
    "a list": ["classic"],
    "an object": {"edition": "classic"},
    "true": True,
}

KINDS: dict[str, Any] = {
    "no such kind": "flush",
    "its name in capitals": "SET",
    "an empty text": "",
    "a number": 2,
    "a list": ["set"],
    "full-width letters": "\uff53\uff45\uff54",
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
