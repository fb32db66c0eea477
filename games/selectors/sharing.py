"""Reading share links, and what they lead to."""

from __future__ import annotations

from collections.abc import Collection
from uuid import UUID

from django.db.models import QuerySet

from games.models import Group, ShareLink
from rest.refusals import NotFound, found


def share_links_of(**shown: UUID) -> QuerySet[ShareLink]:
    """The links to a `game` or a `group` that are not revoked, the first one first."""
    rows = ShareLink.objects.filter(**shown, revoked_at=None).select_related("created_by")
    return rows.order_by("created_at")


def share_link_of(link: UUID, **shown: UUID) -> ShareLink:
    """A link to a `game` or a `group`; raise NotFound if it does not exist or was revoked."""
    return found(share_links_of(**shown).filter(pk=link).first())


def shown_by(link: UUID) -> dict[str, UUID]:
    """The `game` or the `group` of a link; raise NotFound if it does not exist or was revoked."""
    row = share_link_of(link)
    return {"game": row.game_id} if row.game_id else {"group": row.group_id}  # type: ignore[dict-item]


def watched_link(token: str) -> ShareLink:
    """The share link with this token and its game; raise NotFound if it shows none."""
    links = ShareLink.objects.filter(game__isnull=False, game__deleted_at=None)
    links = links.select_related("game").filter(token=readable(token), revoked_at=None)
    return found(links.first())


def watch_tokens(games: Collection[UUID]) -> dict[UUID, str]:
    """The token with which each of these games can be watched, of its first link; or no entry."""
    links = ShareLink.objects.filter(game__in=games, revoked_at=None).order_by("-created_at")
    return dict(links.values_list("game", "token"))


def shared_group(token: str) -> Group:
    """The group that a share link shows; raise NotFound if it shows none."""
    links = {"share_links__token": readable(token), "share_links__revoked_at": None}
    return found(Group.objects.filter(**links).first())


def readable(token: str) -> str:
    """The token to look for; raise NotFound if there can be none like it."""
    if "\x00" in token:  # PostgreSQL refuses this character, even in a query
        raise NotFound
    return token
