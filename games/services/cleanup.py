"""What `manage.py cleanup` deletes.

Apps that build on games add to it in the `ready` of their AppConfig:

    on_cleanup("files of jobs", delete_old_files)

Beside that, `manage.py cleanup` packs old events, which a server does by itself
(`games.services.packing`).
"""

from __future__ import annotations

from collections.abc import Callable

from accounts.idempotency import delete_old_answers
from accounts.services.pairing import delete_expired_codes
from games.services.games import purge_deleted_games

# What is deleted, and the function that deletes it and returns how many there were.
CLEANUPS: dict[str, Callable[[], int]] = {
    "answers to repeated writes": delete_old_answers,
    "unused pairing codes": delete_expired_codes,
    "deleted games": purge_deleted_games,
}


def on_cleanup(name: str, delete: Callable[[], int]) -> None:
    """Have `manage.py cleanup` call `delete()`, which returns how many it deleted."""
    CLEANUPS[name] = delete
