"""How much each account stores, for the host. It reads whole tables: do not use it in requests."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.db.models import Count, F, Max, Model, QuerySet, Sum, TextField
from django.db.models.functions import Cast, Coalesce, Length

from accounts.models import User
from games.models import (
    Game,
    Happening,
    Membership,
    Play,
    Player,
    Role,
    Round,
)
from scoring.jobs.models import Job, Upload

ROW_BYTES = 100  # roughly what a row takes without its long columns

# Rows by group, and the long columns that are measured, in characters if they are text.
_TABLES: tuple[tuple[type[Model], F | Coalesce, tuple[str, ...], tuple[str, ...]], ...] = (
    (Player, F("group"), (), ()),
    (Game, F("group"), (), ()),
    (Round, F("game__group"), (), ("lines",)),
    (Play, F("game__group"), (), ("data",)),
    (Happening, Coalesce("game__group", "group"), ("content",), ()),
    (Job, F("group"), ("file",), ("result",)),
    (Upload, F("group"), ("content",), ()),
)


@dataclass(frozen=True, slots=True)
class Usage:
    """What an account has: how many groups it is in, and how many games and bytes, roughly.

    The games and bytes of a group count for whoever has owned it longest. `seen_at` is when a
    device of the account was last used.
    """

    user: User
    groups: int
    games: int
    stored: int
    seen_at: datetime | None


def usage() -> Iterator[Usage]:
    """Yield what each account stores. Each group counts once, for its first owner."""
    stored = _bytes_of_groups()
    games = dict(
        Game.everything.order_by().values_list("group").annotate(count=Count("pk")).iterator()
    )
    games_of: Counter[UUID] = Counter()
    bytes_of: Counter[UUID] = Counter()
    owners = Membership.objects.filter(role=Role.OWNER).order_by("joined_at", "pk")
    first: set[UUID] = set()
    for group, owner in owners.values_list("group", "user").iterator():
        if group not in first:
            first.add(group)
            games_of[owner] += games.get(group, 0)
            bytes_of[owner] += stored[group]
    users = User.objects.annotate(
        groups=Count("memberships", distinct=True), seen=Max("auth_token_set__seen_at")
    )
    for user in users.order_by("created_at", "pk").iterator():
        yield Usage(user, user.groups, games_of[user.pk], bytes_of[user.pk], user.seen)


def _bytes_of_groups() -> Counter[UUID]:
    """Roughly how many bytes belong to each group."""
    total: Counter[UUID] = Counter()
    for model, group, binary, text in _TABLES:
        rows: QuerySet[Model] = getattr(model, "everything", model._default_manager).order_by()
        sums: dict[str, Any] = {"rows": Count("pk")}
        for name in (*binary, *text):
            column = F(name) if name in binary else Cast(name, TextField())
            sums[f"{name}_bytes"] = Coalesce(Sum(Length(column)), 0)
        for row in rows.values(of=group).annotate(**sums).iterator():
            lengths = sum(row[f"{name}_bytes"] for name in (*binary, *text))
            total[row["of"]] += ROW_BYTES * row["rows"] + lengths
    return total
