"""Load two groups that have played for years, and one of the same players that has not.

`benchmarks.history` calls `main` in a process with `DATABASE_URL` set, that of an empty PostgreSQL
database. The games come from the simulator: some are played and used again and again, each time
with another date, group and seats. Prints a summary as JSON.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict
from datetime import UTC, datetime, timedelta
from random import Random

from accounts.models import DeviceToken, User
from games.domain.game_record import (
    GameRecord,
    GameValues,
    LineRecord,
    RoundRecord,
    SeatRecord,
    write_phase,
)
from games.models import Game, Group, Membership, Player, Role
from games.services.filled_tables import GAME_TABLES, analyze_after_commit
from games.services.row_writer import insert_games, insert_rounds, insert_seats
from referee.editions import EDITIONS
from referee.house_rules import STANDARD_RULES
from referee.simulator import series as simulator
from referee.simulator.bots import BOTS
from referee.simulator.game import play_game
from scoring.statistics.services.recompute import recompute

SIMULATED = 60  # games of each edition
SMALL = 100  # games of the group that has not played for years
OLDEST = 5  # games of the large group that are named in the summary
TWINS = 3  # players who have each played the same part of the games under another name
PLAYERS = 4  # in a game
NAMES = ("North", "East", "South", "West", "Middle")
FIRST = datetime(2016, 1, 1, 20, tzinfo=UTC)
DAYS = 3650

SimulatedGame = tuple[str, tuple[RoundRecord, ...]]  # the edition, and the rounds


def simulate(edition: str, first: int, stop: int) -> list[SimulatedGame]:
    """Simulate the games of an edition with these numbers, without tie-breaks."""
    phases = tuple(map(simulator.write_phase, EDITIONS[edition].phases))
    series = simulator.Series(edition, phases, PLAYERS, tuple(BOTS), 7, "random:1")
    games = []
    for number in range(first, stop):
        chance = series.rng(number)
        log = play_game(series.setup(chance), chance)
        if log.state.over and not any(played.tie_break for played in log.rounds):
            scores = [played.scores for played in log.rounds if played.scores is not None]
            rounds = tuple(
                RoundRecord(number, tuple(LineRecord(**asdict(line)) for line in lines))
                for number, lines in enumerate(scores, 1)
            )
            games.append((edition, rounds))
    return games


def play(games: int) -> list[SimulatedGame]:
    """Simulate this many games of each edition, on all cores."""
    step = 20
    with ProcessPoolExecutor() as pool:
        batches = [
            pool.submit(simulate, edition, first, min(first + step, games))
            for edition in EDITIONS
            for first in range(0, games, step)
        ]
        return [game for batch in batches for game in batch.result()]


class History:
    """Groups of one owner, who play the simulated games at any time within ten years."""

    def __init__(self, played: Sequence[SimulatedGame], chance: Random) -> None:
        self.played = played
        self.chance = chance
        self.owner = User.objects.create_guest("Owner")
        self.rounds = 0

    def add_group(self, names: Sequence[str] = NAMES) -> tuple[Group, list[Player]]:
        """Add a group with players, and no games."""
        group = Group.objects.create(name="Kitchen table", time_zone="UTC")
        Membership.objects.create(group=group, user=self.owner, role=Role.OWNER)
        return group, [Player.objects.create(group=group, name=name) for name in names]

    def add_games(self, group: Group, present: Iterable[Sequence[Player]]) -> None:
        """Add a game of four of each of these players."""
        records = [self._game(group, players) for players in present]
        rounds = [(record, played) for record in records for played in record.rounds]
        insert_games(records)
        insert_seats(records)
        insert_rounds(rounds)
        self.rounds += len(rounds)
        analyze_after_commit(GAME_TABLES, rows=len(rounds))

    def _game(self, group: Group, players: Sequence[Player]) -> GameRecord:
        edition, rounds = self.chance.choice(self.played)
        began = FIRST + timedelta(minutes=self.chance.randrange(DAYS * 24 * 60))
        seated = self.chance.sample(players, PLAYERS)
        game = GameValues(
            edition=edition,
            phases=list(map(write_phase, EDITIONS[edition].phases)),
            started_at=began,
            changed_at=began,
            group_id=group.pk,
            house_rules=asdict(STANDARD_RULES),
            version=len(rounds) + 1,
        )
        seats = (SeatRecord(one.pk, one.name, place) for place, one in enumerate(seated))
        # Rounds have ids of their own, however often they are played.
        own = (RoundRecord(played.number, played.lines) for played in rounds)
        return GameRecord(game, tuple(seats), tuple(own))


def main(large: int) -> None:
    history = History(play(SIMULATED), Random(7))
    groups: dict[str, Group] = {}
    people: dict[str, list[Player]] = {}
    for name, games in (("large", large), ("small", SMALL)):
        groups[name], people[name] = history.add_group()
        history.add_games(groups[name], [people[name]] * games)
    twins = [f"{name} too" for name in NAMES[:TWINS]]
    groups["twins"], people["twins"] = history.add_group((*NAMES, *twins))
    players, doubles = people["twins"][: len(NAMES)], people["twins"][len(NAMES) :]
    tables = []
    for game in range(large):
        present = [*players]
        # Four in five of these games are the twin's, a quarter of all.
        if (place := game * 16 // (5 * large)) < TWINS:
            present[place] = doubles[place]
        tables.append(present)
    history.add_games(groups["twins"], tables)
    for group in groups.values():
        recompute(group.pk)
    _row, token = DeviceToken.objects.create(user=history.owner, device="benchmark")
    oldest = Game.objects.filter(group=groups["large"]).order_by("started_at")[:OLDEST]
    summary = {
        "token": token,
        "oldest": [(str(game.pk), game.version) for game in oldest],
        "groups": {name: str(group.pk) for name, group in groups.items()},
        "players": {name: [str(one.pk) for one in each] for name, each in people.items()},
        "rounds": history.rounds,
    }
    json.dump(summary, sys.stdout)
