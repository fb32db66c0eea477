"""Odds before a game."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from games.models import Player
from referee.editions import EDITIONS
from referee.game import Variant
from referee.stints import Handicap
from scoring.statistics.handicaps import suggested, worth
from scoring.statistics.models import PlayerTotals
from scoring.statistics.ratings import MIN_GAMES, doublings, with_handicap
from scoring.statistics.selectors.filters import Filters
from scoring.statistics.selectors.ratings import rated_players
from scoring.statistics.selectors.totals import add_up
from scoring.statistics.wire.odds import Odds, RatedPlayer, odds_answer


def odds(
    players: Sequence[Player], filters: Filters, handicaps: Sequence[Handicap], phases: int
) -> Odds:
    """The chances of players of one group against each other; two queries.

    `handicaps` are in the order of the players of a game of so many `phases`. They are suggested,
    and worth something, only in an edition.
    """
    ids = [player.pk for player in players]
    rows = PlayerTotals.objects.filter(group=players[0].group_id, player__in=ids)
    games: dict[UUID, int] = {
        row["player"]: row["games"] for row in add_up(filters.totals(rows), "player")
    }
    strengths = {player.pk: strength for player, strength in rated_players(ids, filters)}
    rated: list[RatedPlayer] = [
        {"player": player, "games": games.get(player.pk, 0), "strength": strengths[player.pk]}
        for player in players
    ]
    if any(one["games"] < MIN_GAMES for one in rated):
        return odds_answer(rated)
    known = [one["strength"] for one in rated]
    edition = EDITIONS.get(filters.edition)
    if edition is None:
        return odds_answer(rated, known)
    variant = filters.variant or Variant.STANDARD
    playing = [
        with_handicap(strength, worth(edition, variant, phases, handicap))
        for strength, handicap in zip(known, handicaps, strict=True)
    ]
    fairer = suggested(edition, variant, phases, list(map(doublings, known)))
    return odds_answer(rated, playing, fairer)
