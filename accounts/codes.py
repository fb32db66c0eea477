"""Short codes that people read out and type in: one-time pairing codes, invites."""

from __future__ import annotations

import secrets
import unicodedata

from django.utils.crypto import salted_hmac

# None that looks like another (0 O Q D, 1 I L, 2 Z, 5 S, 8 B, U V), and no vowels, so that
# no code is a word.
ALPHABET = "34679CFGHJKMNPRTVWXY"
GROUP = 4


def new_code(length: int = 8) -> str:
    """Return a random code of `length` characters, unguessable, without dashes.

    >>> len(new_code(12)), set(new_code(12)) <= set(ALPHABET)
    (12, True)
    """
    return "".join(secrets.choice(ALPHABET) for _place in range(length))


def spelled(code: str) -> str:
    """Return a code as it is shown: in groups of four.

    >>> spelled("34679CFG")
    '3467-9CFG'
    """
    return "-".join(code[start : start + GROUP] for start in range(0, len(code), GROUP))


def normalise(text: str) -> str:
    """Return what was typed as the code it means: capitals, without blanks and dashes.

    >>> normalise(" 3467–9cfg ")
    '34679CFG'
    """
    capitals = unicodedata.normalize("NFKC", text).upper()
    return "".join(
        letter
        for letter in capitals
        if not letter.isspace() and unicodedata.category(letter) not in ("Pd", "Cf")
    )


def digest(code: str, *, purpose: str) -> str:
    """Return what is stored of a code: 64 hexadecimal digits.

    Keyed with SECRET_KEY: a code is short, and of a plain digest every one could be tried.

    >>> len(digest("34679CFG", purpose="pairing"))
    64
    """
    return salted_hmac(f"accounts.codes.{purpose}", code, algorithm="sha256").hexdigest()
