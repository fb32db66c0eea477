"""Reserving ids in SQL, compared with the ORM."""

from __future__ import annotations

from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import models
from django.utils import timezone

from games.domain.creation import CreationKind
from games.models import ChosenId, Game, Group, Invite, Play, Player, Role, Round, ShareLink
from store.chosen_ids import Reservation, reserve_id
from tests.cast import Cast

MODELS: dict[CreationKind, tuple[type[models.Model], str]] = {
    CreationKind.GROUP: (Group, "pk"),
    CreationKind.PLAYER: (Player, "pk"),
    CreationKind.GAME: (Game, "pk"),
    CreationKind.ROUND: (Round, "public_id"),
    CreationKind.PLAY: (Play, "pk"),
    CreationKind.INVITE: (Invite, "pk"),
    CreationKind.SHARE_LINK: (ShareLink, "pk"),
}


def reserved_by_orm(id: UUID, digest: str, kind: CreationKind) -> Reservation:
    row, is_new = ChosenId.objects.get_or_create(id=id, defaults={"digest": digest})
    model, column = MODELS[kind]
    is_used = is_new and model._base_manager.filter(**{column: id}).exists()
    return Reservation(row.digest, is_new, is_used)


def one_of(kind: CreationKind, cast: Cast) -> UUID:
    """Create something under an id that the server chose."""
    game = Game.objects.create(
        group=cast.group, edition="classic", phases=[], first_dealer=0, hidden_by=uuid4()
    )
    new: dict[CreationKind, Any] = {
        CreationKind.GROUP: lambda: cast.group,
        CreationKind.PLAYER: lambda: Player.objects.create(group=cast.group, hidden_by=uuid4()),
        CreationKind.GAME: lambda: game,
        CreationKind.ROUND: lambda: Round.objects.create(game=game, number=1),
        CreationKind.PLAY: lambda: Play.objects.create(game=game, round=1, number=1, kind="note"),
        CreationKind.INVITE: lambda: Invite.objects.create(
            group=cast.group, role=Role.VIEWER, code="x", expires_at=timezone.now()
        ),
        CreationKind.SHARE_LINK: lambda: ShareLink.objects.create(game=game, token="x"),
    }
    row = new[kind]()
    id: UUID = row.public_id if kind is CreationKind.ROUND else row.pk
    return id


@pytest.mark.parametrize("kind", CreationKind)
def test_an_id_is_reserved_as_by_the_orm(kind: CreationKind, cast: Cast) -> None:
    earlier = uuid4()
    ChosenId.objects.create(id=earlier, digest="earlier")
    used = one_of(kind, cast)
    for id in (uuid4(), earlier, used):
        before = list(ChosenId.objects.order_by("id").values_list())
        expected = reserved_by_orm(id, "asked", kind)
        rows = list(ChosenId.objects.order_by("id").values_list())
        if rows != before:
            ChosenId.objects.get(id=id).delete()
        assert reserve_id(id, "asked", kind=kind) == expected
        assert list(ChosenId.objects.order_by("id").values_list()) == rows


def test_a_new_id_takes_one_statement(db: None, django_assert_num_queries: Any) -> None:
    id = uuid4()
    for statements in (1, 2):
        with django_assert_num_queries(statements):
            reserve_id(id, "asked", kind=CreationKind.ROUND)
