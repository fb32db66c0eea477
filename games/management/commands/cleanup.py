"""`manage.py cleanup`: delete what is no longer kept. Run it daily; it is safe at any time."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from games.services.cleanup import CLEANUPS


class Command(BaseCommand):
    """Deletes old answers, unused codes, games deleted more than 30 days ago, and the like."""

    help = __doc__

    def handle(self, *args: Any, **options: Any) -> None:
        for name, delete in CLEANUPS.items():
            self.stdout.write(f"{name}: {delete()} deleted")
