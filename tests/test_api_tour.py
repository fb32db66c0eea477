"""What docs/api.md says is what happens: its commands are run against a real server."""

from __future__ import annotations

import itertools
import json
import re
import subprocess
from tempfile import TemporaryDirectory

import pytest

from tests.databases import sqlite_database
from tests.server import ROOT, serve

TOUR = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```(sh|json)\n(.*?)```", TOUR, re.DOTALL)
SHELL = [text for kind, text in BLOCKS if kind == "sh"]

ASKED = [
    (text, answer)
    for (kind, text), (next_kind, answer) in itertools.pairwise(BLOCKS)
    if (kind, next_kind) == ("sh", "json")
]
# The evening is one script: later blocks use what earlier ones made.
EVENING = [text for text in SHELL if "$API" in text]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory):  # type: ignore[no-untyped-def]
    with serve(sqlite_database(tmp_path_factory.mktemp("tour"))) as address:
        yield address


def run(script: str, server: str) -> list[str]:
    script = "set -euo pipefail\n" + script.replace("http://localhost:8000", server)
    with TemporaryDirectory() as folder:  # for the files that it saves
        done = subprocess.run(
            ["bash", "-c", script],
            cwd=folder,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_it_asks_the_referee() -> None:
    assert len(ASKED) == 5


@pytest.mark.needs_curl
@pytest.mark.parametrize(("command", "answer"), ASKED)
def test_the_referee_answers_as_printed(command: str, answer: str, server: str) -> None:
    assert json.loads("\n".join(run(command, server))) == json.loads(answer)


@pytest.mark.needs_curl
def test_the_evening_goes_as_told(server: str) -> None:
    lines = run("\n".join(EVENING), server)
    told, story = lines[:18], lines[18:]
    (
        players,
        refusal,
        version,
        before,
        may_be_out,
        handicap,
        ends,
        wrong,
        *events,
        read,
        ended,
        shown,
        group,
    ) = told
    assert "'phase': 2" in players
    assert players.count("'completed': 1") == 2
    assert refusal.startswith("Grandma cannot have 245 points.")
    assert version == "3"
    assert "40" in before
    assert may_be_out == "True"
    assert handicap == "{'phase': 4, 'total': 0}"
    assert ends == "['W=3', 'G4', 'Y5', 'R6']"
    assert wrong.startswith("The green 8")
    assert events == [
        "event: game_started",
        "event: round_recorded",
        "event: table_laid",
        "event: round_corrected",
        "event: draft_changed",
        "event: table",
    ]
    assert (read, ended) == ("playing", "scope_missing")
    assert shown == group == "Kitchen table"
    assert story == [
        "over",
        "{'value': 1.0, 'over': 1, 'low': 0.2065, 'high': 1.0}",
        f"{{'longest': 1, 'current': 1, 'game': '{story[2][-38:-2]}'}}",
        "1",
        "Anna",
        "1",
        "1",
        "done",
        "new",
        "1",
        "Grandma",
    ]
