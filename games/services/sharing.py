"""Links by which anyone may watch a game."""

from __future__ import annotations

import secrets
from uuid import UUID, uuid4

from django.http import Http404
from django.utils import timezone

from accounts.models import User
from games.domain.game_record import GameRecord
from games.models import ShareLink


def create_share_link(*, record: GameRecord, actor: User, id: UUID | None = None) -> ShareLink:
    """Create a link by which anyone may watch the game."""
    return ShareLink.objects.create(
        pk=id or uuid4(),
        game_id=record.game.id,
        token=secrets.token_urlsafe(24),
        created_by=actor,
    )


def revoke_share_link(*, record: GameRecord, link: UUID) -> None:
    """End a link of the game; raise Http404 if it does not exist or was revoked before."""
    links = ShareLink.objects.filter(game=record.game.id, pk=link, revoked_at=None)
    if not links.update(revoked_at=timezone.now()):
        raise Http404
