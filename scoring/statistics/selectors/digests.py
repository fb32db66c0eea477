"""Digests as they are stored, or of a month, whose games are few enough to be read."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, TypeAlias
from uuid import UUID

from django.db.models import QuerySet

from scoring.statistics.digests import Digest, DigestKind, Key, group_digests, player_digests
from scoring.statistics.models import GroupDigest, PlayerDigest
from scoring.statistics.models.digests import Digest as StoredDigest
from scoring.statistics.selectors.facts import games_in_order
from scoring.statistics.selectors.filters import Filters

DigestsByKey: TypeAlias = dict[tuple[str, Key], Digest]  # by period, player and pool


def digests_of_players(
    group: UUID, filters: Filters, player: UUID | None = None
) -> dict[UUID, Digest]:
    """The digest of each player who has any of these games, or only of one; one query."""
    if filters.is_month:
        games = games_in_order(group, filters)
        made = player_digests(filters.zone).digests(games, filters.pool)
        return {who: kept for who, kept in made.items() if who and player in (None, who)}
    rows = PlayerDigest.objects.filter(group=group)
    if player is not None:
        rows = rows.filter(player=player)
    return {row.player_id: row.kept for row in filters.digests(rows)}


def digest_of_group(group: UUID, filters: Filters) -> Digest:
    """The digest of these games of a group, which is empty if there are none; one query."""
    if filters.is_month:
        games = games_in_order(group, filters)
        return group_digests(filters.zone).digests(games, filters.pool).get(None, {})
    rows = filters.digests(GroupDigest.objects.filter(group=group))
    return rows.values_list("kept", flat=True).first() or {}


def digest_model(kind: DigestKind) -> type[StoredDigest]:
    return PlayerDigest if kind.of_players else GroupDigest


def digest_rows(
    kind: DigestKind, group: UUID, players: Collection[UUID] | None = None
) -> QuerySet[Any]:
    """The digests of a group; only of these players, if they are digests of players."""
    rows: QuerySet[Any] = digest_model(kind)._default_manager.filter(group=group)
    return rows if players is None or not kind.of_players else rows.filter(player__in=players)


def stored_digests(kind: DigestKind, rows: QuerySet[Any]) -> DigestsByKey:
    """Digests by period, player and pool."""
    columns = ("period", "edition", "variant", "kept", *(("player",) if kind.of_players else ()))
    return {
        (period, (player[0] if player else None, (edition, variant))): kept
        for period, edition, variant, kept, *player in rows.values_list(*columns)
    }
