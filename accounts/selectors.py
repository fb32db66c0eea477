"""Reading people and their devices."""

from __future__ import annotations

from django.db.models import QuerySet

from accounts.models import DeviceToken, User


def devices_of(user: User) -> QuerySet[DeviceToken]:
    """Return the devices that are logged in, the last seen first."""
    return DeviceToken.objects.filter(user=user).order_by("-seen_at", "-created", "id")
