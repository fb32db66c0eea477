"""An assistant, by the SDK's own client, through an evening and through ten arguments."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from uuid import uuid4

import anyio
import pytest
from httpx2 import AsyncClient
from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client

from tests.databases import sqlite_database
from tests.pocket.cases import published
from tests.server import ROOT, serve

API = "/api/v1"


def phase(groups: str, **asked: Any) -> tuple[str, dict[str, Any]]:
    of_cards = list(map(str.split, groups.split(" / ")))
    return "check_phase", {"edition": "classic", "phase": 1, **asked, "groups": of_cards}


def hit(kind: str, group: str, cards: str, laid: bool = True, **asked: Any) -> Any:
    about = {"kind": kind, "group": group.split(), "cards": cards.split(), "phase_laid": laid}
    return "check_hit", {"edition": "classic", **about, **asked}


def rule(question: str, **asked: Any) -> tuple[str, dict[str, Any]]:
    return "find_rule", {"question": question, **asked}


# What is asked, whether it is so, and the first rule that is named.
ARGUMENTS: list[tuple[tuple[str, dict[str, Any]], str, str]] = [
    (phase("R8 B8 G8 / W Y3 Y3"), "yes", "set"),
    (phase("R3 G4 B6 Y7", edition="express", phase=6), "no", "run"),
    (phase("R8 B8 S / R1 B1 G1"), "no", "skip-in-group"),
    (phase("R8 B8 G8"), "no", "whole-phase"),
    (phase("R8 B8 G8 / W W W"), "yes", "wild-only-groups"),
    (hit("run", "R3 R4 R5 R6", "W"), "yes", "run"),
    (hit("set", "R9 B9 G9", "W", laid=False), "no", "hit-before-phase"),
    (hit("run", "R9 R10 W R12", "R1"), "no", "end-of-run"),
    (hit("set", "R9 B9 G9", "W"), "yes", "set"),
    (hit("color_run", "W9 W10 W11", "B8", edition="flip"), "yes", "one-color"),
    (rule("does a run wrap around?", edition="classic"), "", "end-of-run"),
    (rule("how many cards may I hit in one turn?"), "", "how-many-hits"),
    (rule("who deals first?"), "", "dealer"),
]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with serve(sqlite_database(tmp_path_factory.mktemp("assistants"))) as address:
        yield address


@asynccontextmanager
async def assistant(server: str, token: str = "") -> Any:
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    async with (
        AsyncClient(headers=headers, timeout=30) as http,
        Client(streamable_http_client(f"{server}/mcp", http_client=http)) as client,
    ):
        yield client


async def call(client: Client, tool: str, **arguments: Any) -> Any:
    """What a tool answers; what it refuses, as text."""
    result: Any = await client.call_tool(tool, arguments)
    return result.content[0].text if result.is_error else result.structured_content


async def settle(client: Client) -> None:
    for (tool, asked), ruling, first in ARGUMENTS:
        told = await call(client, tool, **asked)
        assert told["rules"][0]["id"] == first, (asked, told)
        assert told["rules"][0]["answers"][0]["text"]
        if ruling:
            assert told["ruling"] == ruling, asked
            assert bool(told["says"]) == (ruling == "no" or told["verdict"]["ambiguous"])
    wrong = await call(client, "check_phase", edition="classic", phase=1, groups=[["R13"]])
    assert '"R13" is not a card. Write a number card as R7' in wrong
    hand = await call(
        client, "analyse_hand", edition="express", phase=5, hand=["R3", "G3", "B8", "S", "Y9"]
    )
    assert hand["message"].startswith("You need one more card: a 3")
    table = [{"kind": "set", "cards": ["R9", "B9", "G9"]}]
    held = {"edition": "classic", "phase": 1, "hand": ["Y9", "R1", "W"], "table": table}
    hand = await call(client, "analyse_hand", **held, phase_laid=True)
    assert hand["leftover"]["points"] == 5
    counted = await call(client, "count_cards", edition="classic", cards=held["hand"])
    assert counted["points"] == 35
    wrong = await call(
        client, "check_hit", edition="classic", kind="set", group=["X1"], cards=[], phase_laid=True
    )
    assert "`group`: " in wrong


def test_ten_arguments_over_http(server: str) -> None:
    async def tell() -> None:
        async with assistant(server) as client:
            await settle(client)
            # Without a token there is nothing else.
            assert "/me/tokens/new" in await call(client, "list_groups")
        async with assistant(server, "deadbeef") as client:
            assert "is not valid, or no longer" in await call(client, "list_groups")

    anyio.run(tell)


def test_the_program_of_the_guide(server: str) -> None:
    guide = (ROOT / "docs" / "assistants.md").read_text(encoding="utf-8")
    [program] = re.findall(r"```python\n(.*?)```", guide, re.DOTALL)
    program = program.replace("http://localhost:8000", server)
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert done.stdout.startswith("no "), done.stdout


@pytest.mark.full
def test_the_same_over_standard_input_and_output(server: str, tmp_path: Path) -> None:
    """With a server elsewhere, and on this computer, where no server runs."""

    async def tell(*arguments: str) -> None:
        command = StdioServerParameters(
            command=sys.executable,
            args=["-m", "tableside", "mcp", *arguments],
            cwd=ROOT,
            env={"DATABASE_URL": f"sqlite:///{tmp_path}/none.sqlite3"},
        )
        async with Client(command) as client:
            await settle(client)

    anyio.run(tell)
    anyio.run(tell, "--url", server)


def cases(about: str) -> Iterator[tuple[dict[str, Any], dict[str, Any]]]:
    """The published questions about something, with their answers."""
    for case in published():
        if (case.function, case.status, case.language) == (about, 200, "en"):
            yield case.request, case.answer


@pytest.mark.release
def test_every_published_ruling_has_its_rule(server: str) -> None:
    async def tell() -> None:
        async with assistant(server) as client:
            for asked, answer in cases("phase"):
                if asked.keys() == {"edition", "phase", "groups"} and isinstance(
                    asked["phase"], int
                ):
                    told = await call(client, "check_phase", **asked)
                    assert (told["verdict"], bool(told["rules"])) == (answer, True), asked
            for asked, answer in cases("hit"):
                if asked.keys() <= {"edition", "target", "cards", "phase_laid"}:
                    target = asked.pop("target")
                    asked = {"phase_laid": True, "group": target["cards"], **asked}
                    told = await call(client, "check_hit", kind=target["kind"], **asked)
                    assert (told["verdict"], bool(told["rules"])) == (answer, True), asked

    anyio.run(tell)


async def post(http: AsyncClient, path: str, body: dict[str, Any]) -> Any:
    answer = await http.post(f"{API}/{path}", json=body)
    assert answer.is_success, answer.text
    return answer.json()


async def evening(server: str) -> None:
    async with AsyncClient(base_url=server) as http:
        login = await post(http, "auth/guests/", {"name": "Anna"})
        http.headers["Authorization"] = f"Bearer {login['token']}"
        for _other in range(50):  # a page of the list
            await post(http, "groups/", {"name": "Club"})
        group = await post(http, "groups/", {"name": "Kitchen table"})
        players = [{"name": "Anna"}, {"name": "Ben"}]
        path = f"groups/{group['id']}/games/"
        rules = {"house_rules": {"number_card_per_group": True}, "phases": [1, 2, 5]}
        game = await post(http, path, {"edition": "classic", "players": players, **rules})
        tokens = {
            scopes[-1]: (await post(http, "me/tokens/", {"name": "Bot", "scopes": scopes}))["token"]
            for scopes in (["read"], ["read", "score"])
        }

    async with assistant(server, tokens["read"]) as reader:
        listed = (await call(reader, "list_groups"))["groups"]
        assert (len(listed), listed[-1]) == (51, {"id": group["id"], "name": "Kitchen table"})
        told = await call(reader, "group_summary", group=group["id"])
        assert (told["leaders"], told["last_night"]) == ([], None)
        (playing,) = told["games"]
        assert playing["round"] == 1
        assert playing["house_rules"]["number_card_per_group"] is True
        anna, ben = (player["id"] for player in playing["players"])
        assert playing["dealer"] in (anna, ben)
        played = {"game": game["id"], "number": 1, "went_out": anna, "points": {ben: 35}}
        refused = await call(reader, "record_round", **played, record=True)
        assert "scope" in refused
        elsewhere = await call(reader, "leaderboard", group=f"{group['id']}/../../me")
        assert "`group`: this is not an id. `list_groups` gives the ids." in elsewhere
        nobodys = await call(reader, "leaderboard", group=str(uuid4()))
        assert "There is no such thing" in nobodys
        other = {"edition": "flip", "phase": 1, "groups": [["R8"]], "game": game["id"]}
        assert "this game is classic" in await call(reader, "check_phase", **other)
        # By the house rules of the game, a set of Wilds only is none.
        wilds = {"edition": "classic", "phase": 1, "groups": [["R8", "B8", "G8"], ["W", "W", "W"]]}
        assert (await call(reader, "check_phase", **wilds))["ruling"] == "yes"
        ruled = await call(reader, "check_phase", **wilds, game=game["id"])
        assert (ruled["ruling"], "house rule" in ruled["says"][0]) == ("no", True)
        assert ruled["house_rules"]["number_card_per_group"] is True
        assert "Phases 1, 2, 3." in await call(
            reader, "check_phase", **{**wilds, "phase": 9}, game=game["id"]
        )

    async with assistant(server, tokens["score"]) as scorer:
        wrong = {**played, "points": {ben: 36}}
        assert "36" in await call(scorer, "record_round", **wrong, record=False)
        asked = {**played, "points": {ben: 70}, "record": False}
        for record in (False, True):
            told = await call(scorer, "record_round", **{**asked, "record": record})
            assert (told["recorded"], told["round"]) == (False, 1)
            (question,) = told["ask"]
            assert question["laid_down"] == ben
            assert "lay down?" in question["question"]
        after = await call(scorer, "record_round", **asked, laid_down={ben: True})
        assert [player["phase"] for player in after["players"]] == [2, 2]
        for record, round in ((False, 1), (True, 2), (True, 2)):
            after = await call(scorer, "record_round", **played, record=record)
            assert after["recorded"] is record
            (playing,) = (await call(scorer, "group_summary", group=group["id"]))["games"]
            assert playing["round"] == round
        # What was recorded, taken back and agreed upon again is recorded again.
        async with AsyncClient(base_url=server, headers=http.headers) as phone:
            taken_back = await phone.delete(
                f"{API}/games/{game['id']}/rounds/1/", headers={"If-Match": "*"}
            )
            assert taken_back.is_success, taken_back.text
        for _ in range(2):
            await call(scorer, "record_round", **played, record=True)
            (playing,) = (await call(scorer, "group_summary", group=group["id"]))["games"]
            assert playing["round"] == 2


def test_an_evening(server: str) -> None:
    anyio.run(evening, server)


def test_what_arrives_is_bounded(server: str) -> None:
    async def send() -> None:
        async with AsyncClient(base_url=server) as http:
            accept = {"Accept": "application/json, text/event-stream"}
            large = await http.post("/mcp", content=b"x" * 70_000, headers=accept)
            assert large.status_code == 413
            assert (await http.get("/mcp", headers=accept)).status_code == 405

    anyio.run(send)


@pytest.mark.full
def test_calls_are_counted_before_they_are_understood(tmp_path: Path) -> None:
    async def send() -> None:
        async with AsyncClient(base_url=address, timeout=60) as http:
            accept = {"Accept": "application/json, text/event-stream"}
            ask = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
            answers = [await http.post("/mcp", json=ask, headers=accept) for _ in range(4)]
            assert [answer.status_code for answer in answers] == [200, 200, 200, 429]

    with serve(sqlite_database(tmp_path), THROTTLE="on", THROTTLE_ACCOUNT="3/day") as address:
        anyio.run(send)
