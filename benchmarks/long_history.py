"""Load two groups that have played for years, and one of the same players that has not.

`benchmarks.history` runs this with `DATABASE_URL` set. Prints a summary as JSON.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from random import Random
from uuid import UUID

from benchmarks.bulk_history import NAMES, History, play, recompute_group, set_up, store

SIMULATED = 60  # games of each edition
SMALL = 100  # games
OLDEST = 5  # games of the large group that are told
TWINS = 3  # players who have each played the same part of the games under another name


def main(arguments: list[str]) -> None:
    (large,) = map(int, arguments)
    history = History(play(SIMULATED), Random(7))
    user, token = set_up()
    people: dict[str, list[UUID]] = {}

    def groups() -> Iterator[UUID]:
        for name, games in (("large", large), ("small", SMALL)):
            group, people[name] = history.add_people(user)
            for _game in range(games):
                history.add_game(group, people[name])
            yield group
        twins = [f"{name} too" for name in NAMES[:TWINS]]
        group, people["twins"] = history.add_people(user, (*NAMES, *twins))
        players, doubles = people["twins"][: len(NAMES)], people["twins"][len(NAMES) :]
        for game in range(large):
            present = [*players]
            # Four in five of these games are the twin's, a quarter of all.
            if (place := game * 16 // (5 * large)) < TWINS:
                present[place] = doubles[place]
            history.add_game(group, present)
        yield group

    stored = store(history, groups())
    for group in stored:
        recompute_group(group)
    from games.models import Game

    oldest = Game.objects.filter(group=stored[0]).order_by("started_at")[:OLDEST]
    summary = {
        "token": token,
        "oldest": [(str(game.pk), game.version) for game in oldest],
        "groups": dict(zip(people, map(str, stored), strict=True)),
        "players": {name: list(map(str, each)) for name, each in people.items()},
        "rounds": history.rounds,
    }
    json.dump(summary, sys.stdout)


if __name__ == "__main__":
    main(sys.argv[1:])
