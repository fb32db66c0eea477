"""Players who join a game late, leave it, or come back.

The caller has locked every `record` that is changed here, by `games.services.locking.locked_game`.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from uuid import UUID

from django.utils.translation import gettext as _

from accounts.models import User
from games.domain.attendance import (
    JoinTerms,
    SeatingProblem,
    join_problems,
    leave_problem,
    seat_of,
    with_player,
    without_player,
)
from games.domain.game_record import GameRecord
from games.domain.play_codec import content_of
from games.models import Player
from games.selectors.drafts import draft_of
from games.selectors.table import table_of
from games.services.beginnings import Seated, add_players
from games.services.changes import record_change
from games.services.merged_players import player_now
from games.services.rounds import record_if_complete
from games.services.row_writer import replace_seats
from games.services.seating import cannot_sit
from games.services.table import clear_later_tables, follow_rounds
from games.wire.events import game_patched
from games.wire.games import game_patch
from games.wire.history import AttendanceKind, PlayerInGame
from games.wire.standings import stint_answers
from referee.api.errors import in_words
from rest.refusals import FieldError, NotFound, Refusal, wrong_field


def join_game(
    *,
    record: GameRecord,
    actor: User,
    player: Seated,
    repeated: Collection[UUID] = (),
    terms: JoinTerms,
) -> GameRecord:
    """Let a player join or come back, starting with the next round; create one who is new.

    `add_players` explains `repeated`, and what is locked. Raises Refusal for somebody who cannot
    play in this group, for terms that do not fit, and if nobody can join now.
    """
    group = record.game.group_id
    assert group is not None
    [id] = add_players(actor=actor, group=group, players=[player], repeated=repeated)
    id = player_now(record, id)
    if terms.left_of:
        terms = replace(terms, left_of=player_now(record, terms.left_of))
    joining = _lock_player(record, id)
    _refuse(record, join_problems(record, id, terms))
    if not record.state.over and table_of(record).plays:
        text = _("This round has begun on the table: record it, and join the next one.")
        raise Refusal("already_played", text, game=record)
    new = with_player(record, id, joining.name, joining.face, terms)
    return _store(record, new, actor, "player_joined", id)


def leave_game(
    *, record: GameRecord, actor: User, player: UUID, round: int | None = None
) -> GameRecord:
    """Let a player leave before the next round; if `round` is given, it must be that one.

    If all the others have entered their lines for that round, it is recorded.

    Raises Refusal if the player is not in the game, or cannot leave now.
    """
    player = player_now(record, player)
    if problem := leave_problem(record, player, round):
        if problem.code == "not_playing":
            raise NotFound(in_words(problem.text))
        _refuse(record, [problem])
    seat = seat_of(record, player)
    assert seat is not None
    for row in table_of(record).plays:
        if seat.place in (row.seat, content_of(row.play).skips):
            text = _(
                "%(player)s has played in this round: record it first, or take back the plays."
            )
            text %= {"player": seat.name}
            raise Refusal("already_played", text, game=record)
    new = without_player(record, player)
    if len(new.seats) < len(record.seats):  # then no table may be left that they have played on
        clear_later_tables(record)
    after = _store(record, new, actor, "player_left", player)
    return record_if_complete(record=after, actor=actor, draft=draft_of(after))


def _store(
    old: GameRecord, new: GameRecord, actor: User, kind: AttendanceKind, player: UUID
) -> GameRecord:
    in_play = table_of(old)
    replace_seats(old, new)
    return record_change(
        old=old,
        new=new,
        actor=actor,
        change=lambda head: {
            **head,
            "kind": kind,
            "before": _in_history(old, player),
            "after": _in_history(new, player),
        },
        event=lambda new: game_patched(kind, game_patch(new, len(new.rounds) + 1)),
        round=old.state.number,
        more_events=follow_rounds(before=in_play, record=new),
    )


def _in_history(record: GameRecord, player: UUID) -> PlayerInGame | None:
    """A player's part in a game; None for somebody who has none."""
    seat = seat_of(record, player)
    if seat is None:
        return None
    return {
        "player": str(player),
        "name": seat.name,
        "seat": seat.place,
        "stints": stint_answers(seat.stints),
    }


def _lock_player(record: GameRecord, id: UUID) -> Player:
    """Lock a player of the game's group, so that nobody can delete or merge them; return them."""
    unmerged = Player.objects.filter(group=record.game.group_id, merged_into=None)
    player = unmerged.select_for_update(no_key=True).filter(pk=id).first()
    if problem := cannot_sit(player):
        raise wrong_field("player", *problem)
    assert player is not None
    return player


def _refuse(record: GameRecord, problems: list[SeatingProblem]) -> None:
    """Refuse what is impossible at present, along with the game, or else the fields at fault."""
    if not problems:
        return
    errors = [
        FieldError(problem.field, problem.code, in_words(problem.text)) for problem in problems
    ]
    if errors[0].field in ("", "player"):
        raise Refusal(errors[0].code, errors[0].message, game=record)
    several = _("The player cannot join like this. See the errors.")
    text = several if len(errors) > 1 else errors[0].message
    raise Refusal("invalid_request", text, errors=errors)
