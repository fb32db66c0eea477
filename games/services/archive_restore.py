"""Putting players and games on record as they were elsewhere: nothing is judged or told anew.

Accounts are of the place they were made at. So players come unclaimed, and who recorded
something stays there by name alone.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from uuid import UUID, uuid4

from games.domain.archived import ArchivedGame, PlayerRecord, told_here
from games.models import Change, Game, Line, Outcome, Play, Player, Round, Seat
from games.signals import game_changed

BATCH = 500  # rows by one statement


def restore_players(
    *, group: UUID, players: Sequence[PlayerRecord], known: Mapping[UUID, UUID]
) -> dict[UUID, UUID]:
    """Write down players who are not here yet; return `known` and these, by the ids they had.

    Who was merged into somebody comes after them, or that one is among `known`.
    """
    here = dict(known)
    rows = []
    for player in players:
        here[player.id] = uuid4()
        rows.append(
            Player(
                id=here[player.id],
                group_id=group,
                name=player.name,
                has_left=player.has_left,
                merged_into_id=player.merged_into and here[player.merged_into],
                created_at=player.created_at,
            )
        )
    Player.objects.bulk_create(rows, batch_size=BATCH)
    return here


def restore_games(
    *, group: UUID, games: Sequence[ArchivedGame], players: Mapping[UUID, UUID]
) -> list[Game]:
    """Put games on record with new ids, all else as it was; return them in their order.

    `players` says who is here whom: it holds everybody who has a seat, and as far as they are
    known those of the history. Who listens to games is told of those that are over.
    """
    rows = [_game(group, whole) for whole in games]
    Game.objects.bulk_create(rows, batch_size=BATCH)
    seated = [_seats(row, whole, players) for row, whole in zip(rows, games, strict=True)]
    Seat.objects.bulk_create([seat for seats in seated for seat in seats], batch_size=BATCH)
    _restore_rounds(rows, seated, games)
    _restore_plays(rows, seated, games)
    _restore_changes(rows, games, players)
    for row in rows:
        if row.outcome == Outcome.OVER:
            game_changed.send(Game, game=row, was_over=False)
    return rows


def _game(group: UUID, whole: ArchivedGame) -> Game:
    old = whole.record.game
    return Game(
        group_id=group,
        edition=old.edition,
        variant=old.variant,
        phases=old.phases,
        house_rules=old.house_rules,
        first_dealer=old.first_dealer,
        totals=old.totals,
        turns_logged=old.turns_logged,
        version=old.version,
        has_plays=bool(whole.plays),
        outcome=whole.record.outcome.value,
        ended_early=old.ended_early,
        abandoned=old.abandoned,
        archived=old.archived,
        started_at=old.started_at,
        changed_at=old.changed_at,
    )


def _seats(game: Game, whole: ArchivedGame, players: Mapping[UUID, UUID]) -> list[Seat]:
    return [
        Seat(game=game, player_id=players[seat.player_id], place=seat.place)
        for seat in whole.record.seats
    ]


def _restore_rounds(
    rows: Sequence[Game], seated: Sequence[Sequence[Seat]], games: Sequence[ArchivedGame]
) -> None:
    rounds, lines = [], []
    for game, seats, whole in zip(rows, seated, games, strict=True):
        for played in whole.record.rounds:
            row = Round(
                game=game,
                number=played.number,
                overrule=played.overrule,
                recorder_name=played.recorded_by or "",
                recorded_at=played.recorded_at or whole.record.game.changed_at,
            )
            rounds.append(row)
            lines += [
                Line(
                    round=row,
                    seat=seats[line.seat],
                    points=line.points,
                    cards=line.cards,
                    laid_down=line.laid_down,
                    went_out=line.went_out,
                )
                for line in played.lines
            ]
    Round.objects.bulk_create(rounds, batch_size=BATCH)
    for line in lines:
        line.round_id = line.round.pk  # known since the rounds are there
    Line.objects.bulk_create(lines, batch_size=BATCH)


def _restore_plays(
    rows: Sequence[Game], seated: Sequence[Sequence[Seat]], games: Sequence[ArchivedGame]
) -> None:
    plays = [
        Play(
            game=game,
            round=play.round,
            number=play.number,
            kind=play.kind,
            seat=None if play.seat is None else seats[play.seat],
            data=play.data,
            overrule=play.overrule,
            recorder_name=play.recorded_by or "",
            recorded_at=play.recorded_at,
            taken_back_at=play.taken_back_at,
        )
        for game, seats, whole in zip(rows, seated, games, strict=True)
        for play in whole.plays
    ]
    Play.objects.bulk_create(plays, batch_size=BATCH)


def _restore_changes(
    rows: Sequence[Game], games: Sequence[ArchivedGame], players: Mapping[UUID, UUID]
) -> None:
    here = {str(old): str(new) for old, new in players.items()}
    changes = [
        Change(
            game=game,
            version=change.version,
            kind=change.kind,
            actor_name=change.actor,
            round=change.round,
            before=told_here(change.before, here),
            after=told_here(change.after, here),
            reason=change.reason,
            at=change.at,
        )
        for game, whole in zip(rows, games, strict=True)
        for change in whole.changes
    ]
    Change.objects.bulk_create(changes, batch_size=BATCH)
