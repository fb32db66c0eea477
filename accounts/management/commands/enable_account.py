"""`manage.py enable_account ACCOUNT`: undo `disable_account`."""

from __future__ import annotations

from accounts.management.commands import disable_account


class Command(disable_account.Command):
    """Lets an account be used again, from the devices that were logged in."""

    help = __doc__
    enabled = True
    done = "enabled: its devices and its password work again."
