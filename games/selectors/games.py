"""Reading the games that somebody may see."""

from __future__ import annotations

from uuid import UUID

from django.db.models import F, QuerySet
from django.db.models.functions import Coalesce
from django.http import Http404

from accounts.models import User
from games.domain.game_record import GameRecord
from games.models import Change, Game, Role, ShareLink
from games.selectors.access import LOG, require_role
from games.selectors.records import load


def game_for(user: User, game: UUID) -> GameRecord:
    """A game of one of the user's groups; raise Http404 for any other and for a deleted one."""
    row = row_for(user, game)
    return load(row, row.role, row.revision)  # type: ignore[attr-defined]


def row_for(user: User, game: UUID) -> Game:
    """The row of a game as `game_for`, with the user's `role` and the group's `revision`."""
    row = games_of(user).filter(deleted_at=None, pk=game).first()
    if row is None:
        raise Http404
    return row


def watched(token: str) -> GameRecord:
    """The game that a share link shows; raise Http404 if it shows none."""
    row = watched_row(token)
    return load(row, "", row.revision)  # type: ignore[attr-defined]


def watched_row(token: str) -> Game:
    """The row of a game as `watched`, with the group's `revision`."""
    link = watched_link(token)
    link.game.role, link.game.revision = "", link.revision  # type: ignore[attr-defined]
    return link.game


def watched_link(token: str) -> ShareLink:
    """The share link with this token and its game; raise Http404 if it shows none."""
    if "\x00" in token:  # PostgreSQL refuses this character, even in a query
        raise Http404
    link = (
        ShareLink.objects.select_related("game")
        .annotate(revision=Coalesce(F("game__group__log__revision"), 0))
        .filter(token=token, revoked_at=None, game__deleted_at=None)
        .first()
    )
    if link is None:
        raise Http404
    return link


def games_in(group: UUID, *, deleted: bool = False) -> QuerySet[Game]:
    """The games of a group, the newest first; `load_list` reads the rest of a page of them."""
    games = Game.objects.filter(group_id=group, deleted_at__isnull=not deleted)
    return games.order_by("-started_at", "id")


def changes_of(game: UUID) -> QuerySet[Change]:
    """The history of a game, the latest change first."""
    return Change.objects.filter(game=game).order_by("-version")


def share_links_of(game: UUID) -> QuerySet[ShareLink]:
    """The links of a game that are not revoked, the first one first."""
    return ShareLink.objects.filter(game=game, revoked_at=None).order_by("created_at")


def share_link_of(game: UUID, link: UUID) -> ShareLink:
    """A link of a game; raise Http404 if it does not exist or was revoked."""
    row = share_links_of(game).filter(pk=link).first()
    if row is None:
        raise Http404
    return row


def games_of(user: User) -> QuerySet[Game]:
    """The games of a user's groups, deleted ones too.

    They have the user's `role` in their group, and the `revision` of its log.
    """
    games = Game.objects.filter(group__memberships__user=user)
    return games.annotate(role=F("group__memberships__role"), revision=LOG["revision"])


def load_as_member(games: QuerySet[Game], id: UUID, role: Role) -> GameRecord:
    """Load one of `games_of` a user; Http404 if it is not there, 403 if their role is too low."""
    game = games.filter(pk=id).first()
    if game is None:
        raise Http404
    require_role(game.role, role)  # type: ignore[attr-defined]
    return load(game, game.role, game.revision)  # type: ignore[attr-defined]
