"""One game of the demo, recorded as a family does it: with slips and overruled tallies."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import datetime, timedelta
from random import Random
from typing import Any

from django.utils.translation import gettext as _

from accounts.models import User
from games.domain.entry import Entry
from games.domain.game_record import GameRecord
from games.models import Membership, Player
from games.services.games import decide, start_game
from games.services.rounds import correct_round, record_round, take_back
from referee.editions import EDITIONS, Edition
from referee.game import Variant
from referee.house_rules import STANDARD_RULES
from referee.kinds import Phase
from referee.simulator.deck import make_deck
from referee.simulator.game import RoundLog, Setup, play_next_round
from referee.simulator.player_view import Bot
from referee.tally import TallyEntry, check_tally

PAIRING = "random:1"  # the pairing of sides in the family's deck
MAX_DEALS = 5  # of one round, if nobody goes out

# Shares of all games or of all rounds.
FIXED_ROUNDS = 0.12
SHORT = 0.15
ABANDONED = 0.04
ENDED_EARLY = 0.03
SLIP = 0.04
TAKEN_BACK = 0.01
OVERRULED = 0.015
BY_CARDS = 0.25


@dataclass(frozen=True, slots=True)
class Person:
    """A member of the family: how well they play, and on what share of the evenings they come."""

    name: str
    bot: Bot
    attends: float


@dataclass(frozen=True, slots=True)
class GameChoice:
    """What the family chose to play."""

    edition: Edition
    phases: tuple[Phase, ...]
    variant: Variant


def choose_game(chance: Random) -> GameChoice:
    """Choose an edition, and mostly the standard game; sometimes a short one or fixed rounds."""
    (slug,) = chance.choices(("classic", "flip", "express"), weights=(5, 3, 2))
    edition = EDITIONS[slug]
    kind = chance.random()
    if kind < FIXED_ROUNDS:
        return GameChoice(edition, edition.phases, Variant.FIXED_ROUNDS)
    if kind < FIXED_ROUNDS + SHORT:
        return GameChoice(edition, edition.phases[chance.randrange(2) :: 2], Variant.STANDARD)
    return GameChoice(edition, edition.phases, Variant.STANDARD)


class DemoGame:
    """A game that is played and recorded. `moments` are when each of its versions was made."""

    def __init__(
        self,
        *,
        actors: Sequence[User],
        membership: Membership,
        seated: Sequence[tuple[Person, Player]],
        choice: GameChoice,
        clock: datetime,
        chance: Random,
    ) -> None:
        self.actors, self.chance, self.clock = actors, chance, clock
        self.players = [player for _person, player in seated]
        self.moments: list[datetime] = []
        self.record = start_game(
            actor=self.actor(),
            group=membership.group_id,
            role=membership.role,
            edition=choice.edition,
            variant=choice.variant,
            phases=choice.phases,
            house_rules=asdict(STANDARD_RULES),
            players=[player.pk for player in self.players],
            first_dealer=None,
        )
        self.note()
        bots = tuple(person.bot for person, _player in seated)
        self.setup = Setup(self.record.plan, bots, pairing=PAIRING)
        self.deck = make_deck(choice.edition, PAIRING, chance)

    def play(self, max_rounds: int | None = None) -> None:
        """Play until the game is over or abandoned, or `max_rounds` rounds are recorded."""
        chance, phases = self.chance, len(self.setup.plan.phases)
        fate = chance.random()
        ends_after = chance.randint(2, max(2, phases - 3))
        while not self.record.state.over and len(self.record.rounds) != max_rounds:
            if max_rounds is None and len(self.record.rounds) == ends_after:
                if fate < ABANDONED:
                    return self.decide("abandon")
                if fate < ABANDONED + ENDED_EARLY:
                    return self.decide("end")
            played = self.deal()
            if played is None:
                return self.decide("abandon")
            self.pass_time(4, 11)
            self.record_as_a_family(played)
        return None

    def deal(self) -> RoundLog | None:
        """Deal and play the next round; None if nobody goes out in `MAX_DEALS` deals."""
        for _deal in range(MAX_DEALS):
            played = play_next_round(self.setup, self.record.state, self.deck, self.chance)
            if played.scores is not None:
                return played
        return None

    def record_as_a_family(self, played: RoundLog) -> None:
        """Record a round as it was, or wrong at first, or overruling the check."""
        entries = self.entries(played)
        fate = self.chance.random()
        if fate < SLIP:
            number = self.record.state.number
            slip = self.with_a_slip(played, entries)
            self.record_round(slip or entries)
            if slip:
                self.pass_time(1, 4)
                self.change(
                    correct_round, number=number, entries=entries, overrule="", confirmed=True
                )
        elif fate < SLIP + TAKEN_BACK:
            self.record_round(entries)
            self.pass_time(1, 3)
            self.change(take_back, number=len(self.record.rounds))
            self.pass_time(1, 3)
            self.record_round(entries)
        elif fate < SLIP + TAKEN_BACK + OVERRULED:
            self.record_round(*self.with_a_card_lost(played, entries))
        else:
            self.record_round(entries)

    def entries(self, played: RoundLog) -> list[Entry]:
        """The entries of a round: points, or sometimes the cards."""
        by_cards = self.chance.random() < BY_CARDS
        assert played.scores is not None
        return [
            Entry(
                player=self.players[score.seat].pk,
                points=None if by_cards else score.points,
                cards=played.end.hands[score.seat] if by_cards else None,
                laid_down=score.laid_down,
                went_out=score.went_out,
            )
            for score in played.scores
        ]

    def with_a_slip(self, played: RoundLog, entries: Sequence[Entry]) -> list[Entry] | None:
        """The same entries with one wrong number of points that the check cannot detect, if any."""
        plan = self.setup.plan
        seats = list(played.end.hands)
        for index in self.chance.sample(range(len(entries)), len(entries)):
            entry = entries[index]
            if entry.went_out or entry.points is None:
                continue
            for points in (entry.points + 5, entry.points - 5, entry.points + 10):
                slip = [*entries[:index], replace(entry, points=points), *entries[index + 1 :]]
                results = [
                    TallyEntry(
                        str(seat),
                        played.phases[seat],
                        points=line.points,
                        laid_down=line.laid_down,
                        went_out=line.went_out,
                    )
                    for seat, line in zip(seats, slip, strict=True)
                ]
                if points > 0 and check_tally(plan.edition, plan.phases, results).is_legal:
                    return slip
        return None

    def with_a_card_lost(
        self, played: RoundLog, entries: Sequence[Entry]
    ) -> tuple[list[Entry], str]:
        """The entries with a card fewer than somebody must hold, and the reason to accept them."""
        min_points = 5 * self.setup.plan.edition.dealt
        for index, entry in enumerate(entries):
            if not entry.laid_down:
                lost = replace(entry, points=min_points - 5, cards=None)
                changed = [*entries[:index], lost, *entries[index + 1 :]]
                return changed, _("A card had fallen under the table and was not counted.")
        return list(entries), ""

    def record_round(self, entries: Sequence[Entry], overrule: str = "") -> None:
        number = self.record.state.number
        self.change(record_round, number=number, entries=entries, overrule=overrule)

    def decide(self, what: str) -> None:
        self.pass_time(1, 3)
        self.change(decide, what=what)

    def change(self, service: Callable[..., GameRecord], **what: Any) -> None:
        """Have somebody change the game, and note when."""
        self.record = service(record=self.record, actor=self.actor(), **what)
        self.note()

    def actor(self) -> User:
        """Somebody who may record rounds."""
        return self.chance.choice(self.actors)

    def pass_time(self, minimum: int, maximum: int) -> None:
        """Advance the clock by some minutes."""
        self.clock += timedelta(seconds=self.chance.randint(60 * minimum, 60 * maximum))

    def note(self) -> None:
        """Note when the latest version was made."""
        self.moments += [self.clock] * (self.record.game.version - len(self.moments))
