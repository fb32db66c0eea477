"""What the server logs: lines that programs read, and no secrets and names of people."""

from __future__ import annotations

import asyncio
import json
import logging
import re
import secrets
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

from rest.logs import JSONFormatter, PrivacyFilter, TextFormatter
from tests.databases import sqlite_database
from tests.server import serve_process

LINK = r"[?#&/=]([A-Za-z0-9_:.-]{20,})"  # what is secret of a link in a mail


class Evening:
    """Requests to a server, and everything in them that is nobody else's business."""

    def __init__(self, address: str, mails: Path) -> None:
        self.address, self.mails = address, mails
        self._read: set[str] = set()
        self.secrets: set[str] = set()
        self.statuses: dict[str, int] = {}

    def new(self, word: str) -> str:
        """A name, a password or the like, which nothing else in the world contains."""
        secret = f"{word}{secrets.token_hex(5)}"
        self.secrets.add(secret)
        return secret

    def keep(self, secret: str) -> str:
        assert len(secret) >= 6, "too short to be looked for"
        self.secrets.add(secret)
        return secret

    def ask(
        self, path: str, body: Any = None, token: str = "", method: str = "", **extra: str
    ) -> Any:
        """Ask; the answer is JSON, text, or the beginning of a stream. Not all need succeed.

        `extra` are headers of one word.
        """
        data = body if isinstance(body, bytes | None) else json.dumps(body).encode()
        headers = {"Content-Type": "application/json", "Accept-Language": "en", **extra}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        request = urllib.request.Request(
            self.address + path, data, headers, method=method or ("GET" if body is None else "POST")
        )
        try:
            with urllib.request.urlopen(request, timeout=20) as response:
                status, kind = response.status, response.headers["Content-Type"]
                text = response.readline() if "event-stream" in kind else response.read()
        except urllib.error.HTTPError as error:
            status, kind, text = error.code, error.headers["Content-Type"], error.read()
        self.statuses[path] = status
        return json.loads(text) if "json" in kind else text.decode()

    def mailed(self) -> str:
        """The text of the next mail, which a thread sends."""
        for _attempt in range(100):
            # Two mails of one second may be in one file, each with a line of dashes after it.
            files = [file.read_text().split(f"{'-' * 79}\n") for file in self.mails.iterdir()]
            for mail in {mail for *mails, _unfinished in files for mail in mails} - self._read:
                self._read.add(mail)
                # Quoted-printable breaks long lines.
                return mail.partition("\n\n")[2].replace("=\n", "").replace("=3D", "=")
            time.sleep(0.1)
        raise AssertionError("no mail was sent")


def play(evening: Evening) -> None:
    """Everything with a secret in it that can be sent, also what is wrong with it."""
    ask, new, keep = evening.ask, evening.new, evening.keep
    v1, auth = "/api/v1", "/api/v1/auth"
    anna = ask(f"{auth}/guests/", {"name": new("Anna"), "device": new("Phone")})
    token = keep(anna["token"])
    email, password = new("anna") + "@example.org", new("password")
    assert ask(f"{auth}/claim/", {"email": email, "password": password}, token)
    confirmed = re.findall(LINK, evening.mailed())
    assert confirmed
    for secret in confirmed:
        ask(f"{auth}/email/confirm/", {"key": keep(secret)}, token)
        ask(f"/confirm?key={secret}")
    ask(f"{auth}/login/", {"email": email, "password": password, "device": new("Laptop")})
    ask(f"{auth}/login/", {"email": email, "password": new("wrong"), "device": "x"})
    ask(f"{auth}/password-reset/", {"email": email})
    for secret in re.findall(LINK, evening.mailed()):
        uid, _dot, key = keep(secret).partition(".")
        ask(f"/reset/{secret}")
        # A word unlike the name: a password that resembles it would be refused.
        body = {"uid": uid, "token": keep(key), "password": new("Mystichpult"), "device": "x"}
        reset = ask(f"{auth}/password-reset/confirm/", body)
        assert "token" in reset, reset
        token = keep(reset["token"])
    code = keep(ask(f"{auth}/pairing/", {}, token)["code"])
    ask(f"/pair/{code}")
    paired = ask(f"{auth}/pair/", {"code": code, "device": new("Tablet")})
    keep(paired["token"])
    ask(f"{auth}/pair/", {"code": new("WRONG"), "device": "x"})

    group = ask(f"{v1}/groups/", {"name": new("Family")}, token)
    url = f"{v1}/groups/{group['id']}"
    players = [ask(f"{url}/players/", {"name": new(name)}, token) for name in ("Ben", "Cleo")]
    invite = ask(f"{url}/invites/", {"role": "scorer"}, token)
    code = keep(invite["code"])
    for path in (f"{v1}/join/{code}/", f"/join/{code}", f"{v1}/join/{new('NOCODE')}/"):
        ask(path)
    dora = ask(f"{auth}/guests/", {"name": new("Dora"), "device": "x"})
    ask(f"{v1}/join/", {"code": code}, keep(dora["token"]))
    ids = [player["id"] for player in players]
    game = ask(f"{url}/games/", {"edition": "classic", "players": ids}, token)
    game_url = f"{v1}/games/{game['id']}"
    results = [{"player": ids[0], "went_out": True}, {"player": ids[1], "points": 20}]
    ask(f"{game_url}/rounds/", {"number": 1, "results": results}, token)
    ask(f"{url}/jobs/", {"kind": "export", "format": "json"}, token)
    share = ask(f"{v1}/share-links/", {"game": game["id"]}, token)
    watch = keep(share["token"])
    for path in ("", "/table", "/draft", "/events", "/log"):
        ask(f"{v1}/watch/{watch}{path}/")
    ask(f"{v1}/shared/{watch}/")
    ask(f"{v1}/shared/{new('nolink')}/")
    ask(f"{game_url}/sheet/?link={new('nolink')}")
    for path in ("table", "draft", "events"):
        ask(f"{game_url}/{path}/?link={watch}")
        ask(f"{game_url}/{path}/?link={new('nolink')}")
    ask(f"/watch/{watch}")
    ask(f"/watch/{new('nolink')}")
    ask(f"/watch/{watch}/", {}, method="PUT")
    for topic in (game_url, url):
        ticket = keep(ask(f"{topic}/tickets/", {}, token)["ticket"])
        name = "game" if topic == game_url else "group"
        keep(ask(f"{v1}/tickets/", {name: topic.rsplit("/", 1)[1]}, token)["ticket"])
        ask(f"{topic}/events/?ticket={quote(ticket)}")
        ask(f"{topic}/events/?ticket={new('ticket')}")

    ask(f"{v1}/me/", token=new("token"))
    ask(f"{v1}/me/?{new('parameter')}=1", token=token)
    ask(f"{v1}/groups/", {"name": 7, new("Field"): new("Emil")}, token)
    ask(f"{v1}/groups/", b'{"name": "' + new("Fritz").encode(), token)
    ask(f"{v1}/groups/", b'"\xff' + new("Gina").encode(), token)
    ask(f"/{new('nowhere')}?q={new('query')}")
    ask(f"{v1}/%ff{new('bytes')}/?%ff")
    for place in (f"{v1}/fail", "/fail"):
        for kind in ("value", "chain", "row", "database"):
            ask(f"{place}/{kind}/{new('Hugo')}/")
            assert evening.statuses.popitem()[1] in {500, 503}


@pytest.mark.parametrize("form", [pytest.param("text", marks=pytest.mark.full), "json"])
def test_no_secret_and_no_name_reaches_the_log(tmp_path: Path, form: str) -> None:
    mails = tmp_path / "mails"
    mails.mkdir()
    settings: dict[str, Any] = {
        "DJANGO_SETTINGS_MODULE": "tests.config.failing_settings",
        "LOG_FORMAT": form,
        "LOG_LEVEL": "DEBUG",
        "ACCESS_LOG": "on",
        "REDIS_URL": "",
        "EMAIL_URL": f"filemail:///{mails}",
        "PYTHONASYNCIODEBUG": "1",
    }
    path = tmp_path / "log"
    with (
        path.open("wb") as log,
        serve_process(sqlite_database(tmp_path), log=log, **settings) as (address, _process),
    ):
        evening = Evening(address, mails)
        play(evening)
    text = path.read_text()
    found = {secret for secret in evening.secrets if secret.lower() in text.lower()}
    assert found == set(), [line for line in text.splitlines() if any(s in line for s in found)]
    assert len(evening.secrets) > 40
    successes = [path for path, status in evening.statuses.items() if status < 300]
    assert len(successes) > 20, evening.statuses
    # What is to be there is there.
    errors = ("RuntimeError", "KeyError", "IntegrityError", "ExceptionGroup")
    for told in ("/watch/<str:token>", "failing_urls", *errors):
        assert told in text
    if form == "json":
        lines = [json.loads(line) for line in text.splitlines()]
        answered = [line for line in lines if line["logger"] == "tableside.access"]
        assert len(answered) > 50
        assert {"time", "level", "message", "request_id", "route", "status", "duration"} <= set(
            answered[0]
        )
        failed = [line for line in lines if line.get("route") == "/fail/<str:kind>/<str:secret>/"]
        assert {line["level"] for line in failed} == {"ERROR", "INFO"}
        assert "uvicorn.error" in {line["logger"] for line in lines}


def formatted(record: logging.LogRecord, formatter: logging.Formatter) -> str:
    PrivacyFilter().filter(record)
    return formatter.format(record)


@pytest.mark.parametrize("formatter", [TextFormatter(), JSONFormatter()])
def test_libraries_log_no_values(
    caplog: pytest.LogCaptureFixture, formatter: logging.Formatter
) -> None:
    async def forget() -> None:
        async def fail() -> None:
            raise ValueError("Anna")

        task = asyncio.ensure_future(fail())
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        del task

    asyncio.run(forget())
    context = {"id": "1", "name": "count", "exc": "ValueError('Anna')", "args": "('Anna',)"}
    try:
        raise ValueError("Anna")
    except ValueError as error:
        text = "Task %(name)s[%(id)s] raised: %(exc)s %(args)s"
        logging.getLogger("celery.app.trace").error(text, context, exc_info=True)
        logging.getLogger("anything").warning("It failed: %s", error)
    lines = [formatted(record, formatter) for record in caplog.records]
    assert len(lines) == 3
    assert "never retrieved" in lines[0]
    assert "Task count[1] raised" in lines[1]
    assert "It failed: ValueError" in lines[2]
    assert "Anna" not in "".join(line.replace('ValueError("Anna")', "") for line in lines).replace(
        'ValueError(\\"Anna\\")', ""
    )
