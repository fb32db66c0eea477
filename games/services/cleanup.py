"""What `manage.py cleanup` forgets.

Apps that build on games sign up here, in the `ready` of their AppConfig:

    on_cleanup("files of jobs", forget_files)
"""

from __future__ import annotations

from collections.abc import Callable

from accounts.idempotency import delete_old_answers
from accounts.services import delete_expired_codes
from games.services.games import purge_deleted_games

# What is forgotten in words, and how: each returns how much it was.
FORGETTING: dict[str, Callable[[], int]] = {
    "answers to repeated writes": delete_old_answers,
    "unused pairing codes": delete_expired_codes,
    "deleted games": purge_deleted_games,
}


def on_cleanup(what: str, forget: Callable[[], int]) -> None:
    """Have `forget()` called by `manage.py cleanup`; it returns how many of `what` it forgot."""
    FORGETTING[what] = forget
