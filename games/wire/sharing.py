"""Share links as typed JSON answers."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, TypedDict

from accounts.qr import qr_svg
from games.models import ShareLink
from rest.annotations import Doc, Uuid


class ShareLinkDetail(TypedDict):
    """A link by which anyone may watch one game."""

    id: Uuid
    token: str
    link: str
    svg: Annotated[str, Doc("The link as a QR code, an SVG document (`image/svg+xml`).")]
    created_at: datetime


def share_link_answer(share_link: ShareLink, url: str) -> ShareLinkDetail:
    """Return a share link; `url` is its full address."""
    return {
        "id": str(share_link.pk),
        "token": share_link.token,
        "link": url,
        "svg": qr_svg(url),
        "created_at": share_link.created_at,
    }
