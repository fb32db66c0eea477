"""The plays on the live table, and the events that phones receive."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from rest_framework.utils.encoders import JSONEncoder

from accounts.models import NAME_LENGTH
from games.domain.play_codec import PlayKind
from games.models.games import REASON_LENGTH, Game, Seat
from games.models.groups import Group

PLAY_KINDS = [(kind.value, kind.value) for kind in PlayKind]


class EventKind(models.TextChoices):
    """What an event is about. Changes of a game have the same kinds (`Change.kind`)."""

    GAME_STARTED = "game_started"
    SETTINGS_CHANGED = "settings_changed"
    ROUND_RECORDED = "round_recorded"
    ROUND_CORRECTED = "round_corrected"
    ROUND_TAKEN_BACK = "round_taken_back"
    GAME_ABANDONED = "game_abandoned"
    GAME_RESUMED = "game_resumed"
    GAME_ENDED_EARLY = "game_ended_early"
    GAME_ARCHIVED = "game_archived"
    GAME_UNARCHIVED = "game_unarchived"
    GAME_DELETED = "game_deleted"
    GAME_RESTORED = "game_restored"
    PLAYERS_MERGED = "players_merged"
    PLAYER_JOINED = "player_joined"
    PLAYER_LEFT = "player_left"
    GAME_OVER = "game_over"
    JOINED = "joined"
    TABLE = "table"
    TABLE_LAID = "table_laid"
    DRAFT_CHANGED = "draft_changed"
    DRAFT_DISCARDED = "draft_discarded"


class Play(models.Model):
    """One play on the table of a round; `games.domain.play_codec` reads and writes `data`.

    Plays are numbered within a round. A play that is taken back is kept, but no longer counts.
    `overrule` is why the players overruled the referee, if they did; `recorder_name` and
    `phone_time` are as in `Round`.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    # Without an index of its own, as with all keys by which a unique constraint begins.
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="plays", db_index=False)
    round = models.PositiveIntegerField()
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=10, choices=PLAY_KINDS)
    seat = models.ForeignKey(Seat, null=True, on_delete=models.CASCADE, related_name="plays")
    data = models.JSONField(default=dict)
    overrule = models.CharField(max_length=REASON_LENGTH, blank=True)
    recorded_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL)
    recorder_name = models.CharField(max_length=NAME_LENGTH, blank=True, default="", db_default="")
    recorded_at = models.DateTimeField(default=timezone.now)
    phone_time = models.DateTimeField(null=True)
    taken_back_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["round", "number"]
        constraints = [
            models.UniqueConstraint(fields=["game", "round", "number"], name="a_play_once"),
            models.CheckConstraint(
                name="play_kind", condition=Q(kind__in=[kind.value for kind in PlayKind])
            ),
            models.CheckConstraint(
                name="plays_from_one", condition=Q(number__gte=1) & Q(round__gte=1)
            ),
        ]

    @property
    def recorder(self) -> str | None:
        """The name of the person who recorded it; None if that account was deleted."""
        return self.recorded_by.name if self.recorded_by else self.recorder_name or None


class Event(models.Model):
    """Something that happened in a game, as phones are told.

    `number` counts the events of a game from 1 without gaps: an event gets its number while the
    game's row is locked. `version` is the game's version after the event. After a while, events are
    moved to `PackedEvents`.
    """

    id = models.BigAutoField(primary_key=True)
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="events", db_index=False)
    number = models.PositiveIntegerField()
    version = models.PositiveIntegerField()
    kind = models.CharField(max_length=30, choices=EventKind)
    actor_name = models.CharField(max_length=NAME_LENGTH, blank=True)
    data = models.JSONField(default=dict, encoder=JSONEncoder)  # JSON of the API
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="an_event_once"),
            models.CheckConstraint(name="event_kind", condition=Q(kind__in=EventKind.values)),
        ]

    @property
    def topic(self) -> uuid.UUID:
        """What it is an event of."""
        return self.game_id


class PackedEvents(models.Model):
    """The events of a game from the number `first` to `last`, compressed.

    `games.live.packed_events` reads and writes them. A row is written once; what happens in the
    game later is stored as events again.
    """

    id = models.BigAutoField(primary_key=True)
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="+", db_index=False)
    first = models.PositiveIntegerField()
    last = models.PositiveIntegerField()
    content = models.BinaryField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "first"], name="packed_once"),
            models.CheckConstraint(
                name="packed_in_order", condition=Q(first__gte=1) & Q(last__gte=F("first"))
            ),
        ]


class GroupEventKind(models.TextChoices):
    """What an event of a group is about."""

    GAME_CHANGED = "game_changed"
    GAME_REMOVED = "game_removed"
    GAMES_IMPORTED = "games_imported"
    GROUP_CHANGED = "group_changed"
    MEMBER_CHANGED = "member_changed"
    MEMBER_REMOVED = "member_removed"
    PLAYER_CHANGED = "player_changed"
    PLAYER_REMOVED = "player_removed"


class GroupEvent(models.Model):
    """Something that happened in a group, as phones are told.

    `number` counts the events of a group from 1 without gaps: an event gets its number while the
    row of the group's `GroupLog` is locked. After a while, all but the last ones are moved to
    `PackedGroupEvents`.
    """

    id = models.BigAutoField(primary_key=True)
    group = models.ForeignKey(
        Group, on_delete=models.CASCADE, related_name="events", db_index=False
    )
    number = models.PositiveIntegerField()
    kind = models.CharField(max_length=30, choices=GroupEventKind)
    actor = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL)
    actor_name = models.CharField(max_length=NAME_LENGTH, blank=True)
    data = models.JSONField(default=dict, encoder=JSONEncoder)  # JSON of the API
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["group", "number"], name="a_group_event_once"),
            models.CheckConstraint(
                name="group_event_kind", condition=Q(kind__in=GroupEventKind.values)
            ),
        ]

    @property
    def topic(self) -> uuid.UUID:
        """What it is an event of."""
        return self.group_id


class PackedGroupEvents(models.Model):
    """As `PackedEvents`, of a group."""

    id = models.BigAutoField(primary_key=True)
    group = models.ForeignKey(Group, on_delete=models.CASCADE, related_name="+", db_index=False)
    first = models.PositiveIntegerField()
    last = models.PositiveIntegerField()
    content = models.BinaryField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["group", "first"], name="group_packed_once"),
            models.CheckConstraint(
                name="group_packed_in_order", condition=Q(first__gte=1) & Q(last__gte=F("first"))
            ),
        ]
