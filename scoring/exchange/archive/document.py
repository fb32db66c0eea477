"""Read the document of an archive: unpack it, and check its kind and its head."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _
from rest_framework.exceptions import ValidationError

from rest.problems import flatten
from rest.refusals import FieldError, Refusal
from rest.serializers import StrictSerializer
from scoring.exchange.archive.archive_format import FORMAT, KIND
from scoring.exchange.archive.archive_problems import ArchiveProblems
from scoring.exchange.archive.serializers import (
    MAX_GAMES,
    MAX_MEMBERS,
    MAX_PLAYERS,
    ArchivedMemberSerializer,
    ArchiveSerializer,
)
from scoring.exchange.bounded_json import parse_bounded

MAX_BYTES = 32 * 1024 * 1024  # unpacked: about 1,600 games
GZIP = b"\x1f\x8b"
LISTS = {"members": MAX_MEMBERS, "players": MAX_PLAYERS, "games": MAX_GAMES}


def looks_like_archive(data: bytes) -> bool:
    """Return whether a file is meant to be an archive, valid or not.

    >>> looks_like_archive(b'{"kind": "tableside archive"'), looks_like_archive(b'{"plays": []}')
    (True, False)
    """
    return data.startswith(GZIP) or KIND.encode() in data[:1000]


def read_document(data: bytes, problems: ArchiveProblems) -> dict[str, Any] | None:
    """Return the parsed head of the document; None if the file is not an archive of this format.

    Raise TooManyProblems.
    """
    try:
        document = parse_bounded(_unpack(data), LISTS)
    except Refusal as error:
        text = _("The file is not an archive, or is damaged. %(problem)s")
        text %= {"problem": error.text}
        problems.add(error.errors or [FieldError("", error.code, text)])
        return None
    if problems.add(_not_storable(document)):
        return None
    if document.get("kind") != KIND:
        text = _("The file is not an archive: its kind is not “%(kind)s”.") % {"kind": KIND}
        problems.add([FieldError("kind", "not_an_archive", text)])
        return None
    if type(document.get("format")) is not int or document["format"] != FORMAT:
        text = _("Archives of this format cannot be read. Valid values: %(values)s.")
        problems.add([FieldError("format", "unknown_format", text % {"values": FORMAT})])
        return None
    head = parse_part(ArchiveSerializer, document, "", problems)
    for index, member in enumerate(head["members"] if head else ()):
        parse_part(ArchivedMemberSerializer, member, f"members.{index}", problems)
    return head


def parse_part(
    serializer: type[StrictSerializer], raw: Any, path: str, problems: ArchiveProblems
) -> dict[str, Any] | None:
    """Return the values of a part of the document; None, with problems added, if it has any.

    Raise TooManyProblems.
    """
    try:
        return serializer.parse(raw)
    except ValidationError as error:
        problems.add(flatten(error.detail), path)
        return None


def _unpack(data: bytes) -> bytes:
    """Return the text of an archive, packed with gzip or not; raise Refusal for too much."""
    if data.startswith(GZIP):
        decompressor = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16)
        try:
            data = decompressor.decompress(data, MAX_BYTES + 1)
        except zlib.error:
            text = _("It starts like a gzip file, but is not one.")
            raise Refusal("not_gzip", text) from None
        if not decompressor.eof and len(data) <= MAX_BYTES:
            raise Refusal("not_gzip", _("The end of the gzip file is missing."))
    if len(data) > MAX_BYTES:
        text = _("It is larger than %(limit)s MB.") % {"limit": MAX_BYTES // 1024**2}
        raise Refusal("too_large", text)
    return data


def _not_storable(value: Any, path: tuple[str, ...] = ()) -> Iterator[FieldError]:
    """Yield the null characters, which no database would store."""
    for name, each in value.items() if isinstance(value, dict) else enumerate(value):
        if (isinstance(each, str) and "\0" in each) or (isinstance(name, str) and "\0" in name):
            field = ".".join((*path, str(name).replace("\0", "\ufffd")))
            text = _("Text must not contain null characters.")
            yield FieldError(field, "null_characters_not_allowed", text)
        elif isinstance(each, dict | list):
            yield from _not_storable(each, (*path, str(name)))
