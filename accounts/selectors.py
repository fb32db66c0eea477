"""Reading people and their devices."""

from __future__ import annotations

from typing import Any

from django.db.models import QuerySet
from django.utils import timezone

from accounts import lifecycle
from accounts.models import DeviceToken, User


def devices_of(user: User) -> QuerySet[DeviceToken]:
    """The devices that are logged in, the one seen last first."""
    return DeviceToken.objects.filter(user=user).order_by("-seen_at", "-created", "id")


def export_of(user: User) -> dict[str, Any]:
    """All that is known of `user`: the account, the devices, and what the other apps add."""
    return {
        "exported_at": timezone.now(),
        "user": user,
        "devices": devices_of(user),
        "sections": lifecycle.sections(user),
    }
