"""The lists of Phases that groups save. Changes hold the group's row locked."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from django.db import transaction
from django.http import Http404
from django.utils.translation import gettext as _

from accounts.models import User
from games.domain.game_record import read_phase, write_phase
from games.models import PhaseList, Role
from games.services.locking import lock_group
from referee.editions import Edition
from referee.kinds import Phase
from rest.limits import LIMITS, expect_room
from rest.problems import FieldError, ProblemError

MAX_PHASE_LISTS = LIMITS["phase_lists_of_group"].maximum


@transaction.atomic
def save_phase_list(
    *, actor: User, group: UUID, name: str, edition: Edition, phases: Sequence[Phase]
) -> PhaseList:
    """Save a list of Phases; ProblemError (409) if the group has too many."""
    lock_group(actor, group, Role.SCORER)
    expect_room("phase_lists_of_group", PhaseList.objects.filter(group_id=group).count())
    return PhaseList.objects.create(
        group_id=group, name=name, edition=edition.slug, phases=list(map(write_phase, phases))
    )


@transaction.atomic
def change_phase_list(
    *, row: PhaseList, actor: User, name: str | None = None, phases: Sequence[Phase] | None = None
) -> PhaseList:
    """Change what is given; games that were started with the list stay as they are."""
    lock_group(actor, row.group_id, Role.SCORER)
    columns = {}
    if name is not None:
        columns["name"] = row.name = name
    if phases is not None:
        columns["phases"] = row.phases = list(map(write_phase, phases))  # type: ignore[assignment]
    if not PhaseList.objects.filter(pk=row.pk).update(**columns):
        raise Http404
    return row


@transaction.atomic
def delete_phase_list(*, actor: User, group: UUID, phase_list: UUID) -> None:
    """Delete a list; raise Http404 if there is none with this id."""
    lock_group(actor, group, Role.SCORER)
    deleted, _rows = PhaseList.objects.filter(group_id=group, pk=phase_list).delete()
    if not deleted:
        raise Http404


def saved_phases(group: UUID, edition: Edition, id: UUID, path: str = "") -> tuple[Phase, ...]:
    """Return the Phases of a list of the group; ProblemError (400) if it is of another edition.

    Also if there is none. `path` is where the game is in the request, with a dot.
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
    error = FieldError(f"{path}preset", code, text)
    raise ProblemError(400, "invalid_request", text, errors=[error])
