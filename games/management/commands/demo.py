"""`manage.py demo`: create a group with three years of evenings, to look at and to try things.

The games are played by bots and recorded through the same services as real ones.
"""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from games.demo.group import NAME, ROLES, DemoExists, make_demo
from games.management.arguments import at_least_one
from games.management.progress import Progress


class Command(BaseCommand):
    """Creates the group and prints how to log in to it."""

    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        add = parser.add_argument
        add("--again", action="store_true", help="create another group if there is one")
        add("--evenings", type=at_least_one, help="play only this many evenings, the latest ones")
        add("--seed", type=int, default=1)

    def handle(self, *args: Any, **options: Any) -> None:
        progress: Progress | None = None

        def show(done: int, total: int) -> None:
            nonlocal progress
            progress = progress or Progress(self.stderr, total)
            progress.show(done)

        try:
            demo = make_demo(
                again=options["again"],
                max_evenings=options["evenings"],
                seed=options["seed"],
                show=show,
            )
        except DemoExists:
            text = _('There is already a group "%(group)s": use --again to create another one.')
            raise CommandError(text % {"group": NAME}) from None
        text = _('Created the group "%(group)s". Games: %(games)s. Rounds: %(rounds)s.')
        params = {"group": demo.group.name, "games": demo.games, "rounds": demo.rounds}
        self.stdout.write(text % params)
        self.stdout.write(
            _('To log in, send one of these tokens in the header "Authorization: Bearer TOKEN".')
        )
        for name, login in demo.logins.items():
            line = _("%(name)s (%(role)s): %(token)s")
            params = {"name": name, "role": ROLES[name].label, "token": login.token}
            self.stdout.write(line % params)
