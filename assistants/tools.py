"""What an assistant can do, with the API behind it."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, cast
from uuid import UUID

from httpx2 import AsyncClient, HTTPError, Response
from mcp.server.mcpserver import Context, MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import ToolAnnotations
from pydantic import Field

from referee.editions import EDITIONS

INSTRUCTIONS = """\
Tableside settles arguments about Phase 10 with physical cards (classic, flip and express), and
keeps score. Ask its tools instead of relying on what you remember of the rules, and give people its
own words and the rule that it names.
Cards: R7 is a red 7 (R, Y, G, B: red, yellow, green, blue), W a Wild, S a Skip; W=8 is a Wild that
stands for an 8. In flip, W7 is the 7 of the wild side, and R* and W* have the Flip symbol.
Before you record a round, tell people what `record_round` says would follow; record it once they
agree.
"""

# What explains a group that is right. A group that is wrong names its rule itself.
RULES_OF_KINDS = {
    "set": "set",
    "run": "run",
    "color": "one-color",
    "color_run": "one-color",
    "odd": "odd-and-even",
    "even": "odd-and-even",
    "pair_run": "pair-run",
}

Edition = Annotated[str, Field(json_schema_extra={"enum": list(EDITIONS)})]
Cards = Annotated[list[str], Field(description="Cards such as R7, W, S or W=8.")]
PhaseNumber = Annotated[int, Field(description="The number of a Phase of the edition.")]
# Only ids: a text could lead to another address, and assistants are told things by strangers.
GroupId = Annotated[UUID, Field(description="The id of a group, from `list_groups`.")]
Answer = dict[str, Any]


class Tools:
    """The tools; the docstring of each is its description for assistants.

    `client_of` makes the client that asks the API with the caller's token. What the API refuses is
    a `ToolError` in its own words.
    """

    def __init__(self, client_of: Callable[[Context], AsyncClient]) -> None:
        self._client_of = client_of

    async def check_phase(
        self, ctx: Context, edition: Edition, phase: PhaseNumber, groups: list[Cards]
    ) -> Answer:
        """Rule whether groups of cards may be laid down as a Phase, with the smallest fix."""
        return await self._ruling(ctx, "phase", edition, {"phase": phase, "groups": groups})

    async def check_hit(
        self,
        ctx: Context,
        edition: Edition,
        kind: Annotated[str, Field(description="Of the group: set, run, color, odd, even, ...")],
        group: Annotated[list[str], Field(description="The cards that lie there.")],
        cards: Annotated[list[str], Field(description="The cards to hit it with.")],
    ) -> Answer:
        """Rule whether cards may hit a group that lies on the table."""
        target = {"kind": kind, "cards": group}
        return await self._ruling(ctx, "hit", edition, {"target": target, "cards": cards})

    async def analyse_hand(
        self,
        ctx: Context,
        edition: Edition,
        phase: PhaseNumber,
        hand: Cards,
        phase_laid: Annotated[bool, Field(description="Whether the Phase is laid down.")] = False,
    ) -> Answer:
        """Say what a hand can do: lay down, go out, what it lacks, and the odds of drawing it."""
        body = {"edition": edition, "phase": phase, "hand": hand, "phase_laid": phase_laid}
        return cast(Answer, await self._ask(ctx, "POST", "referee/hand/", json=body))

    async def find_rule(
        self, ctx: Context, question: str, edition: Edition | None = None
    ) -> Answer:
        """Find the rules that answer a question in the words of the table, the best one first."""
        asked = {"q": question, **_if_given(edition=edition)}
        rules = await self._ask(ctx, "GET", "referee/rules/", params=asked)
        return {"rules": [_rule(rule) for rule in rules[:3]]}

    async def list_groups(self, ctx: Context) -> Answer:
        """List the groups of the token's person, with the ids that other tools take."""
        page = await self._ask(ctx, "GET", "groups/")
        return {"groups": [{"id": each["id"], "name": each["name"]} for each in page["results"]]}

    async def group_summary(self, ctx: Context, group: GroupId) -> Answer:
        """Tell who leads a group, who won the last night, and how its games in progress stand."""
        return cast(Answer, await self._ask(ctx, "GET", f"groups/{group}/summary/"))

    async def leaderboard(
        self, ctx: Context, group: GroupId, edition: Edition | None = None
    ) -> Answer:
        """Read the leaderboard. Whose ranks (`best` to `worst`) overlap are not told apart yet."""
        address = f"groups/{group}/statistics/leaderboard/"
        return cast(Answer, await self._ask(ctx, "GET", address, params=_if_given(edition=edition)))

    async def record_round(
        self,
        ctx: Context,
        game: Annotated[UUID, Field(description="The id of the game, from the summary.")],
        number: Annotated[int, Field(description="The round in play, from the summary.")],
        went_out: Annotated[str, Field(description="The id of the player who went out.")],
        points: Annotated[
            dict[str, int], Field(description="The points of all others, by the ids of players.")
        ],
        record: Annotated[bool, Field(description="false: only check it, and say what follows.")],
    ) -> Answer:
        """Check a round (`record: false`), or record it once people agree (`record: true`)."""
        results = [
            {"player": went_out, "went_out": True},
            *({"player": player, "points": count} for player, count in points.items()),
        ]
        body = {"number": number, "results": results}

        async def send(*version: int) -> Response:
            # An assistant that asks again records nothing twice.
            said = json.dumps([str(game), body, *version], sort_keys=True).encode()
            return await self._answer(
                ctx,
                "POST",
                f"games/{game}/rounds/",
                headers={"Idempotency-Key": f"mcp-{hashlib.sha256(said).hexdigest()}"},
                params={} if record else {"dry_run": "true"},
                json=body,
            )

        answer = await send()
        after = answer.json()
        if "Idempotency-Replayed" in answer.headers:  # the round may be another one by now
            after = await self._ask(ctx, "GET", f"games/{game}/")
            played = [each for each in after["rounds"] if each["number"] == number]
            if not played:  # taken back since
                after = (await send(after["version"])).json()
            elif _points(played[0]) != {went_out: 0, **points}:
                raise ToolError(f"Round {number} has been corrected since: ask what is right.")
        return {"recorded": record, "game": after}

    async def _ask(self, ctx: Context, method: str, path: str, **rest: Any) -> Any:
        return (await self._answer(ctx, method, path, **rest)).json()

    async def _answer(self, ctx: Context, method: str, path: str, **rest: Any) -> Response:
        try:
            async with self._client_of(ctx) as client:
                answer = await client.request(method, f"/api/v1/{path}", **rest)
        except HTTPError as error:
            raise ToolError(f"The server does not answer: {error}") from error
        if answer.is_error:
            raise ToolError(_refusal(answer))
        return answer

    async def _ruling(self, ctx: Context, path: str, edition: Edition, body: Answer) -> Answer:
        """What the referee says, and the rules behind it."""
        body = {"edition": edition, **body}
        verdict = await self._ask(ctx, "POST", f"referee/{path}/", json=body)
        problems = verdict["problems"]
        made = [*verdict.get("groups", ()), *filter(None, [verdict.get("target")])]
        entries = [problem["rule_entry"] for problem in problems]
        entries = entries or [RULES_OF_KINDS.get(group["kind"], "whole-phase") for group in made]
        rules = [
            await self._ask(ctx, "GET", f"referee/rules/{entry}/", params={"edition": edition})
            for entry in dict.fromkeys(filter(None, entries))
        ]
        return {
            "ruling": "yes" if verdict["legal"] else "no",
            "says": [problem["message"] for problem in problems],
            "rules": [_rule(rule) for rule in rules],
            "verdict": verdict,
        }


def _points(played: Answer) -> dict[str, int]:
    """The points of a recorded round, by the ids of players."""
    return {line["player"]: line["points"] for line in played["lines"]}


def assistant_server(client_of: Callable[[Context], AsyncClient], version: str) -> MCPServer:
    """The tools as a server of MCP."""
    server: MCPServer = MCPServer("tableside", instructions=INSTRUCTIONS, version=version)
    tools = Tools(client_of)
    for reads in (
        tools.check_phase,
        tools.check_hit,
        tools.analyse_hand,
        tools.find_rule,
        tools.list_groups,
        tools.group_summary,
        tools.leaderboard,
    ):
        server.add_tool(reads, annotations=ToolAnnotations(read_only_hint=True))
    writes = ToolAnnotations(destructive_hint=False, idempotent_hint=True)
    server.add_tool(tools.record_round, annotations=writes)
    return server


def _if_given(**asked: str | None) -> dict[str, str]:
    return {name: value for name, value in asked.items() if value is not None}


def _rule(entry: Mapping[str, Any]) -> Answer:
    answers = [
        {"editions": answer["editions"], "text": answer["text"]} for answer in entry["answers"]
    ]
    return {"id": entry["id"], "title": entry["title"], "answers": answers}


def _refusal(answer: Response) -> str:
    """What a problem of the API says, with each wrong field."""
    is_problem = "json" in answer.headers.get("content-type", "")
    problem = answer.json() if is_problem else {}
    errors: Sequence[Mapping[str, str]] = problem.get("errors", ())
    fields = [f"{error['field']}: {error['message']}" for error in errors]
    return " ".join([problem.get("detail") or f"The server says {answer.status_code}.", *fields])
