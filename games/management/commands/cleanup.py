"""`manage.py cleanup`: delete what is no longer kept; servers do it daily."""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from games.services.cleanup import clean_up, is_going_on, state, summary


class Command(BaseCommand):
    """Deletes old answers, unused codes, games deleted more than 30 days ago, and the like."""

    help = __doc__

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--status",
            action="store_true",
            help="Only say when the last cleanup was, how long it took, and what it did.",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        if options["status"]:
            self._show_status()
            return
        cleaned = clean_up()
        if cleaned is None:
            raise CommandError(
                f"A cleanup is going on since {state().began_at:%Y-%m-%d %H:%M} UTC."
            )
        for name, count in cleaned.counts.items():
            self.stdout.write(f"{name}: {count}")
        if cleaned.failures:
            named = [f"{name}: {error}" for name, error in cleaned.failures.items()]
            raise CommandError("Failed, see the log. " + "; ".join(named))

    def _show_status(self) -> None:
        row = state()
        if row.began_at is None:
            self.stdout.write("There was no cleanup yet.")
        elif row.ended_at is None:
            goes_on = is_going_on(row, timezone.now())
            what = "goes on" if goes_on else "has broken off"
            self.stdout.write(f"The cleanup of {row.began_at:%Y-%m-%d %H:%M} UTC {what}.")
        else:
            seconds = (row.ended_at - row.began_at).total_seconds()
            self.stdout.write(
                f"The last cleanup began at {row.began_at:%Y-%m-%d %H:%M} UTC, and took"
                f" {seconds:.1f} s."
            )
        for name, count in row.counts.items():
            self.stdout.write(f"{name}: {count}")
        for name, error in row.failures.items():
            self.stdout.write(f"{name}: failed ({error})")
        self.stdout.write(f"The next one is due at {row.due_at:%Y-%m-%d %H:%M} UTC.")
        self.stdout.write(f"State: {summary()}")
