"""What reading a file to import may take: of a process of its own, and little of the worker's."""

from __future__ import annotations

import gzip
import os
import signal
import sys
import time
from pathlib import Path
from typing import Any

import pytest
from django.utils import translation

from scoring.exchange import reading
from scoring.exchange.archive.reader import Archive
from scoring.exchange.paper.file_contents import FileContents
from scoring.exchange.reading import read_file
from scoring.jobs.models import Job
from scoring.jobs.progress import no_progress
from tests.cast import Cast
from tests.scoring.import_files import CSV, JSON, ended, looked_at, send, workbook
from tests.scoring.old_paper import years_of_paper

MIB = 1024**2
LISTS = b'{"games":[' + b"[]," * (29 * MIB // 3) + b"[]]}"
CELLS = b"date,player,total\n" + (b"12345," * 49 + b"12345\n") * 99_999
GAMES = years_of_paper(1000).encode()
on_linux = pytest.mark.skipif(sys.platform != "linux", reason="asks /proc")


def memory(line: str) -> int:
    """A figure of this process, in bytes: `VmRSS`, or `VmHWM` for the most that it had."""
    [row] = [r for r in Path("/proc/self/status").read_text().splitlines() if r.startswith(line)]
    return int(row.split()[1]) * 1024


def growth(work: Any) -> int:
    """How many bytes this process has grown at most during some work."""
    Path("/proc/self/clear_refs").write_text("5")  # VmHWM starts over
    before = memory("VmRSS")
    work()
    return memory("VmHWM") - before


@pytest.mark.full
@on_linux
@pytest.mark.parametrize(
    ("data", "media_type", "code", "named"),
    [
        (LISTS, JSON, "too_many_entries", "“games” has more than 20000 entries"),
        (gzip.compress(LISTS), JSON, "too_many_entries", "“games” has more than 20000 entries"),
        pytest.param(
            *(CELLS, CSV, "too_many_cells", "more than 3000000 cells"), marks=pytest.mark.release
        ),
    ],
    ids=["lists", "packed lists", "cells"],
)
def test_what_takes_a_gigabyte_costs_the_worker_little(
    cast: Cast, data: bytes, media_type: str, code: str, named: str
) -> None:
    sent = send(cast, data, media_type)
    found: dict[str, Any] = {}
    grown = growth(lambda: found.update(ended(sent)[1]))
    [problem] = found["problems"]
    assert (problem["code"], found["blocking_count"]) == (code, 1)
    assert named in problem["message"]
    assert grown < 200 * MIB, f"{grown / MIB:.0f} MiB"  # the file on its way, as text as well


def test_a_file_that_takes_more_than_the_limit_is_told_of_and_not_tried_again(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reading, "MAX_MEMORY", 8 * MIB)
    job, found = looked_at(cast, GAMES)
    assert [(p["code"], p["overrulable"]) for p in found["problems"]] == [("too_large", False)]
    assert "Split it into several files" in found["problems"][0]["message"]
    assert (job.state, Job.objects.get().run) == ("done", 1)


def test_a_workbook_is_read_within_the_limit_whatever_comes_before_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(reading.READERS, "xlsx", lambda *_: pytest.fail("read here"))
    workbook_of_one_game = workbook(["date", "player", "total"], ["2024-03-02", "North", 5])
    assert "too_large" not in codes_of(read("xlsx", b"x" + workbook_of_one_game))


@pytest.mark.release
def test_a_run_after_one_that_was_killed_may_take_half(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "MAX_MEMORY", 256 * MIB)
    assert len(read("csv", GAMES, run=1).games) == 1000
    assert codes_of(read("csv", GAMES, run=5)) == ["too_large"]


@on_linux
@pytest.mark.parametrize("format", ["csv", "archive"])
def test_a_process_that_is_killed_ends_the_reading(format: str) -> None:
    killed: list[int] = []

    def kill(_done: int, _total: int) -> None:
        for task in Path("/proc/self/task").iterdir():
            for pid in map(int, (task / "children").read_text().split()):
                if b"file_reader" in Path(f"/proc/{pid}/cmdline").read_bytes():
                    os.kill(pid, signal.SIGKILL)
                    killed.append(pid)

    assert codes_of(read(format, GAMES, progress=kill)) == ["too_large"]
    assert killed


def test_a_process_that_takes_too_long_ends_the_reading(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reading, "MAX_SECONDS", 0.01)
    assert codes_of(read("csv", GAMES)) == ["too_large"]


def table(lines: str, often: int) -> bytes:
    return f"date,2024-03-01\nround,A,B\n{lines * often}".encode()


SLOW = {
    "a total below each of many games": table("1,0,5\nTotal,7,7\n", 5_000),
    "one game that does not end": table(",0,0\n", 20_000),
    "one name for many players": "\n".join(
        ["date,player,player_id,total", *(f"2024-03-01,A,{n},5" for n in range(6_000))]
    ).encode(),
}


@pytest.mark.parametrize("file", SLOW)
def test_a_small_file_is_read_in_seconds(file: str) -> None:
    assert len(SLOW[file]) < reading.MAX_READ_HERE  # where nothing stops it
    began = time.process_time()
    assert isinstance(read("csv", SLOW[file]), FileContents)
    assert time.process_time() - began < 15


def test_texts_are_in_the_language_of_who_asks() -> None:
    lists = b'{"games":[' + b"[]," * (reading.MAX_READ_HERE // 3) + b"[]]}"
    with translation.override("de"):
        [problem] = problems_of(read("bgstats", lists))
    assert "Liste „games“" in problem.message


def read(format: str, data: bytes, run: int = 1, progress: Any = no_progress) -> Any:
    return read_file(format, data, {}, run=run, progress=progress)


def problems_of(contents: FileContents | Archive) -> list[Any]:
    if isinstance(contents, Archive):
        return list(contents.problems)
    return contents.problems.listed()


def codes_of(contents: FileContents | Archive) -> list[str]:
    return [problem.code for problem in problems_of(contents)][:1]
