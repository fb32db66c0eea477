"""Starting a game, changing its settings, deciding its end, deleting and restoring it.

The caller has locked every `record` that is changed here, by `games.services.locking.locked_game`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, cast
from uuid import UUID, uuid4

from django.db import connection, transaction
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from games.domain.game_record import (
    GameRecord,
    GameValues,
    Outcome,
    SeatRecord,
    write_phase,
)
from games.models import Draft, Game, Group, Happening, Seat
from games.models.games import RESTORABLE_FOR
from games.models.log import GroupEventKind
from games.selectors.groups import revision_of
from games.selectors.table import table_of
from games.services.changes import record_change
from games.services.chosen_ids import retire_ids
from games.services.drafts import keeping_lines
from games.services.phase_lists import saved_phases
from games.services.row_writer import insert_games, insert_seats
from games.services.seating import (
    lock_players,
    place_of,
    refuse_handicaps,
    seats_of,
    with_handicaps,
)
from games.signals import game_purged
from games.wire.events import game_patched, reload_needed
from games.wire.games import game_patch
from games.wire.handicaps import handicap_answer
from games.wire.history import (
    ArchivingKind,
    DeletionKind,
    EndingKind,
    GameSettings,
    KnownChange,
)
from referee.editions import Edition
from referee.game import Variant
from referee.kinds import Phase
from referee.stints import Handicap, handicap_of
from referee.wire.house_rules import HouseRuleSettings
from referee.wire.phases import GroupRequirement
from rest.limits import expect_room
from rest.refusals import FieldError, Refusal


@transaction.atomic
def start_game(
    *,
    actor: User,
    group: UUID,
    role: str,
    edition: Edition,
    variant: Variant,
    phases: Sequence[Phase] | UUID,
    house_rules: dict[str, bool],
    players: Sequence[UUID],
    first_dealer: UUID | None,
    handicaps: Sequence[Handicap | None] = (),
    turns_logged: bool = False,
    id: UUID | None = None,
    phone_time: datetime | None = None,
    path: str = "",
) -> GameRecord:
    """Start a game; the players sit in this order, each to the left of the one before.

    By default, the first one deals. `phases` can be the id of a list that the group has saved.
    `handicaps` are in the order of the players; empty if nobody has one. `path` says where in the
    request the game is, with a dot at its end; it is empty if the request is the game.

    The group must be new, or its row locked. Raises Refusal for players who are not in the group,
    for too few or too many of them, for handicaps that do not fit, for a list that is not the
    group's, and if the group has too many games.
    """
    expect_room("games_of_group", Game.everything.filter(group_id=group).count())
    if isinstance(phases, UUID):
        phases = saved_phases(group, edition, phases, path)
    seats = seats_of(lock_players(group, edition, players, path))
    if handicaps:
        seats = with_handicaps(seats, handicaps, path)
    now = timezone.now()
    record = GameRecord(
        game=GameValues(
            id=id or uuid4(),
            group_id=group,
            edition=edition.slug,
            variant=variant.value,
            phases=[write_phase(phase) for phase in phases],
            house_rules=house_rules,
            first_dealer=place_of(group, first_dealer, seats, path),
            turns_logged=turns_logged,
            version=0,
            started_at=now,
            phone_time=phone_time,
            changed_at=now,
        ),
        seats=seats,
        role=role,
        revision=revision_of(group),
    )
    refuse_handicaps(record, path)
    insert_games([record])
    insert_seats([record])
    return record_change(
        old=record,
        new=record,
        actor=actor,
        change=lambda head: {
            **head,
            "kind": "game_started",
            "before": None,
            "after": settings_of(record),
        },
        event=lambda _new: reload_needed("game_started"),
        phone_time=phone_time,
    )


def change_game(
    *,
    record: GameRecord,
    actor: User,
    status: Outcome | None = None,
    archived: bool | None = None,
    **settings: Any,
) -> GameRecord:
    """Change settings, then decide, then archive: whatever is given, each with its own version.

    `status` is the one it is to have; `settings` are those of `change_settings`. Raises Refusal.
    """
    if settings:
        record = change_settings(record=record, actor=actor, **settings)
    if status is not None:
        what = {Outcome.PLAYING: "resume", Outcome.OVER: "end", Outcome.ABANDONED: "abandon"}
        record = decide(record=record, actor=actor, what=what[status])
    if archived is not None:
        record = decide(record=record, actor=actor, what="archive" if archived else "unarchive")
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
    handicaps: Sequence[Handicap | None] | None = None,
    turns_logged: bool | None = None,
) -> GameRecord:
    """Change house rules at any time, and everything else before the first round.

    `handicaps` are in the order of the players, who keep theirs if it is None. The log of turns can
    be switched on while the table is empty, and off at any time.
    """
    game, seats = record.game, record.seats
    fixed = {
        "variant": variant,
        "phases": phases,
        "players": players,
        "first_dealer": first_dealer,
        "handicaps": handicaps,
    }
    given = [name for name, value in fixed.items() if value is not None]
    if turns_logged and not game.turns_logged:
        given.append("turns_logged")
    _refuse_settled(record, given)
    columns: dict[str, Any] = {}
    if players is not None or handicaps is not None:
        seats = _reseat(record, players, handicaps)
    if first_dealer is not None or players is not None:
        ids = [seat.player_id for seat in seats]
        if first_dealer is None:  # the same as before, if still seated
            dealer = record.seats[game.first_dealer].player_id
            first_dealer = dealer if dealer in ids else None
        assert game.group_id is not None
        columns["first_dealer"] = place_of(game.group_id, first_dealer, seats)
    if house_rules is not None:
        columns["house_rules"] = {**game.house_rules, **house_rules}
    if variant is not None:
        columns["variant"] = variant.value
    if turns_logged is not None:
        columns["turns_logged"] = turns_logged
    if phases is not None:
        columns["phases"] = [write_phase(phase) for phase in phases]
    new = replace(record, game=replace(game, **columns), seats=seats, known=())
    refuse_handicaps(new)
    return record_change(
        old=record,
        new=new,
        actor=actor,
        change=lambda head: {
            **head,
            "kind": "settings_changed",
            "before": settings_of(record),
            "after": settings_of(new),
        },
        event=lambda _new: reload_needed("settings_changed"),
    )


def _refuse_settled(record: GameRecord, given: Sequence[str]) -> None:
    """Refuse changes that would alter the meaning of recorded rounds or of plays on the table."""
    if record.game.totals is not None:
        text = _("Only the totals of this game are known, so this cannot be changed.")
        settled = list(given)
    elif record.rounds:
        text = _("This cannot be changed once a round is recorded: take back the rounds first.")
        settled = [name for name in given if name != "turns_logged"]
    elif "players" in given and Draft.objects.filter(game=record.game.id, round=1).exists():
        text = _("This cannot be changed while a round is being entered: discard that first.")
        settled = ["players"]
    else:
        settled = []
    if not settled and given and not record.state.over and table_of(record).plays:
        text = _("This cannot be changed while there are plays on the table: take them back first.")
        settled = list(given)
    if settled:
        errors = [FieldError(name, "already_played", text) for name in settled]
        raise Refusal("already_played", text, errors=errors)


def settings_of(record: GameRecord) -> GameSettings:
    """The settings of a game, as its history shows them."""
    game = record.game
    settings: GameSettings = {
        "edition": game.edition,
        "variant": game.variant,
        "phases": cast(list[list[GroupRequirement]], game.phases),
        "house_rules": cast(HouseRuleSettings, game.house_rules),
        "turns_logged": game.turns_logged,
        "players": [str(seat.player_id) for seat in record.seats],
        "first_dealer": str(record.seats[game.first_dealer].player_id),
    }
    handicaps = [handicap_answer(handicap_of(seat.stints)) for seat in record.seats]
    if any(handicaps):
        settings["handicaps"] = handicaps
    return settings


def decide(*, record: GameRecord, actor: User, what: str) -> GameRecord:
    """Abandon, resume, end, archive or unarchive a game; `what` is a key of `DECISIONS`.

    Raises Refusal if the state of the game does not allow it.
    """
    kind, columns = DECISIONS[what]
    before = {name: getattr(record.game, name) for name in columns}
    if what == "end" and not record.rounds:
        text = _("No round has been recorded, so nobody leads: abandon the game instead.")
        raise Refusal("wrong_state", text)
    needs_unfinished = what in ("abandon", "end", "resume")
    if before == columns or (needs_unfinished and record.state.over):
        text = _("This is not possible in the game's current state: reload the game.")
        raise Refusal("wrong_state", text)
    return record_change(
        old=record,
        new=record.with_columns(**columns),
        actor=actor,
        change=lambda head: cast(
            KnownChange, {**head, "kind": kind, "before": before, "after": columns}
        ),
        event=lambda new: game_patched(kind, game_patch(new, len(new.rounds) + 1)),
    )


DECISIONS: dict[str, tuple[EndingKind | ArchivingKind, dict[str, bool]]] = {
    "abandon": ("game_abandoned", {"abandoned": True, "ended_early": False}),
    "end": ("game_ended_early", {"abandoned": False, "ended_early": True}),
    "resume": ("game_resumed", {"abandoned": False, "ended_early": False}),
    "archive": ("game_archived", {"archived": True}),
    "unarchive": ("game_unarchived", {"archived": False}),
}


def delete_game(*, record: GameRecord, actor: User) -> None:
    """Hide a game; it can be restored for `RESTORABLE_FOR`."""
    new = record.with_columns(deleted_at=timezone.now())
    _record_deletion(record, new, actor, "game_deleted")


def restore_game(*, record: GameRecord, actor: User) -> GameRecord:
    """Restore a deleted game; raise Refusal if it is too late."""
    deleted_at = record.game.deleted_at
    if deleted_at is None or timezone.now() - deleted_at > RESTORABLE_FOR:
        text = _("This game was deleted more than 30 days ago, so it cannot be restored.")
        raise Refusal("too_late", text)
    new = record.with_columns(deleted_at=None)
    return _record_deletion(record, new, actor, "game_restored")


def _record_deletion(
    record: GameRecord, new: GameRecord, actor: User, kind: DeletionKind
) -> GameRecord:
    return record_change(
        old=record,
        new=new,
        actor=actor,
        change=lambda head: {**head, "kind": kind, "before": None, "after": None},
        event=lambda _new: reload_needed(kind),
    )


def purge_deleted_games() -> int:
    """Delete for good the games that can no longer be restored; return how many."""
    too_late = Game.objects.filter(deleted_at__lt=timezone.now() - RESTORABLE_FOR)
    groups = too_late.order_by("group").values_list("group", flat=True).distinct()
    return sum(_purge(group, too_late.filter(group=group)) for group in list(groups))


@transaction.atomic
def _purge(group: UUID, too_late: QuerySet[Game]) -> int:
    # The group is locked first, as when it is deleted. Another purge at the same time skips the
    # rows that are locked here.
    skip = connection.features.has_select_for_update
    if not Group.objects.select_for_update(no_key=True, skip_locked=skip).filter(pk=group).first():
        return 0
    games = list(too_late.select_for_update(skip_locked=skip))
    retire_ids(game.pk for game in games)
    for game in games:
        _keep_removal(game)
        game_purged.send(Game, game=game.pk, group=game.group_id)
        game.delete()
    return len(games)


def _keep_removal(game: Game) -> None:
    """Keep in the log of the group that a game is gone: phones may still have it."""
    Happening.objects.filter(game=game, group__isnull=False).update(
        game=None,
        number=None,
        version=None,
        is_change=False,
        round=None,
        reason="",
        kind=GroupEventKind.GAME_REMOVED,
        content={"told": [GroupEventKind.GAME_REMOVED, {"game": str(game.pk)}]},
    )


def _reseat(
    record: GameRecord,
    players: Sequence[UUID] | None,
    handicaps: Sequence[Handicap | None] | None,
) -> tuple[SeatRecord, ...]:
    """Seat the players again; those who are left out of the request stay as they are."""
    assert record.game.group_id is not None
    ids = [seat.player_id for seat in record.seats] if players is None else players
    seats = seats_of(lock_players(record.game.group_id, record.edition, ids))
    if handicaps is None:
        known = {seat.player_id: handicap_of(seat.stints) for seat in record.seats}
        handicaps = [known.get(seat.player_id) for seat in seats]
    seats = with_handicaps(seats, handicaps)
    with keeping_lines(record.game.id):
        Seat.objects.filter(game=record.game.id).delete()
        insert_seats([replace(record, seats=seats)])
    return seats
