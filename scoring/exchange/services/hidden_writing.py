"""Write the games of an import in short transactions, hidden until all of them are there.

A database like SQLite has one writer at a time, and a phone that records a round must not wait
for years of paper. So games are written a few at a time, with a pause after each transaction,
and appear in the transaction that ends the job. The id of each follows from the import and the
game: an import that was interrupted goes on where it was.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from uuid import UUID, uuid5

from django.utils.translation import gettext as _

from accounts.models import User
from games.models import Game, Player, Role
from games.services.filled_tables import GAME_TABLES, analyze_after_commit
from games.services.hidden_games import delete_hidden, hiding_imports, show_import
from games.services.locking import lock_group, short_transaction
from games.services.row_writer import BATCH
from rest.limits import expect_room
from rest.refusals import Refusal
from scoring.exchange.models import ImportedGame
from scoring.jobs.models import UNFINISHED, Job
from scoring.jobs.progress import Progress, no_progress, second_half
from scoring.jobs.results import ImportResult
from scoring.jobs.worker import Run, StartOver

MAX_ROWS = 400  # about 20 ms


@dataclass(frozen=True, slots=True)
class ImportTarget:
    """Who imports into which group.

    `id` is the import's. `progress` is called between two transactions, and `hold` in each of
    them: it raises if the import must not go on. A transaction writes at most `max_rows`, if no
    single game has more.
    """

    id: UUID
    actor: User
    group: UUID
    progress: Progress = no_progress
    hold: Callable[[], None] = lambda: None
    max_rows: int = MAX_ROWS

    @contextmanager
    def writing(self) -> Iterator[None]:
        """Open a transaction in which the import may write.

        Raise NotFound or Refusal if the actor may not, or may no longer.
        """
        with short_transaction():
            lock_group(self.actor, self.group, Role.SCORER)
            self.hold()
            yield

    def id_of(self, key: object) -> UUID:
        """The id of what the import creates for something in the file."""
        return uuid5(self.id, str(key))


def target_of(run: Run) -> ImportTarget:
    """Return the target of an import job; Refusal if nobody asks for it any more."""
    actor = run.job.created_by
    if actor is None:
        text = _("The account that started this import was deleted.")
        raise Refusal("nobody_asks", text)
    return ImportTarget(run.job.pk, actor, run.job.group_id, second_half(run.step), run.hold)


@dataclass(frozen=True, slots=True)
class GameToWrite:
    """A new game: its id, how many rows it takes, and the keys that identify it from then on."""

    id: UUID
    rows: int
    keys: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ImportPlan:
    """What an import has to write, and what it will have done, as the group is now.

    `write_players` creates the players with the ids `new_players`, except those whom an
    interrupted run has created; `write_games` the games with the ids given; `write_last` what
    cannot be hidden, in the transaction that shows them.
    """

    games: Sequence[GameToWrite]
    new_players: Collection[UUID]
    write_players: Callable[[], None]
    write_games: Callable[[Sequence[UUID]], None]
    result: ImportResult
    write_last: Callable[[], None] = lambda: None


def write_import(
    target: ImportTarget, make_plan: Callable[[], ImportPlan]
) -> Callable[[], ImportResult]:
    """Write all new games, hidden; return the function that shows them, for the last transaction.

    That function raises StartOver if another import has brought some of the games in the
    meantime. Raise what `make_plan` and `ImportTarget.writing` raise, and Refusal if the
    group would have too much.
    """
    plan = make_plan()
    if not _is_part_of(plan, target):
        delete_hidden(target.id, target.writing)
    with target.writing():
        _expect_room(plan, target)
        plan.write_players()
    written = _written(target)
    missing = [game for game in plan.games if game.id not in written]
    done = len(plan.games) - len(missing)
    for games in _chunks(missing, target.max_rows):
        target.progress(done, len(plan.games))
        with target.writing():
            plan.write_games([game.id for game in games])
        done += len(games)

    keys = {key: game.id for game in plan.games for key in game.keys}

    def show() -> ImportResult:
        with target.writing():
            known = ImportedGame.objects.filter(group_id=target.group)
            if not keys.keys().isdisjoint(known.values_list("key", flat=True)):
                raise StartOver
            _expect_room(plan, target)  # others have written meanwhile
            rows = [
                ImportedGame(group_id=target.group, game_id=game, key=key)
                for key, game in keys.items()
            ]
            ImportedGame.objects.bulk_create(rows, batch_size=BATCH)
            plan.write_last()
            # Before what counts these games: it should not scan whole tables.
            tables = (*GAME_TABLES, ImportedGame._meta.db_table)
            analyze_after_commit(tables, rows=sum(game.rows for game in plan.games))
            show_import(actor=target.actor, group=target.group, hidden_by=target.id)
        return plan.result

    return show


def delete_leftovers() -> int:
    """Delete what imports that have ended still hide; return how many games."""
    hiding = hiding_imports()
    going_on = Job.objects.filter(pk__in=hiding, state__in=UNFINISHED)
    return sum(map(delete_hidden, hiding - set(going_on.values_list("pk", flat=True))))


def _expect_room(plan: ImportPlan, target: ImportTarget) -> None:
    """Raise Refusal if the group, whose row is locked, cannot have so much more."""
    rows: dict[str, tuple[type[Game] | type[Player], int]] = {
        "games_of_group": (Game, len(plan.games)),
        "players_of_group": (Player, len(plan.new_players)),
    }
    for limit, (model, adding) in rows.items():
        others = model.everything.filter(group=target.group).exclude(hidden_by=target.id)
        expect_room(limit, others.count(), adding)


def _chunks(games: Sequence[GameToWrite], max_rows: int) -> Iterator[list[GameToWrite]]:
    """Split games so that each chunk has at most `max_rows` rows, or one game."""
    chunk: list[GameToWrite] = []
    for game in games:
        if chunk and sum(each.rows for each in chunk) + game.rows > max_rows:
            yield chunk
            chunk = []
        chunk.append(game)
    if chunk:
        yield chunk


def _written(target: ImportTarget) -> set[UUID]:
    rows = Game.everything.filter(hidden_by=target.id)
    return set(rows.values_list("pk", flat=True))


def _is_part_of(plan: ImportPlan, target: ImportTarget) -> bool:
    """Whether the plan still has all that an interrupted run has written."""
    players = Player.everything.filter(hidden_by=target.id).values_list("pk", flat=True)
    games = {game.id for game in plan.games}
    return _written(target) <= games and set(players) <= set(plan.new_players)
