"""Links by which anyone may watch a game."""

from __future__ import annotations

import secrets
from datetime import timedelta
from uuid import UUID, uuid4

from django.utils import timezone

from accounts.models import User
from games.domain.game_record import GameRecord
from games.models import ShareLink
from games.selectors.games import share_link_of
from rest.limits import expect_room
from rest.refusals import NotFound

KEEP_REVOKED_FOR = timedelta(days=30)


def create_share_link(*, record: GameRecord, actor: User, id: UUID | None = None) -> ShareLink:
    """Create a link by which anyone may watch a game; raise Refusal if it has too many."""
    expect_room("share_links_of_game", ShareLink.objects.filter(game=record.game.id).count())
    return ShareLink.objects.create(
        pk=id or uuid4(),
        game_id=record.game.id,
        token=secrets.token_urlsafe(24),
        created_by=actor,
    )


def revoke_share_link(*, record: GameRecord, link: UUID) -> None:
    """Revoke a link of a game; raise NotFound if there is none, or it has been revoked already."""
    links = ShareLink.objects.filter(game=record.game.id, pk=link, revoked_at=None)
    if not links.update(revoked_at=timezone.now()):
        raise NotFound


def adopt_share_link(*, record: GameRecord, link: UUID, actor: User) -> ShareLink:
    """Make a link the actor's own: it then ends with their membership, not with its creator's.

    Raises NotFound if there is none, or it has been revoked.
    """
    row = share_link_of(record.game.id, link)
    row.created_by = actor
    row.save(update_fields=["created_by"])
    return row


def end_links_of(user: UUID, group: UUID) -> None:
    """Revoke the links that somebody who is leaving a group has created there."""
    links = ShareLink.objects.filter(game__group=group, created_by=user, revoked_at=None)
    links.update(revoked_at=timezone.now())


def delete_revoked_links() -> int:
    """Delete the links that were revoked more than 30 days ago; return how many."""
    old = ShareLink.objects.filter(revoked_at__lt=timezone.now() - KEEP_REVOKED_FOR)
    deleted, _rows = old.delete()
    return deleted
