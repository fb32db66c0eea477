"""The formats of files that can be imported.

To add one, add an entry to `IMPORT_FORMATS`, and its reader to `READERS`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from django.utils.translation import gettext as _

from rest.refusals import Refusal
from scoring.exchange.archive.document import looks_like_archive
from scoring.exchange.export.sheet_writer import XLSX_MEDIA_TYPE
from scoring.exchange.paper.bgstats import looks_like_bgstats
from scoring.exchange.paper.xlsx_inspection import OLD_WORKBOOK
from scoring.exchange.services import archive_import, paper_import
from scoring.jobs.results import ImportPreview, ImportResult
from scoring.jobs.worker import Run

ANY_MEDIA_TYPE = "application/octet-stream"
ZIP = b"PK"


@dataclass(frozen=True, slots=True)
class ImportFormat:
    """How files of one format are recognized, previewed and imported.

    `preview` and `write_games` read the `upload` of a job. `write_games` returns the function
    that shows the games, which is called in the transaction that ends the job; both raise
    Refusal. `looks_like` recognizes files sent without a format.
    """

    media_types: tuple[str, ...]
    looks_like: Callable[[bytes], bool]
    preview: Callable[[Run], ImportPreview] = paper_import.preview
    write_games: Callable[[Run], Callable[[], ImportResult]] = paper_import.write_games


# The first format that a file looks like is taken; CSV comes last, as any text looks like it.
IMPORT_FORMATS: Mapping[str, ImportFormat] = {
    "xlsx": ImportFormat(
        media_types=(XLSX_MEDIA_TYPE,),
        looks_like=lambda data: data.startswith((ZIP, OLD_WORKBOOK)),
    ),
    "archive": ImportFormat(
        media_types=("application/json", "application/gzip"),
        looks_like=looks_like_archive,
        preview=archive_import.preview,
        write_games=archive_import.write_games,
    ),
    "bgstats": ImportFormat(
        media_types=("application/json",),
        looks_like=looks_like_bgstats,
    ),
    "csv": ImportFormat(
        media_types=("text/csv", "text/plain"),
        looks_like=lambda data: True,
    ),
}
MEDIA_TYPES = tuple(
    dict.fromkeys(
        [*(name for each in IMPORT_FORMATS.values() for name in each.media_types), ANY_MEDIA_TYPE]
    )
)


def detect_format(data: bytes, media_type: str, requested: str | None) -> str:
    """Return the name of a file's format: the requested one, or the one it looks like.

    Raise Refusal for the media type of no format, and for an empty file.
    """
    if media_type == "multipart/form-data":
        text = _(
            "This is a form. Send the file itself as the body, with one of these media types: "
            "%(types)s. With curl, use --data-binary @file instead of -F."
        )
        text %= {"types": ", ".join(MEDIA_TYPES)}
        raise Refusal("unsupported_media_type", text)
    if media_type and media_type not in MEDIA_TYPES:
        text = _("Send the file with one of these media types: %(types)s.")
        text %= {"types": ", ".join(MEDIA_TYPES)}
        raise Refusal("unsupported_media_type", text)
    if not data or data.isspace():
        raise Refusal("empty_file", _("The file is empty."))
    if requested is not None:
        return requested
    return next(name for name, each in IMPORT_FORMATS.items() if each.looks_like(data))
