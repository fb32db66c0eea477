"""Share links as typed JSON answers."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, TypedDict
from uuid import UUID

from accounts.qr import qr_svg
from games.models import ShareLink
from games.wire.players import Person, person_answer
from rest.annotations import Doc, Uuid


class ShareLinkDetail(TypedDict):
    """A link by which anyone may watch one game, or look at one group."""

    id: Uuid
    token: str
    link: str
    svg: Annotated[str, Doc("The link as a QR code, an SVG document (`image/svg+xml`).")]
    created_at: datetime
    created_by: Annotated[
        Person | None,
        Doc(
            "The member with whose membership it ends; null for one from before that, whose maker "
            "is gone."
        ),
    ]
    is_mine: bool


def share_link_answer(share_link: ShareLink, url: str, me: UUID) -> ShareLinkDetail:
    """Return a share link as the person with the id `me` sees it; `url` is its full address."""
    return {
        "id": str(share_link.pk),
        "token": share_link.token,
        "link": url,
        "svg": qr_svg(url),
        "created_at": share_link.created_at,
        "created_by": person_answer(share_link.created_by) if share_link.created_by else None,
        "is_mine": share_link.created_by_id == me,
    }
