"""A group that has recorded every kind of thing that there is."""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from datetime import UTC, datetime
from functools import cache
from typing import Any
from uuid import UUID, uuid4

from django.db import transaction

from accounts.models import User
from games.domain.game_record import Outcome, write_phase
from games.models import Game, Group, Membership, PhaseList, Player, Role, Seat
from games.services.account_data import leave_groups
from referee.editions import EDITIONS
from scoring.exchange.archive.reader import Archive, read_archive
from scoring.exchange.services.archive_import import write_archive
from scoring.exchange.services.exports import start_export
from scoring.exchange.services.hidden_writing import ImportTarget
from scoring.jobs.models import Job
from scoring.jobs.progress import Progress, no_progress
from scoring.jobs.results import ImportResult
from scoring.jobs.worker import StartOver, work_on
from tests.cast import V1, Cast, make_cast
from tests.games.livetable import Live, done
from tests.games.scoresheet import Table, phone, sit_down
from tests.games.test_attendance import join, leave

# By their first letters: a formula, an emoji, one from right to left, one with a number.
NAMES = {"North": '=HYPERLINK("http://x.example","click")', "East": "E🎴 Ëva", "South": "שרה Sara"}
OFFLINE = "2025-12-24T19:30:00+01:00"
TOTALS = [
    {"completed": 10, "total": 325, "won": True},
    {"completed": 8, "total": 150, "won": False},
    {"completed": None, "total": 0, "won": False},
]


@transaction.atomic
def restore_archive(
    *,
    actor: User,
    group: UUID,
    archive: Archive,
    players: Mapping[str, str],
    progress: Progress = no_progress,
) -> ImportResult:
    """Import an archive at once, without a job."""
    target = ImportTarget(uuid4(), actor, group, progress)
    while True:
        with suppress(StartOver):
            return write_archive(target, archive, players)()


def restore(cast: Cast, data: bytes, **players: str) -> ImportResult:
    """Bring an archive into the other group of the cast."""
    return restore_archive(
        actor=cast.users["other_owner"],
        group=cast.other_group.pk,
        archive=read_archive(data),
        players=players,
    )


def record_everything(cast: Cast) -> dict[str, Game]:
    """Fill the group of the cast; return some of its games by what is in them."""
    tables = {
        "tie-break": _tie_break(cast),
        "corrected": _corrected(cast),
        "plays": _plays(cast),
        "early": _ended_early(cast),
        "late": _joined_late(cast),
        "abandoned": _abandoned(cast),
        "fixed": _fixed_rounds(cast),
        "begun": sit_down(cast, "SW", edition="express", phases=[5, 5, 2], dealer="W"),
        "deleted": sit_down(cast, "NE"),
    }
    games = {name: Game.objects.get(pk=table.game["id"]) for name, table in tables.items()}
    cast.owner.delete(f"{V1}/games/{games['deleted'].pk}/", headers={"If-Match": "*"})
    games["totals"] = totals_only(cast.group, cast.players[:3])
    for player in cast.players:
        if player.name in NAMES:
            player.name = NAMES[player.name]
            player.save()
    Player.objects.create(group=cast.group, name="Never played", has_left=True)
    phases = [write_phase(phase) for phase in EDITIONS["flip"].phases[:3]]
    PhaseList.objects.create(group=cast.group, name="Short", edition="flip", phases=phases)
    for game in games.values():
        game.refresh_from_db()
    return games


def _tie_break(cast: Cast) -> Table:
    table = sit_down(cast, "NESW", phases=[1, 6], dealer="S")
    table.play("N=110- E=out S=105- W=5", "N=50- E=5 S=5 W=out")
    assert table.record("E=55- W=5+", overrule="=The cards had run out.").status_code == 201
    return table.play("E=10 W=out")


def _corrected(cast: Cast) -> Table:
    """With a correction, a round taken back, other settings, and a player who was two."""
    twin = Player.objects.create(group=cast.group, name="Twin")
    table = sit_down(cast, "NES")
    ids = [table.ids["N"], str(twin.pk), table.ids["S"]]
    assert table.change(players=ids, house_rules={"must_lay_down": True}).status_code == 200
    table.play("N=out T=R9,B10,W+ S=50-", "N=25 T=out S=55-", "N=out T=5 S=50-")
    assert table.correct(2, "N=30 T=out S=55-").status_code == 200
    assert table.take_back().status_code == 200
    assert table.decide("archive").status_code == 200
    into = cast.players[3].pk
    merged = cast.scorer.patch(f"{V1}/players/{twin.pk}/", {"merged_into": str(into)})
    assert merged.status_code == 200, merged.content
    table.look()
    return table


def _joined_late(cast: Cast) -> Table:
    """With a player who sat down between two others, and one who went home."""
    table = sit_down(cast, "NES").play("N=out E=5 S=55-")
    join(table, "W", cast, left_of="N", phase="lowest", total=80)
    table.play("N=out W=5 E=5 S=55-")
    leave(table, "S", cast)
    return table.play("N=out W=5 E=5")


def _plays(cast: Cast) -> Table:
    """Two rounds with plays of every kind, one taken back, one overruled, one of a former user."""
    sets = [{"kind": "set", "size": 3}] * 2
    table = sit_down(cast, "NES", edition="flip", phases=[sets, 10], phone_time=OFFLINE)
    live = Live(table)
    done(live.discard(None, "R5"))
    done(live.draw("N", phone_time=OFFLINE))
    done(live.lay("N", "R3 B3 G3", "Y8 R8 G8"))
    done(live.hit("N", 0, "Y3"))
    done(live.hit("N", 0, "Y4", overrule="@So it was."))
    done(live.note("Tea, with “milk”."))
    live.take_back()
    done(live.flip())
    done(live.discard("N", None, goes_out=True))
    table.look()
    assert table.record("N=out E=50- S=50-", phone_time=OFFLINE).status_code == 201
    live.round = 2
    guest = User.objects.create_guest("Somebody")
    Membership.objects.create(group=cast.group, user=guest, role=Role.SCORER)
    live.client = table.client = phone(guest)
    done(live.note("Who is it?"))
    assert table.record("N=20- E=out S=60-", overrule="Yes.").status_code == 201
    leave_groups(guest)
    guest.delete()
    table.client = phone(cast.users["scorer"])
    return table


def _ended_early(cast: Cast) -> Table:
    table = sit_down(cast, "NE", edition="express").play("N=out E=25-")
    table.decide("end")
    return table


def _abandoned(cast: Cast) -> Table:
    table = sit_down(cast, "ES", house_rules={"pair_run_singles": True})
    table.decide("abandon")
    return table


def _fixed_rounds(cast: Cast) -> Table:
    own = [[{"kind": "pair_run", "size": 6}], 4]
    table = sit_down(cast, "NES", phases=own, variant="fixed_rounds")
    return table.play("N=out E=10 S=110-", "N=10 E=out S=55-")


def totals_only(group: Group, players: list[Player]) -> Game:
    """A game of which only the end is known, as it is imported from paper."""
    game = Game.objects.create(
        group=group,
        edition="classic",
        phases=[write_phase(phase) for phase in EDITIONS["classic"].phases],
        first_dealer=0,
        totals=TOTALS,
        outcome=Outcome.OVER,
        started_at=datetime(1999, 12, 31, 20, tzinfo=UTC),
    )
    Seat.objects.bulk_create(
        Seat(game=game, player=player, place=place) for place, player in enumerate(players)
    )
    return game


def exported(cast: Cast, format: str, group: Group | None = None, who: str = "owner") -> Job:
    """The job of an export of a group, done."""
    job = start_export(actor=cast.users[who], group=(group or cast.group).pk, format=format)
    work_on(job.pk)
    job.refresh_from_db()
    assert job.state == "done", job.problem
    return job


def archive_of(cast: Cast, group: Group | None = None, who: str = "owner") -> bytes:
    file = exported(cast, "json", group, who).file
    assert file is not None
    return bytes(file)


@cache
def archive_of_everything() -> bytes:
    """The archive of a group that `record_everything` has filled, and that is gone again."""
    with transaction.atomic():
        cast = make_cast()
        record_everything(cast)
        data = archive_of(cast)
        transaction.set_rollback(True)
    return data


def read(data: bytes) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(data)
    return document


def counted(brought: ImportResult) -> dict[str, int]:
    """What an import has brought, in numbers."""
    return {
        "games": brought["imported"],
        "rounds": brought["rounds"],
        "players": len(brought["new_players"]),
        "known": brought["known"],
    }
