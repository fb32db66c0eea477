"""Servers that stop, and others that take their place: nobody goes without an answer."""

from __future__ import annotations

import threading
import time
import urllib.request
from pathlib import Path

import pytest

from tests.databases import sqlite_database
from tests.live.conftest import Evening
from tests.redeploying import replace_one, replace_two, status
from tests.server import serve_process

DRAIN = 2.0  # seconds


@pytest.mark.full
def test_a_server_that_stops_says_so_and_ends_what_waits(tmp_path: Path) -> None:
    url = sqlite_database(tmp_path)
    with serve_process(url, DRAIN_SECONDS=str(DRAIN), REDIS_URL="") as (address, process):
        evening = Evening(address)
        headers = {"Authorization": f"Bearer {evening.owner.token}"}
        events = f"{address}/api/v1{evening.path}events/"
        stream = urllib.request.urlopen(urllib.request.Request(events, headers=headers))
        assert stream.readline() == b"retry: 2000\n"
        last = evening.game()["event"]
        waiting = urllib.request.Request(f"{events}?after={last}&wait=25", headers=headers)
        answers: list[tuple[int, float]] = []

        def poll() -> None:
            with urllib.request.urlopen(waiting, timeout=20) as response:
                answers.append((response.status, time.monotonic()))

        poller = threading.Thread(target=poll)
        poller.start()
        time.sleep(0.5)
        assert status(f"{address}/readyz") == 200
        began = time.monotonic()
        process.terminate()
        while status(f"{address}/readyz") == 200:
            time.sleep(0.05)
        assert status(f"{address}/readyz") == 503
        assert status(f"{address}/healthz") == 200
        assert status(f"{address}/api/v1/") == 200
        assert not answers
        with stream:
            rest = stream.read()  # raises if the stream has no proper end
        assert rest.rpartition(b"retry: ")[2].strip().isdigit()
        poller.join(10)
        assert answers[0][0] == 200
        process.wait(10)
        assert time.monotonic() - began >= DRAIN


@pytest.mark.release
def test_one_server_takes_the_place_of_another(tmp_path: Path) -> None:
    answers = replace_one(tmp_path)
    assert {answer for _time, answer in answers} <= {200, None}
    assert sorted(answers)[-1][1] == 200


@pytest.mark.full
def test_two_servers_are_replaced_and_every_request_is_answered(tmp_path: Path) -> None:
    answers = replace_two(tmp_path, DRAIN)
    assert {answer for _time, answer in answers} == {200}
    assert len(answers) > 100
