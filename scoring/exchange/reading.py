"""Read a file to import, a large or packed one in a process of its own: `read_file`.

A file of 32 MB can become objects of a hundred times its size. So it is read where a memory limit
holds (`scoring.exchange.file_reader`), and what comes back is what a file of games can have.
"""

from __future__ import annotations

import pickle
import subprocess
from collections.abc import Callable, Collection, Mapping
from functools import partial
from typing import Any

from django.utils import timezone, translation
from django.utils.translation import gettext as _

from rest.child_process import ChildFailed, run_child
from rest.refusals import FieldError
from scoring.exchange.archive.reader import Archive, read_archive
from scoring.exchange.paper.bgstats import read_bgstats
from scoring.exchange.paper.csv_reader import read_csv
from scoring.exchange.paper.file_contents import FileContents
from scoring.exchange.paper.file_problems import UnreadableFile
from scoring.exchange.paper.grid import Grid
from scoring.exchange.paper.reading_options import ReadingOptions, read_options
from scoring.exchange.paper.sheet_reader import read_sheet
from scoring.exchange.paper.xlsx_reader import read_xlsx
from scoring.jobs.progress import Progress

MAX_READ_HERE = 128 * 1024  # bytes, of which no format makes more than some MB of objects
PACKED = (b"PK", b"\x1f\x8b")  # these can make far more
MAX_MEMORY = 512 * 1024**2  # bytes beyond those with which it starts; half as many in each next run
MAX_SECONDS = 300  # on a busy machine
OUT_OF_MEMORY = 3  # the exit code of a process without room for what it reads

Contents = FileContents | Archive
Read = Callable[[bytes, ReadingOptions], Contents]


def _paper(
    read: Callable[[bytes, ReadingOptions], FileContents], data: bytes, options: ReadingOptions
) -> FileContents:
    try:
        return read(data, options)
    except UnreadableFile as error:
        contents = FileContents("")
        contents.problems.add(error.problem)
        return contents


def _sheet(
    read_grid: Callable[[bytes, Collection[int]], Grid], data: bytes, options: ReadingOptions
) -> FileContents:
    return read_sheet(read_grid(data, options.skip), options)


READERS: Mapping[str, Read] = {
    "xlsx": partial(_paper, partial(_sheet, read_xlsx)),
    "archive": lambda data, _options: read_archive(data),
    "bgstats": partial(_paper, read_bgstats),
    "csv": partial(_paper, partial(_sheet, read_csv)),
}


def read_file(
    format: str, data: bytes, options: Mapping[str, Any], *, run: int, progress: Progress
) -> Contents:
    """Return the contents of a file, or what is wrong with it.

    `run` counts how often this was begun, from 1: a run that was killed has perhaps taken too
    much, so the next one may take half. `progress` is called twice a second.
    """
    # A workbook is packed, whatever comes before it in the file.
    is_packed = format == "xlsx" or data.startswith(PACKED)
    if len(data) <= MAX_READ_HERE and not is_packed:
        return READERS[format](data, read_options(options))
    order = (
        format,
        dict(options),
        translation.get_language(),
        timezone.get_current_timezone(),
        MAX_MEMORY >> (run - 1),
    )
    try:
        answer = run_child(
            "scoring.exchange.file_reader",
            pickle.dumps(order) + data,
            seconds=MAX_SECONDS,
            tick=lambda: progress(0, 1),
        )
    except subprocess.TimeoutExpired:
        return _too_large(format)
    except ChildFailed as error:
        if error.code == OUT_OF_MEMORY or error.code < 0:
            return _too_large(format)
        raise
    contents: Contents = pickle.loads(answer)  # noqa: S301  (of a process of ours)
    return contents


def _too_large(format: str) -> Contents:
    text = _(
        "Reading the file takes more memory or time than a file of games may take. Split it into "
        "several files with fewer games."
    )
    if format == "archive":
        return Archive(problems=(FieldError("", "too_large", text),), problem_count=1)
    contents = FileContents("")
    contents.problems.report(None, None, "too_large", text)
    return contents
