"""The languages that texts can be in, with catalogs that need only Python's own `gettext`.

The texts themselves are English. Translations are in `locale/<code>/LC_MESSAGES/tableside.po`;
what is read is the compiled `tableside.mo` beside it.
"""

from __future__ import annotations

from functools import cache
from gettext import GNUTranslations
from importlib.resources import files

from referee.wording import ENGLISH, Translator

LANGUAGES = {"en": "English", "de": "Deutsch", "es": "Español", "fr": "Français"}


def translator_for(language: str | None) -> Translator:
    """Return the translator into a language, such as `de` or `de-AT`.

    Into English if the language is unknown, or its catalog is not installed, as on a phone that
    has not downloaded it (yet).

    >>> translator_for("xx").gettext("Must be true or false.")
    'Must be true or false.'
    """
    code = (language or "").replace("_", "-").partition("-")[0].lower()
    try:
        return _translator(code) if code in LANGUAGES and code != "en" else ENGLISH
    except FileNotFoundError:
        return ENGLISH


@cache
def _translator(code: str) -> Translator:
    catalog = files("referee") / "locale" / code / "LC_MESSAGES" / "tableside.mo"
    with catalog.open("rb") as stream:
        return GNUTranslations(stream)
