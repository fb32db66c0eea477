"""`manage.py recompute`: compute statistics again from the games, or compare them (`--check`)."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db.models import QuerySet

from games.models import Group
from scoring.statistics.services.recompute import check, recompute

MAX_SHOWN = 20  # differences of a group


class Command(BaseCommand):
    """Recompute or check the groups one by one."""

    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--group", type=UUID, help="only this group")
        parser.add_argument("--check", action="store_true", help="compare, change nothing")

    def handle(self, *args: Any, **options: Any) -> None:
        groups = Group.objects.order_by("created_at", "pk")
        if options["group"]:
            groups = groups.filter(pk=options["group"])
            if not groups:
                raise CommandError(f"There is no group {options['group']}.")
        if options["check"]:
            self._check(groups)
        else:
            self._recompute(groups)

    def _recompute(self, groups: QuerySet[Group]) -> None:
        counts = [recompute(group.pk) for group in groups]
        games, rounds = (sum(count[name] for count in counts) for name in ("games", "rounds"))
        self.stdout.write(f"Groups: {len(counts)}, games: {games}, rounds: {rounds}.")

    def _check(self, groups: QuerySet[Group]) -> None:
        wrong_groups = 0
        for group in groups:
            differences = check(group.pk)
            wrong_groups += bool(differences)
            for difference in differences[:MAX_SHOWN]:
                self.stdout.write(f"{group.pk}: {difference}")
            if len(differences) > MAX_SHOWN:
                self.stdout.write(f"{group.pk}: and {len(differences) - MAX_SHOWN} more")
        if wrong_groups:
            raise CommandError(
                f"Groups whose statistics are wrong: {wrong_groups} of {len(groups)}."
            )
        self.stdout.write(f"Groups checked: {len(groups)}. All statistics are correct.")
