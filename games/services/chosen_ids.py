"""Creating something under an id that the client chose, once, however often it is asked.

`ChosenId` has a row for each such id, so that a request is recognised without a time limit, even
after what it created was changed, and an id stays taken after that was deleted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TypeVar
from uuid import UUID

from django.db import transaction
from django.db.models import Model
from django.http import Http404
from django.utils.translation import gettext as _

from games.domain.creation import Creation, CreationKind
from games.models import ChosenId, Game, Group, Invite, Play, Player, Round, ShareLink
from games.services.row_writer import BATCH
from rest.problems import FieldError, ProblemError
from store.rows import insert_values
from store.statements import send, stored

T = TypeVar("T")

_MODELS: dict[CreationKind, type[Model]] = {
    CreationKind.GROUP: Group,
    CreationKind.PLAYER: Player,
    CreationKind.GAME: Game,
    CreationKind.ROUND: Round,
    CreationKind.PLAY: Play,
    CreationKind.INVITE: Invite,
    CreationKind.SHARE_LINK: ShareLink,
}


@contextmanager
def creating(creations: Iterable[Creation]) -> Iterator[set[UUID]]:
    """Open a transaction to create something in; yield the ids of what was created before.

    For what is created in no group or game, whose lock would have opened a transaction.
    """
    with transaction.atomic():
        yield repeated_ids(creations)


def is_repeated(creation: Creation) -> bool:
    """Reserve an id as part of the caller's transaction; return whether it was created before.

    Raises ProblemError (409) as `repeated_ids`.
    """
    return bool(repeated_ids([creation]))


def repeated_ids(creations: Iterable[Creation]) -> set[UUID]:
    """Reserve ids as part of the caller's transaction; return those of earlier creations.

    The caller has checked that the actor may create this, and creates whatever is not repeated;
    if it raises instead, its transaction takes the reservations back. Raises ProblemError (409)
    if an id was used for anything else, or twice here. Somebody who reserves the same id at the
    same time waits. An id that the server chose is new, and not reserved.

    A request that creates several things reserves all their ids at once: always in the same order,
    or two requests could wait for each other.
    """
    repeated: set[UUID] = set()
    new: set[UUID] = set()
    chosen = [creation for creation in creations if creation.digest]
    for creation in sorted(chosen, key=lambda creation: creation.id):
        if _reserve(creation):
            new.add(creation.id)
            continue
        known = ChosenId.objects.filter(pk=creation.id, digest=creation.digest)
        if creation.id in new | repeated or not known.exists():
            raise id_taken(creation.field)
        repeated.add(creation.id)
    return repeated


def _reserve(creation: Creation) -> bool:
    """Reserve an id; return whether nobody has before. Raises ProblemError (409) if a row has it.

    Whoever reserves the same id at the same time waits here for the end of the other transaction.
    """
    model = _MODELS[creation.kind]
    column = "public_id" if model is Round else "id"
    is_used = f"SELECT 1 FROM {model._meta.db_table} WHERE {column} = %s"  # noqa: S608
    then = f"ON CONFLICT (id) DO NOTHING RETURNING EXISTS ({is_used})"
    row = (creation.id, creation.digest)
    statement = insert_values(ChosenId, ["id", "digest"], [row], then, returns=True)
    [new] = send(statement._replace(parameters=[*statement.parameters, stored(creation.id)]))
    if new and new[0][0]:  # the server chose it, for a row that may be hidden or deleted
        raise id_taken(creation.field)
    return bool(new)


def retire_ids(ids: Iterable[UUID]) -> None:
    """Keep ids of what is deleted taken, as part of the caller's transaction.

    A phone that still knows what is gone must not find something else in its place.
    """
    rows = [ChosenId(id=id) for id in ids]
    ChosenId.objects.bulk_create(rows, batch_size=BATCH, ignore_conflicts=True)


def existing(read: Callable[[], T], field: str = "id") -> T:
    """Return what was created before, as it is now.

    Raises ProblemError (409) if `read` raises Http404: it was deleted, or the actor may no longer
    see it.
    """
    try:
        return read()
    except Http404:
        raise id_taken(field) from None


def id_taken(field: str = "id") -> ProblemError:
    """Return the 409 for an id that is in use, which says nothing about by whom or for what."""
    text = _("This id is already in use. Choose a new one.")
    return ProblemError(409, "id_taken", text, errors=[FieldError(field, "id_taken", text)])
