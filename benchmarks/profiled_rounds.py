"""Record rounds in this process, and add up the processor time by package.

`benchmarks.profile` runs this with `DATABASE_URL` set. Prints a summary as JSON.
"""

from __future__ import annotations

import cProfile
import json
import os
import pstats
import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any
from uuid import uuid4

from benchmarks.phones import PLAYERS, ROUNDS_A_GAME, V1, round_of_a_game
from benchmarks.reference_cases import ROOT

GAMES = 12
LIBRARIES = (
    "django/db", "django/test", "django", "rest_framework", "psycopg", "knox", "cryptography",
    "asgiref", "orjson",
)  # fmt: skip


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "benchmarks.settings")
    import django

    django.setup()
    from config.local_worker import local_worker

    # Finished games are counted by its thread, as in a server; only this thread is timed.
    local_worker.start(takes_tasks=True)
    phone = Phone()
    phone.play(phone.start_games())  # to warm up
    games = phone.start_games()
    began = time.thread_time()
    rounds = phone.play(games)
    plain = (time.thread_time() - began) / rounds
    games = phone.start_games()
    profile = cProfile.Profile(time.thread_time)
    profile.enable()
    phone.play(games)
    profile.disable()
    local_worker.stop(timeout=5)
    json.dump({"plain": plain, "parts": parts(pstats.Stats(profile), plain)}, sys.stdout)


class Phone:
    """A phone without a network: the requests are made in this process."""

    def __init__(self) -> None:
        from django.test import Client

        self._client = Client(headers={"Host": "localhost"})
        answer = self._post("/auth/guests/", {"name": "Ann", "device": "Phone"})
        self._client.defaults["HTTP_AUTHORIZATION"] = f"Bearer {answer['token']}"
        self._group = self._post("/groups/", {"name": "Kitchen table"})["id"]
        players = f"/groups/{self._group}/players/"
        self._players = [self._post(players, {"name": name})["id"] for name in PLAYERS]

    def start_games(self) -> list[str]:
        """Start games, which is not what is measured; return their ids."""
        plan = {"edition": "classic", "players": self._players}
        path = f"/groups/{self._group}/games/"
        return [self._post(path, plan)["id"] for _game in range(GAMES)]

    def play(self, games: Sequence[str]) -> int:
        """Play whole games; return how many rounds."""
        for game in games:
            for number in range(1, ROUNDS_A_GAME + 1):
                body = round_of_a_game(self._players, number)
                self._post(f"/games/{game}/rounds/", body, HTTP_IDEMPOTENCY_KEY=str(uuid4()))
        return len(games) * ROUNDS_A_GAME

    def _post(self, path: str, body: dict[str, Any], **headers: str) -> dict[str, Any]:
        response = self._client.post(V1 + path, body, "application/json", **headers)  # type: ignore[arg-type]
        assert response.status_code == 201, response.content
        answer: dict[str, Any] = json.loads(response.content)
        return answer


def parts(stats: pstats.Stats, total: float) -> dict[str, float]:
    """The processor time of each package, in seconds, where the whole is `total`.

    What is built in counts as part of its callers. The profiler slows down small functions more
    than large ones, so these are estimates.
    """
    found: Counter[str] = Counter()
    rows: dict[Any, Any] = stats.stats  # type: ignore[attr-defined]
    for (file, _line, _name), (_calls, _primitive, own, _cumulative, callers) in rows.items():
        if file != "~":
            found[package(file)] += own
            continue
        for (caller, _l, _n), times in callers.items():
            found[package(caller)] += times[2]
    whole = sum(found.values())
    return {name: time / whole * total for name, time in found.most_common()}


def package(file: str) -> str:
    """The package that a file belongs to."""
    if file.startswith(f"{ROOT}{os.sep}") and ".venv" not in file:
        return Path(file).relative_to(ROOT).parts[0]
    for library in LIBRARIES:
        if f"site-packages/{library}" in file:
            return library
    return "other libraries, Python's own"


if __name__ == "__main__":
    main()
