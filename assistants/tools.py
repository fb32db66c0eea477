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
from pydantic import BaseModel, Field

from referee.editions import EDITIONS

INSTRUCTIONS = """\
Tableside settles arguments about Phase 10 with physical cards (classic, flip and express), and
keeps score. Ask its tools instead of relying on what you remember of the rules, and give people its
own words and the rule that it names.
Cards: R7 is a red 7 (R, Y, G, B: red, yellow, green, blue), W a Wild, S a Skip; W=8 is a Wild that
stands for an 8. In flip, R* is a red Star (any red number), W7 the 7 of the wild side in any color,
W* its Star (any card); the Flip symbol is written ! (R5!) and may be left out.
Rulings are by the official rules. If people play a game that is in the scorebook, name it: its
house rules and Phases hold then, even against an official rule that is named.
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
    "odd_run": "odd-and-even",
    "even_run": "odd-and-even",
    "pair_run": "pair-run",
}

Edition = Annotated[str, Field(json_schema_extra={"enum": list(EDITIONS)})]
Cards = Annotated[list[str], Field(description="Cards such as R7, W, S or W=8.")]
PhaseNumber = Annotated[int, Field(description="The number of a Phase.")]
Kind = Annotated[str, Field(json_schema_extra={"enum": list(RULES_OF_KINDS)})]
GroupId = Annotated[str, Field(description="The id of a group, from `list_groups`.")]
GameId = Annotated[str, Field(description="The id of a game, from `group_summary`.")]
PlayedGame = Annotated[
    str | None,
    Field(description="The id of the game that is played, from `group_summary`, if it is known."),
]
PhaseLaid = Annotated[
    bool,
    Field(description="Whether the player has laid down their own Phase, even if only just now."),
]
Answer = dict[str, Any]

# The tools' own names for fields of the API.
FIELDS = {
    "target.cards": "group",
    "target.kind": "kind",
    "results.0.player": "went_out",
    "results": "points",
}
NOT_LET_IN = (
    "This needs an access token: a person creates one at /me/tokens/new, with the scope “read”, "
    "and “score” to record rounds."
)


NOT_VALID = "The access token that was sent is not valid, or no longer valid."


class Group(BaseModel):
    """A group on the table."""

    kind: Kind
    cards: Annotated[list[str], Field(description="As they lie there, a run from low to high.")]


class Tools:
    """The tools; the docstring of each is its description for assistants.

    `client_of` makes the client that asks the API with the caller's token. What the API refuses is
    a `ToolError` in its own words.
    """

    def __init__(self, client_of: Callable[[Context], AsyncClient]) -> None:
        self._client_of = client_of

    async def check_phase(
        self,
        ctx: Context,
        edition: Edition,
        phase: PhaseNumber,
        groups: list[Cards],
        game: PlayedGame = None,
    ) -> Answer:
        """Rule whether groups of cards may be laid down as a Phase, with the smallest fix."""
        body = {"edition": edition, "phase": phase, "groups": groups}
        return await self._ruling(ctx, "phase", body, game)

    async def check_hit(
        self,
        ctx: Context,
        edition: Edition,
        kind: Kind,
        group: Annotated[list[str], Field(description="The cards that lie there.")],
        cards: Annotated[list[str], Field(description="The cards to hit it with.")],
        phase_laid: PhaseLaid,
        game: PlayedGame = None,
    ) -> Answer:
        """Rule whether cards may hit a group of this kind that lies on the table."""
        target = {"kind": kind, "cards": group}
        body = {"edition": edition, "target": target, "cards": cards, "phase_laid": phase_laid}
        return await self._ruling(ctx, "hit", body, game)

    async def analyse_hand(
        self,
        ctx: Context,
        edition: Edition,
        phase: PhaseNumber,
        hand: Cards,
        table: Annotated[
            list[Group] | None, Field(description="All groups on the table, to see what hits them.")
        ] = None,
        phase_laid: PhaseLaid = False,
        game: PlayedGame = None,
    ) -> Answer:
        """Say what a hand can do: lay down, go out, what it lacks, and the odds of drawing it.

        `leftover` is what is left of the hand after all plays; `count_cards` counts a whole one.
        """
        body: Answer = {"edition": edition, "phase": phase, "hand": hand, "phase_laid": phase_laid}
        if table:
            body["table"] = [group.model_dump() for group in table]
        body = await self._in(ctx, game, body)
        return cast(Answer, await self._ask(ctx, "POST", "referee/hand/", json=body))

    async def count_cards(self, ctx: Context, edition: Edition, cards: Cards) -> Answer:
        """Count the points of the cards left in a hand at the end of a round."""
        body = {"edition": edition, "cards": cards}
        return cast(Answer, await self._ask(ctx, "POST", "referee/score/", json=body))

    async def find_rule(
        self, ctx: Context, question: str, edition: Edition | None = None
    ) -> Answer:
        """Find the rules that answer a question in the words of the table, the best one first."""
        asked = {"q": question, **_if_given(edition=edition)}
        rules = await self._ask(ctx, "GET", "referee/rules/", params=asked)
        return {"rules": [_rule(rule) for rule in rules[:3]]}

    async def list_groups(self, ctx: Context) -> Answer:
        """List the groups of the person whose token this is, with the ids that other tools take."""
        groups: list[Answer] = []
        address = "groups/"
        while address:
            page = await self._ask(ctx, "GET", address)
            groups += ({"id": each["id"], "name": each["name"]} for each in page["results"])
            address = (page["next"] or "").removeprefix("/api/v1/")
        return {"groups": groups}

    async def group_summary(self, ctx: Context, group: GroupId) -> Answer:
        """Tell who leads a group, who won the last night, and how its games in progress stand.

        The house rules of each of these games are included.
        """
        summary = cast(Answer, await self._ask(ctx, "GET", f"groups/{_id(group=group)}/summary/"))
        for game in summary["games"]:
            played = await self._ask(ctx, "GET", f"games/{game['id']}/")
            game["house_rules"] = played["house_rules"]
        return summary

    async def leaderboard(
        self, ctx: Context, group: GroupId, edition: Edition | None = None
    ) -> Answer:
        """Read the leaderboard. If ranks (`best` to `worst`) overlap, it is open who is better."""
        address = f"groups/{_id(group=group)}/statistics/leaderboard/"
        return cast(Answer, await self._ask(ctx, "GET", address, params=_if_given(edition=edition)))

    async def record_round(
        self,
        ctx: Context,
        game: GameId,
        number: Annotated[int, Field(description="The round in play, from the summary.")],
        went_out: Annotated[str, Field(description="The id of the player who went out.")],
        points: Annotated[
            dict[str, int], Field(description="The points of all others, by the ids of players.")
        ],
        record: Annotated[bool, Field(description="false: only check it, and say what follows.")],
        laid_down: Annotated[
            dict[str, bool],
            Field(description="Who laid down, by the ids of players: only if `ask` asks for it."),
        ] = {},  # noqa: B006 - it is only read, and the tool's schema shows it
    ) -> Answer:
        """Check a round (`record: false`), or record it once people agree (`record: true`).

        If points leave open who laid down, nothing is recorded, and `ask` has what to ask people.
        """
        game = _id(game=game)
        results: list[Answer] = [
            {"player": went_out, "went_out": True},
            *({"player": player, "points": count} for player, count in points.items()),
        ]
        for line in results:
            if line["player"] in laid_down:
                line["laid_down"] = laid_down[line["player"]]
        body = {"number": number, "results": results}

        async def send(*version: int) -> Response:
            # An assistant that asks again records nothing twice.
            said = json.dumps([game, body, *version], sort_keys=True).encode()
            return await self._send(
                ctx,
                "POST",
                f"games/{game}/rounds/",
                headers={"Idempotency-Key": f"mcp-{hashlib.sha256(said).hexdigest()}"},
                params={} if record else {"dry_run": "true"},
                json=body,
            )

        answer = await send()
        if "Idempotency-Replayed" in answer.headers:  # the round may have changed since
            after = await self._ask(ctx, "GET", f"games/{game}/")
            played = [each for each in after["rounds"] if each["number"] == number]
            if played:
                if _points(played[0]) != {went_out: 0, **points}:
                    raise ToolError(f"Round {number} has been corrected since: ask what is right.")
                return {"recorded": record, "round": number, **_standings(after)}
            answer = await send(after["version"])  # it was taken back since
        if ask := _open_questions(answer, results):
            return {"recorded": False, "round": number, "ask": ask}
        return {"recorded": record, "round": number, **_standings(_read(answer))}

    async def _ask(self, ctx: Context, method: str, path: str, **rest: Any) -> Any:
        return _read(await self._send(ctx, method, path, **rest))

    async def _send(self, ctx: Context, method: str, path: str, **rest: Any) -> Response:
        try:
            async with self._client_of(ctx) as client:
                return await client.request(method, f"/api/v1/{path}", **rest)
        except HTTPError as error:
            raise ToolError(f"The server does not answer: {error}") from error

    async def _in(self, ctx: Context, game: str | None, body: Answer) -> Answer:
        """Return a question to the referee, by the house rules and Phases of `game` if it is given.

        Raises ToolError if the game is of another edition, or lacks the Phase.
        """
        if game is None:
            return body
        played = await self._ask(ctx, "GET", f"games/{_id(game=game)}/")
        if played["edition"] != body["edition"]:
            raise ToolError(f"`edition`: this game is {played['edition']}.")
        body = {**body, "house_rules": played["house_rules"]}
        if "phase" in body:
            phases = {each["phase"]: each["groups"] for each in played["phases"]}
            if body["phase"] not in phases:
                raise ToolError(f"`phase`: this game has the Phases {', '.join(map(str, phases))}.")
            body["phase"] = {"groups": phases[body["phase"]]}
        return body

    async def _ruling(self, ctx: Context, path: str, body: Answer, game: str | None) -> Answer:
        """What the referee says, and the rules behind it."""
        body = await self._in(ctx, game, body)
        verdict = await self._ask(ctx, "POST", f"referee/{path}/", json=body)
        problems = verdict["problems"]
        entries = [problem["rule_entry"] for problem in problems]
        if None in verdict.get("groups", ()):  # wild cards only, which have yet to be declared
            entries = ["wild-only-groups"]
        entries = entries or [RULES_OF_KINDS[kind] for kind in _kinds(verdict)]
        params = {"edition": body["edition"]}
        rules = [
            await self._ask(ctx, "GET", f"referee/rules/{entry}/", params=params)
            for entry in dict.fromkeys(filter(None, entries))
        ]
        says = [problem["message"] for problem in problems]
        if verdict["ambiguous"]:
            says.append("Yes. Their player says what the wild cards stand for.")
        by = {"house_rules": body["house_rules"]} if game else {}
        return {
            "ruling": "yes" if verdict["legal"] else "no",
            **by,
            "says": says,
            "rules": [_rule(rule) for rule in rules],
            "verdict": verdict,
        }


def _kinds(verdict: Answer) -> list[str]:
    """The kinds of the groups that a legal play makes; of an open choice, the first."""
    made = [*verdict.get("groups", ()), verdict.get("target")]
    for choice in verdict["choices"]:
        made.extend(choice[:1] if isinstance(choice, list) else [choice])
    return [group["kind"] for group in made if group]


def _standings(game: Answer) -> Answer:
    """How a game stands, in the few words that people are told."""
    told = ("id", "name", "phase", "total", "rank")
    upcoming = game["next_round"]
    return {
        "status": game["status"],
        "winners": game["winners"],
        "players": [{name: player[name] for name in told} for player in game["players"]],
        "next_round": upcoming and upcoming["number"],
    }


def _id(**named: str) -> str:
    """Return an id; raise ToolError for any other text, which could lead to another address.

    Assistants pass on what strangers write.
    """
    [(name, text)] = named.items()
    try:
        return str(UUID(text))
    except ValueError:
        tool = "list_groups" if name == "group" else "group_summary"
        raise ToolError(f"`{name}`: this is not an id. `{tool}` gives the ids.") from None


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
        tools.count_cards,
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
    told = ("id", "title", "sections", "official")
    return {**{name: entry[name] for name in told}, "answers": answers}


def _read(answer: Response) -> Any:
    """What the API answers; raise ToolError if it refuses."""
    if answer.is_error:
        raise ToolError(_refusal(answer))
    return answer.json()


def _open_questions(answer: Response, results: Sequence[Answer]) -> list[Answer]:
    """What people are to be asked about a round, if only that prevents it from being recorded."""
    errors = _problem(answer).get("errors", [])
    if {error["code"] for error in errors} != {"laid_down_unknown"}:
        return []
    lines = [results[int(error["field"].split(".")[1])] for error in errors]
    return [
        {"laid_down": line["player"], "question": error["message"]}
        for line, error in zip(lines, errors, strict=True)
    ]


def _problem(answer: Response) -> Answer:
    """The problem document of a refusal; empty for another answer."""
    is_problem = answer.is_error and "json" in answer.headers.get("content-type", "")
    return cast(Answer, answer.json()) if is_problem else {}


def _refusal(answer: Response) -> str:
    """What a problem of the API says, or each wrong field by its name in the tools."""
    problem = _problem(answer)
    if problem.get("code") == "not_authenticated":
        return NOT_VALID if "Authorization" in answer.request.headers else NOT_LET_IN
    if answer.status_code == 404:
        return "There is no such thing, or this token may not see it."
    detail = problem.get("detail") or f"The server says {answer.status_code}."
    errors: Sequence[Mapping[str, str]] = problem.get("errors", ())
    fields = [f"`{_field(error['field'])}`: {error['message']}" for error in errors]
    return "\n".join(fields) if fields and problem["code"] == "invalid_request" else detail


def _field(name: str) -> str:
    return next((FIELDS[start] for start in FIELDS if name.startswith(start)), name)
