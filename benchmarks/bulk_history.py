"""Load two groups that have played for years, and one of the same players that has not.

`benchmarks.history` runs this with `DATABASE_URL` set, that of an empty PostgreSQL database. The
games come from the simulator: some are played and used again and again, each time with another
date, group and seats. Prints a summary as JSON.
"""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import count
from random import Random
from typing import Any
from uuid import UUID

SIMULATED = 60  # games of each edition
SMALL = 100  # games of the group that has not played for years
OLDEST = 5  # games of the large group that are told
TWINS = 3  # players who have each played the same part of the games under another name
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

    def add_people(self, user: UUID, names: Sequence[str] = NAMES) -> tuple[UUID, list[UUID]]:
        """Add a group with an owner and players, and no games."""
        group = self._id()
        self.tables["games_group"].append((group, "Kitchen table", "UTC", FIRST, "[]"))
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
    "games_group": "id, name, time_zone, created_at, seasons",
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


def store(history: History) -> None:
    """Copy the rows to the database."""
    from django.db import connection

    with connection.cursor() as cursor:
        # Without the database's checks of every row: these are many, and correct.
        cursor.execute("SET session_replication_role = replica")
        for table, rows in history.tables.items():
            with cursor.copy(f"COPY {table} ({COLUMNS[table]}) FROM STDIN") as copy:
                for row in rows:
                    copy.write_row(row)
        cursor.execute("SET session_replication_role = DEFAULT")
        cursor.execute("SELECT setval('games_round_id_seq', %s)", [next(history.numbers)])
        cursor.execute("ANALYZE")


def main(arguments: list[str]) -> None:
    (large,) = map(int, arguments)
    history = History(play(SIMULATED), Random(7))
    user, token = set_up()
    groups: dict[str, UUID] = {}
    people: dict[str, list[UUID]] = {}
    for name, games in (("large", large), ("small", SMALL)):
        groups[name], people[name] = history.add_people(user)
        for _game in range(games):
            history.add_game(groups[name], people[name])
    twins = [f"{name} too" for name in NAMES[:TWINS]]
    groups["twins"], people["twins"] = history.add_people(user, (*NAMES, *twins))
    players, doubles = people["twins"][: len(NAMES)], people["twins"][len(NAMES) :]
    for game in range(large):
        present = [*players]
        # Four in five of these games are the twin's, a quarter of all.
        if (place := game * 16 // (5 * large)) < TWINS:
            present[place] = doubles[place]
        history.add_game(groups["twins"], present)
    store(history)

    from games.models import Game
    from scoring.statistics.services.recompute import recompute

    for group in groups.values():
        recompute(group)
    oldest = Game.objects.filter(group=groups["large"]).order_by("started_at")[:OLDEST]
    summary = {
        "token": token,
        "oldest": [(str(game.pk), game.version) for game in oldest],
        "groups": {name: str(group) for name, group in groups.items()},
        "players": {name: list(map(str, each)) for name, each in people.items()},
        "rounds": history.rounds,
    }
    json.dump(summary, sys.stdout)


if __name__ == "__main__":
    main(sys.argv[1:])
