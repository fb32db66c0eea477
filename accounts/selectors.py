"""Reading people and their devices."""

from __future__ import annotations

from django.db.models import QuerySet

from accounts.models import DeviceToken, User


def devices_of(user: User) -> QuerySet[DeviceToken]:
    """The devices that are logged in, the one seen last first."""
    return DeviceToken.objects.filter(user=user).order_by("-seen_at", "-created", "id")
