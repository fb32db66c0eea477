"""Guests whose files to import make a gigabyte of objects, and one whose file is a game."""

from __future__ import annotations

import http.client
import json
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from tests.drills.services import Place, peak_of_memory
from tests.live.phones import V1, Phone, guest

MIB = 1024**2
LISTS = b'{"games":[' + b"[]," * (29 * MIB // 3) + b"[]]}"
CELLS = b"date,player,total\n" + (b"12345," * 49 + b"12345\n") * 99_999
SHEET = b"date,player,total,won\n2024-03-02,North,50,yes\n2024-03-02,East,55,\n"
BOMBS = (("application/json", LISTS), ("text/csv", CELLS)) * 2
ENOUGH = 300.0  # seconds


def import_bombs(place: Place) -> None:
    """Have four guests send a bomb each, and then a fifth a sheet; tell what became of them.

    Raises RuntimeError if a bomb is not refused for what it is, at once and once, or the sheet
    not read.
    """
    phones = [guest(place.address, f"Guest {number}") for number in range(len(BOMBS) + 1)]
    groups = [phone.post("/groups/", {"name": "Nobody else"})["id"] for phone in phones]
    before = _resident(place)
    with ThreadPoolExecutor(len(BOMBS)) as senders:
        jobs = list(senders.map(_send, phones, groups, *zip(*BOMBS, strict=True)))
    jobs.append(_send(phones[-1], groups[-1], "text/csv", SHEET))
    began, most = time.monotonic(), before
    waits: dict[str, tuple[float, dict[str, Any]]] = {}
    while len(waits) < len(jobs):
        most = max(most, _resident(place))
        for phone, job in zip(phones, jobs, strict=True):
            if job in waits:
                continue
            told = phone.get(f"/jobs/{job}/")
            if told["state"] not in ("waiting", "running"):
                waits[job] = (time.monotonic() - began, told)
        if time.monotonic() - began > ENOUGH:
            raise RuntimeError("a job does not end")
        time.sleep(0.2)
    for job in jobs:
        seconds, told = waits[job]
        print(f"{told['state']} after {seconds:.1f} s: {_codes(told)}")
    codes = [_codes(waits[job][1]) for job in jobs]
    # The container may have less left than the limit of a process that reads, which is then killed.
    expected = (["too_many_entries"], ["too_large"]), (["too_many_cells"], ["too_large"])
    if codes[4] or any(code not in expected[i % 2] for i, code in enumerate(codes[:4])):
        raise RuntimeError(f"read as {codes}")
    after = _resident(place)
    print(
        f"The server had {before / MIB:.0f} MiB, at most {most / MIB:.0f}, then {after / MIB:.0f};"
    )
    print(f"with the processes that read, at most {peak_of_memory():.0f} MiB, of 512.")


def _send(phone: Phone, group: str, media_type: str, data: bytes) -> str:
    """Send a file, again if the server is busy; return the id of its job."""
    headers = {"Authorization": f"Bearer {phone.token}", "Content-Type": media_type}
    for _attempt in range(100):
        connection = http.client.HTTPConnection(phone.host, timeout=120)
        try:
            connection.request("POST", f"{V1}/groups/{group}/imports/", data, headers)
            response = connection.getresponse()
            answer: dict[str, Any] = json.loads(response.read())
        except (OSError, http.client.HTTPException):  # it does not read what it has no room for
            time.sleep(1)
            continue
        finally:
            connection.close()
        if response.status == 202:
            return str(answer["id"])
        if response.status not in (429, 503):
            raise RuntimeError(f"{response.status} {answer}")
        time.sleep(float(response.headers.get("Retry-After") or 1))
    raise RuntimeError("the server does not take a file")


def _resident(place: Place) -> int:
    """Bytes of memory of the process that answers, and does jobs."""
    status = Path(f"/proc/{place.web_workers[0]}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0]) * 1024


def _codes(told: dict[str, Any]) -> list[str]:
    result = told["result"] or {"problems": [told["problem"]]}
    return [problem["code"] for problem in result["problems"]]
