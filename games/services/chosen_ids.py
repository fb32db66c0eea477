"""Creating something under an id that the client chose: once, however often it is requested.

`ChosenId` has a row for every such id. A repeated request is recognized however late it comes, even
if what it created has changed in the meantime, and an id stays taken once that is deleted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeVar
from uuid import UUID

from django.db.models import Model
from django.utils.translation import gettext as _

from games.domain.creation import Creation, CreationKind
from games.models import ChosenId, Game, Group, Invite, Play, Player, Round, ShareLink
from games.services.row_writer import BATCH
from rest.refusals import FieldError, NotFound, Refusal
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


def is_repeated(creation: Creation) -> bool:
    """Reserve an id in the caller's transaction; return whether an earlier request created it.

    Raises Refusal like `repeated_ids`.
    """
    return bool(repeated_ids([creation]))


def repeated_ids(creations: Iterable[Creation]) -> set[UUID]:
    """Reserve ids in the caller's transaction; return those that an earlier request created.

    The caller has checked that the actor may create these things, and goes on to create the ones
    that are not repeated; if it fails, its transaction undoes the reservations. Raises Refusal if
    an id was used for something else, or occurs twice here. Another request that reserves the same
    id waits. Ids that the server chose are new and need no reservation.

    A request that creates several things reserves all their ids in one call, which sorts them:
    otherwise two requests could wait for each other.
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
    """Reserve an id; return False if it was reserved before. Raises Refusal if a row uses it.

    If another transaction is reserving the same id, this waits until that one ends.
    """
    model = _MODELS[creation.kind]
    column = "public_id" if model is Round else "id"
    is_used = f"SELECT 1 FROM {model._meta.db_table} WHERE {column} = %s"  # noqa: S608
    then = f"ON CONFLICT (id) DO NOTHING RETURNING EXISTS ({is_used})"
    row = (creation.id, creation.digest)
    statement = insert_values(ChosenId, ["id", "digest"], [row], then, returns=True)
    [new] = send(statement._replace(parameters=[*statement.parameters, stored(creation.id)]))
    if new and new[0][0]:  # chosen by the server, for a row that may be hidden or deleted
        raise id_taken(creation.field)
    return bool(new)


def retire_ids(ids: Iterable[UUID]) -> None:
    """Keep the ids of what the caller's transaction deletes from being used again.

    A phone that still knows a deleted thing must not find something else in its place.
    """
    rows = [ChosenId(id=id) for id in ids]
    ChosenId.objects.bulk_create(rows, batch_size=BATCH, ignore_conflicts=True)


def existing(read: Callable[[], T], field: str = "id") -> T:
    """Return what was created before, as it is now.

    Raises Refusal if `read` raises NotFound: it was deleted, or the actor may no longer see it.
    """
    try:
        return read()
    except NotFound:
        raise id_taken(field) from None


def id_taken(field: str) -> Refusal:
    """Return the refusal of an id that is in use, without revealing by whom or for what."""
    text = _("This id is already in use. Choose a new one.")
    return Refusal("id_taken", text, errors=[FieldError(field, "id_taken", text)])
