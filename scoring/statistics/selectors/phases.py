"""How often Phases succeed, next to the baseline of the simulator."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from itertools import groupby
from typing import Any
from uuid import UUID

from django.db.models import Sum

from referee.editions import EDITIONS
from scoring.statistics.baselines import baseline
from scoring.statistics.circumstances import TABLE_SIZE, by_number
from scoring.statistics.digests import CIRCUMSTANCES
from scoring.statistics.evidence import beyond_luck
from scoring.statistics.expected_phases import Tried, expected_successes
from scoring.statistics.facts import PARTS_OF_A_WIN
from scoring.statistics.models import PhaseTotals, PlayerTotals
from scoring.statistics.selectors.digests import digests_of_players
from scoring.statistics.selectors.filters import Filters
from scoring.statistics.selectors.totals import add_up
from scoring.statistics.wire.phases import PhaseStatistics, phase_statistics

MIN_ATTEMPTS = 20  # before a Phase is compared with what is expected of it
TABLES_OF_BOTS = (3.0, 5.0)  # players on average; the bots of the baselines were four

Row = dict[
    str, Any
]  # of one player with one Phase in one variant, by the columns of `PHASE_TOTALS`
Key = tuple[str, str]  # edition and Phase


def phases(group: UUID, filters: Filters, player: UUID | None = None) -> list[PhaseStatistics]:
    """Each Phase that was tried, by the group or by one player; one query, or two.

    Edition by edition, in the order of the official list, then custom Phases.
    """
    rows = filters.totals(PhaseTotals.objects.filter(group=group))
    if player is not None:
        rows = rows.filter(player=player)
    by_player = add_up(rows, "edition", "phase", "variant", "player")
    expected = expected_successes(_tried(by_player))
    enough = {key: one for key, one in expected.items() if one.attempts >= MIN_ATTEMPTS}
    found = beyond_luck({key: one.luck for key, one in enough.items()})
    if found and not _plays_at_tables_as_bots_did(group, filters, player):
        found = set()
    statistics = [
        phase_statistics(
            *key,
            _by_variant(of_phase),
            baseline(*key),
            expected.get(key),
            stands_out=key in found,
        )
        for key, of_phase in groupby(by_player, key=_key)
    ]
    return sorted(statistics, key=_order)


def _plays_at_tables_as_bots_did(group: UUID, filters: Filters, player: UUID | None) -> bool:
    """Whether tables were on average about as large as those of the bots; one query.

    At larger ones, a round is longer and every Phase easier, which would look like a difference.
    """
    if player is None:
        rows = filters.totals(PlayerTotals.objects.filter(group=group))
        of = rows.aggregate(games=Sum("games"), parts=Sum("expected_win_parts"))
        games, tables = of["games"] or 0, (of["parts"] or 0) / PARTS_OF_A_WIN
    else:  # with a handicap, the wins that one player expects do not tell the size of the table
        kept = digests_of_players(group, filters, player).get(player, {})
        sizes = by_number(kept.get(CIRCUMSTANCES), TABLE_SIZE)
        games = sum(of_size.games for of_size in sizes.values())
        tables = sum(of_size.games / size for size, of_size in sizes.items())
    smallest, largest = TABLES_OF_BOTS
    return tables > 0 and smallest <= games / tables <= largest


def _key(row: Row) -> Key:
    return row["edition"], row["phase"]


def _tried(rows: Iterable[Row]) -> Iterable[list[Tried]]:
    """What each player tried in each edition, of what bots have tried, too."""
    found: defaultdict[tuple[UUID, str], list[Tried]] = defaultdict(list)
    for row in rows:
        if of_bots := baseline(*_key(row), row["variant"]):
            tried = Tried(_key(row), row["attempts"], row["successes"], of_bots)
            found[row["player"], row["edition"]].append(tried)
    return found.values()


def _by_variant(rows: Iterable[Row]) -> dict[str, Counter[str]]:
    """The counts of all players together."""
    found: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for row in rows:
        found[row["variant"]].update({name: row[name] for name in ("attempts", "successes")})
    return found


def _order(phase: PhaseStatistics) -> tuple[Any, ...]:
    number = phase["number"]
    return list(EDITIONS).index(phase["edition"]), number is None, number or 0, phase["name"]
