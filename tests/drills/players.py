"""Phones under load: they record rounds, ask again after an error, and note what they were told."""

from __future__ import annotations

import http.client
import threading
import time
import uuid
from dataclasses import dataclass
from typing import Any

from benchmarks.phones import PLAYERS, ROUNDS_A_GAME, round_of_a_game
from tests.live.phones import Phone, guest

GIVES_UP = 8.0  # seconds until a phone asks again, as the client does
PAUSE = 0.15  # seconds between the rounds of a phone
AGAIN = {"request_in_flight", "database_unavailable", "server_busy"}


@dataclass(frozen=True, slots=True)
class Attempt:
    """One request: times are of `time.monotonic`; no status means no answer."""

    writes: bool
    began: float
    ended: float
    status: int
    code: str
    retry_after: str


class Scorer:
    """A phone that records one game after the other, and reads each after every round."""

    def __init__(self, address: str, number: int) -> None:
        self.phone = guest(address, f"Phone {number}")
        self._impatient = Phone(address, self.phone.token, patience=GIVES_UP)
        self.group: str = self.phone.post("/groups/", {"name": f"Table {number}"})["id"]
        self.players: list[str] = [
            self.phone.post(f"/groups/{self.group}/players/", {"name": name})["id"]
            for name in PLAYERS
        ]
        self.games: dict[str, list[Any]] = {}  # the rounds of each game, as they were answered
        self.attempts: list[Attempt] = []
        self.refused: list[str] = []  # what no phone should be told
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._play, daemon=True)

    def start(self) -> None:
        self._thread.start()

    def stop(self) -> None:
        """Have it end with the request that it is at, which must be answered."""
        self._stopped.set()
        self._thread.join(90)
        if self._thread.is_alive():
            self.refused.append("a request was never answered")

    def _play(self) -> None:
        try:
            while not self._stopped.is_set():
                plan = {"edition": "classic", "players": self.players}
                game = self._until_answered(f"/groups/{self.group}/games/", plan)["id"]
                rounds = self.games[game] = []
                for number in range(1, ROUNDS_A_GAME + 1):
                    if self._stopped.is_set():
                        break
                    body = round_of_a_game(self.players, number)
                    answer = self._until_answered(f"/games/{game}/rounds/", body)
                    rounds.append(answer["rounds"][-1])
                    self._ask("GET", f"/games/{game}/", None, {})
                    time.sleep(PAUSE)
        except AssertionError as error:
            self.refused.append(str(error))

    def _until_answered(self, path: str, body: Any) -> Any:
        key = {"Idempotency-Key": str(uuid.uuid4())}
        for _attempt in range(300):
            attempt, answer = self._ask("POST", path, body, key)
            if attempt.status in (200, 201):
                return answer
            assert attempt.status == 0 or attempt.code in AGAIN, (
                f"{path}: {attempt.status} {attempt.code}"
            )
            # As a phone does that somebody looks at: it tries to read, too.
            self._ask("GET", f"/groups/{self.group}/", None, {})
            time.sleep(min(float(attempt.retry_after or 0.2), 0.5))
        raise AssertionError("the server does not come back")

    def _ask(
        self, method: str, path: str, body: Any, headers: dict[str, str]
    ) -> tuple[Attempt, Any]:
        began = time.monotonic()
        status, answer, wait = 0, None, ""
        try:
            status, answer, got = self._impatient.ask(method, path, body, **headers)
            wait = got.get("Retry-After") or ""
        except (OSError, http.client.HTTPException):
            pass
        code = answer.get("code", "") if status >= 400 and isinstance(answer, dict) else ""
        attempt = Attempt(method != "GET", began, time.monotonic(), status, code, wait)
        self.attempts.append(attempt)
        if status >= 500 and code not in AGAIN:
            self.refused.append(f"{method} {path}: {status} {code}")
        return attempt, answer
