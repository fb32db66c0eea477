"""`manage.py delete_group GROUP --yes`: delete a group for good, with its players and games."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction

from games.models import Game, Group, Membership, Player
from games.services.groups import erase


class Command(BaseCommand):
    """Deletes a group, whoever owns it. Without --yes, only says what would be deleted."""

    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("group", type=UUID, help="its id")
        parser.add_argument("--yes", action="store_true", help="delete it; this cannot be undone")

    @transaction.atomic
    def handle(self, *args: Any, group: UUID, yes: bool, **options: Any) -> None:
        row = Group.objects.select_for_update(no_key=True).filter(pk=group).first()
        if row is None:
            raise CommandError(f"There is no group with the id {group}.")
        members = Membership.objects.filter(group=group).count()
        players = Player.everything.filter(group=group).count()
        games = Game.everything.filter(group=group).count()
        what = f"{row.name} ({group}): {members} members, {players} players, {games} games"
        if not yes:
            self.stdout.write(f"{what}. To delete all of it for good, add --yes.")
            return
        erase(row)
        self.stdout.write(f"{what}. Deleted.")
