"""`manage.py delete_account ACCOUNT`: delete somebody, as they could do it themselves."""

from __future__ import annotations

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts.management.account_argument import chosen_account
from accounts.services.users import delete_account
from rest.refusals import Refusal


class Command(BaseCommand):
    """Deletes an account for good; games with other people stay, with a former player."""

    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("account", help="its id, as `usage` lists it, or its e-mail address")
        parser.add_argument("--yes", action="store_true", help="do not ask")

    def handle(self, *args: Any, account: str, yes: bool, **options: Any) -> None:
        user = chosen_account(account)
        who = f"{user.name} ({user.pk})"
        if not yes:
            if not sys.stdin.isatty():
                raise CommandError(f"This would delete {who} for good. Add --yes if it is meant.")
            self.stdout.write(f"Delete {who} for good? Type yes:", ending=" ")
            self.stdout.flush()
            if sys.stdin.readline().strip() != "yes":
                raise CommandError("Nothing was deleted.")
        try:
            delete_account(user=user)
        except Refusal as refusal:
            raise CommandError(refusal.text) from None
        self.stdout.write(f"{who}: deleted.")
