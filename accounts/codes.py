"""Short codes that people read out and type in: pairing codes and invites."""

from __future__ import annotations

import secrets
import unicodedata

from django.conf import settings
from django.utils.crypto import salted_hmac

# Without characters that look alike (0 O Q D, 1 I L, 2 Z, 5 S, 8 B, U V), and without vowels, so
# that no code is a word.
ALPHABET = "34679CFGHJKMNPRTVWXY"
GROUP_LENGTH = 4


def new_code(length: int = 8) -> str:
    """Return a random code of `length` characters, without dashes.

    >>> len(new_code(12)), set(new_code(12)) <= set(ALPHABET)
    (12, True)
    """
    return "".join(secrets.choice(ALPHABET) for _position in range(length))


def formatted(code: str) -> str:
    """Return a code as it is shown, in groups of four.

    >>> formatted("34679CFG")
    '3467-9CFG'
    """
    return "-".join(
        code[start : start + GROUP_LENGTH] for start in range(0, len(code), GROUP_LENGTH)
    )


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


def digest(code: str, *, purpose: str) -> str:
    """Return the hash of a code that is stored: 64 hexadecimal digits.

    Keyed with SECRET_KEY, because codes are short: all could be tried against a plain hash.

    >>> len(digest("34679CFG", purpose="pairing"))
    64
    """
    return _digest(code, purpose, settings.SECRET_KEY)


def digests(code: str, *, purpose: str) -> list[str]:
    """Return the hashes by which a code may be stored, by former values of SECRET_KEY, too."""
    keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    return [_digest(code, purpose, key) for key in keys]


def _digest(code: str, purpose: str, secret: str) -> str:
    salt = f"accounts.codes.{purpose}"
    return salted_hmac(salt, code, secret=secret, algorithm="sha256").hexdigest()
