"""`manage.py cleanup`: delete what is no longer kept, and pack old events. Run it daily."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from games.services.cleanup import CLEANUPS
from games.services.packing import pack_old_events


class Command(BaseCommand):
    """Deletes old answers, unused codes, games deleted more than 30 days ago, and the like."""

    help = __doc__

    def handle(self, *args: Any, **options: Any) -> None:
        for name, delete in CLEANUPS.items():
            self.stdout.write(f"{name}: {delete()} deleted")
        self.stdout.write(f"old events: {pack_old_events()} packed")
