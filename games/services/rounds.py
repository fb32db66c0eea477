"""Recording, correcting and taking back rounds."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from games.domain.entry import Entry
from games.domain.record import GameRecord, LineRecord, RoundRecord
from games.domain.table import TableRecord
from games.domain.tally import (
    check,
    contradictions,
    doubts,
    only_players,
    read_lines,
    start_from_table,
)
from games.models import Line, Outcome, Round
from games.selectors.table import table_of
from games.services.changes import record_change
from games.services.table import follow_rounds
from games.wire.games import game_answer, game_patch, lines_answer
from referee.game import GameState
from rest.problems import FieldError, ProblemError


@dataclass(frozen=True, slots=True)
class Consequence:
    """What a correction does to a later round: it falls away, or its count looks wrong."""

    round: int
    effect: str
    message: str


def record_round(
    *, record: GameRecord, actor: User, number: int, entries: Sequence[Entry], overrule: str = ""
) -> GameRecord:
    """Put the next round on record.

    Raises ProblemError: 409 with the present game where this is not the next round,
    422 with the tally where the count cannot be and the table does not overrule it.
    """
    state = record.state
    _expect_next(record, number)
    table = table_of(record, number)
    played = _tallied(record, state, table, entries, overrule)
    played = replace(played, recorded_by=actor.name, recorded_at=timezone.now())
    after = record.with_rounds([*record.rounds, played])
    _insert(after, played, actor)
    record_change(
        game=record.game,
        actor=actor,
        kind="round_recorded",
        round=number,
        after=lines_answer(after, played),
        reason=played.overrule,
        fields={"outcome": after.outcome.value},
        patch=lambda: game_patch(after, number),
        then=follow_rounds(before=table, record=after),
    )
    return after


def correct_round(
    *,
    record: GameRecord,
    actor: User,
    number: int,
    entries: Sequence[Entry],
    overrule: str = "",
    confirmed: bool = False,
) -> GameRecord:
    """Put another count in the place of a round; all that follows is worked out anew.

    Raises ProblemError: 404 for a round that is not there, 422 as `record_round`, and
    409 `confirmation_needed` with what would become of later rounds, unless confirmed.
    """
    old = _round(record, number)
    state, table = record.states[number - 1], table_of(record, number)
    tallied = _tallied(record, state, table, entries, overrule)
    new = replace(old, lines=tallied.lines, overrule=tallied.overrule)
    rounds = [new if played.number == number else played for played in record.rounds]
    after, consequences = _follow(record.with_rounds(rounds), number)
    in_play = table_of(record)
    consequences += _at_the_table(in_play, after)
    if consequences and not confirmed:
        raise ProblemError(
            409,
            "confirmation_needed",
            _("This correction changes what follows: look at it, and confirm it."),
            extra={
                "consequences": [
                    {"round": c.round, "effect": c.effect, "message": c.message}
                    for c in consequences
                ],
                "game": game_answer(record),
                "would_be": game_answer(after),
            },
        )
    falls = any(consequence.effect == "dropped" for consequence in consequences)
    gone = record.rounds[len(after.rounds) :]
    rows = Round.objects.filter(game=record.game)
    rows.filter(number__gt=len(after.rounds)).delete()
    for before, now in zip(record.rounds, after.rounds, strict=False):
        if now.overrule != before.overrule:
            rows.filter(number=now.number).update(overrule=now.overrule)
    _rewrite_lines(after, rows.get(number=number), new)
    record_change(
        game=record.game,
        actor=actor,
        kind="round_corrected",
        round=number,
        before={
            "lines": lines_answer(record, old),
            "later": [{"round": p.number, "lines": lines_answer(record, p)} for p in gone],
        },
        after={"lines": lines_answer(after, new), "later": []},
        reason=new.overrule,
        fields={"outcome": after.outcome.value},
        patch=lambda: game_patch(after, number),
        then=follow_rounds(before=in_play, record=after, falls=falls),
    )
    return after


def take_back(*, record: GameRecord, actor: User, number: int) -> GameRecord:
    """Take the last round back; ProblemError (409) for any other one."""
    old = _round(record, number)
    if number != len(record.rounds):
        text = _("Only the last round can be taken back, which is round %(last)s.")
        text %= {"last": len(record.rounds)}
        raise ProblemError(409, "not_the_last_round", text, extra={"game": game_answer(record)})
    in_play = table_of(record)
    Round.objects.filter(game=record.game, number=number).delete()
    after = record.with_rounds(record.rounds[:-1])
    if not after.rounds:  # nobody leads any more, so nobody has won
        record.game.ended_early = False
    record_change(
        game=record.game,
        actor=actor,
        kind="round_taken_back",
        round=number,
        before=lines_answer(record, old),
        fields={"outcome": after.outcome.value, "ended_early": after.game.ended_early},
        patch=lambda: game_patch(after, number),
        then=follow_rounds(before=in_play, record=after),
    )
    return after


def _expect_next(record: GameRecord, number: int) -> None:
    """The round must be the next one of a game that is being played."""
    if number <= len(record.rounds):
        by = record.rounds[number - 1].recorded_by
        text = (
            _("%(who)s has entered round %(number)s already.")
            if by
            else _("Round %(number)s has been entered already.")
        )
        code, params = "round_already_recorded", {"who": by, "number": number}
    elif record.outcome is not Outcome.PLAYING:
        code, params = "game_not_playing", {}
        text = _("This game is over or abandoned: no further round is played.")
    elif number > record.state.number:
        code, params = "round_not_next", {"next": record.state.number}
        text = _("The next round is round %(next)s.")
    else:
        return
    raise ProblemError(409, code, text % params, extra={"game": game_answer(record)})


def _round(record: GameRecord, number: int) -> RoundRecord:
    if not 1 <= number <= len(record.rounds):
        raise ProblemError(404, "not_found", _("This game has no round %d.") % number)
    return record.rounds[number - 1]


def _tallied(
    record: GameRecord,
    state: GameState,
    found: TableRecord,
    entries: Sequence[Entry],
    overrule: str,
) -> RoundRecord:
    """The round as it goes on record, once the check or the table has settled it."""
    lines = read_lines(record, state, only_players(record, state, entries))
    contradicted: list[FieldError] = []
    if found.plays:
        table = found.table
        said = any(entry.went_out for entry in entries)
        lines = [
            (seat, entry, start_from_table(table, seat, result, out_is_said=said))
            for seat, entry, result in lines
        ]
        contradicted += contradictions(table, lines)
    settled, needed = check(record, lines, overrule=bool(overrule), contradicted=contradicted)
    return RoundRecord(found.number, settled, overrule if needed else "")


def _follow(record: GameRecord, corrected: int) -> tuple[GameRecord, list[Consequence]]:
    """What is left of the later rounds after a correction, and what to tell about each."""
    consequences = []
    counting = len(record.states) - 1
    last = record.states[-1]
    for played in record.rounds[counting:]:
        text = (
            _("Round %(number)s falls away: the game is over before it.")
            if last.over
            else _("Round %(number)s falls away: others play it now.")
        )
        message = text % {"number": played.number}
        consequences.append(Consequence(played.number, "dropped", message))
    rounds = list(record.rounds[:counting])
    for index in range(corrected, counting):
        played = rounds[index]
        found = doubts(record, record.states[index], played.lines)
        if found and not played.overrule:
            consequences.append(Consequence(played.number, "doubtful", " ".join(found)))
            reason = _("Kept when round %(number)s was corrected.") % {"number": corrected}
            rounds[index] = replace(played, overrule=reason)
        elif not found and played.overrule:  # nothing is left to overrule
            rounds[index] = replace(played, overrule="")
    return record.with_rounds(rounds), sorted(consequences, key=lambda c: c.round)


def _at_the_table(found: TableRecord, after: GameRecord) -> list[Consequence]:
    """What a correction does to the round in play, as far as something lies on its table."""
    if found.record.state.over or not found.plays:
        return []
    state, number = after.state, found.number
    if state.over:
        text = _("What lies on the table of round %(number)s falls away: the game is over before.")
    elif state.number != number or state.playing != found.state.playing:
        text = _("What lies on the table of round %(number)s falls away: others play now.")
    else:
        return list(_overtaken(found, after))
    return [Consequence(number, "dropped", text % {"number": number})]


def _overtaken(found: TableRecord, after: GameRecord) -> Iterator[Consequence]:
    """Whose Phase is another one now than the one that they have laid down."""
    for seat in sorted(found.table.down):
        old, new = (
            after.plan.phase_played(state.seats[seat]) for state in (found.state, after.state)
        )
        if old != new:
            text = _("%(player)s has laid down Phase %(old)s, and would be on Phase %(new)s.")
            params = {"player": after.player(seat).name, "old": old, "new": new}
            yield Consequence(found.number, "doubtful", text % params)


def _insert(record: GameRecord, played: RoundRecord, actor: User) -> None:
    row = Round.objects.create(
        game=record.game,
        number=played.number,
        overrule=played.overrule,
        recorded_by=actor,
        recorded_at=played.recorded_at or timezone.now(),
    )
    Line.objects.bulk_create(_rows(record, row, played.lines))


def _rewrite_lines(record: GameRecord, row: Round, new: RoundRecord) -> None:
    row.lines.all().delete()
    Line.objects.bulk_create(_rows(record, row, new.lines))


def _rows(record: GameRecord, row: Round, lines: Sequence[LineRecord]) -> list[Line]:
    return [
        Line(
            round=row,
            seat=record.seats[line.seat],
            points=line.points,
            cards=line.cards,
            laid_down=line.laid_down,
            went_out=line.went_out,
        )
        for line in lines
    ]
