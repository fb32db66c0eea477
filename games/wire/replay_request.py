"""The request of `game/`: the settings and rounds of a game, and what is to happen next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from functools import partial
from typing import Annotated, NotRequired, TypedDict
from uuid import UUID

from games.domain.attendance import MAX_TAKING_PART
from games.domain.game_record import GameRecord, GameValues, SeatRecord, write_phase
from games.domain.handicaps import handicap_problems
from games.wire.entries import read_uuid
from games.wire.replay_players import (
    Joining,
    JoiningPlayer,
    Leaving,
    LeavingPlayer,
    ReplayPlayer,
    read_joining,
    read_leaving,
    read_players,
)
from games.wire.replay_rounds import (
    MAX_ROUNDS,
    EnteredRound,
    NewRound,
    RecordedRound,
    RoundCorrection,
    SettledRound,
    read_correction,
    read_new_round,
    read_rounds,
)
from referee.editions import Edition
from referee.game import Variant
from referee.house_rules import STANDARD_RULES
from referee.stints import stint_in
from referee.wire.annotations import Doc, Keywords, OneOf, strict
from referee.wire.editions import EditionName, read_edition
from referee.wire.house_rules import HouseRuleSettings, read_house_rules
from referee.wire.phases import GamePhases, phases_of, read_phases
from referee.wire.reading import (
    Errors,
    Fields,
    InvalidField,
    InvalidRequest,
    below,
    invalid,
    read_boolean,
    read_choice,
)
from referee.wire.tally import MIN_PLAYERS
from referee.wording import gettext_noop
from rest.annotations import Uuid

_read_variant = partial(read_choice, choices={variant.value: variant for variant in Variant})
_NEVER = datetime(1970, 1, 1, tzinfo=UTC)  # nothing here depends on when a game was played


@strict
class ReplayRequest(TypedDict):
    """The settings and rounds of a game, and what is to happen next."""

    edition: EditionName
    variant: NotRequired[Annotated[str, OneOf(Variant), Keywords(default=Variant.STANDARD.value)]]
    phases: NotRequired[GamePhases]
    house_rules: NotRequired[HouseRuleSettings]
    players: Annotated[
        list[ReplayPlayer],
        Doc("In the order of the seats, each to the left of the one before."),
        Keywords(minItems=MIN_PLAYERS, maxItems=MAX_TAKING_PART),
    ]
    first_dealer: NotRequired[Annotated[Uuid, Doc("One of the players; the first by default.")]]
    ended_early: NotRequired[Annotated[bool, Keywords(default=False)]]
    abandoned: NotRequired[Annotated[bool, Keywords(default=False)]]
    rounds: NotRequired[
        Annotated[
            list[SettledRound],
            Doc("The recorded rounds in their order. They are replayed, not checked again."),
            Keywords(maxItems=MAX_ROUNDS),
        ]
    ]
    new_round: NotRequired[Annotated[NewRound, Doc("It is checked and recorded as by the server.")]]
    correction: NotRequired[
        Annotated[RoundCorrection, Doc("It is checked and carried out as by the server.")]
    ]
    joining: NotRequired[Annotated[JoiningPlayer, Doc("Who joins after the rounds.")]]
    leaving: NotRequired[Annotated[LeavingPlayer, Doc("Who leaves after the rounds.")]]


@dataclass(frozen=True, slots=True)
class AskedGame:
    """What is asked: a game without its rounds, the rounds, and what is to happen next."""

    game: GameRecord
    rounds: Sequence[RecordedRound]
    new_round: EnteredRound | None
    correction: EnteredRound | None
    joining: Joining | None
    leaving: Leaving | None


def read_game(request: object) -> AskedGame:
    """Read a `ReplayRequest`."""
    with Fields(request, ReplayRequest) as fields:
        edition = fields.required("edition", read_edition)
        variant = fields.optional("variant", _read_variant, Variant.STANDARD)
        choices = fields.optional("phases", read_phases, ())
        house_rules = fields.optional("house_rules", read_house_rules, STANDARD_RULES)
        players = fields.required("players", read_players)
        dealer = fields.optional("first_dealer", read_uuid, None)
        ended_early = fields.optional("ended_early", read_boolean, default=False)
        abandoned = fields.optional("abandoned", read_boolean, default=False)
        rounds = fields.optional("rounds", read_rounds, ())
        new_round = fields.optional("new_round", read_new_round, None)
        correction = fields.optional("correction", read_correction, None)
        joining = fields.optional("joining", read_joining, None)
        leaving = fields.optional("leaving", read_leaving, None)
    with Errors() as errors:
        with errors.at("phases"):
            phases = phases_of(edition, choices) or edition.phases
        with errors.at("players"):
            _check_players(edition, players, rounds=len(rounds))
        with errors.at("first_dealer"):
            first_dealer = _place(players, dealer)
        with errors.at("correction"):
            _check_correction(correction, new_round, len(rounds))
        with errors.at("ended_early"):
            _check_end(len(rounds), ended_early=ended_early, abandoned=abandoned)
    game = GameRecord(
        game=GameValues(
            edition=edition.slug,
            phases=[write_phase(phase) for phase in phases],
            variant=variant.value,
            house_rules=asdict(house_rules),
            first_dealer=first_dealer,
            ended_early=ended_early,
            abandoned=abandoned,
            started_at=_NEVER,
            changed_at=_NEVER,
        ),
        seats=players,
    )
    with Errors() as errors:
        for problem in handicap_problems(game.plan):
            wrong = InvalidField((problem.field,), problem.code, problem.text)
            errors.add(InvalidRequest([wrong]), "players", problem.seat, "handicap")
    return AskedGame(game, rounds, new_round, correction, joining, leaving)


def _check_players(edition: Edition, players: Sequence[SeatRecord], *, rounds: int) -> None:
    """Raise `InvalidRequest` for players with two seats, and for too few or too many in a round."""
    minimum, maximum = edition.min_players, edition.max_players
    for number in range(1, rounds + 2):
        there = sum(stint_in(player.stints, number) is not None for player in players)
        if not minimum <= there <= maximum:
            text = gettext_noop("This edition is for %(minimum)s to %(maximum)s players.")
            raise invalid("wrong_player_count", text, minimum=minimum, maximum=maximum)
    ids = [player.player_id for player in players]
    with Errors() as errors:
        for index, id in enumerate(ids):
            if id in ids[:index]:
                text = gettext_noop("This player already has a seat.")
                errors.add(invalid("duplicate_player", text), index, "id")


def _place(players: Sequence[SeatRecord], dealer: UUID | None) -> int:
    ids = [player.player_id for player in players]
    if dealer is None:
        return 0
    if dealer not in ids:
        text = gettext_noop("The first dealer must be one of the players.")
        raise invalid("unknown_player", text)
    return ids.index(dealer)


def _check_correction(
    correction: EnteredRound | None, new_round: EnteredRound | None, last: int
) -> None:
    if correction is None or correction.number is None:
        return
    if new_round is not None:
        text = gettext_noop("Give a new round or a correction, not both.")
        raise invalid("round_and_correction", text)
    if correction.number > last:
        text = gettext_noop("This game has no round %(number)s.")
        with below("number"):
            raise invalid("unknown_round", text, number=correction.number)


def _check_end(rounds: int, *, ended_early: bool, abandoned: bool) -> None:
    if ended_early and abandoned:
        text = gettext_noop("A game ended early has a winner, an abandoned one has none.")
        raise invalid("wrong_state", text)
    if ended_early and not rounds:
        text = gettext_noop(
            "No round has been recorded, so nobody leads: abandon the game instead."
        )
        raise invalid("wrong_state", text)
