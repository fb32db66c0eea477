"""Load years of games of many groups into an empty PostgreSQL database.

`benchmarks.group_statistics` runs this with `DATABASE_URL` set. The games come from the simulator:
several hundred are played and used again and again, each time with another date, group and seats.
Prints a summary as JSON.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import count
from random import Random
from typing import Any
from uuid import UUID

SIZES = {"large": 100_000, "small": 100}  # rounds of the two groups that are compared
PLAYERS = 4  # in a game
NAMES = ("North", "East", "South", "West", "Middle")
FIRST = datetime(2016, 1, 1, 20, tzinfo=UTC)
DAYS = 3650
EMPTY = "[]"


@dataclass(frozen=True, slots=True)
class SimulatedGame:
    """A simulated game: by round and seat, the points, who laid down and who went out."""

    edition: str
    rounds: tuple[tuple[tuple[int, int, bool, bool], ...], ...]


def simulate(edition: str, first: int, stop: int) -> list[SimulatedGame]:
    """Simulate the games with these numbers, without tie-breaks."""
    from referee.editions import EDITIONS
    from referee.simulator.bots import BOTS
    from referee.simulator.game import play_game
    from referee.simulator.series import Series, write_phase

    phases = tuple(map(write_phase, EDITIONS[edition].phases))
    series = Series(edition, phases, PLAYERS, tuple(BOTS), 7, "random:1")
    games = []
    for number in range(first, stop):
        chance = series.rng(number)
        log = play_game(series.setup(chance), chance)
        if log.state.over and not any(played.tie_break for played in log.rounds):
            scores = (played.scores for played in log.rounds if played.scores is not None)
            rounds = tuple(
                tuple((s.seat, s.points, s.laid_down, s.went_out) for s in each) for each in scores
            )
            games.append(SimulatedGame(edition, rounds))
    return games


def play(games: int) -> list[SimulatedGame]:
    """Simulate so many games of each edition, on all cores."""
    step = 20
    with ProcessPoolExecutor() as pool:
        batches = [
            pool.submit(simulate, edition, first, min(first + step, games))
            for edition in ("classic", "flip", "express")
            for first in range(0, games, step)
        ]
        return [game for batch in batches for game in batch.result()]


class History:
    """The rows of groups and their games, by table."""

    def __init__(self, played: Sequence[SimulatedGame], chance: Random) -> None:
        self.played = played
        self.chance = chance
        self.tables: dict[str, list[tuple[Any, ...]]] = {name: [] for name in COLUMNS}
        self.numbers = count(1)
        self.rounds = self.games = 0

    def add_group(self, user: UUID, rounds: int) -> UUID:
        """Add a group with an owner and five players, and at least so many rounds."""
        group, players = self.add_people(user)
        last = self.rounds + rounds
        while self.rounds < last:
            self.add_game(group, players)
        return group

    def add_people(self, user: UUID, names: Sequence[str] = NAMES) -> tuple[UUID, list[UUID]]:
        """Add a group with an owner and players, and no games."""
        group = self._id()
        self.tables["games_group"].append((group, "Kitchen table", "UTC", FIRST))
        self.tables["games_membership"].append((self._id(), group, user, "owner", FIRST, 0))
        players = [self._id() for _name in names]
        for name, player in zip(names, players, strict=True):
            self.tables["games_player"].append((player, group, name, False, FIRST))
        return group, players

    def add_game(self, group: UUID, players: Sequence[UUID]) -> None:
        """Add a game of four of these players, at any time within ten years."""
        played = self.chance.choice(self.played)
        game = self._id()
        began = FIRST + timedelta(minutes=self.chance.randrange(DAYS * 24 * 60))
        seats = [self._id() for _seat in range(PLAYERS)]
        self.tables["games_game"].append((
            game, group, played.edition, "standard", PHASES[played.edition], RULES, 0, False,
            len(played.rounds) + 1, 0, False, "over", False, False, False, began, began,
        ))  # fmt: skip
        seated = self.chance.sample(players, PLAYERS)
        for place, (seat, player) in enumerate(zip(seats, seated, strict=True)):
            self.tables["games_seat"].append((seat, game, player, place, EMPTY))
        for number, lines in enumerate(played.rounds, 1):
            pk = next(self.numbers)
            stored = json.dumps([[*line, None] for line in lines])
            self.tables["games_round"].append((pk, self._id(), game, number, stored, "", began))
        self.rounds += len(played.rounds)
        self.games += 1

    def _id(self) -> UUID:
        return UUID(int=self.chance.getrandbits(128), version=4)


COLUMNS = {
    "games_group": "id, name, time_zone, created_at",
    "games_membership": "id, group_id, user_id, role, joined_at, seen_event",
    "games_player": "id, group_id, name, has_left, created_at",
    "games_game": "id, group_id, edition, variant, phases, house_rules, first_dealer, turns_logged,"
    " version, last_event, has_plays, outcome, ended_early, abandoned, archived, started_at,"
    " changed_at",
    "games_seat": "id, game_id, player_id, place, stints",
    "games_round": "id, public_id, game_id, number, lines, overrule, recorded_at",
}
PHASES: dict[str, str] = {}
RULES = ""


def load(history: History, cursor: Any) -> None:
    """Copy the rows to the database, and empty the history."""
    for table, rows in history.tables.items():
        with cursor.copy(f"COPY {table} ({COLUMNS[table]}) FROM STDIN") as copy:
            for row in rows:
                copy.write_row(row)
        rows.clear()


def recompute_group(group: UUID) -> None:
    from scoring.statistics.services.recompute import recompute

    recompute(group)


def read_only(group: UUID) -> None:
    """Read the games, which every recomputation has to do."""
    from scoring.statistics.services.recompute import Recomputation

    Recomputation(group).read()


def timed(work: Callable[[UUID], None], groups: Iterable[UUID]) -> float:
    began = time.perf_counter()
    for group in groups:
        work(group)
    return time.perf_counter() - began


def full_scans(group: UUID) -> Iterator[tuple[str, str]]:
    """The tables that each of the main reads scans in full."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    from games.models import Player
    from scoring.statistics.selectors import (
        badges,
        feats,
        head_to_head,
        leaderboard,
        odds,
        phases,
        players,
        ratings,
        years,
    )
    from scoring.statistics.selectors.filters import Filters

    always, year = Filters(), Filters(period="2020")
    one, other = Player.objects.filter(group=group).order_by("pk")[:2]
    reads: dict[str, Callable[[], object]] = {
        "leaderboard": lambda: leaderboard.leaderboard(group, always),
        "leaderboard of a year": lambda: leaderboard.leaderboard(group, year),
        "player": lambda: players.player_statistics(one, always),
        "ratings": lambda: ratings.ratings_after(
            one,
            [(row.played_at, row.game_id) for row in ratings.rated_games(one, always)[:50]],
            always,
        ),
        "circumstances": lambda: players.circumstances(one, always),
        "odds": lambda: odds.odds([one, other], always),
        "head to head": lambda: head_to_head.head_to_head(one, other, always),
        "matrix": lambda: head_to_head.matrix(group, always),
        "records": lambda: feats.feats(group, always),
        "phases": lambda: phases.phases(group, always),
        "badges": lambda: badges.group_badges(group, always),
        "year": lambda: years.year_in_review(group, year),
    }
    for name, read in reads.items():
        with CaptureQueriesContext(connection) as queries:
            read()
        for query in queries:
            with connection.cursor() as cursor:
                cursor.execute("EXPLAIN " + query["sql"])
                for (line,) in cursor.fetchall():
                    if "Seq Scan on" in line:
                        yield name, line.split("Seq Scan on ")[1].split()[0]


def set_up() -> tuple[UUID, str]:
    """Set up Django, and what all games have; return an owner for the groups, and their token."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "benchmarks.settings")
    import django

    django.setup()
    from dataclasses import asdict

    from accounts.models import DeviceToken, User
    from games.domain.game_record import write_phase
    from referee.editions import EDITIONS
    from referee.house_rules import STANDARD_RULES

    global RULES
    RULES = json.dumps(asdict(STANDARD_RULES))
    for slug, edition in EDITIONS.items():
        PHASES[slug] = json.dumps([write_phase(phase) for phase in edition.phases])
    user = User.objects.create_guest("Owner")
    _row, token = DeviceToken.objects.create(user=user, device="benchmark")
    return user.pk, token


def store(history: History, groups: Iterable[UUID]) -> list[UUID]:
    """Store groups one by one, as they are added to the history; return their ids."""
    from django.db import connection

    added = []
    with connection.cursor() as cursor:
        # Without the database's checks of every row: these are 4 million, and correct.
        cursor.execute("SET session_replication_role = replica")
        for group in groups:
            added.append(group)
            if len(history.tables["games_round"]) > 50_000:
                load(history, cursor)
        load(history, cursor)
        cursor.execute("SET session_replication_role = DEFAULT")
        cursor.execute("SELECT setval('games_round_id_seq', %s)", [next(history.numbers)])
        cursor.execute("ANALYZE")
    return added


def main(arguments: Sequence[str]) -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--groups", type=int, default=1000)
    parser.add_argument("--rounds", type=int, default=1_000_000)
    parser.add_argument("--games", type=int, default=300, help="simulated games of each edition")
    options = parser.parse_args(arguments)
    played = play(options.games)
    user, token = set_up()
    from django.db import connection

    history = History(played, Random(7))
    sizes = [*SIZES.values()]
    others = options.groups - len(sizes)
    sizes += [max(1, (options.rounds - sum(sizes)) // others)] * others
    began = time.perf_counter()
    groups = store(history, (history.add_group(user, size) for size in sizes))
    loaded = time.perf_counter() - began
    recomputed = timed(recompute_group, groups)
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")
    summary = {
        "token": token,
        "groups": dict(zip(SIZES, map(str, groups), strict=False)),
        "simulated": len(played),
        "games": history.games,
        "rounds": history.rounds,
        "loaded": loaded,
        "recomputed": recomputed,
        "large": {
            "recomputed": timed(recompute_group, groups[:1]),
            "read": timed(read_only, groups[:1]),
        },
        "full_scans": sorted(set(full_scans(groups[0]))),
    }
    json.dump(summary, sys.stdout)


if __name__ == "__main__":
    main(sys.argv[1:])
