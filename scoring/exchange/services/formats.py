"""The formats of files that can be imported. A further one is one more entry of `FORMATS`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.utils.translation import gettext as _

from rest.problems import ProblemError
from scoring.exchange.archive.document import looks_like_archive
from scoring.exchange.paper.bgstats import looks_like_bgstats, read_bgstats
from scoring.exchange.paper.candidates import Found
from scoring.exchange.paper.grouping import read_paper
from scoring.exchange.paper.table import Table, read_csv
from scoring.exchange.paper.workbook import read_xlsx
from scoring.exchange.services import archive_import as archives
from scoring.exchange.services import paper_import
from scoring.jobs.worker import Output, Run

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
ANYTHING = "application/octet-stream"


@dataclass(frozen=True, slots=True)
class Format:
    """How files of one format are told from others, looked at, and imported.

    `preview` gives the result of a preview; `bring` what writes, or raises ProblemError. Both
    are given the run of their job, with the file as its `upload` and what was asked as `asked`.
    `looks_like` says of a file that nobody has named the format of whether it is of this one.
    """

    media_types: tuple[str, ...]
    looks_like: Callable[[bytes], bool]
    preview: Callable[[Run], dict[str, Any]]
    bring: Callable[[Run], Callable[[], Output]]


def _of_paper(read: Callable[[bytes, str], Found], **more: Any) -> Format:
    return Format(
        preview=partial(paper_import.preview, read),
        bring=partial(paper_import.bring, read),
        **more,
    )


def _sheet(read: Callable[[bytes], Table]) -> Callable[[bytes, str], Found]:
    return lambda data, dates: read_paper(read(data), dates)


def _is_zip(data: bytes) -> bool:
    return data[:2] == b"PK"


def _is_old_workbook(data: bytes) -> bool:
    return data[:4] == b"\xd0\xcf\x11\xe0"


# The first one that a file looks like is taken; text is CSV unless it is something else.
FORMATS: Mapping[str, Format] = {
    "xlsx": _of_paper(
        _sheet(read_xlsx),
        media_types=(XLSX,),
        looks_like=lambda data: _is_zip(data) or _is_old_workbook(data),
    ),
    "archive": Format(
        media_types=("application/json", "application/gzip"),
        looks_like=looks_like_archive,
        preview=archives.preview,
        bring=archives.bring,
    ),
    "bgstats": _of_paper(
        lambda data, dates: read_bgstats(data),
        media_types=("application/json",),
        looks_like=looks_like_bgstats,
    ),
    "csv": _of_paper(
        _sheet(read_csv),
        media_types=("text/csv", "text/plain"),
        looks_like=lambda data: True,
    ),
}
MEDIA_TYPES = tuple(
    dict.fromkeys([*(name for one in FORMATS.values() for name in one.media_types), ANYTHING])
)


def format_of(data: bytes, media_type: str, asked: str | None) -> str:
    """The name of a file's format: as it is asked for, or else as it looks.

    Raises ProblemError: 415 for a media type of no format, 400 for an empty file.
    """
    if media_type == "multipart/form-data":
        text = _(
            "This is a form. The file itself must be the body, as one of %(types)s: with curl, "
            "--data-binary @file and not -F."
        )
        text %= {"types": ", ".join(MEDIA_TYPES)}
        raise ProblemError(415, "unsupported_media_type", text)
    if media_type and media_type not in MEDIA_TYPES:
        text = _("Send the file as one of %(types)s.") % {"types": ", ".join(MEDIA_TYPES)}
        raise ProblemError(415, "unsupported_media_type", text)
    if not data.strip():
        raise ProblemError(400, "empty_file", _("The file is empty."))
    if asked is not None:
        return asked
    return next(name for name, one in FORMATS.items() if one.looks_like(data))
