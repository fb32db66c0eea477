"""How a player does by table size, seat, first dealer and weekday, added up. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple
from zoneinfo import ZoneInfo

from scoring.statistics.digest_parts import Games, Kept
from scoring.statistics.facts import PlayerFacts
from scoring.statistics.periods import night_of
from scoring.statistics.totals_columns import PLAYER_TOTALS

TABLE_SIZE, SEAT, DEALT_FIRST, WEEKDAY = "table_size", "seat", "dealt_first", "weekday"


class Counts(NamedTuple):
    """What games add up to, as in the columns of `PLAYER_TOTALS` with these names."""

    games: int
    wins: int
    expected_win_parts: int
    ranks: int


_AMOUNTS = {column.name: column.amount for column in PLAYER_TOTALS.added}
_COUNTED = [_AMOUNTS[name] for name in Counts._fields]


def circumstances_of(game: PlayerFacts, zone: ZoneInfo) -> Iterator[tuple[str, int]]:
    """Each circumstance of a player's game, with its number.

    These are the players at the table; the seat, from 0; 1 for the first dealer and 0 for the
    others, if that is known; the weekday of the night, from 1 for Monday to 7.
    """
    yield TABLE_SIZE, game.seats
    yield SEAT, game.seat
    if game.dealt_first is not None:
        yield DEALT_FIRST, int(game.dealt_first)
    yield WEEKDAY, night_of(game.played_at, zone).isoweekday()


@dataclass(frozen=True, slots=True)
class ByCircumstance:
    """The part of a player's digest that has `Counts` by circumstance and number.

    Kept are lists by names such as `seat:0`.
    """

    zone: ZoneInfo

    def of(self, games: Games) -> Kept | None:
        kept: dict[str, list[int]] = {}
        for game in games:
            amounts = [int(amount(game)) for amount in _COUNTED]
            for name, number in circumstances_of(game, self.zone):
                _add(kept, f"{name}:{number}", amounts)
        return kept or None

    def joined(self, earlier: Kept, later: Kept, later_games: Callable[[], Games]) -> Kept:
        both = dict(earlier)
        for key, amounts in later.items():
            _add(both, key, amounts)
        return both


def by_number(kept: Kept | None, circumstance: str) -> dict[int, Counts]:
    """What is kept by the numbers of one circumstance, the least first.

    >>> by_number({"seat:2": [5, 1, 13860, 9], "seat:0": [7, 3, 27720, 12]}, "seat")[2].games
    5
    """
    found = {}
    for key, counts in (kept or {}).items():
        name, _colon, number = key.partition(":")
        if name == circumstance:
            found[int(number)] = Counts(*counts)
    return dict(sorted(found.items()))


def _add(kept: dict[str, list[int]], key: str, amounts: list[int]) -> None:
    so_far = kept.get(key, [0] * len(amounts))
    kept[key] = [sum(both) for both in zip(so_far, amounts, strict=True)]
