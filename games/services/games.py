"""Starting a game, and what becomes of it as a whole."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.db import connection, transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from games.domain.record import GameRecord, write_phase
from games.models import Game, Group, Player, Seat, ShareLink
from games.selectors.table import table_of
from games.services.changes import record_change
from games.signals import game_forgotten
from games.wire.games import RESTORABLE_FOR, game_patch
from referee.editions import Edition
from referee.game import Variant
from referee.kinds import Phase
from rest.problems import FieldError, ProblemError


def start_game(
    *,
    actor: User,
    group: UUID,
    role: str,
    edition: Edition,
    variant: Variant,
    phases: Sequence[Phase],
    house_rules: dict[str, bool],
    players: Sequence[UUID],
    first_dealer: UUID | None,
    turns_logged: bool = False,
) -> GameRecord:
    """Seat the players, first to last to the left, and begin; the first one deals by default.

    Raises ProblemError (400) for players that are not the group's or too many.
    """
    seated = _players(group, edition, players)
    game = Game(
        group_id=group,
        edition=edition.slug,
        variant=variant.value,
        phases=[write_phase(phase) for phase in phases],
        house_rules=house_rules,
        first_dealer=_place(players, first_dealer),
        turns_logged=turns_logged,
        version=0,
    )
    game.save(force_insert=True)
    seats = [Seat(game=game, player=player, place=place) for place, player in enumerate(seated)]
    Seat.objects.bulk_create(seats)
    record = GameRecord(game, seats, (), role)
    record_change(game=game, actor=actor, kind="game_started", after=settings_of(record))
    return record


def change_settings(
    *,
    record: GameRecord,
    actor: User,
    house_rules: dict[str, bool] | None = None,
    variant: Variant | None = None,
    phases: Sequence[Phase] | None = None,
    players: Sequence[UUID] | None = None,
    first_dealer: UUID | None = None,
    turns_logged: bool | None = None,
) -> GameRecord:
    """Change how a game is played: house rules at any time, all else before its first round.

    Turns are logged from an empty table on, or no longer at any time.
    """
    game = record.game
    fixed = {
        "variant": variant,
        "phases": phases,
        "players": players,
        "first_dealer": first_dealer,
    }
    given = [name for name, value in fixed.items() if value is not None]
    if turns_logged and not game.turns_logged:
        given.append("turns_logged")
    _refuse_what_is_settled(record, given)
    before = settings_of(record)
    seats = record.seats
    if players is not None:
        seats = _reseat(record, players)
    if first_dealer is not None or players is not None:
        ids = [seat.player_id for seat in seats]
        if first_dealer is None:  # the same as before, if still there
            dealt = record.seats[game.first_dealer].player_id
            first_dealer = dealt if dealt in ids else None
        game.first_dealer = _place(ids, first_dealer)
    if house_rules is not None:
        game.house_rules = {**game.house_rules, **house_rules}
    if variant is not None:
        game.variant = variant.value
    if turns_logged is not None:
        game.turns_logged = turns_logged
    if phases is not None:
        game.phases = [write_phase(phase) for phase in phases]
    changed = GameRecord(game, seats, record.rounds, record.role)
    record_change(
        game=game,
        actor=actor,
        kind="settings_changed",
        before=before,
        after=settings_of(changed),
        fields={
            "house_rules": game.house_rules,
            "variant": game.variant,
            "phases": game.phases,
            "first_dealer": game.first_dealer,
            "turns_logged": game.turns_logged,
        },
    )
    return changed


def _refuse_what_is_settled(record: GameRecord, given: Sequence[str]) -> None:
    """Nothing that lies on record or on the table may change its meaning."""
    if record.game.totals is not None:
        text = _("Only the totals of this game are known, and they are of these players.")
        settled = list(given)
    elif record.rounds:
        text = _("This is settled once a round is recorded: take back the rounds first.")
        settled = [name for name in given if name != "turns_logged"]
    else:
        settled = []
    if not settled and given and not record.state.over and table_of(record).plays:
        text = _("This is settled once something lies on the table: take it back first.")
        settled = list(given)
    if settled:
        errors = [FieldError(name, "already_played", text) for name in settled]
        raise ProblemError(409, "already_played", text, errors=errors)


def settings_of(record: GameRecord) -> dict[str, Any]:
    """How a game is played, for its history."""
    game = record.game
    return {
        "edition": game.edition,
        "variant": game.variant,
        "phases": game.phases,
        "house_rules": game.house_rules,
        "turns_logged": game.turns_logged,
        "players": [str(seat.player_id) for seat in record.seats],
        "first_dealer": str(record.seats[game.first_dealer].player_id),
    }


def decide(*, record: GameRecord, actor: User, what: str) -> GameRecord:
    """Abandon, resume, end, archive or unarchive a game, by the name of a `DECISIONS` entry.

    Raises ProblemError (409) where the game is not in a state for it.
    """
    kind, fields = DECISIONS[what]
    game = record.game
    before = {name: getattr(game, name) for name in fields}
    if what == "end" and not record.rounds:
        text = _("No round is recorded, so nobody leads: abandon the game instead.")
        raise ProblemError(409, "wrong_state", text)
    playing = not record.state.over
    fits = playing if what in ("abandon", "end", "resume") else True
    if before == fields or not fits:
        text = _("The game is not in a state for this: look at it again.")
        raise ProblemError(409, "wrong_state", text)
    for name, value in fields.items():
        setattr(game, name, value)
    record_change(
        game=game,
        actor=actor,
        kind=kind,
        before=before,
        after=fields,
        fields={**fields, "outcome": record.outcome.value},
        patch=lambda: game_patch(record, len(record.rounds) + 1),
    )
    return record


DECISIONS: dict[str, tuple[str, dict[str, bool]]] = {
    "abandon": ("game_abandoned", {"abandoned": True, "ended_early": False}),
    "end": ("game_ended_early", {"abandoned": False, "ended_early": True}),
    "resume": ("game_resumed", {"abandoned": False, "ended_early": False}),
    "archive": ("game_archived", {"archived": True}),
    "unarchive": ("game_unarchived", {"archived": False}),
}


def delete_game(*, record: GameRecord, actor: User) -> None:
    """Put a game out of sight; it can be restored for `RESTORABLE_FOR`."""
    record_change(
        game=record.game, actor=actor, kind="game_deleted", fields={"deleted_at": timezone.now()}
    )


def restore_game(*, record: GameRecord, actor: User) -> GameRecord:
    """Bring a deleted game back; ProblemError (409) where it is too late."""
    deleted_at = record.game.deleted_at
    if deleted_at is None or timezone.now() - deleted_at > RESTORABLE_FOR:
        raise ProblemError(409, "too_late", _("A deleted game can be restored for 30 days."))
    record_change(game=record.game, actor=actor, kind="game_restored", fields={"deleted_at": None})
    return record


def share(*, record: GameRecord, actor: User) -> ShareLink:
    """Make a link by which anyone may watch the game."""
    return ShareLink.objects.create(
        game=record.game, token=secrets.token_urlsafe(24), created_by=actor
    )


def purge_deleted_games() -> int:
    """Delete for good what can no longer be restored; return how many games that were."""
    too_late = Game.objects.filter(deleted_at__lt=timezone.now() - RESTORABLE_FOR)
    groups = too_late.order_by("group").values_list("group", flat=True).distinct()
    return sum(_purge(group, too_late.filter(group=group)) for group in list(groups))


@transaction.atomic
def _purge(group: UUID, too_late: QuerySet[Game]) -> int:
    # The group first, as by whoever deletes it. Who purges at the same time finds these
    # taken, and leaves them to us.
    skip = connection.features.has_select_for_update
    if not Group.objects.select_for_update(no_key=True, skip_locked=skip).filter(pk=group).first():
        return 0
    games = list(too_late.select_for_update(skip_locked=skip))
    # Lines protect their seats, so they go first.
    for game in games:
        game_forgotten.send(Game, game=game)
        game.rounds.all().delete()
        game.delete()
    return len(games)


def _players(group: UUID, edition: Edition, ids: Sequence[UUID]) -> list[Player]:
    """The players by their ids, in this order; ProblemError (400) where that cannot be.

    Their rows are locked: who would delete or merge one of them waits for the game.
    """
    errors = []
    fewest, most = edition.min_players, edition.max_players
    if not fewest <= len(ids) <= most:
        text = _("This edition is played by %(fewest)s to %(most)s players.")
        params = {"fewest": fewest, "most": most}
        errors.append(FieldError("players", "wrong_player_count", text % params))
    here = Player.objects.filter(group_id=group, merged_into=None)
    known = here.select_for_update(no_key=True).order_by("pk").in_bulk(list(ids))
    for index, pk in enumerate(ids):
        if pk in ids[:index]:
            text = _("This player has a seat already.")
            errors.append(FieldError(f"players.{index}", "duplicate_player", text))
        elif pk not in known:
            text = _("The group has no such player.")
            errors.append(FieldError(f"players.{index}", "unknown_player", text))
        elif known[pk].has_left:
            text = _("%(player)s has left the group: say first that they are back.")
            text %= {"player": known[pk].name}
            errors.append(FieldError(f"players.{index}", "player_has_left", text))
    if errors:
        raise ProblemError(400, "invalid_request", _("These cannot play."), errors=errors)
    return [known[pk] for pk in ids]


def _place(players: Sequence[UUID], dealer: UUID | None) -> int:
    if dealer is None:
        return 0
    if dealer not in players:
        text = _("The first dealer must be one of the players.")
        error = FieldError("first_dealer", "unknown_player", text)
        raise ProblemError(400, "invalid_request", text, errors=[error])
    return list(players).index(dealer)


def _reseat(record: GameRecord, players: Sequence[UUID]) -> list[Seat]:
    seated = _players(record.game.group_id, record.edition, players)
    record.game.seats.all().delete()
    seats = [
        Seat(game=record.game, player=player, place=place) for place, player in enumerate(seated)
    ]
    return Seat.objects.bulk_create(seats)
