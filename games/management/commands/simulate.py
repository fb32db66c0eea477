"""`manage.py simulate`: bots play games, and the referee checks every play and every tally.

It prints how many rounds a game takes, how often each Phase succeeds, and with `--phases` how
hard a custom list is compared with the official one. The same seed gives the same figures.
"""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import replace
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from games.management.arguments import at_least_one
from games.management.progress import Progress
from games.management.simulation_report import as_text, comparison, picture
from referee.editions import EDITIONS
from referee.game import Variant
from referee.simulator.bots import BOTS
from referee.simulator.deck import is_pairing
from referee.simulator.game import MAX_ROUNDS
from referee.simulator.round import Disagreement
from referee.simulator.series import Series, UnplayablePhase, read_phases, write_phase
from referee.simulator.totals import SimulationTotals, add_up

GAMES_AT_ONCE = 5  # that a process plays before it reports


class Command(BaseCommand):
    """Plays games and prints the figures."""

    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        add = parser.add_argument
        add("--edition", choices=EDITIONS, default="classic")
        add("--players", type=int, default=4)
        add("--games", type=at_least_one, default=1000)
        add("--seed", type=int, default=1)
        add(
            "--phases",
            help="a custom list, compared with the official one: Phases by their numbers in the "
            'edition or written out, as in "1; 4; set 3 + run 4"',
        )
        add("--bots", default=",".join(BOTS), help="assigned to the players in turn")
        add("--variant", choices=[variant.value for variant in Variant], default="standard")
        add(
            "--pairing",
            default="random:1",
            help="Flip: which wild side is on the back of which color side. The real pairing is "
            'not published. "same" puts a number on the back of the same number, "random:SEED" '
            'shuffles them once, "random" shuffles them for each game',
        )
        add(
            "--max-rounds",
            type=at_least_one,
            default=MAX_ROUNDS,
            help="after which a game is given up",
        )
        add("--jobs", type=at_least_one, default=1, help="the number of processes")
        add("--json", type=Path, metavar="FILE", help="write the figures to FILE")
        add("--svg", type=Path, metavar="FILE", help="draw the figures into FILE")

    def handle(self, *args: Any, **options: Any) -> None:
        series = _series(options)
        all_series = [series]
        official = tuple(map(write_phase, EDITIONS[series.edition].phases))
        if series.phases != official:
            all_series.append(replace(series, phases=official))
        played = []
        for each in all_series:
            began = time.monotonic()
            counts = self._play(each, options["games"], options["jobs"])
            played.append((each, counts))
            self.stdout.write(as_text(each, counts))
            self.stdout.write(_speed(counts, time.monotonic() - began) + "\n\n")
        if len(played) > 1:
            self.stdout.write(comparison(played[0][1], played[1][1]) + "\n")
        if options["json"]:
            figures = [
                {"edition": each.edition, "players": each.players, "seed": each.seed,
                 "bots": each.strengths, "pairing": each.pairing, "variant": each.variant,
                 "list": each.phases, **counts.as_json()}
                for each, counts in played
            ]  # fmt: skip
            text = json.dumps(figures, indent=2, ensure_ascii=False)
            options["json"].write_text(text + "\n", encoding="utf-8")
        if options["svg"]:
            options["svg"].write_text(picture(played), encoding="utf-8")

    def _play(self, series: Series, games: int, jobs: int) -> SimulationTotals:
        """Play the games in `jobs` processes, and show the progress."""
        parts = [
            (first, min(first + GAMES_AT_ONCE, games)) for first in range(0, games, GAMES_AT_ONCE)
        ]
        progress = Progress(self.stderr, games)
        try:
            one_by_one = (series.play(*part) for part in parts)
            done = one_by_one if jobs == 1 else _at_once(series, parts, jobs)
            return add_up(_watched(done, progress))
        except Disagreement as error:
            raise CommandError(str(error)) from error


def _series(options: dict[str, Any]) -> Series:
    edition = EDITIONS[options["edition"]]
    strengths = tuple(options["bots"].split(","))
    if unknown := set(strengths) - set(BOTS):
        raise CommandError(
            _("Unknown bots: %(bots)s. Valid values: %(valid)s.")
            % {
                "bots": ", ".join(sorted(unknown)),
                "valid": ", ".join(BOTS),
            }
        )
    if not edition.min_players <= options["players"] <= edition.max_players:
        text = _("This edition is for %(minimum)s to %(maximum)s players.")
        params = {"minimum": edition.min_players, "maximum": edition.max_players}
        raise CommandError(text % params)
    phases = tuple(map(write_phase, edition.phases))
    if not is_pairing(options["pairing"]):
        raise CommandError(
            _("Unknown pairing: %(pairing)s. Valid values: same, random, random:SEED.")
            % {"pairing": options["pairing"]}
        )
    try:
        if options["phases"]:
            phases = read_phases(edition, options["phases"])
    except UnplayablePhase as error:
        raise CommandError(
            _("This Phase cannot be played: %(phase)s.") % {"phase": error}
        ) from None
    return Series(
        edition=edition.slug,
        phases=phases,
        players=options["players"],
        strengths=strengths,
        seed=options["seed"],
        pairing=options["pairing"],
        variant=options["variant"],
        max_rounds=options["max_rounds"],
    )


def _at_once(series: Series, parts: list[tuple[int, int]], jobs: int) -> Iterator[SimulationTotals]:
    """The counts in the order in which they are ready, which does not change the total."""
    with ProcessPoolExecutor(jobs, get_context("spawn")) as pool:
        try:
            for played in as_completed([pool.submit(series.play, *part) for part in parts]):
                yield played.result()
        finally:
            pool.shutdown(cancel_futures=True)


def _watched(counts: Iterator[SimulationTotals], progress: Progress) -> Iterator[SimulationTotals]:
    done = 0
    for part in counts:
        done += part.games
        progress.show(done)
        yield part


def _speed(counts: SimulationTotals, seconds: float) -> str:
    text = _("%(seconds).0f s. Games per second: %(games).1f. Rounds per second: %(rounds).0f.")
    return text % {
        "seconds": seconds,
        "games": counts.games / seconds,
        "rounds": (counts.rounds + counts.stuck) / seconds,
    }
