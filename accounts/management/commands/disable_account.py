"""`manage.py disable_account ACCOUNT`: refuse all tokens and passwords of somebody."""

from __future__ import annotations

from typing import Any, ClassVar

from django.core.management.base import BaseCommand, CommandParser

from accounts.management.account_argument import chosen_account
from accounts.models import User


class Command(BaseCommand):
    """Keeps an account from being used; deletes nothing.

    Its tokens are kept, or a guest could never come back, but are refused from now on; streams end
    within seconds.
    """

    help = __doc__
    enabled: ClassVar[bool] = False
    done: ClassVar[str] = "disabled: its devices and its password are refused from now on."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("account", help="its id, as `usage` lists it, or its e-mail address")

    def handle(self, *args: Any, account: str, **options: Any) -> None:
        user = chosen_account(account)
        others = User.objects.filter(pk=user.pk).exclude(is_active=self.enabled)
        changed = others.update(is_active=self.enabled)
        self.stdout.write(f"{user.name} ({user.pk}): {self.done if changed else 'already so.'}")
