"""Deleting guests who came, and have never played."""

from __future__ import annotations

from datetime import datetime, timedelta
from uuid import UUID

from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone
from rest_framework.exceptions import NotAuthenticated

from accounts.account_hooks import run_delete_hooks
from accounts.models import DeviceToken, User
from accounts.services.locking import lock_user
from config.local_worker import local_worker
from games.models import Game, Membership, Play, Round, Seat
from games.services.locking import short_transaction
from rest.problems import ProblemError

IDLE_AFTER = timedelta(days=30)
MAX_LOOKED_AT = 100  # guests at a time


def delete_idle_guests() -> int:
    """Delete guests without a game for 30 days, with the groups that only they are in.

    Not those who were there within 30 days, who are in a group with a game, also a deleted one that
    can be restored, or who have played or entered anything anywhere. Each in a transaction of its
    own; return how many. The last owner of a group with others in it stays until they have gone.
    """
    before = timezone.now() - IDLE_AFTER
    deleted = 0
    last: UUID | None = None
    while True:
        guests = idle_guests(before).order_by("pk")
        if last is not None:
            guests = guests.filter(pk__gt=last)
        found = list(guests[:MAX_LOOKED_AT])
        for guest in found:
            if local_worker.is_stopping:
                return deleted
            deleted += _delete(guest, before)
        if len(found) < MAX_LOOKED_AT:
            return deleted
        last = found[-1].pk


def idle_guests(before: datetime) -> QuerySet[User]:
    """The guests who were not there since a time, and have nothing to do with any game."""
    me = OuterRef("pk")
    in_my_groups = Game.everything.filter(group__memberships__user=me)
    return User.objects.filter(
        ~Exists(DeviceToken.objects.filter(user=me, seen_at__gte=before)),
        ~Exists(in_my_groups),
        ~Exists(Seat.objects.filter(player__user=me)),
        ~Exists(Round.objects.filter(recorded_by=me)),
        ~Exists(Play.objects.filter(recorded_by=me)),
        ~Exists(Membership.objects.filter(user=me, joined_at__gte=before)),
        email=None,
        is_active=True,
        created_at__lt=before,
    )


def _delete(guest: User, before: datetime) -> bool:
    try:
        with short_transaction():
            # First the lock, then another look: a phone of theirs may just be starting a game.
            user = lock_user(guest, for_good=True)
            if not idle_guests(before).filter(pk=user.pk).exists():
                return False
            run_delete_hooks(user)
            user.delete()
    except (NotAuthenticated, ProblemError):  # gone, or the last owner of others' group
        return False
    return True
