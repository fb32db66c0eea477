"""`manage.py disable_account ACCOUNT`: refuse all tokens and passwords of somebody."""

from __future__ import annotations

from typing import Any, ClassVar

from django.core.management.base import BaseCommand, CommandParser

from accounts.management.account_argument import chosen_account
from accounts.services.disabling import set_enabled


class Command(BaseCommand):
    """Keeps an account from being used; deletes nothing."""

    help = __doc__
    enabled: ClassVar[bool] = False
    done: ClassVar[str] = "disabled: its devices and its password are refused from now on."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("account", help="its id, as `usage` lists it, or its e-mail address")

    def handle(self, *args: Any, account: str, **options: Any) -> None:
        user = chosen_account(account)
        changed = set_enabled(user, enabled=self.enabled)
        self.stdout.write(f"{user.name} ({user.pk}): {self.done if changed else 'already so.'}")
