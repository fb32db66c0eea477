"""`manage.py usage`: what each account stores, and when it was last there."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from scoring.jobs.usage import Usage, usage

ORDERS: dict[str, Callable[[Usage], Any]] = {
    "bytes": lambda each: -each.stored,
    "games": lambda each: -each.games,
    "groups": lambda each: -each.groups,
    "seen": lambda each: each.seen_at.timestamp() if each.seen_at else 0.0,
}
ROW = "{:36}  {:>6}  {:>6}  {:>12}  {:10}  {:8}  {}"


class Command(BaseCommand):
    """Lists accounts: groups they are in; games and bytes of the groups that they own."""

    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--by",
            choices=list(ORDERS),
            default="bytes",
            help="what to sort by: most first; with `seen`, those away longest first",
        )
        parser.add_argument("--top", type=int, default=20, help="how many to list; 0 lists all")

    def handle(self, *args: Any, by: str, top: int, **options: Any) -> None:
        everybody = sorted(usage(), key=ORDERS[by])
        self.stdout.write(
            ROW.format("account", "groups", "games", "bytes", "last seen", "state", "name")
        )
        for each in everybody[: top or None]:
            seen = f"{each.seen_at:%Y-%m-%d}" if each.seen_at else "never"
            state = "" if each.user.is_active else "disabled"
            email = each.user.email or "guest"
            self.stdout.write(
                ROW.format(
                    str(each.user.pk),
                    each.groups,
                    each.games,
                    each.stored,
                    seen,
                    state,
                    f"{each.user.name} ({email})",
                )
            )
        stored = sum(each.stored for each in everybody)
        self.stdout.write(f"{len(everybody)} accounts, about {stored} bytes.")
