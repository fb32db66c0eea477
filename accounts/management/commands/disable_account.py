"""`manage.py disable_account ACCOUNT`: refuse all tokens and passwords of somebody."""

from __future__ import annotations

from typing import Any, ClassVar

from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts.services.disabling import find_account, set_enabled


class Command(BaseCommand):
    """Keeps an account from being used; deletes nothing."""

    help = __doc__
    enabled: ClassVar[bool] = False
    done: ClassVar[str] = "disabled: its devices and its password are refused from now on."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("account", help="its id, as `usage` lists it, or its e-mail address")

    def handle(self, *args: Any, account: str, **options: Any) -> None:
        user = find_account(account)
        if user is None:
            raise CommandError(f"There is no account with the id or e-mail address {account!r}.")
        changed = set_enabled(user, enabled=self.enabled)
        self.stdout.write(f"{user.name} ({user.pk}): {self.done if changed else 'already so.'}")
