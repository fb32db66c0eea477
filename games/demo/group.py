"""A family that has played for three years: bots whose games go through the usual services."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from random import Random

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.services.devices import IssuedToken
from accounts.services.users import create_guest
from games.demo.dates import backdate, evenings
from games.demo.game import DemoGame, Person, choose_game
from games.models import Group, Membership, Player, Role
from games.services.filled_tables import GAME_TABLES, analyze_after_commit
from games.services.groups import create_group
from games.services.invites import create_invite, join, revoke_invite
from games.services.players import claim_player, create_player
from referee.simulator.bots import MIDDLE, STRONG, WEAK

NAME = "The kitchen table"
YEARS = 3
FIRST_HOUR = time(18, 30, tzinfo=UTC)
LAST_HOUR = 22  # no game starts later
SECOND_GAME = 0.35
ROWS_A_ROUND = 8  # with its lines, changes and events; without plays
TONIGHT = 4  # rounds of the game that is still being played

PEOPLE = (
    Person("Nora", STRONG, 1.0),
    Person("Grandma Rosa", STRONG, 0.85),
    Person("Jonas", MIDDLE, 0.85),
    Person("Grandpa Emil", MIDDLE, 0.6),
    Person("Mia", WEAK, 0.75),
    Person("Uncle Theo", WEAK, 0.4),
)
ROLES = {"Nora": Role.OWNER, "Jonas": Role.SCORER, "Mia": Role.VIEWER}


class DemoExists(Exception):
    """There is already a demo group."""


@dataclass(frozen=True, slots=True)
class Demo:
    """What was created: the group, the logins of its members, and how much was played."""

    group: Group
    logins: dict[str, IssuedToken]
    games: int
    rounds: int


def make_demo(
    *,
    again: bool = False,
    max_evenings: int | None = None,
    seed: int = 1,
    show: Callable[[int, int], None] = lambda done, total: None,
) -> Demo:
    """Create the group and play its evenings, at most the last `max_evenings` of them.

    All or nothing. `show` is called with the number of evenings played and of all. Raises
    `DemoExists` if there is a demo group, unless another one is wanted (`again`).
    """
    if not again and Group.objects.filter(name=NAME).exists():
        raise DemoExists
    chance = Random(seed)  # noqa: S311
    now = timezone.now()
    days = evenings(now.date() - timedelta(days=1), YEARS, chance)
    if max_evenings is not None:
        days = days[-max_evenings:]
    with transaction.atomic():
        family = _Family(chance)
        for done, day in enumerate(days, 1):
            family.play_evening(day, is_last=done == len(days))
            show(done, len(days))
        began = datetime.combine(days[0] if days else now.date(), time(), tzinfo=UTC)
        family.backdate(min(began, now))
        analyze_after_commit(GAME_TABLES, rows=family.rounds * ROWS_A_ROUND)
    return Demo(family.group, family.logins, family.games, family.rounds)


class _Family:
    """The group, the logins of its members, and how much it has played."""

    def __init__(self, chance: Random) -> None:
        self.chance = chance
        self.games = self.rounds = 0
        self.logins = {name: create_guest(name=name, device=_("demo")) for name in ROLES}
        owner = self.logins[PEOPLE[0].name].user
        self.group = create_group(actor=owner, name=NAME).group
        self.players = {
            person: create_player(actor=owner, group=self.group.pk, name=person.name)
            for person in PEOPLE
        }
        for name, role in ROLES.items():
            if role != Role.OWNER:
                invite = create_invite(actor=owner, group=self.group.pk, role=role, max_uses=1)
                join(actor=self.logins[name].user, code=invite.code)
                revoke_invite(actor=owner, group=self.group.pk, invite=invite.pk)
        for person, player in self.players.items():
            if person.name in ROLES:
                claim_player(actor=self.logins[person.name].user, player=player.pk)

    def play_evening(self, day: date, *, is_last: bool) -> None:
        """Play one or two games with those who came; the last evening ends during a game."""
        chance = self.chance
        company = [person for person in PEOPLE if chance.random() < person.attends]
        while len(company) < 2:
            company.append(chance.choice([person for person in PEOPLE if person not in company]))
        clock = datetime.combine(day, FIRST_HOUR) + timedelta(minutes=chance.randrange(60))
        clock = self.play_game(company, clock, is_unfinished=is_last)
        if not is_last and clock.hour in range(18, LAST_HOUR) and chance.random() < SECOND_GAME:
            self.play_game(company, clock + timedelta(minutes=15), is_unfinished=False)

    def play_game(
        self, company: Sequence[Person], clock: datetime, *, is_unfinished: bool
    ) -> datetime:
        """Play one game and date it back to its evening; return when it was over."""
        chance = self.chance
        seated = chance.sample(company, len(company))
        game = DemoGame(
            actors=self._actors(seated),
            membership=Membership.objects.get(group=self.group, role=Role.OWNER),
            seated=[(person, self.players[person]) for person in seated],
            choice=choose_game(chance),
            clock=clock,
            chance=chance,
        )
        game.play(max_rounds=TONIGHT if is_unfinished else None)
        backdate(game.record, game.moments)
        self.games += 1
        self.rounds += len(game.record.rounds)
        return game.clock

    def backdate(self, began: datetime) -> None:
        """Date the group and its members back to when it `began`."""
        people = [login.user.pk for login in self.logins.values()]
        User.objects.filter(pk__in=people).update(created_at=began)
        Group.objects.filter(pk=self.group.pk).update(created_at=began)
        Membership.objects.filter(group=self.group).update(joined_at=began)
        Player.objects.filter(group=self.group).update(created_at=began)

    def _actors(self, seated: Sequence[Person]) -> list[User]:
        """Those at the table who may record rounds, or the owner if there are none."""
        here = [
            person.name for person in seated if ROLES.get(person.name) in (Role.OWNER, Role.SCORER)
        ]
        return [self.logins[name].user for name in here or [PEOPLE[0].name]]
