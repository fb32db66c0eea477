"""Players who join a game late, leave it, or come back.

A `record` that is changed here was locked by `games.services.locking.locked_game`.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from uuid import UUID

from django.utils.translation import get_language
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
from games.services.round_entry import record_if_complete
from games.services.row_writer import replace_seats
from games.services.table import follow_rounds
from games.wire.events import game_patched
from games.wire.games import game_answer, game_patch
from games.wire.history import AttendanceKind, PlayerInGame
from games.wire.standings import stint_answer
from referee.languages import translator_for
from rest.problems import FieldError, ProblemError


def join_game(
    *,
    record: GameRecord,
    actor: User,
    player: Seated,
    repeated: Collection[UUID] = (),
    terms: JoinTerms,
) -> GameRecord:
    """Let a player join, or come back, from the next round on; create one who is new.

    For `repeated`, see `add_players`, which also says what is locked. Raises ProblemError: 400 for
    somebody who cannot play in this group and for wrong terms, 409 if nobody can join now.
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
        raise ProblemError(409, "already_played", text, extra={"game": game_answer(record)})
    new = with_player(record, id, joining.name, terms)
    return _store(record, new, actor, "player_joined", id)


def leave_game(
    *, record: GameRecord, actor: User, player: UUID, round: int | None = None
) -> GameRecord:
    """Let a player leave before the next round, which must be `round` if that is given.

    If the others have all entered their lines of that round, it is recorded.

    Raises ProblemError: 404 for somebody who does not play, 409 if they cannot leave now.
    """
    player = player_now(record, player)
    if problem := leave_problem(record, player, round):
        if problem.code == "not_playing":
            text = problem.text.render(translator_for(get_language()))
            raise ProblemError(404, "not_found", text)
        _refuse(record, [problem])
    seat = seat_of(record, player)
    assert seat is not None
    for row in table_of(record).plays:
        if seat.place in (row.seat, content_of(row.play).skips):
            text = _(
                "%(player)s has played in this round: record it first, or take back the plays."
            )
            text %= {"player": seat.name}
            raise ProblemError(409, "already_played", text, extra={"game": game_answer(record)})
    after = _store(record, without_player(record, player), actor, "player_left", player)
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
        "stints": [stint_answer(stint) for stint in seat.stints],
    }


def _lock_player(record: GameRecord, id: UUID) -> Player:
    """A player of the game's group, locked so that nobody deletes or merges them meanwhile."""
    unmerged = Player.objects.filter(group=record.game.group_id, merged_into=None)
    player = unmerged.select_for_update(no_key=True).filter(pk=id).first()
    if player is None:
        code, text = "unknown_player", _("The group has no such player.")
    elif player.has_left:
        code = "player_has_left"
        text = _("%(player)s has left the group: mark them as back first.")
        text %= {"player": player.name}
    else:
        return player
    error = FieldError("player", code, text)
    raise ProblemError(400, "invalid_request", text, errors=[error])


def _refuse(record: GameRecord, problems: list[SeatingProblem]) -> None:
    """Refuse wrong fields with 400, and what is not possible now with 409."""
    if not problems:
        return
    translator = translator_for(get_language())
    texts = [problem.text.render(translator) for problem in problems]
    first = problems[0]
    if first.field in ("", "player"):
        raise ProblemError(409, first.code, texts[0], extra={"game": game_answer(record)})
    errors = [
        FieldError(problem.field, problem.code, text)
        for problem, text in zip(problems, texts, strict=True)
    ]
    several = _("The player cannot join like this. See the errors.")
    raise ProblemError(
        400, "invalid_request", several if len(texts) > 1 else texts[0], errors=errors
    )
