"""Adds facts up into totals, by period, player, edition and variant. Pure."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import permutations
from typing import Any
from zoneinfo import ZoneInfo

from scoring.statistics.facts import GameFacts
from scoring.statistics.periods import night_of, periods_of
from scoring.statistics.totals_columns import (
    PAIR_TOTALS,
    PHASE_TOTALS,
    PLAYER_TOTALS,
    Source,
    TotalsColumns,
)

Key = tuple[Any, ...]  # the values of the key columns
TotalsByKey = dict[Key, list[int]]


class Ledger:
    """Totals of every kind. Games are added or, with `sign` -1, subtracted.

    Periods are those of a time zone.
    """

    def __init__(self, zone: ZoneInfo, games: Iterable[GameFacts] = ()) -> None:
        self.zone = zone
        self.totals: dict[TotalsColumns[Any], TotalsByKey] = {
            PLAYER_TOTALS: {},
            PHASE_TOTALS: {},
            PAIR_TOTALS: {},
        }
        for game in games:
            self.add(game)

    def add(self, game: GameFacts, sign: int = 1) -> None:
        for period in periods_of(night_of(game.played_at, self.zone)):
            for facts in game.players:
                key = (period, facts.player_id, game.edition, game.variant)
                self._add(PLAYER_TOTALS, key, facts, sign)
                for phase in facts.attempts:
                    self._add(PHASE_TOTALS, (*key, phase.phase), phase, sign)
            throughout = [facts for facts in game.players if facts.throughout]
            for pair in permutations(throughout, 2):
                player, opponent = pair
                key = (period, player.player_id, game.edition, game.variant)
                self._add(PAIR_TOTALS, (*key, opponent.player_id), pair, sign)

    def _add(self, columns: TotalsColumns[Source], key: Key, source: Source, sign: int) -> None:
        totals = self.totals[columns]
        amounts = [sign * amount for amount in columns.amounts(source)]
        totals[key] = added(totals[key], amounts) if key in totals else amounts


def added(totals: list[int], amounts: list[int]) -> list[int]:
    """The sum, column by column."""
    return [total + amount for total, amount in zip(totals, amounts, strict=True)]
