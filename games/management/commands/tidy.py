"""`manage.py tidy`: forget what is no longer kept. Run it daily; it is safe at any time."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from accounts.idempotency import forget_old_answers
from accounts.services import forget_old_codes
from games.services.games import purge_deleted_games


class Command(BaseCommand):
    """Deletes old answers, unused codes, and games deleted more than 30 days ago."""

    help = __doc__

    def handle(self, *args: Any, **options: Any) -> None:
        counts = {
            "answers to repeated writes": forget_old_answers(),
            "unused pairing codes": forget_old_codes(),
            "deleted games": purge_deleted_games(),
        }
        for what, count in counts.items():
            self.stdout.write(f"{count} {what} forgotten")
