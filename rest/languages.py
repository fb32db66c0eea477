"""The language of an answer: that of the account, or else the one the phone asks for."""

from __future__ import annotations

from django.conf import settings
from django.utils import translation
from django.utils.translation.trans_real import parse_accept_lang_header


def preferred_language(header: str) -> str:
    """Return the language of `LANGUAGES` that an `Accept-Language` header prefers.

    >>> preferred_language("it, de-AT;q=0.8, en;q=0.5")
    'de'
    >>> preferred_language("de;q=0, fr;q=0.1")
    'fr'
    >>> preferred_language("de;q=0")
    'en'
    """
    for wanted, quality in parse_accept_lang_header(header.lower()):
        code = wanted.partition("-")[0]
        if quality and code in dict(settings.LANGUAGES):
            return code
    return str(settings.LANGUAGE_CODE)


def use_language(code: str) -> None:
    """Answer in this language from here on; the middleware restores the previous one.

    An empty code, or one that is no longer in `LANGUAGES`, changes nothing.
    """
    if code in dict(settings.LANGUAGES):
        translation.activate(code)
