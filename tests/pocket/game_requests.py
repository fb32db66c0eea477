"""Games to replay: played by bots, and asked about in every way, sensible or not."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any
from uuid import UUID

from referee.editions import EDITIONS
from referee.game import Plan, Variant
from referee.simulator.bots import STRONG, WEAK
from referee.simulator.game import GameLog, Setup, play_game

NAMES = ("Ada", "Ben", "Chloé", "Dörte", "Íñigo", "Fay")
GAMES = (
    ("classic", 3, (1, 2), Variant.STANDARD),
    ("express", 2, (1, 2, 3), Variant.STANDARD),
    ("express", 4, (5, 1), Variant.STANDARD),
    ("express", 3, (1, 5, 10, 2), Variant.FIXED_ROUNDS),
    ("flip", 3, (1, 2), Variant.STANDARD),
    ("flip", 6, (2,), Variant.FIXED_ROUNDS),
)

Request = dict[str, Any]


def game_requests() -> Iterator[Request]:
    """Yield requests about each of the games, and some that no game could lead to."""
    for edition, seats, phases, variant in GAMES:
        rng = Random(f"{edition} {seats} {phases}")
        game = _played(edition, seats, phases, variant, rng)
        yield from _about(game, rng)
    yield from _ties()
    yield _doubtful()
    yield from _impossible()


def _played(
    edition: str, seats: int, phases: tuple[int, ...], variant: Variant, rng: Random
) -> Request:
    """Return a whole game as a request, with the cards that were left in hand."""
    known = EDITIONS[edition]
    chosen = tuple(known.phases[number - 1] for number in phases)
    plan = Plan(known, chosen, seats, first_dealer=1, variant=variant)
    log = play_game(Setup(plan, (STRONG, *[WEAK] * (seats - 1))), rng)
    ids = [str(UUID(int=rng.getrandbits(128), version=4)) for _seat in range(seats)]
    return {
        "edition": edition,
        "variant": variant.value,
        "phases": list(phases),
        "players": [{"id": id, "name": name} for id, name in zip(ids, NAMES, strict=False)],
        "first_dealer": ids[1],
        "rounds": list(_rounds(log, ids)),
    }


def _rounds(log: GameLog, ids: list[str]) -> Iterator[dict[str, Any]]:
    for played in log.rounds:
        if played.scores is None:
            continue
        lines = [
            {
                "player": ids[score.seat],
                "points": score.points,
                "cards": [str(card) for card in played.end.hands[score.seat]],
                "laid_down": score.laid_down,
                "went_out": score.went_out,
            }
            for score in played.scores
        ]
        yield {"lines": lines}


def _about(game: Request, rng: Random) -> Iterator[Request]:
    rounds = game["rounds"]
    yield game
    some = {**game, "rounds": rounds[: len(rounds) // 2]}
    yield some
    yield {**game, "rounds": []}
    last = rounds[-1]["lines"]
    before = {**game, "rounds": rounds[:-1]}
    yield {**before, "new_round": {"results": [_entry(line, "points") for line in last]}}
    yield {**before, "new_round": {"results": [_entry(line, "cards") for line in last]}}
    yield {**before, "new_round": {"results": [_entry(line, "guess") for line in last]}}
    yield {**before, "new_round": {"results": [_entry(line, "slip") for line in last]}}
    slips = [_entry(line, "slip") for line in last]
    yield {**before, "new_round": {"results": slips, "overrule": "So we say."}}
    number = rng.randint(1, max(1, len(rounds) // 2))
    lines = rounds[number - 1]["lines"]
    # Somebody else went out, or nobody but that one laid down.
    turned = [
        {"player": line["player"], "went_out": True}
        if index == len(lines) - 1
        else {"player": line["player"], "points": 60, "laid_down": False}
        for index, line in enumerate(lines)
    ]
    for overrule in ({}, {"overrule": "Written down wrong."}):
        yield {**game, "correction": {"number": number, "results": turned, **overrule}}
    same = [_entry(line, "points") for line in lines]
    yield {**game, "correction": {"number": number, "results": same}}
    yield {**some, "ended_early": True}
    yield {**some, "abandoned": True, "new_round": {"results": same}}
    yield from _with_handicaps(some)
    if len(game["players"]) > 3 and len(rounds) > 1:
        yield from _coming_and_going(game)


def _with_handicaps(game: Request) -> Iterator[Request]:
    """Yield a game whose first player begins at a later Phase or with points, or cannot."""
    first, *others = game["players"]
    for handicap in (
        {"phase": len(game["phases"]), "total": 20},
        {"total": 45},
        {"phase": 11, "total": 7},
        {"phase": 0},
    ):
        yield {**game, "players": [{**first, "handicap": handicap}, *others]}
    late = {**first, "stints": [{"first_round": 2}], "handicap": {"total": 5}}
    yield {**game, "rounds": [], "players": [late, *others]}


def _entry(line: dict[str, Any], how: str) -> dict[str, Any]:
    """Return a line as people might enter it."""
    if line["went_out"] and how != "slip":
        return {"player": line["player"], "went_out": True}
    points = line["points"] + (3 if how == "slip" else 0)
    match how:
        case "cards":
            return {"player": line["player"], "cards": line["cards"]}
        case "guess":
            return {"player": line["player"], "points": points}
    return {"player": line["player"], "points": points, "laid_down": line["laid_down"]}


def _coming_and_going(game: Request) -> Iterator[Request]:
    """Yield a game that the third player leaves after the first round, and the last one joins."""
    leaver, joiner = game["players"][2]["id"], game["players"][-1]["id"]
    joining = [{"first_round": 2, "phase": "lowest", "total": 30}]
    leaving = [{"first_round": 1, "last_round": 1}]
    players = _with_stints(game, {leaver: leaving, joiner: joining})
    rounds = [
        {"lines": [line for line in played["lines"] if line["player"] != away]}
        for played, away in zip(game["rounds"], (joiner, leaver), strict=False)
    ]
    yield {**game, "players": players, "rounds": rounds}
    yield {**game, "players": players}
    # The table ends the game when the winner of the first round has left.
    first = game["rounds"][0]
    winner = next(line["player"] for line in first["lines"] if line["went_out"])
    gone = _with_stints(game, {winner: leaving})
    yield {**game, "players": gone, "rounds": [first], "ended_early": True}
    yield from _changes_of_players(game, rounds, players, leaver, joiner)
    for wrong in ([*leaving, {"first_round": 2}], [{"first_round": 3, "last_round": 1}]):
        yield {**game, "players": _with_stints(game, {leaver: wrong})}


def _changes_of_players(
    game: Request, rounds: list[Any], players: list[Any], leaver: str, joiner: str
) -> Iterator[Request]:
    """Yield players who join, leave and come back after the first round, or cannot."""
    newcomer = {"player": "0b6f8c8e-0000-4000-8000-000000000000", "name": "Gil", "sign": "🦊"}
    begun = {**game, "players": game["players"][:3], "rounds": rounds[:1]}
    yield {**begun, "joining": {**newcomer, "total": 30}}
    yield {**begun, "joining": {**newcomer, "left_of": leaver, "phase": "lowest", "total": 5}}
    yield {**begun, "joining": newcomer}
    yield {**begun, "joining": {**newcomer, "total": 5, "left_of": newcomer["player"]}}
    yield {**begun, "joining": {**newcomer, "total": 5, "round": 1}}
    yield {**begun, "joining": {"player": leaver, "name": "Chloé"}}
    yield {**begun, "leaving": {"player": leaver}, "joining": {"player": leaver, "name": "Chloé"}}
    yield {**begun, "leaving": {"player": leaver, "round": 2}}
    yield {**begun, "leaving": {"player": leaver, "round": 3}}
    yield {**begun, "leaving": {"player": joiner}}
    yield {**begun, "rounds": [], "leaving": {"player": leaver}}
    back = {**game, "players": players, "rounds": rounds}
    yield {**back, "joining": {"player": leaver, "name": "Chloé"}}
    yield {**back, "joining": {"player": leaver, "name": "Chloé", "total": 0}}
    yield {**back, "leaving": {"player": joiner}}


def _with_stints(game: Request, stints: dict[str, Any]) -> list[dict[str, Any]]:
    return [
        {**player, "stints": stints[player["id"]]} if player["id"] in stints else player
        for player in game["players"]
    ]


def _two() -> Request:
    rng = Random("two")
    ids = [str(UUID(int=rng.getrandbits(128), version=4)) for _seat in range(2)]
    players = [{"id": id, "name": name} for id, name in zip(ids, NAMES, strict=False)]
    return {"edition": "express", "phases": [5], "players": players}


def _line(game: Request, seat: int, points: int, *, down: bool, out: bool) -> dict[str, Any]:
    player = game["players"][seat]["id"]
    return {"player": player, "points": points, "laid_down": down, "went_out": out}


def _ties() -> Iterator[Request]:
    """Yield two players who are tied, and what may come of it."""
    game = _two()
    first = [_line(game, 0, 30, down=False, out=False), _line(game, 1, 0, down=True, out=True)]
    game = {**game, "phases": [5, 5], "rounds": [{"lines": first}]}
    second = [_line(game, 0, 0, down=True, out=True), _line(game, 1, 30, down=False, out=False)]
    third = [_line(game, 0, 0, down=True, out=True), _line(game, 1, 0, down=True, out=False)]
    tied = {**game, "rounds": [{"lines": first}, {"lines": second}, {"lines": third}]}
    yield tied
    results = [_entry(line, "points") for line in second]
    yield {**tied, "new_round": {"results": results}}
    more = {**tied, "rounds": [*tied["rounds"], {"lines": second}]}
    yield more
    yield {**more, "new_round": {"results": results}}
    won = [
        {"player": game["players"][0]["id"], "points": 5, "laid_down": True},
        {"player": game["players"][1]["id"], "went_out": True},
    ]
    yield {**more, "correction": {"number": 3, "results": won}}


def _doubtful() -> Request:
    """Return a correction after which a later tally looks wrong: Ben is on Phase 6 in it."""
    game = {**_two(), "edition": "classic", "phases": [1, 6, 2]}
    first = [_line(game, 0, 0, down=True, out=True), _line(game, 1, 60, down=False, out=False)]
    second = [_line(game, 0, 0, down=True, out=True), _line(game, 1, 40, down=True, out=False)]
    results = [_entry(first[0], "points"), {"player": first[1]["player"], "points": 15}]
    return {
        **game,
        "rounds": [{"lines": first}, {"lines": second}],
        "correction": {"number": 1, "results": results},
    }


def _impossible() -> Iterator[Request]:
    game = _two()
    ada, ben = (player["id"] for player in game["players"])
    good = [_line(game, 0, 0, down=True, out=True), _line(game, 1, 5, down=True, out=False)]
    results = [{"player": ada, "went_out": True}, {"player": ben, "points": 5}]
    yield {**game, "players": game["players"][:1]}
    yield {**game, "players": [game["players"][0]] * 2}
    yield {**game, "players": [game["players"][0]] * 7}
    yield {
        **game,
        "players": [
            {"id": "1", "name": ""},
            {"id": ben, "name": "Ben", "age": 7, "color": "red", "sign": "!"},
        ],
    }
    yield {**game, "edition": "classic", "phases": [11, [{"kind": "set", "size": 12}]]}
    yield {**game, "variant": "endless", "first_dealer": ben.replace(ben[:2], "zz")}
    yield {**game, "first_dealer": "0b6f8c8e-0000-4000-8000-000000000000"}
    yield {**game, "rounds": [{"lines": good[:1]}]}
    yield {**game, "rounds": [{"lines": [good[0], good[0]]}]}
    yield {**game, "rounds": [{"lines": good}, {"lines": good}]}
    yield {**game, "rounds": [{"lines": [good[0], {**good[1], "went_out": True}]}]}
    yield {**game, "rounds": [{"lines": [good[0], {**good[1], "cards": ["W7", "W=3"]}]}]}
    yield {**game, "rounds": [{"lines": [good[0], {"player": ben, "points": None}]}]}
    yield {**game, "rounds": [{"lines": good, "overrule": "x" * 201}]}
    yield {**game, "rounds": [{}] * 101}
    yield {**game, "new_round": {"results": [results[0], {"player": ben}]}}
    yield {**game, "new_round": {"results": [results[0], results[0]]}}
    yield {**game, "new_round": {"results": results}, "correction": {"number": 1, "results": []}}
    correction = {"number": 2, "results": results}
    yield {**game, "rounds": [{"lines": good}], "correction": correction}
    yield {
        **game,
        "rounds": [{"lines": good}],
        "new_round": {"results": results},
        "correction": correction,
    }
    yield {**game, "rounds": [{"lines": good}], "new_round": {"results": results}}
    yield {**game, "ended_early": True}
    yield {**game, "ended_early": True, "abandoned": True}
