"""The lists of Phases that groups save. Changes lock the group's row."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from games.domain.game_record import read_phase, write_phase
from games.limits import LIMITS
from games.models import PhaseList, Role
from games.services.locking import lock_group
from referee.editions import Edition
from referee.kinds import Phase
from rest.limits import expect_room
from rest.refusals import NotFound, found, wrong_field

MAX_PHASE_LISTS = LIMITS["phase_lists_of_group"].maximum


@transaction.atomic
def save_phase_list(
    *, actor: User, group: UUID, name: str, edition: Edition, phases: Sequence[Phase]
) -> PhaseList:
    """Save a list of Phases; raise Refusal if the group has too many."""
    lock_group(actor, group, Role.SCORER)
    expect_room("phase_lists_of_group", PhaseList.objects.filter(group_id=group).count())
    return PhaseList.objects.create(
        group_id=group, name=name, edition=edition.slug, phases=list(map(write_phase, phases))
    )


@transaction.atomic
def change_phase_list(*, row: PhaseList, actor: User, **changes: Any) -> PhaseList:
    """Set `name` and `phases`, as far as they are given; games that were started stay as before."""
    lock_group(actor, row.group_id, Role.SCORER)
    if "phases" in changes:
        changes["phases"] = list(map(write_phase, changes["phases"]))
    rows = PhaseList.objects.filter(pk=row.pk)
    rows.update(**changes)
    return found(rows.first())


@transaction.atomic
def delete_phase_list(*, actor: User, group: UUID, phase_list: UUID) -> None:
    """Delete a list; raise NotFound if there is none with this id."""
    lock_group(actor, group, Role.SCORER)
    deleted, _rows = PhaseList.objects.filter(group_id=group, pk=phase_list).delete()
    if not deleted:
        raise NotFound


def saved_phases(group: UUID, edition: Edition, id: UUID, path: str) -> tuple[Phase, ...]:
    """Return the Phases of a saved list; raise Refusal if it is missing or of another edition.

    `path` says where in the request the game is, with a dot at its end.
    """
    row = PhaseList.objects.filter(group_id=group, pk=id).first()
    if row is None:
        text = _("The group has not saved a list of Phases with this id.")
        code = "unknown_preset"
    elif row.edition != edition.slug:
        text = _("This list of Phases is for another edition: %(edition)s.")
        text %= {"edition": row.edition}
        code = "other_edition"
    else:
        return tuple(map(read_phase, row.phases))
    raise wrong_field(f"{path}preset", code, text)
