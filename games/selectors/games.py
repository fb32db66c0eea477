"""Reading games, as far as the person who asks may see them."""

from __future__ import annotations

from typing import TYPE_CHECKING
from uuid import UUID

from django.db.models import F, Prefetch, QuerySet
from django.http import Http404

from games.domain.record import GameRecord, load
from games.models import Change, Game, Role, Seat, ShareLink
from games.selectors.access import require_role

if TYPE_CHECKING:
    from accounts.models import User


def game_for(user: User, game: UUID) -> GameRecord:
    """A game of one of the user's groups; raise Http404 for any other, or a deleted one."""
    return _load(_games_of(user).filter(deleted_at=None), game, Role.VIEWER)


def lock(user: User, game: UUID, role: Role = Role.SCORER, *, deleted: bool = False) -> GameRecord:
    """A game to be changed, its row locked until the transaction ends.

    Raises Http404 where it is not the user's, ProblemError (403) where the role is too low.
    """
    games = _games_of(user).filter(deleted_at__isnull=not deleted)
    return _load(games.select_for_update(of=("self",)), game, role)


def watched(token: str) -> GameRecord:
    """The game that a share link shows; raise Http404 for a link that shows none."""
    return load(watched_link(token).game)


def watched_link(token: str) -> ShareLink:
    """The share link with this token and its game; raise Http404 for one that shows none."""
    if "\x00" in token:  # PostgreSQL takes no such text, not even to look for it
        raise Http404
    link = (
        ShareLink.objects.select_related("game")
        .filter(token=token, revoked_at=None, game__deleted_at=None)
        .first()
    )
    if link is None:
        raise Http404
    return link


def games_in(group: UUID, *, deleted: bool = False) -> QuerySet[Game]:
    """The games of a group with their players, for lists; the newest first."""
    seats = Seat.objects.select_related("player").order_by("place")
    return (
        Game.objects.filter(group_id=group, deleted_at__isnull=not deleted)
        .prefetch_related(Prefetch("seats", seats))
        .order_by("-started_at", "id")
    )


def changes_of(game: Game) -> QuerySet[Change]:
    """What was changed in a game, the latest first."""
    return game.changes.order_by("-version")


def _games_of(user: User) -> QuerySet[Game]:
    mine = Game.objects.filter(group__memberships__user=user)
    return mine.annotate(role=F("group__memberships__role"))


def _load(games: QuerySet[Game], pk: UUID, role: Role) -> GameRecord:
    game = games.filter(pk=pk).first()
    if game is None:
        raise Http404
    require_role(game.role, role)  # type: ignore[attr-defined]
    return load(game, game.role)  # type: ignore[attr-defined]
