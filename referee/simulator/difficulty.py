"""How hard a Phase is: how many rounds bots need for it when nobody plays anything else.

Four bots of middle strength play rounds in which all have the same Phase, so the figure depends on
the Phase alone: not on the Phases before it, nor on who gets there first. The cards are the same
each time, so a Phase has one figure. Work is counted in turns: a Phase that takes long gets fewer
rounds. So does one of more than two groups, because bots try all combinations of aims for them.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache, lru_cache
from pathlib import Path
from random import Random

from referee.editions import EDITIONS, Edition
from referee.kinds import Phase, parse_phase
from referee.simulator.bots import MIDDLE
from referee.simulator.deck import SAME, make_deck
from referee.simulator.round import play_round
from referee.simulator.series import write_phase
from referee.simulator.totals import PhaseTotals
from referee.table import Seating

PLAYERS = 4
MAX_TURNS = 1_200  # all bots together; some 30 rounds, a tenth of a second
MAX_TURNS_A_ROUND = 40  # of each bot
FOLDER = Path(__file__).parent / "difficulties"


def difficulty(edition: Edition, phase: Phase) -> PhaseTotals:
    """Return how hard a Phase is: from the catalogue, or else by playing now.

    >>> classic = EDITIONS["classic"]
    >>> easy, hard = (difficulty(classic, classic.phases[number]) for number in (0, 9))
    >>> (easy.rounds_needed or 0) < (hard.rounds_needed or 0)
    True
    """
    ordered = in_order(phase)
    return catalogue(edition.slug).get(ordered) or _simulated(edition.slug, ordered)


def in_order(phase: Phase) -> Phase:
    """Return the same groups in one order: it does not matter in which a player lays them down.

    >>> [str(group) for group in in_order(parse_phase("set 3 + run 4"))]
    ['run 4', 'set 3']
    """
    return tuple(sorted(phase, key=str))


def simulate(edition: Edition, phase: Phase, max_turns: int = MAX_TURNS) -> PhaseTotals:
    """Let bots play rounds of one Phase until they have had `max_turns`.

    A turn with a Phase of more than two groups counts for as many as it takes time for.
    """
    weight = MIDDLE.width ** max(0, len(phase) - 2)
    seats = tuple(range(PLAYERS))
    seating = Seating(
        edition=edition,
        seats=seats,
        phases=dict.fromkeys(seats, phase),
        names={seat: str(seat) for seat in seats},
        starter=0,
        turns_logged=True,
        draws_logged=True,
    )
    attempts = successes = turns = 0
    while turns < max_turns:
        rng = Random(f"{edition.slug}/{attempts}")  # noqa: S311
        deck = make_deck(edition, SAME, rng)
        end = play_round(seating, dict.fromkeys(seats, MIDDLE), deck, rng, MAX_TURNS_A_ROUND)
        attempts += PLAYERS
        successes += len(end.table.down)
        turns += weight * max(end.turns, 1)
    return PhaseTotals(attempts, successes)


@cache
def catalogue(edition: str) -> Mapping[Phase, PhaseTotals]:
    """Return the Phases whose difficulty is known, in the order of their text.

    Written by `python manage.py rate_phases`, with more turns than there is time for in a request.
    """
    file = FOLDER / f"{edition}.toml"
    if not file.exists():
        return {}
    stored = tomllib.loads(file.read_text(encoding="utf-8"))["phases"]
    return {parse_phase(text): PhaseTotals(*counts) for text, counts in stored.items()}


@lru_cache(maxsize=4096)
def _simulated(edition: str, phase: Phase) -> PhaseTotals:
    return simulate(EDITIONS[edition], phase)


def write_catalogue(difficulties: Mapping[Phase, PhaseTotals]) -> str:
    """Return the text of a file of the catalogue.

    >>> print(write_catalogue({parse_phase("run 7"): PhaseTotals(240, 150)}).splitlines()[-1])
    "run 7" = [240, 150]
    """
    head = (
        "# How often middle bots began a round with a Phase, and how often they laid it down.\n"
        "# Written by `python manage.py rate_phases`; ../difficulty.py explains the figures.\n\n"
        "[phases]\n"
    )
    lines = sorted(
        f'"{write_phase(phase)}" = [{found.tries}, {found.laid_down}]'
        for phase, found in difficulties.items()
    )
    return head + "".join(f"{line}\n" for line in lines)
