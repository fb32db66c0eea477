"""Fields of requests: names, e-mails, passwords, codes."""

from __future__ import annotations

import unicodedata
from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from accounts.models import NAME_LENGTH, TIME_ZONE_LENGTH
from accounts.time_zones import similar_names, time_zone_names
from rest.serializers import StrictCharField

MAX_EMAIL = 254
MAX_PASSWORD = 256
MAX_CODE = 64  # as typed, with dashes and spaces

# Characters that reverse the order of letters: with them, a name could look like another.
OVERRIDES = frozenset("\u202d\u202e")
# For each character that embeds text in another direction, the one that ends it.
CLOSED_BY = dict.fromkeys("\u202a\u202b", "\u202c") | dict.fromkeys("\u2066\u2067\u2068", "\u2069")
# These look blank, although they are letters or symbols in Unicode.
FILLERS = frozenset("\u115f\u1160\u2800\u3164\uffa0")
INVISIBLE = frozenset({"Cc", "Cf", "Cs", "Mn", "Me", "Zs", "Zl", "Zp"})
LINE_BREAKING = frozenset({"Cc", "Zl", "Zp"})


class NameField(StrictCharField):
    """A name of 1 to 80 characters in any script, without spaces around it.

    Emoji, right-to-left text and joiners are allowed. It refuses line breaks and other control
    characters, lone surrogates, characters that change the direction of the text after the
    name, and names that are invisible.
    """

    default_error_messages = {
        "control_character": _(
            "A name must be a single line, without tabs or other control characters."
        ),
        "lone_surrogate": _("The name contains half a character (a lone surrogate)."),
        "text_direction": _(
            "The name contains characters that change the direction of the text around it."
        ),
        "invisible": _("The name has no visible characters."),
    }

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=NAME_LENGTH, trim_whitespace=True, **kwargs)

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


class TimeZoneField(StrictCharField):
    """The IANA name of a time zone."""

    default_error_messages = {
        "similar": _("There is no such time zone. Valid names like it: {names}."),
        "none_similar": _("There is no such time zone. Write its name like Europe/Berlin."),
    }

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("help_text", _("An IANA name, such as Europe/Berlin."))
        super().__init__(max_length=TIME_ZONE_LENGTH, **kwargs)

    def to_internal_value(self, data: Any) -> str:
        name: str = super().to_internal_value(data)
        if name not in time_zone_names():
            similar = similar_names(name) if len(name) <= TIME_ZONE_LENGTH else []
            text = self.error_messages["similar" if similar else "none_similar"]
            text = text.format(names=", ".join(similar))
            raise serializers.ValidationError(text, code="unknown_time_zone")
        return name


class DeviceField(NameField):
    """The name of a device, such as "Ann's phone"; empty if none is given."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs = {"required": False, "default": "", "allow_blank": True, **kwargs}
        help_text = _("The name of this device, for the list of devices.")
        super().__init__(help_text=help_text, **kwargs)


class EmailField(StrictCharField, serializers.EmailField):
    """An e-mail address, converted to lower case, so that capitals make no difference."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=MAX_EMAIL, trim_whitespace=True, **kwargs)

    def to_internal_value(self, data: Any) -> str:
        address: str = super().to_internal_value(data)
        return address.lower()


class MailboxField(EmailField):
    """An e-mail address that mails are sent to: not at this machine, nor at an IP address.

    Otherwise strangers could have the mail server connect to machines beside it.
    """

    def to_internal_value(self, data: Any) -> str:
        address = super().to_internal_value(data)
        domain = address.rpartition("@")[2]
        top = domain.rpartition(".")[2]
        if domain.startswith("[") or top == "localhost" or top.isdecimal():
            self.fail("invalid")
        return address


@extend_schema_field(OpenApiTypes.PASSWORD)
class PasswordField(StrictCharField):
    """A password, exactly as typed."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=MAX_PASSWORD, write_only=True, **kwargs)


class CodeField(StrictCharField):
    """A code as it was typed: see `accounts.codes.normalise`."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(max_length=MAX_CODE, **kwargs)


def _keeps_its_direction(name: str) -> bool:
    """Whether no character changes the direction of other text, or reverses letters."""
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
