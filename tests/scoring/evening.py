"""A group that plays short games through the services of real play, and changes its mind."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from random import Random
from uuid import UUID

from accounts.models import User
from games.domain.entry import Entry
from games.domain.game_record import GameRecord
from games.models import Game, Group, Membership, Player, Role
from games.services import games as game_services
from games.services import rounds
from games.services.groups import change_group
from games.services.locking import locked_game
from games.services.player_merge import merge_players
from games.services.players import create_player
from referee.editions import EDITIONS
from referee.game import GameState, Variant
from rest.refusals import Refusal

TIME_ZONES = ("UTC", "Europe/Berlin", "Pacific/Kiritimati", "Pacific/Pago_Pago", "Asia/Kolkata")
FIRST = datetime(2024, 12, 30, 20, tzinfo=UTC)
BECAUSE = "So it was."


@dataclass
class Evenings:
    """Games of one group; `chance` decides what is not said. Every count is overruled."""

    chance: Random
    owner: User = field(init=False)
    group: Group = field(init=False)
    players: list[Player] = field(init=False)
    games: list[UUID] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.owner = User.objects.create_guest("Owner")
        self.group = Group.objects.create(name="Kitchen table")
        Membership.objects.create(group=self.group, user=self.owner, role=Role.OWNER)
        self.players = [self.newcomer() for _ in range(4)]

    def newcomer(self) -> Player:
        return create_player(actor=self.owner, group=self.group.pk, name="Somebody")

    def start(self) -> GameRecord:
        """A game of one or two Phases, some days after the last one, or before."""
        edition = EDITIONS[self.chance.choice(list(EDITIONS))]
        seated = self.chance.sample(self.players, self.chance.randint(2, len(self.players)))
        record = game_services.start_game(
            actor=self.owner,
            group=self.group.pk,
            role=Role.OWNER,
            edition=edition,
            variant=self.chance.choice(list(Variant)),
            phases=edition.phases[: self.chance.randint(1, 2)],
            house_rules={},
            players=[player.pk for player in seated],
            first_dealer=None,
        )
        moment = FIRST + timedelta(hours=self.chance.randint(0, 60 * 24))
        Game.objects.filter(pk=record.game.id).update(started_at=moment)
        self.games.append(record.game.id)
        return self.open(record.game.id)

    def open(self, game: UUID, *, deleted: bool = False) -> GameRecord:
        with locked_game(self.owner, game, Role.OWNER, deleted=deleted) as record:
            return record

    def entries(self, record: GameRecord, state: GameState) -> list[Entry]:
        """Lines for everybody who plays; somebody goes out."""
        out = self.chance.choice(state.playing)
        return [
            Entry(
                player=record.seats[seat].player_id,
                points=0 if seat == out else 5 * self.chance.randint(1, 20),
                laid_down=seat == out or self.chance.random() < 0.5,
                went_out=seat == out,
            )
            for seat in state.playing
        ]

    def play(self, record: GameRecord) -> GameRecord:
        """Record the next round."""
        return rounds.record_round(
            record=record,
            actor=self.owner,
            number=record.state.number,
            entries=self.entries(record, record.state),
            overrule=BECAUSE,
        )

    def play_out(self) -> GameRecord:
        """Start a game and play it to its end."""
        record = self.start()
        while not record.state.over:
            record = self.play(record)
        return record

    def correct(self, record: GameRecord) -> None:
        number = self.chance.randint(1, len(record.rounds))
        rounds.correct_round(
            record=record,
            actor=self.owner,
            number=number,
            entries=self.entries(record, record.states[number - 1]),
            overrule=BECAUSE,
            confirmed=True,
        )

    def take_back(self, record: GameRecord) -> None:
        rounds.take_back(record=record, actor=self.owner, number=len(record.rounds))

    def decide(self, record: GameRecord) -> None:
        what = self.chance.choice(list(game_services.DECISIONS))
        game_services.decide(record=record, actor=self.owner, what=what)

    def delete(self, record: GameRecord) -> None:
        game_services.delete_game(record=record, actor=self.owner)

    def restore(self) -> None:
        deleted = Game.objects.filter(group=self.group).exclude(deleted_at=None)
        if game := deleted.order_by("pk").first():
            game_services.restore_game(record=self.open(game.pk, deleted=True), actor=self.owner)

    def merge(self) -> None:
        gone, stays = self.chance.sample(self.players, 2)
        merge_players(actor=self.owner, player=gone.pk, into=stays.pk)
        self.players.remove(gone)
        self.players.append(self.newcomer())

    def move(self) -> None:
        """To another time zone, which can be the same."""
        zone = self.chance.choice(TIME_ZONES)
        change_group(actor=self.owner, group=self.group.pk, time_zone=zone)

    def do(self, what: str) -> None:
        """Do one of `DEEDS`, as far as it can be done now."""
        with suppress(Refusal):  # merging two who met, resuming what is over
            if what in ("start", "play_out", "restore", "merge", "move"):
                getattr(self, what)()
            elif live := list(
                Game.objects.filter(group=self.group, deleted_at=None).order_by("started_at", "pk")
            ):
                record = self.open(self.chance.choice(live).pk)
                if what == "play" and record.state.over:
                    return
                if record.rounds or what in ("play", "decide", "delete"):
                    getattr(self, what)(record)


DEEDS = (
    "start", "play", "play", "play", "play_out", "correct", "take_back", "decide", "delete",
    "restore", "merge", "move",
)  # fmt: skip
