"""An archive as a document: unpacked, of the right kind, and fit to be stored."""

from __future__ import annotations

import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import gettext as _
from rest_framework.exceptions import ValidationError

from rest.parsers import parse_object
from rest.problems import MAX_ERRORS, FieldError, ProblemError, flatten
from rest.serializers import StrictSerializer
from scoring.exchange.archive.shapes import ArchivedMemberSerializer, ArchiveSerializer
from scoring.exchange.archive.writer import FORMAT, KIND

MAX_BYTES = 32 * 1024 * 1024  # unpacked: some 1,600 games
GZIP = b"\x1f\x8b"
MAX_NESTED = 2_000_000  # objects and lists: four times what so many games hold
MAX_DEPTH = 16  # half as much again as anything in an archive


# Who reads on when so much is wrong only spends time: a few bytes can hold endless mistakes.
ENOUGH = 2 * MAX_ERRORS


class Enough(Exception):
    """So much is wrong that nobody reads on."""


@dataclass
class Findings:
    """Problems as they are found: the first ones are kept, and `ENOUGH` of them counted."""

    kept: list[FieldError] = field(default_factory=list)
    count: int = 0

    def add(self, errors: Iterator[FieldError], path: str = "") -> bool:
        """Put errors on the list, each below `path`; whether there were any.

        Raises Enough at the last one that is counted.
        """
        before = self.count
        for error in errors:
            self.count += 1
            if len(self.kept) < MAX_ERRORS:
                here = ".".join(filter(None, (path, error.field)))
                self.kept.append(FieldError(here, error.code, error.message))
            if self.count == ENOUGH:
                raise Enough
        return self.count > before


def looks_like_archive(data: bytes) -> bool:
    """Whether a file that somebody brings is meant to be an archive, good or bad.

    >>> looks_like_archive(b'{"kind": "tableside archive"'), looks_like_archive(b'{"plays": []}')
    (True, False)
    """
    return data.startswith(GZIP) or KIND.encode() in data[:1000]


def read_document(data: bytes, found: Findings) -> dict[str, Any] | None:
    """The document, its head read; None where it is no archive, or not of this format.

    Raises Enough where nobody needs to read on.
    """
    try:
        document = parse_object(_unpacked(data))
    except ProblemError as error:
        text = _("This is no archive, or only a part of one. %(why)s")
        params = {"why": error.problem.detail}
        found.add(iter([FieldError("", error.problem.code, text % params)]))
        return None
    if found.add(_storable(document)):
        return None
    if document.get("kind") != KIND:
        text = _("This is no archive: the first thing that one says is its kind, %(kind)s.")
        found.add(iter([FieldError("kind", "not_an_archive", text % {"kind": KIND})]))
        return None
    if type(document.get("format")) is not int or document["format"] != FORMAT:
        text = _("Archives of the format %(known)s can be read here, and of no other.")
        found.add(iter([FieldError("format", "unknown_format", text % {"known": FORMAT})]))
        return None
    head = parsed(ArchiveSerializer, document, "", found)
    for index, member in enumerate(head["members"] if head else ()):
        parsed(ArchivedMemberSerializer, member, f"members.{index}", found)
    return head


def _unpacked(data: bytes) -> bytes:
    """The text of an archive, which may come packed by gzip; raise ProblemError for too much."""
    if data.startswith(GZIP):
        unpacking = zlib.decompressobj(wbits=zlib.MAX_WBITS | 16)
        try:
            data = unpacking.decompress(data, MAX_BYTES + 1)
        except zlib.error:
            raise ProblemError(400, "not_gzip", _("It looks packed, and is not.")) from None
        if not unpacking.eof and len(data) <= MAX_BYTES:
            raise ProblemError(400, "not_gzip", _("The end of what is packed is missing."))
    if len(data) > MAX_BYTES:
        text = _("It is larger than %(most)s MB.") % {"most": MAX_BYTES // 1024**2}
        raise ProblemError(400, "too_large", text)
    if data.count(b"[") + data.count(b"{") > MAX_NESTED:
        raise ProblemError(400, "too_large", _("There is far more in it than in any archive."))
    return data


def _storable(value: Any, path: tuple[str, ...] = ()) -> Iterator[FieldError]:
    """What no database would keep: text with a character that is none, and endless nesting."""
    if len(path) == MAX_DEPTH:
        text = _("Nothing in an archive is nested so deeply.")
        yield FieldError(".".join(path), "too_deep", text)
        return
    for name, each in value.items() if isinstance(value, dict) else enumerate(value):
        if (isinstance(each, str) and "\0" in each) or (isinstance(name, str) and "\0" in name):
            field = ".".join((*path, str(name).replace("\0", "\ufffd")))
            yield FieldError(
                field, "null_characters_not_allowed", _("Text has no null characters.")
            )
        elif isinstance(each, dict | list):
            yield from _storable(each, (*path, str(name)))


def parsed(
    shape: type[StrictSerializer], raw: Any, path: str, found: Findings
) -> dict[str, Any] | None:
    """The values of a part of the document; None where it has mistakes, which are put down.

    Raises Enough, as putting them down does.
    """
    try:
        return shape.parse(raw)
    except ValidationError as error:
        found.add(flatten(error.detail), path)
        return None
