"""`manage.py delete_group GROUP --yes`: delete a group for good, with its players and games."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.services.groups import delete_group_for_host, describe_group


class Command(BaseCommand):
    """Deletes a group, whoever owns it. Without --yes, only says what would be deleted."""

    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("group", type=UUID, help="its id")
        parser.add_argument("--yes", action="store_true", help="delete it; this cannot be undone")

    def handle(self, *args: Any, group: UUID, yes: bool, **options: Any) -> None:
        described = describe_group(group)
        if described is None:
            raise CommandError(f"There is no group with the id {group}.")
        if not yes:
            self.stdout.write(f"{described}. To delete all of it for good, add --yes.")
            return
        if not delete_group_for_host(group):
            raise CommandError(f"The group {group} was deleted meanwhile.")
        self.stdout.write(f"{described}. Deleted.")
