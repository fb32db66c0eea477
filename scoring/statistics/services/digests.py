"""Keeping digests up to date with the results.

A game that follows all others is added to the digests as they are. After any other change, the
digests of its year and of all time are pending: a year is digested again from its results, and all
time is joined from the years.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import chain
from uuid import UUID
from zoneinfo import ZoneInfo

from games.services.locking import short_transaction
from scoring.statistics.digest_parts import Games
from scoring.statistics.digests import (
    PLAYED,
    Digest,
    DigestKind,
    Key,
    games_by_period,
    group_digests,
    player_digests,
)
from scoring.statistics.facts import GameFacts, PlayerFacts
from scoring.statistics.marks import mark
from scoring.statistics.models import GroupDigest, PendingDigests, PlayerDigest, PlayerTotals
from scoring.statistics.periods import ALL_TIME, night_of, year_of
from scoring.statistics.played import Played
from scoring.statistics.ratings import ANY_GAME
from scoring.statistics.selectors.digests import (
    DigestsByKey,
    digest_model,
    digest_rows,
    stored_digests,
)
from scoring.statistics.selectors.facts import games_in_order
from scoring.statistics.selectors.filters import Filters
from scoring.statistics.services.locking import lock_statistics, note_counted, zone_of_statistics
from store.rows import replace
from store.statements import send

BATCH = 500


def count_in_digests(
    group: UUID, zone: ZoneInfo, removed: Collection[GameFacts], added: Collection[GameFacts]
) -> None:
    """Add games to the digests if they follow all others; have all else made again.

    The caller has locked the group's statistics and stored the results.
    """
    if not removed:
        facts = sorted(chain.from_iterable(game.players for game in added), key=mark)
        games = games_by_period(facts, zone)
        kinds = (group_digests(zone), player_digests(zone))
        so_far = _digests_of(group, kinds, games)
        if so_far is not None and _are_later(facts, so_far):
            for kind in kinds:
                _add(group, kind, games, so_far)
            return
    _outdate(group, zone, chain(removed, added))


def outdate_all_digests(group: UUID) -> None:
    """Have all digests of a group made again, also those of periods that have no games now."""
    players: dict[str, set[UUID]] = {ALL_TIME: set()}
    totals = PlayerTotals.objects.filter(group=group).exclude(period__contains="-")
    for rows in (totals, PlayerDigest.objects.filter(group=group)):
        for period, player in rows.order_by().values_list("period", "player").distinct():
            players.setdefault(period, set()).add(player)
    for period in GroupDigest.objects.filter(group=group).values_list("period", flat=True):
        players.setdefault(period, set())
    _write_pending(group, players)


def outdate_merged_digests(group: UUID, *, gone: UUID, kept: UUID) -> None:
    """Have the digests made again of all years in which a merged player has games."""
    totals = PlayerTotals.objects.filter(group=group, player=gone).exclude(period__contains="-")
    periods = totals.order_by().values_list("period", flat=True).distinct()
    _write_pending(group, {period: {gone, kept} for period in periods})


def update_digests(group: UUID) -> None:
    """Make the pending digests of one period again: first those of years, then of all time."""
    with short_transaction():
        locked = lock_statistics(group)
        pending = PendingDigests.objects.filter(group=group).order_by("-period").first()
        if locked is None or pending is None:  # deleted, or done by somebody else
            return
        zone = zone_of_statistics(locked)
        _make_again(group, zone, pending.period, set(map(UUID, pending.players)))
        pending.delete()
        note_counted(group, zone)


def _make_again(group: UUID, zone: ZoneInfo, period: str, players: set[UUID]) -> None:
    """Make the digests of a period again, those of a group and of these players."""

    @cache
    def games_of_year(year: str) -> list[PlayerFacts]:
        return games_in_order(group, Filters(period=year, zone=zone))

    for kind in (player_digests(zone), group_digests(zone)):
        if period == ALL_TIME:
            made = dict(_joined_from_years(group, kind, players, games_of_year))
        else:
            by_key = kind.games_of(games_of_year(period), players)
            made = {key: kind.digest(games) for key, games in by_key.items()}
        digest_rows(kind, group, players).filter(period=period).delete()
        _write(group, kind, {(period, key): kept for key, kept in made.items()})


def _joined_from_years(
    group: UUID,
    kind: DigestKind,
    players: set[UUID],
    games_of_year: Callable[[str], list[PlayerFacts]],
) -> Iterator[tuple[Key, Digest]]:
    """The digests of all time."""

    @cache
    def games_by_key(year: str) -> dict[Key, list[PlayerFacts]]:
        return kind.games_of(games_of_year(year), players)

    def games_of(year: str, key: Key) -> Games:
        return games_by_key(year).get(key, [])

    rows = digest_rows(kind, group, players).exclude(period=ALL_TIME)
    years: dict[Key, dict[str, Digest]] = {}
    for (year, key), kept in stored_digests(kind, rows).items():
        years.setdefault(key, {})[year] = kept
    for key, by_year in years.items():
        (_first, so_far), *others = sorted(by_year.items())
        for year, kept in others:
            so_far = kind.joined(so_far, kept, partial(games_of, year, key))
        yield key, so_far


def _digests_of(
    group: UUID, kinds: Sequence[DigestKind], games: Mapping[str, Games]
) -> DigestsByKey | None:
    """The digests that these games belong to, None if any must be made again."""
    if PendingDigests.objects.filter(group=group).exists():
        return None
    facts = games[ALL_TIME]
    found: DigestsByKey = {}
    for kind in kinds:
        rows = digest_rows(kind, group, {game.player_id for game in facts}).filter(
            period__in=games,
            edition__in={"", *(game.edition for game in facts)},
            variant__in={"", *(game.variant for game in facts)},
        )
        found |= stored_digests(kind, rows)
    return found


def _are_later(facts: Games, so_far: DigestsByKey) -> bool:
    """Whether these games follow all those that are in the digests of the group."""
    kept = so_far.get((ALL_TIME, (None, ANY_GAME)))
    last = Played(*kept[PLAYED]).last_game if kept else None
    return last is None or last < mark(facts[0])


def _add(group: UUID, kind: DigestKind, games: Mapping[str, Games], so_far: DigestsByKey) -> None:
    """Add games that follow all others."""
    digests: DigestsByKey = {}
    made: dict[tuple[UUID | None, tuple[UUID, ...]], Digest] = {}
    for period, these in games.items():
        for (player, pool), played in kind.games_of(these).items():
            # Several periods and pools have the same games.
            same = (player, tuple(game.game_id for game in played))
            later = made[same] = made.get(same) or kind.digest(played)
            if earlier := so_far.get((period, (player, pool))):
                later = kind.joined(earlier, later, partial(list, played))
            digests[period, (player, pool)] = later
    _write(group, kind, digests)


def _outdate(group: UUID, zone: ZoneInfo, games: Iterable[GameFacts]) -> None:
    """Have the digests that these games belong to made again."""
    players: dict[str, set[UUID]] = {}
    for game in games:
        for period in (ALL_TIME, year_of(night_of(game.played_at, zone))):
            players.setdefault(period, set()).update(each.player_id for each in game.players)
    _write_pending(group, players)


def _write_pending(group: UUID, players: Mapping[str, set[UUID]]) -> None:
    rows = PendingDigests.objects.filter(group=group, period__in=players)
    before = {row.period: set(map(UUID, row.players)) for row in rows}
    PendingDigests.objects.bulk_create(
        [
            PendingDigests(
                group_id=group,
                period=period,
                players=sorted(map(str, them | before.get(period, set()))),
            )
            for period, them in players.items()
        ],
        update_conflicts=True,
        unique_fields=["group", "period"],
        update_fields=["players"],
    )


def _write(group: UUID, kind: DigestKind, digests: DigestsByKey) -> None:
    key = ("group_id", "period", "edition", "variant", *(["player_id"] if kind.of_players else []))
    rows = [
        (group, period, *pool, *([player] if kind.of_players else []), kept)
        for (period, (player, pool)), kept in digests.items()
    ]
    for start in range(0, len(rows), BATCH):
        send(replace(digest_model(kind), key, ["kept"], rows[start : start + BATCH]))
