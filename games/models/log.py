"""The log: what has happened in games and groups.

The history of a game, its stream and the stream of its group are views of this one log
(`games.wire.history`, `games.wire.events`, `games.wire.group_events`).
"""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from accounts.models import NAME_LENGTH
from games.models.games import REASON_LENGTH, Game
from games.models.groups import Group
from games.models.packed_json import PackedJSONField


class EventKind(models.TextChoices):
    """What an event is about. Changes of a game have the same kinds."""

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


class Happening(models.Model):
    """Something that has happened in a game, in a group, or in both. Rows are only added.

    `number` is that of its last event in the stream of the game, `group_number` that of its event
    in the stream of the group; both count from 1 without gaps, because they are taken while the
    row of the game and that of the group's `GroupLog` are locked. It has no `group` if the group
    is not told, and no `number` if it comes from an import, which nobody followed.

    `version` is the game's version after it. `is_change` says that it is in the game's history;
    then `round` is the round that was changed, `reason` why the players overruled the check, and
    `phone_time` that of the game or the round that it created.

    `kind` is that of the change, or of the first event. `content` has what each view shows:

    - `before` and `after` for the history: what was changed, as the API shows it;
    - `events` for the stream of the game: the kind and the data of each;
    - `told` for the stream of the group: its kind and data.
    """

    id = models.BigAutoField(primary_key=True)
    # Without indexes of their own, as with all keys by which a unique constraint begins.
    game = models.ForeignKey(
        Game, null=True, on_delete=models.CASCADE, related_name="log", db_index=False
    )
    number = models.PositiveIntegerField(null=True)
    version = models.PositiveIntegerField(null=True)
    is_change = models.BooleanField(default=False)
    group = models.ForeignKey(
        Group, null=True, on_delete=models.CASCADE, related_name="+", db_index=False
    )
    group_number = models.PositiveIntegerField(null=True)
    kind = models.CharField(max_length=30)
    round = models.PositiveIntegerField(null=True)
    reason = models.CharField(max_length=REASON_LENGTH, blank=True)
    actor = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL)
    actor_name = models.CharField(max_length=NAME_LENGTH, blank=True)
    at = models.DateTimeField(default=timezone.now)
    phone_time = models.DateTimeField(null=True)
    content = PackedJSONField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="event_of_game_once"),
            models.UniqueConstraint(
                fields=["game", "version"], condition=Q(is_change=True), name="version_of_game_once"
            ),
            models.UniqueConstraint(
                fields=["group", "group_number"],
                condition=Q(group__isnull=False),
                name="event_of_group_once",
            ),
        ]
