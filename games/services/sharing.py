"""Links by which anyone may watch a game, or look at a group."""

from __future__ import annotations

import secrets
from uuid import UUID, uuid4

from django.db.models import Q
from django.utils import timezone

from accounts.models import User
from games.models import ShareLink
from games.selectors.sharing import share_link_of
from rest.limits import expect_room
from rest.refusals import NotFound


def create_share_link(*, actor: User, id: UUID | None = None, **shown: UUID) -> ShareLink:
    """Create a link to a `game` or a `group`; raise Refusal if it has too many."""
    [(kind, what)] = shown.items()
    expect_room(f"share_links_of_{kind}", ShareLink.objects.filter(**shown).count())
    return ShareLink.objects.create(
        pk=id or uuid4(),
        token=secrets.token_urlsafe(24),
        created_by=actor,
        **{f"{kind}_id": what},
    )


def revoke_share_link(*, link: UUID, **shown: UUID) -> None:
    """Revoke a link to a `game` or a `group`.

    Raises NotFound if there is none, or it has been revoked already.
    """
    links = ShareLink.objects.filter(**shown, pk=link, revoked_at=None)
    if not links.update(revoked_at=timezone.now()):
        raise NotFound


def adopt_share_link(*, link: UUID, actor: User, **shown: UUID) -> ShareLink:
    """Make a link to a `game` or a `group` the actor's own.

    It then ends with their membership, not with its creator's. Raises NotFound if there is none,
    or it has been revoked.
    """
    row = share_link_of(link, **shown)
    row.created_by = actor
    row.save(update_fields=["created_by"])
    return row


def end_links_of(user: UUID, group: UUID) -> None:
    """Revoke the links that somebody who is leaving a group has created there."""
    there = Q(game__group=group) | Q(group=group)
    links = ShareLink.objects.filter(there, created_by=user, revoked_at=None)
    links.update(revoked_at=timezone.now())
