"""`manage.py demo`: create a group with three years of evenings, to look at and to try things.

The games are played by bots and recorded through the same services as real ones.
"""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.utils.translation import gettext as _

from accounts.services.pairing import CODE_LIFETIME, create_pairing_code
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
        add("--tokens", action="store_true", help="print tokens for programs, too")

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
        minutes = CODE_LIFETIME // timedelta(minutes=1)
        text = _(
            "To look around as one of them, open the server's address with this at its end, within "
            "%(minutes)s minutes:"
        )
        self._tell(
            text % {"minutes": minutes},
            {
                name: f"/pair#{create_pairing_code(user=login.user)[0]}"
                for name, login in demo.logins.items()
            },
        )
        if options["tokens"]:
            text = _(
                'To log in, send one of these tokens in the header "Authorization: Bearer TOKEN".'
            )
            self._tell(text, {name: login.token for name, login in demo.logins.items()})

    def _tell(self, text: str, ways_in: dict[str, str]) -> None:
        self.stdout.write(text)
        for name, way_in in ways_in.items():
            line = _("%(name)s (%(role)s): %(way_in)s")
            self.stdout.write(line % {"name": name, "role": ROLES[name].label, "way_in": way_in})
