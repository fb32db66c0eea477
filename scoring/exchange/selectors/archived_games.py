"""Which games of an archive are in a group already."""

from __future__ import annotations

from collections.abc import Iterable
from uuid import UUID

from games.models import Game
from scoring.exchange.archive.reader import ArchiveEntry
from scoring.exchange.archive.writer import archive_key
from scoring.exchange.models import ImportedGame


def known_games(group: UUID, games: Iterable[ArchiveEntry]) -> dict[UUID, bool]:
    """Those that are here, by the ids that they have in the archive: whether they are deleted.

    Deleted ones are here as long as they can be restored.
    """
    rows = Game.objects.filter(group_id=group).values_list("pk", "deleted_at")
    keys = ImportedGame.objects.filter(group_id=group).values_list("key", "game__deleted_at")
    here = {str(pk): deleted_at is not None for pk, deleted_at in rows}
    here |= {key: deleted_at is not None for key, deleted_at in keys}
    known = {}
    for game in games:
        for key in (str(game.id), archive_key(game.id), game.source):
            if key is not None and key in here:
                known[game.id] = here[key]
    return known
