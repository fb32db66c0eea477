"""Parse the JSON of a file, building no more than such a file can have.

An incremental parser goes through the file first and builds nothing, so that a file that goes
too far is refused where it does, at no cost. It is ijson's parser in Python: the one in C is six
times as fast, and ends the process at a number of 5,000 digits.
"""

from __future__ import annotations

import codecs
import contextlib
import io
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from ijson.backends import python as ijson
from ijson.common import JSONError

from rest.parsers import parse_object
from rest.refusals import FieldError, Refusal

MAX_VALUES = 3_000_000  # texts, numbers, lists: half as many again as in 32 MB of games
MAX_DEPTH = 16  # half as much again as in any archive
BUFFER = 1024**2
MAX_SHOWN = 40  # of a name in a path


def parse_bounded(data: bytes, lists: Mapping[str, int]) -> dict[str, Any]:
    """Return the object in `data`, the lists of which have at most this many entries.

    Raise Refusal as `parse_object`, and with the field at which the file goes beyond its bounds.

    >>> parse_bounded(b'{"games": [{}, {}]}', {"games": 2})
    {'games': [{}, {}]}
    """
    with contextlib.suppress(JSONError, ValueError):  # parse_object tells where
        _expect_bounds(data, lists)
    return parse_object(data)


def _expect_bounds(data: bytes, lists: Mapping[str, int]) -> None:
    file = io.BytesIO(data.removeprefix(codecs.BOM_UTF8))
    values = 0
    path: list[str | int] = []  # of each list and object: where in it the parser is
    for event, value in ijson.basic_parse(file, buf_size=BUFFER):
        if event == "map_key":
            path[-1] = value
            continue
        if event in ("end_map", "end_array"):
            path.pop()
            continue
        values += 1
        if values > MAX_VALUES:
            text = _("The file has more than %(limit)s values. Split it into several files.")
            raise _too_much(_field(path), "too_large", text % {"limit": MAX_VALUES})
        if path and isinstance(path[-1], int):
            path[-1] += 1
            if len(path) == 2 and path[-1] == lists.get(str(path[0])):
                raise _too_long(str(path[0]), path[-1])
        if event in ("start_map", "start_array"):
            if len(path) == MAX_DEPTH:
                text = _("“%(field)s” is nested too deeply. There may be at most %(limit)s levels.")
                text %= {"field": _field(path), "limit": MAX_DEPTH}
                raise _too_much(_field(path), "too_deep", text)
            path.append("" if event == "start_map" else -1)


def _too_much(field: str, code: str, text: str) -> Refusal:
    return Refusal(code, text, errors=[FieldError(field, code, text)])


def _too_long(name: str, limit: int) -> Refusal:
    text = ngettext(
        "The list “%(name)s” has more than %(limit)s entry. Split the file into several files.",
        "The list “%(name)s” has more than %(limit)s entries. Split the file into several files.",
        limit,
    )
    return _too_much(name, "too_many_entries", text % {"name": name, "limit": limit})


def _field(path: list[str | int]) -> str:
    """Return a path as it can be shown and stored, whatever its names are."""
    parts = (str(part)[:MAX_SHOWN].replace("\0", "\ufffd") for part in path)
    return ".".join(parts).encode("utf-8", "replace").decode()
