"""Fields of requests: names, e-mails, passwords, codes."""

from __future__ import annotations

import unicodedata
from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from accounts.models import NAME_LENGTH
from rest.serializers import StrictCharField

MAX_EMAIL = 254
MAX_PASSWORD = 256
MAX_CODE = 64  # as typed, with dashes and blanks

# Characters that turn the order of letters around by force: a name could pose as another.
OVERRIDES = frozenset("\u202d\u202e")
# What each character that sets text apart is closed by.
CLOSED_BY = dict.fromkeys("\u202a\u202b", "\u202c") | dict.fromkeys("\u2066\u2067\u2068", "\u2069")
# Blank to the eye, though Unicode calls them letters or symbols.
FILLERS = frozenset("\u115f\u1160\u2800\u3164\uffa0")
INVISIBLE = frozenset({"Cc", "Cf", "Cs", "Mn", "Me", "Zs", "Zl", "Zp"})
LINE_BREAKING = frozenset({"Cc", "Zl", "Zp"})


class NameField(StrictCharField):
    """A name of 1 to 80 characters in any script; blanks around it are cut off.

    Emoji, right-to-left text and joiners are as good as letters. Refused are line breaks
    and other control characters, half characters, what turns text around beyond the name
    itself, and names that nobody can see.
    """

    default_error_messages = {
        "control_character": _("A name is one line, without tabs or control characters."),
        "lone_surrogate": _("The name has half a character in it (a lone surrogate)."),
        "text_direction": _("The name has characters that turn the text around it about."),
        "invisible": _("The name has nothing to see in it."),
    }

    def __init__(self, *, max_length: int = NAME_LENGTH, **kwargs: Any) -> None:
        super().__init__(max_length=max_length, trim_whitespace=True, **kwargs)

    def to_internal_value(self, data: Any) -> str:
        name: str = super().to_internal_value(data)
        kinds = {unicodedata.category(letter) for letter in name}
        if kinds & LINE_BREAKING:
            self.fail("control_character")
        if "Cs" in kinds:
            self.fail("lone_surrogate")
        if not _keeps_its_direction(name):
            self.fail("text_direction")
        if name and not any(map(_is_visible, name)):
            self.fail("invisible")
        return name


class DeviceField(NameField):
    """What a device is called, such as "Ann's phone"; empty where nobody said."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs = {"required": False, "default": "", "allow_blank": True, **kwargs}
        help_text = _("What this device is called in the list of devices.")
        super().__init__(help_text=help_text, **kwargs)


class EmailField(StrictCharField, serializers.EmailField):
    """An e-mail address, in small letters: two that differ in capitals are one."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=MAX_EMAIL, trim_whitespace=True, **kwargs)

    def to_internal_value(self, data: Any) -> str:
        address: str = super().to_internal_value(data)
        return address.lower()


@extend_schema_field(OpenApiTypes.PASSWORD)
class PasswordField(StrictCharField):
    """A password, exactly as typed."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=MAX_PASSWORD, write_only=True, **kwargs)


class CodeField(StrictCharField):
    """A code as somebody typed it: see `accounts.codes.normalise`."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=MAX_CODE, **kwargs)


def _keeps_its_direction(name: str) -> bool:
    """Whether no character turns what stands around the name, or the name by force."""
    open_until: list[str] = []
    for letter in name:
        if letter in OVERRIDES:
            return False
        if letter in CLOSED_BY:
            open_until.append(CLOSED_BY[letter])
        elif letter in CLOSED_BY.values() and (not open_until or open_until.pop() != letter):
            return False
    return not open_until


def _is_visible(letter: str) -> bool:
    return letter not in FILLERS and unicodedata.category(letter) not in INVISIBLE
