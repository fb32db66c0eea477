"""The words on the screens, in the language of a phone."""

from __future__ import annotations

from functools import cache

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from tests.client.build import CLIENT


@cache
def _catalog(language: str) -> Catalog:
    with (CLIENT / "locale" / f"{language}.po").open("rb") as file:
        return read_po(file, locale=language)


def translated(language: str, text: str, context: str | None = None, **values: object) -> str:
    """A text of the client, such as `Next: {name}`, as it is shown in a language."""
    if language != "en":
        message = _catalog(language).get(text, context)
        if message is None or not message.string:
            raise LookupError(f"{text!r} is not translated into {language}")
        text = str(message.string)
    return text.format(**values)
