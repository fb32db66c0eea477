"""`manage.py recompute`: make the books anew from the games, or with `--check` compare them."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.models import Group
from scoring.statistics.services.recompute import check, recompute

SHOWN = 20


class Command(BaseCommand):
    """Goes through the groups one by one."""

    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--group", type=UUID, help="only this one")
        parser.add_argument("--check", action="store_true", help="compare, and change nothing")

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

    def _recompute(self, groups: Any) -> None:
        counted = [recompute(group.pk) for group in groups]
        games, rounds = (sum(one[what] for one in counted) for what in ("games", "rounds"))
        self.stdout.write(f"{len(counted)} groups, {games} games, {rounds} rounds.")

    def _check(self, groups: Any) -> None:
        wrong = 0
        for group in groups:
            found = check(group.pk)
            wrong += bool(found)
            for line in found[:SHOWN]:
                self.stdout.write(f"{group.pk}: {line}")
            if len(found) > SHOWN:
                self.stdout.write(f"{group.pk}: and {len(found) - SHOWN} more")
        if wrong:
            raise CommandError(f"{wrong} of {len(groups)} books are not what their games say.")
        self.stdout.write(f"{len(groups)} books are what their games say.")
