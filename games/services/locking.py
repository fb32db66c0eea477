"""Transactions that first read a game or a group, and then change it.

A view checks the request against what it has read (the role, the version, the Phases), so the row
must stay locked from then until the change is committed.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from uuid import UUID

from django.db import connection, transaction

from accounts.models import User
from accounts.services.locking import hold_user
from games.domain.game_record import GameRecord
from games.models import Group, Membership, Role
from games.selectors.access import member_as
from games.selectors.games import locked_game_for
from store.transactions import part_of_transaction


@contextmanager
def locked_game(
    actor: User, game: UUID, role: Role = Role.SCORER, *, deleted: bool = False
) -> Iterator[GameRecord]:
    """Open a transaction with the game's row locked; yield the game.

    Raises NotFound if it is not a game of the actor's groups, Refusal if their role is too low.
    """
    with part_of_transaction():  # which SELECT ... FOR UPDATE needs: the lock lasts until it ends
        yield locked_game_for(actor, game, role, deleted=deleted)


@contextmanager
def locked_group(actor: User, group: UUID, role: Role) -> Iterator[Membership]:
    """Open a transaction with the group's row locked; yield the actor's membership.

    Raises NotFound if they are not a member, Refusal if their role is too low.
    """
    with part_of_transaction():
        yield lock_group(actor, group, role)


def lock_group(actor: User, group: UUID, role: Role = Role.VIEWER) -> Membership:
    """Lock the group's row until the caller's transaction ends; return the actor's membership.

    Raises NotFound if they are not a member, Refusal if their role is too low.
    """
    hold_user(actor)
    # Locked before the role is read, which therefore cannot change until the end. The lock does not
    # block transactions that only refer to the group, such as recording a round.
    Group.objects.select_for_update(no_key=True).filter(pk=group).first()
    return member_as(actor, group, role)


# Two threads that take turns would fill each other's pauses.
_series = threading.RLock()  # a commit may trigger another series


@contextmanager
def short_transaction() -> Iterator[None]:
    """Open one of a long series of transactions; afterwards, pause for as long as it took.

    SQLite has a single writer and no queue: those who wait try again every tenth of a second, and
    must find it free often enough.
    """
    if connection.features.has_select_for_update or connection.in_atomic_block:
        with transaction.atomic():
            yield
        return
    with _series:
        began = time.monotonic()
        with transaction.atomic():
            yield
        time.sleep(time.monotonic() - began)
