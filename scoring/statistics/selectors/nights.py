"""The nights of a group, and the card of one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date, datetime
from itertools import groupby, islice
from uuid import UUID
from zoneinfo import ZoneInfo

from django.utils.translation import gettext as _

from games.models import Game, Group, Player
from rest.pagination import DaysAsked
from rest.refusals import NotFound
from scoring.statistics.facts import PlayerFacts
from scoring.statistics.models import PlayerResult
from scoring.statistics.nights import Night, games_of, night_of_games
from scoring.statistics.periods import month_of, night_bounds, night_of, year_of
from scoring.statistics.rating_pools import PoolRatings, ranked_game
from scoring.statistics.ratings import ANY_GAME, NEWCOMER, Strength
from scoring.statistics.selectors.badges import badges_of_games
from scoring.statistics.selectors.broken_feats import broken_feats
from scoring.statistics.selectors.facts import facts_one_by_one, short_facts
from scoring.statistics.selectors.filters import Filters
from scoring.statistics.selectors.ratings import latest_checkpoints
from scoring.statistics.wire.night_text import night_text
from scoring.statistics.wire.nights import NightCard, NightLine, night_facts, night_line

LATEST = 10  # nights of a feed


def nights_asked(group: UUID, zone: ZoneInfo, asked: DaysAsked) -> list[Night]:
    """The nights with games that a page asks for, the nearest first; one query.

    It follows the index and stops at the last of them.
    """
    rows = PlayerResult.objects.filter(group=group)
    if asked.after is not None:
        rows = rows.filter(played_at__gte=night_bounds(asked.after, zone)[1])
        rows = rows.order_by("played_at", "game")
    else:
        if asked.before is not None:
            rows = rows.filter(played_at__lt=night_bounds(asked.before, zone)[0])
        rows = rows.order_by("-played_at", "-game")
    by_night = groupby(facts_one_by_one(rows), key=lambda facts: night_of(facts.played_at, zone))
    return [night_of_games(night, facts) for night, facts in islice(by_night, asked.most)]


def night_lines(nights: Sequence[Night]) -> list[NightLine]:
    """What a list says about nights; one query for the names."""
    winners = {night.date: night.winners() for night in nights}
    names = Player.objects.in_bulk({one.player_id for won in winners.values() for one in won})
    return [night_line(night, winners[night.date], names) for night in nights]


def card_of_night(group: UUID, date: date, zone: ZoneInfo) -> NightCard:
    """The card of a night; a fixed number of queries. Raises Refusal without games."""
    start, end = night_bounds(date, zone)
    rows = Filters(period=year_of(date), zone=zone).results(
        PlayerResult.objects.filter(group=group)
    )
    if end is not None:
        rows = rows.filter(played_at__lt=end)
    facts = short_facts(rows.order_by("played_at", "game"))
    night = night_of_games(date, (one for one in facts if start is None or one.played_at >= start))
    if not night.games:
        raise NotFound(_("No game that counts began in this night."))
    earlier = facts[: len(facts) - len(night.facts)]
    names = Player.objects.filter(group=group).in_bulk()
    told = night_facts(
        night,
        group=Group.objects.values_list("name", flat=True).get(pk=group),
        names=names,
        ratings=_ratings_around(group, night, earlier, zone),
        broken=[one for one in broken_feats(group, night, earlier) if one[0].player in names],
        badges=badges_of_games(group, [game.game_id for game in night.games]),
    )
    return {**told, "text": night_text(told)}


def latest_cards(group: UUID, zone: ZoneInfo) -> tuple[list[NightCard], dict[str, datetime]]:
    """The cards of the latest nights, the latest first, and when their games were last changed.

    A fixed number of queries for each night.
    """
    nights = nights_asked(group, zone, DaysAsked(most=LATEST))
    games = Game.objects.filter(pk__in=[game.game_id for night in nights for game in night.games])
    changes = {str(pk): changed for pk, changed in games.values_list("pk", "changed_at")}
    return [card_of_night(group, night.date, zone) for night in nights], changes


def _ratings_around(
    group: UUID, night: Night, earlier: Iterable[PlayerFacts], zone: ZoneInfo
) -> dict[UUID, tuple[Strength, Strength]]:
    """The ratings of those who played before the night and after it, over all games; one query.

    They follow from those at the end of the month before. `earlier` has the games since then.
    """
    month = month_of(night.date)
    of_month = [one for one in earlier if month_of(night_of(one.played_at, zone)) == month]
    players = {one.player_id for one in (*of_month, *night.facts)}
    rated = PoolRatings(
        latest_checkpoints(group, players, [ANY_GAME], before=month), pools=[ANY_GAME]
    )
    rated.rate_all(game for facts in games_of(of_month) if (game := ranked_game(facts)))
    before = dict(rated.current)
    rated.rate_all(game for facts in night.games if (game := ranked_game(facts)))
    return {
        player: (
            before.get((ANY_GAME, player), NEWCOMER),
            rated.current.get((ANY_GAME, player), NEWCOMER),
        )
        for player in {one.player_id for one in night.facts}
    }
