"""Counting games at once, as a worker does soon after each commit."""

from __future__ import annotations

from games.models import Group
from scoring.statistics.services.catch_up import catch_up


def count_all() -> None:
    """Count everything that is due in any group."""
    for group in Group.objects.values_list("pk", flat=True):
        catch_up(group)
