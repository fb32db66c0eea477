"""Deleting guests who came but never played."""

from __future__ import annotations

from datetime import datetime, timedelta
from uuid import UUID

from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from accounts.models import DeviceToken, User
from accounts.services.locking import lock_user
from accounts.services.users import delete_account
from background.local_worker import local_worker
from games.models import Game, Membership, Play, Round, Seat
from games.services.locking import short_transaction
from rest.refusals import Refusal

IDLE_AFTER = timedelta(days=30)
MAX_LOOKED_AT = 100  # guests read at a time


def delete_idle_guests() -> int:
    """Delete guests who have been idle for 30 days, and groups with no other member.

    Guests stay if they used a device within these 30 days, if one of their groups has a game (even
    a deleted one that can still be restored), or if they have ever played or recorded anything. So
    does the last owner of a group with other members, until those have gone. Each guest is deleted
    in a separate transaction. Return how many were deleted.
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
    """The guests who have used no device since `before`, and have nothing to do with any game."""
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
            # Lock first, then look again: one of their phones may be starting a game right now.
            user = lock_user(guest, for_good=True)
            if not idle_guests(before).filter(pk=user.pk).exists():
                return False
            delete_account(user=user)
    except Refusal:  # gone already, or the last owner of a group with others in it
        return False
    return True
