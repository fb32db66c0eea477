"""What identifies an archive, and a game in archives."""

from __future__ import annotations

from uuid import UUID

KIND = "tableside archive"
FORMAT = 1

# The start of the key of a game that came in an archive. In all archives, a game keeps the id
# under which it was first recorded.
KEY_PREFIX = "archive:"


def archive_key(game: UUID | str) -> str:
    """Return the key of a game with this id in an archive."""
    return f"{KEY_PREFIX}{game}"
