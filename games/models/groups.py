"""The people who play together."""

from __future__ import annotations

import uuid
from typing import TypeVar
from zoneinfo import ZoneInfo

from django.conf import settings
from django.db import models
from django.db.models import F, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import NAME_LENGTH, TIME_ZONE_LENGTH
from games.domain.faces import COLORS, SIGN_LENGTH, Face

DEFAULT_TIME_ZONE = "UTC"


class Role(models.TextChoices):
    """What a member may do: each role includes everything that the next one may do."""

    OWNER = "owner", _("owner")
    SCORER = "scorer", _("scorer")
    VIEWER = "viewer", _("viewer")


class Group(models.Model):
    """People who play together, their players and their games.

    `time_zone` is the IANA name of where they play. `seasons` are the nights on which seasons
    begin, such as 2026-03-01, the earliest first.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(max_length=NAME_LENGTH)
    time_zone = models.CharField(max_length=TIME_ZONE_LENGTH, default=DEFAULT_TIME_ZONE)
    seasons = models.JSONField(default=list)
    created_at = models.DateTimeField(default=timezone.now)

    def __str__(self) -> str:
        return self.name

    @property
    def zone(self) -> ZoneInfo:
        """The time zone, to compute with."""
        return ZoneInfo(self.time_zone)


class GroupLog(models.Model):
    """What has happened in a group, counted; a group without a row has no events yet.

    `last_event` is the number of the group's latest event. `revision` counts the changes of what
    games and the group show besides games: names, members, players. Its row is the last one that
    a transaction locks, after those of groups, games and players, so that no two wait for each
    other.
    """

    group = models.OneToOneField(
        Group, primary_key=True, on_delete=models.CASCADE, related_name="log"
    )
    last_event = models.PositiveIntegerField(default=0)
    revision = models.PositiveIntegerField(default=0)


class Membership(models.Model):
    """A person who is a member of a group.

    `seen_event` is the number of the latest event of the group that they have seen. `claims` is the
    player that they say to be, until somebody who may score approves that or refuses it.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    group = models.ForeignKey(Group, on_delete=models.CASCADE, related_name="memberships")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships"
    )
    role = models.CharField(max_length=10, choices=Role)
    joined_at = models.DateTimeField(default=timezone.now)
    seen_event = models.PositiveIntegerField(default=0)
    claims = models.ForeignKey(
        "Player", null=True, on_delete=models.SET_NULL, related_name="claimed_by"
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["group", "user"], name="one_membership_each"),
            models.CheckConstraint(name="membership_role", condition=Q(role__in=Role.values)),
        ]


class Invite(models.Model):
    """A code that lets a limited number of people into a group, for a limited time."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    group = models.ForeignKey(Group, on_delete=models.CASCADE, related_name="invites")
    role = models.CharField(max_length=10, choices=Role)
    code = models.CharField(max_length=16, unique=True)
    expires_at = models.DateTimeField()
    max_uses = models.PositiveIntegerField(null=True)
    uses = models.PositiveIntegerField(default=0)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL)
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        constraints = [
            models.CheckConstraint(name="invite_role", condition=Q(role__in=Role.values)),
            models.CheckConstraint(
                name="no_more_uses_than_allowed",
                condition=Q(max_uses__isnull=True) | Q(uses__lte=F("max_uses")),
            ),
        ]


Row = TypeVar("Row", bound=models.Model)


class VisibleManager(models.Manager[Row]):
    """The players or games without those that an import is still writing."""

    def get_queryset(self) -> QuerySet[Row]:
        return super().get_queryset().filter(hidden_by=None)


class Player(models.Model):
    """Somebody who plays, with or without an account.

    `sign` is an emoji or one or two letters; empty for the first letter of the name.

    `hidden_by` is the import that is still writing this row; nobody sees it until that has ended.

    `merged_into` is set if this player turned out to be the same person as another one. The
    row stays, so that old links still find the person; its games are the other player's.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    group = models.ForeignKey(Group, on_delete=models.CASCADE, related_name="players")
    name = models.CharField(max_length=NAME_LENGTH)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="players"
    )
    color = models.CharField(max_length=10, default=COLORS[0], db_default=COLORS[0])
    sign = models.CharField(max_length=SIGN_LENGTH, blank=True, default="", db_default="")
    has_left = models.BooleanField(default=False)
    merged_into = models.ForeignKey("self", null=True, on_delete=models.PROTECT)
    created_at = models.DateTimeField(default=timezone.now)
    hidden_by = models.UUIDField(null=True)

    objects = VisibleManager["Player"]()
    everything = models.Manager["Player"]()

    class Meta:
        indexes = [
            models.Index(
                fields=["hidden_by"],
                name="hidden_players",
                condition=Q(hidden_by__isnull=False),
            )
        ]
        constraints = [
            models.UniqueConstraint(fields=["group", "user"], name="one_player_a_person"),
            models.CheckConstraint(name="player_color", condition=Q(color__in=COLORS)),
            models.CheckConstraint(
                name="merged_player_is_nobody",
                condition=Q(merged_into__isnull=True)
                | (Q(user__isnull=True) & ~Q(merged_into=F("id"))),
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def face(self) -> Face:
        return Face(self.color, self.sign)
