"""Whether anything is missing or doubled after a drill, and how long the service was away."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any
from uuid import UUID

import psycopg

from tests.drills.players import Attempt, Scorer
from tests.drills.services import Place

COUNT = "SELECT game_id, count(*) FROM games_round GROUP BY game_id"
DUE = 10.0  # seconds in which every answer comes


@dataclass
class Verdict:
    """What was seen in a drill."""

    rounds: int = 0
    reads_away: float = 0.0
    writes_away: float = 0.0
    slowest: float = 0.0
    answers: str = ""
    faults: list[str] = field(default_factory=list)


def judge(place: Place, scorers: Sequence[Scorer], broken: float, mended: float) -> Verdict:
    """Compare what phones were answered with what is there; the times are those of the fault."""
    verdict = Verdict()
    counts = _counts(place)
    for scorer in scorers:
        verdict.faults += sorted(set(scorer.refused))
        for game, answered in scorer.games.items():
            verdict.rounds += len(answered)
            rounds = counts.get(UUID(game), 0)
            if rounds != len(answered):
                verdict.faults.append(f"{len(answered)} rounds answered, {rounds} recorded")
            elif scorer.phone.get(f"/games/{game}/")["rounds"] != answered:
                verdict.faults.append("a round differs from what was answered")
    said = place.manage("recompute", "--check")
    if "All statistics are correct." not in said:
        verdict.faults.append(said.strip())
    attempts = [one for scorer in scorers for one in scorer.attempts]
    verdict.writes_away = _gap([one for one in attempts if one.writes], broken, mended)
    verdict.reads_away = _gap([one for one in attempts if not one.writes], broken, mended)
    during = [one for one in attempts if one.ended >= broken and one.began <= mended + 5]
    told = [one for one in during if one.status]
    verdict.slowest = max((one.ended - one.began for one in told), default=0.0)
    verdict.answers = _answers(during)
    if verdict.slowest > DUE:
        verdict.faults.append(f"an answer took {verdict.slowest:.1f} s")
    if any(one.status == 503 and not one.retry_after for one in told):
        verdict.faults.append("503 without Retry-After")
    return verdict


def _counts(place: Place) -> dict[UUID, int]:
    """The rounds by game."""
    rows: list[Any]
    if place.postgres:
        with psycopg.connect(place.database_url) as connection:
            rows = connection.execute(COUNT).fetchall()
    else:
        path = place.database_url.removeprefix("sqlite:///")
        with closing(sqlite3.connect(path, timeout=20)) as file:
            rows = file.execute(COUNT).fetchall()
    return {UUID(str(game)): rounds for game, rounds in rows}


def _gap(attempts: list[Attempt], broken: float, mended: float) -> float:
    """The longest time between two successes, from just before the fault to long after it."""
    times = sorted(one.ended for one in attempts if 200 <= one.status < 300)
    pairs = pairwise(times)
    return max((b - a for a, b in pairs if b >= broken and a <= mended + 30), default=0.0)


def _answers(attempts: list[Attempt]) -> str:
    """How often which error was told: `12 × 503 server_busy, 3 × none`."""
    counts: dict[str, int] = {}
    is_error: Callable[[Attempt], bool] = lambda one: not 200 <= one.status < 300  # noqa: E731
    for one in filter(is_error, attempts):
        name = f"{one.status} {one.code}".strip() if one.status else "no answer"
        counts[name] = counts.get(name, 0) + 1
    return ", ".join(f"{count} × {name}" for name, count in sorted(counts.items())) or "none"
