"""Phones of the tests: they ask a real server, listen to it, and know what they were told."""

from __future__ import annotations

import contextlib
import http.client
import json
import socket
import threading
import time
import uuid
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlsplit

V1 = "/api/v1"
PATIENCE = 15.0  # seconds for anything that should come at once


class Phone:
    """A device with a token; each request on a connection of its own, for seconds of `patience`."""

    def __init__(self, server: str, token: str = "", *, patience: float = 30) -> None:
        self.server, self.patience = server, patience
        self.host = urlsplit(server).netloc
        self.token = token

    def ask(
        self, method: str, path: str, body: Any = None, **headers: str
    ) -> tuple[int, Any, http.client.HTTPMessage]:
        """The status, the body as JSON, and the headers of an answer."""
        connection = http.client.HTTPConnection(self.host, timeout=self.patience)
        try:
            content = None if body is None else json.dumps(body)
            connection.request(method, V1 + path, content, self._headers(headers, body))
            response = connection.getresponse()
            data = response.read()
            return response.status, json.loads(data) if data else None, response.headers
        finally:
            connection.close()

    def get(self, path: str) -> Any:
        status, answer, _headers = self.ask("GET", path)
        assert status == 200, answer
        return answer

    def post(self, path: str, body: Any = None) -> Any:
        """Post until it is answered, as a phone does when a server dies: the key says it is one."""
        key = str(uuid.uuid4())
        for _attempt in range(100):
            try:
                status, answer, _headers = self.ask("POST", path, body, **{"Idempotency-Key": key})
            except (OSError, http.client.HTTPException):
                time.sleep(0.1)
                continue
            if status == 409 and answer["code"] == "request_in_flight":
                time.sleep(0.1)
                continue
            assert status in (200, 201, 202), answer
            return answer
        raise AssertionError("the server does not come back")

    def _headers(self, headers: dict[str, str], body: Any) -> dict[str, str]:
        everything = dict(headers)
        if self.token:
            everything["Authorization"] = f"Bearer {self.token}"
        if body is not None:
            everything["Content-Type"] = "application/json"
        return everything


def guest(server: str, name: str) -> Phone:
    """A new person's phone."""
    answer = Phone(server).post("/auth/guests/", {"name": name})
    return Phone(server, answer["token"])


def play_a_game(phone: Phone, group: str = "") -> str:
    """A game of one Phase, from the players to the last round, in a new group; its group."""
    group = group or phone.post("/groups/", {"name": "Kitchen table"})["id"]
    players = [
        phone.post(f"/groups/{group}/players/", {"name": name})["id"] for name in ("Anna", "Ben")
    ]
    body = {"edition": "classic", "players": players, "phases": [1]}
    game = phone.post(f"/groups/{group}/games/", body)["id"]
    lines = [{"player": players[0], "went_out": True}, {"player": players[1], "points": 105}]
    phone.post(f"/games/{game}/rounds/", {"number": 1, "results": lines})
    assert phone.get(f"/games/{game}/")["status"] == "over"
    return group


class Listener:
    """Listens to a stream in a thread, and comes again where it left off when it breaks."""

    def __init__(self, phone: Phone, path: str, *, after: int | None = None) -> None:
        self.phone, self.path = phone, path
        self.last = after
        self.events: list[dict[str, Any]] = []
        self.said: list[str] = []  # kinds as they came, and ":" for a heartbeat
        self.connections = 0
        self.refused: int | None = None
        self._stopped = threading.Event()
        self._socket: socket.socket | None = None
        self._thread = threading.Thread(target=self._listen, daemon=True)
        self._thread.start()

    @property
    def numbers(self) -> list[int]:
        return [event["number"] for event in self.events]

    def stop(self) -> None:
        self._stopped.set()
        if self._socket is not None:
            with contextlib.suppress(OSError):  # it has ended by itself
                self._socket.shutdown(socket.SHUT_RDWR)
        self._thread.join(PATIENCE)

    def await_(self, done: Callable[[], bool]) -> None:
        """Wait until something is so; AssertionError where it does not come about."""
        until = time.monotonic() + PATIENCE
        while not done():
            assert time.monotonic() < until, (self.said[-5:], self.numbers[-5:], self.refused)
            time.sleep(0.02)

    def _listen(self) -> None:
        while not self._stopped.is_set():
            try:
                if not self._listen_once():
                    return
            except (OSError, http.client.HTTPException):
                time.sleep(0.1)

    def _listen_once(self) -> bool:
        """Listen until the stream ends; False where there is nothing to come again for."""
        connection = http.client.HTTPConnection(self.phone.host, timeout=PATIENCE)
        headers = self.phone._headers({"Accept": "text/event-stream"}, None)  # as browsers do
        if self.last is not None:
            headers["Last-Event-ID"] = str(self.last)
        try:
            connection.request("GET", V1 + self.path, headers=headers)
            self._socket = connection.sock
            self._socket.settimeout(None)  # after the first one, it could read no more
            response = connection.getresponse()
            if response.status != 200:
                self.refused = response.status
                return response.status >= 500
            self.connections += 1
            for kind, data in self._messages(response):
                self.said.append(kind)
                if kind in ("ended", "reload"):
                    return False
                if kind != ":":
                    self.events.append(data)
                    self.last = data["number"]
            return True
        finally:
            connection.close()

    def _messages(self, response: http.client.HTTPResponse) -> Iterator[tuple[str, Any]]:
        """The messages of a stream: `http.client` takes the chunks apart."""
        kind, data = "", ""
        received = b""
        while not self._stopped.is_set():
            received += response.read1(65536) or _end()
            *lines, received = received.split(b"\n")
            for line in lines:
                text = line.decode()
                if text.startswith("event: "):
                    kind = text[7:]
                elif text.startswith("data: "):
                    data = text[6:]
                elif text.startswith(":"):
                    yield ":", None
                elif not text and kind:
                    yield kind, json.loads(data)
                    kind, data = "", ""


def _end() -> bytes:
    raise ConnectionError("the stream broke off")


def _put(mine: list[dict[str, Any]], new: list[dict[str, Any]], gone: list[str]) -> Any:
    """Each in the place of the one with its id, or at the end; without those that are gone."""
    changed = {one["id"]: one for one in new}
    kept = [changed.pop(one["id"], one) for one in mine if one["id"] not in gone]
    return kept + list(changed.values())


def apply(game: dict[str, Any], table: dict[str, Any], event: dict[str, Any]) -> None:
    """Bring a game and the table in play up to date by one event, as docs/live.md says."""
    data = dict(event["data"])
    if "rounds_from" in data:
        kept = game["rounds"][: data.pop("rounds_from") - 1]
        game.update({**data, "rounds": kept + data["rounds"]})
    elif event["kind"] == "table":
        gone, taken_back = data.pop("gone"), data.pop("taken_back")
        groups = _put(table["groups"], data["groups"], gone)
        plays = _put(table["plays"], data["plays"], taken_back)
        table.update({**data, "groups": groups, "plays": plays})
    elif event["kind"] == "table_laid":
        table.update(data)
    game["event"] = table["event"] = event["number"]
