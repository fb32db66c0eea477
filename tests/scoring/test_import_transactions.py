"""An import is written in short transactions, and yet appears as a whole or not at all."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import pairwise
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection

from games.models import Game, Group, Membership, Player, Seat
from games.services.player_merge import merge_players
from rest.refusals import Refusal
from scoring.exchange.archive.reader import Archive, read_archive
from scoring.exchange.services.archive_import import write_archive
from scoring.exchange.services.hidden_writing import ImportTarget, delete_leftovers, target_of
from scoring.jobs import worker
from scoring.jobs.models import Job, JobState
from scoring.jobs.queue import cancel_job
from scoring.jobs.worker import Output, Run
from tests.cast import V1, Cast
from tests.games.races import together
from tests.games.scoresheet import phone, sit_down
from tests.scoring.everything import archive_of_everything
from tests.scoring.import_files import rows


@pytest.fixture
def archive(db: None) -> Archive:
    return read_archive(archive_of_everything())


@pytest.fixture
def bring(cast: Cast, archive: Archive) -> Iterator[Callable[..., Job]]:
    """Import the archive as a job, game by game, and do something between two games."""
    work = worker.KINDS["import"]

    def begin(between: Callable[[Run, int], object]) -> Job:
        def write(run: Run) -> Callable[[], Output]:
            def progress(done: int, _total: int) -> None:
                between(run, done)

            target = replace(target_of(run), progress=progress, max_rows=1)
            show = write_archive(target, archive, {})
            return lambda: Output(show())

        worker.KINDS["import"] = write
        job = Job.objects.create(
            group=cast.other_group, kind="import", created_by=cast.users["other_owner"]
        )
        try:
            worker.work_on(job.pk)
        finally:
            job = Job.objects.filter(pk=job.pk).first() or job
        return job

    yield begin
    worker.KINDS["import"] = work


def seen(cast: Cast) -> tuple[int, int]:
    """How many games and players of the group its owner sees."""
    client = phone(cast.users["other_owner"])
    url = f"{V1}/groups/{cast.other_group.pk}"
    answers = [client.get(f"{url}/{name}/").json() for name in ("games", "players")]
    return len(answers[0]["results"]), len(answers[1]["results"])


# --- Short transactions ----------------------------------------------------------------------


@pytest.mark.django_db(transaction=True)
def test_others_write_between_two_games(cast: Cast, race: None, archive: Archive) -> None:
    """On a database with one writer at a time, they would wait in vain within a transaction."""
    record = partial(sit_down(cast, "WE").play, "W=out E=50-")
    written = []

    def another_phone(done: int, total: int) -> None:
        assert not connection.in_atomic_block
        if done < 3:
            together(record)
        written.append(Game.everything.filter(group=cast.other_group).count())
        assert (done, total) == (written[-1], len(archive.entries))
        assert seen(cast) == (0, 0)

    owner = cast.users["other_owner"]
    target = ImportTarget(uuid4(), owner, cast.other_group.pk, another_phone, max_rows=1)
    show = write_archive(target, archive, {})
    assert written == list(range(len(archive.entries)))  # one game in each transaction
    assert seen(cast) == (0, 0)
    assert show()["imported"] == len(archive.entries)
    assert seen(cast) == (len(archive.entries), 5)  # one of six was merged
    assert not Game.everything.exclude(hidden_by=None).exists()
    assert not Player.everything.exclude(hidden_by=None).exists()


def test_a_transaction_writes_a_limited_number_of_rows(cast: Cast, archive: Archive) -> None:
    before = rows()
    sizes = []

    def measure(_done: int, _total: int) -> None:
        sizes.append(sum(rows().values()) - sum(before.values()))

    owner = cast.users["other_owner"]
    target = ImportTarget(uuid4(), owner, cast.other_group.pk, measure, max_rows=30)
    write_archive(target, archive, {})
    measure(0, 0)
    written = [after - start for start, after in pairwise(sizes)]
    games = Game.everything.filter(group=cast.other_group)
    largest = max(
        1 + game.seats.count() + game.rounds.count() + game.log.count() + game.plays.count()
        for game in games
    )
    assert len(written) > 3
    assert max(written) <= max(30, largest)


# --- All or nothing --------------------------------------------------------------------------


def leave(cast: Cast) -> None:
    Membership.objects.filter(user=cast.users["other_owner"]).delete()


def become_a_viewer(cast: Cast) -> None:
    Membership.objects.filter(user=cast.users["other_owner"]).update(role="viewer")


def fail(cast: Cast) -> None:
    raise RuntimeError("The disk is full.")


@pytest.mark.parametrize(
    ("act", "code"),
    [(leave, "not_found"), (become_a_viewer, "role_too_low"), (fail, "internal_error")],
)
def test_what_fails_half_way_leaves_nothing(
    cast: Cast, bring: Callable[..., Job], act: Callable[[Cast], None], code: str
) -> None:
    before = rows()
    job = bring(lambda run, done: act(cast) if done == 3 else None)
    assert job.state == "failed"
    assert job.problem is not None
    assert job.problem["code"] == code
    assert rows() == before


def test_what_is_cancelled_after_an_interruption_leaves_nothing(
    cast: Cast, bring: Callable[..., Job], django_capture_on_commit_callbacks: Any
) -> None:
    before = rows()
    with pytest.raises(KeyboardInterrupt):
        bring(interrupt)
    job = Job.objects.get(kind="import")
    assert (job.state, rows()["Game"]) == ("running", before["Game"] + 3)
    assert seen(cast) == (0, 0)
    with django_capture_on_commit_callbacks(execute=True):
        cancel_job(job=job)
    assert rows() == before


def test_a_group_that_is_deleted_half_way(cast: Cast, bring: Callable[..., Job]) -> None:
    owner = phone(cast.users["other_owner"])
    url = f"{V1}/groups/{cast.other_group.pk}/"

    def delete() -> None:
        assert owner.delete(f"{url}?confirm=true").status_code == 204

    job = bring(lambda run, done: delete() if done == 3 else None)
    assert not Job.objects.filter(pk=job.pk).exists()
    assert not Group.objects.filter(pk=cast.other_group.pk).exists()
    assert not Game.everything.filter(group=cast.other_group.pk).exists()
    assert not Player.everything.filter(group=cast.other_group.pk).exists()


def test_a_player_who_is_merged_half_way(cast: Cast, archive: Archive) -> None:
    """The seats that were written move; what would be written next is refused."""
    [gone, kept] = [
        Player.objects.create(group=cast.other_group, name=name) for name in ("Gone", "Kept")
    ]
    owner = cast.users["other_owner"]
    before = rows()

    def merge(done: int, _total: int) -> None:
        if done == 3:
            assert Seat.objects.filter(player=gone).exists()
            merge_players(actor=owner, player=gone.pk, into=kept.pk)

    target = ImportTarget(uuid4(), owner, cast.other_group.pk, merge, max_rows=1)
    most = max(
        archive.players,
        key=lambda player: sum(
            seat.player_id == player.id for record in archive.records for seat in record.seats
        ),
    )
    with pytest.raises(Refusal) as caught:
        write_archive(target, archive, {most.name: str(gone.pk)})
    assert caught.value.code == "players_changed"
    assert seen(cast) == (0, 1)
    delete_leftovers()
    merged = {**before, "PendingGame": before["PendingGame"] + 1}  # by the merge itself
    assert rows() == merged


@pytest.fixture
def hidden_and_known(cast: Cast) -> tuple[Player, Player]:
    """A player whom an import still hides, and the one of the group whom they were merged into."""
    known = Player.objects.create(group=cast.other_group, name="Known")
    hidden = Player.everything.create(
        group=cast.other_group, name="Hidden", merged_into=known, hidden_by=uuid4()
    )
    return hidden, known


def test_hidden_players_do_not_keep_a_player(
    cast: Cast, hidden_and_known: tuple[Player, Player]
) -> None:
    _hidden, known = hidden_and_known
    client = phone(cast.users["other_owner"])
    assert client.delete(f"{V1}/players/{known.pk}/").status_code == 204
    assert not Player.everything.filter(group=cast.other_group).exists()


def test_players_of_an_import_that_died_before_its_first_game_go(
    cast: Cast, hidden_and_known: tuple[Player, Player]
) -> None:
    hidden, known = hidden_and_known
    assert delete_leftovers() == 0  # games
    assert not Player.everything.filter(pk=hidden.pk).exists()
    assert Player.objects.filter(pk=known.pk).exists()


def interrupt(run: Run, done: int) -> None:
    """As when the process is killed: the job stays as it is."""
    if done == 3 and run.job.run == 1:
        raise KeyboardInterrupt


# --- Interrupted -----------------------------------------------------------------------------


def test_an_interrupted_import_goes_on_where_it_was(
    cast: Cast, archive: Archive, bring: Callable[..., Job]
) -> None:
    with pytest.raises(KeyboardInterrupt):
        bring(interrupt)
    job = Job.objects.get(kind="import")
    kept = set(Game.everything.filter(group=cast.other_group).values_list("pk", flat=True))
    assert len(kept) == 3
    assert delete_leftovers() == 0  # its job has not ended
    Job.objects.filter(pk=job.pk).update(state=JobState.WAITING)
    total = len(archive.entries)
    worker.work_on(job.pk)
    job.refresh_from_db()
    assert job.result is not None
    assert job.result["imported"] == total
    games = Game.objects.filter(group=cast.other_group)
    assert kept < set(games.values_list("pk", flat=True))
    assert games.count() == total
    players = [player["name"] for player in job.result["new_players"]]
    assert len(set(players)) == len(players)
    assert seen(cast)[1] == len(players)


def test_a_run_that_was_replaced_writes_no_further_game(
    cast: Cast, bring: Callable[..., Job]
) -> None:
    """Though it was only asleep."""

    def replaced(run: Run, done: int) -> None:
        if done == 3:
            Job.objects.filter(pk=run.job.pk).update(run=2)

    job = bring(replaced)
    assert (job.state, job.run) == ("running", 2)
    assert Game.everything.filter(group=cast.other_group).count() == 3
    assert seen(cast) == (0, 0)


def test_the_slower_of_two_imports_brings_what_is_still_new(
    cast: Cast, archive: Archive, bring: Callable[..., Job]
) -> None:
    owner = cast.users["other_owner"]
    faster = ImportTarget(uuid4(), owner, cast.other_group.pk)
    some = replace(archive, entries=archive.entries[:2])
    job = bring(lambda run, done: write_archive(faster, some, {})() if done == 1 else None)
    total = len(archive.entries)
    assert job.result is not None
    assert (job.result["imported"], job.result["known"]) == (total - 2, 2)
    assert Game.objects.filter(group=cast.other_group).count() == total
    assert not Game.everything.exclude(hidden_by=None).exists()
