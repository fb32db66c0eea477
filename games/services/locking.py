"""Transactions that read a game or a group first and then change it.

A view checks the request against what it has read (the role, the version, the phases), so
the row must stay locked from that moment until the change is committed.
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

    Raises Http404 if it is not one of the actor's, ProblemError (403) if their role is too low.
    """
    with part_of_transaction():  # SELECT ... FOR UPDATE needs one, and holds the lock to its end
        yield locked_game_for(actor, game, role, deleted=deleted)


@contextmanager
def locked_group(actor: User, group: UUID, role: Role = Role.VIEWER) -> Iterator[Membership]:
    """Open a transaction with the group's row locked; yield the actor's membership.

    Raises Http404 if they are not a member, ProblemError (403) if their role is too low.
    """
    with part_of_transaction():
        yield lock_group(actor, group, role)


def lock_group(actor: User, group: UUID, role: Role = Role.VIEWER) -> Membership:
    """Lock the group's row until the caller's transaction ends; return the actor's membership.

    Raises Http404 if they are not a member, ProblemError (403) if their role is too low.
    """
    hold_user(actor)
    # Locked before the role is read, so that it cannot change until the end. The lock does not
    # block transactions that only refer to the group, such as recording a round.
    Group.objects.select_for_update(no_key=True).filter(pk=group).first()
    return member_as(actor, group, role)


# Two threads that write in turns would leave no pauses to others.
_series = threading.RLock()  # what follows a commit may be another series


@contextmanager
def short_transaction() -> Iterator[None]:
    """Open one of many transactions in a row; pause after it for as long as it took.

    SQLite has one writer at a time and does not queue those who wait: they look again every tenth
    of a second, and must find it free often enough.
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
