"""Short codes that people read out and type in: pairing codes and invites."""

from __future__ import annotations

import secrets
import unicodedata
from textwrap import wrap

# Without characters that look alike (0 O Q D, 1 I L, 2 Z, 5 S, 8 B, U V), and without vowels, so
# that no code is a word.
ALPHABET = "34679CFGHJKMNPRTVWXY"
CODE_LENGTH = 8
GROUP_LENGTH = 4


def new_code() -> str:
    """Return a random code of eight characters, without dashes.

    >>> len(new_code()), set(new_code()) <= set(ALPHABET)
    (8, True)
    """
    return "".join(secrets.choice(ALPHABET) for _position in range(CODE_LENGTH))


def formatted(code: str) -> str:
    """Return a code as it is shown, in groups of four.

    >>> formatted("34679CFG")
    '3467-9CFG'
    """
    return "-".join(wrap(code, GROUP_LENGTH))


def normalise(text: str) -> str:
    """Return the code that was typed: in capitals, without spaces and dashes.

    >>> normalise(" 3467–9cfg ")
    '34679CFG'
    """
    capitals = unicodedata.normalize("NFKC", text).upper()
    return "".join(
        letter
        for letter in capitals
        if not letter.isspace() and unicodedata.category(letter) not in ("Pd", "Cf")
    )
