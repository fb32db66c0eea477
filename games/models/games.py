"""Games and their recorded rounds.

Nothing here is derived: `referee.game` works out each player's Phase and total, the dealer and
the winner from the rounds. The exception is `Game.outcome`, which is stored for lists and filters.
"""

from __future__ import annotations

import uuid
from datetime import timedelta

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone

from accounts.models import NAME_LENGTH
from games.domain.attendance import MAX_TAKING_PART
from games.domain.game_record import Outcome
from games.models.groups import Group, Player, VisibleManager
from referee.game import Variant

MAX_SEATS = 6  # at a time; more people can take part, one after the other
RESTORABLE_FOR = timedelta(days=30)  # after a game was deleted
REASON_LENGTH = 200
VARIANTS = [(variant.value, variant.value) for variant in Variant]
OUTCOMES = [(outcome.value, outcome.value) for outcome in Outcome]


class Game(models.Model):
    """One game of a group, and how it is played.

    `version` counts its changes. `phases` are the Phases in order, each a list of
    `{"kind", "size"}`; `house_rules` has all house rules by name. `turns_logged` says whether
    every turn is logged on the live table; `last_event` is the number of the latest event.
    `has_plays` is set by the first `Play`: a game without plays needs no query for them.

    `totals` are set if only the final totals are known, as is common on paper: for each seat
    `{"completed": Phases or null, "total": points, "won": bool}`. Such a game has no rounds.

    `phone_time` is when the game began by the clock of the phone that started it, if it said so;
    the server's time orders the history.

    `hidden_by` is the import that is still writing this row; nobody sees it until that has ended.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    group = models.ForeignKey(Group, on_delete=models.CASCADE, related_name="games")
    edition = models.CharField(max_length=20)
    variant = models.CharField(max_length=20, choices=VARIANTS, default=Variant.STANDARD)
    phases = models.JSONField()
    house_rules = models.JSONField(default=dict)
    first_dealer = models.PositiveSmallIntegerField(help_text="A seat's place, from 0.")
    totals = models.JSONField(null=True)
    turns_logged = models.BooleanField(default=False)
    version = models.PositiveIntegerField(default=1)
    last_event = models.PositiveIntegerField(default=0)
    has_plays = models.BooleanField(default=False)
    outcome = models.CharField(max_length=10, choices=OUTCOMES, default=Outcome.PLAYING.value)
    ended_early = models.BooleanField(default=False)
    abandoned = models.BooleanField(default=False)
    archived = models.BooleanField(default=False)
    deleted_at = models.DateTimeField(null=True)
    started_at = models.DateTimeField(default=timezone.now)
    phone_time = models.DateTimeField(null=True)
    changed_at = models.DateTimeField(default=timezone.now)
    hidden_by = models.UUIDField(null=True)

    objects = VisibleManager["Game"]()
    everything = models.Manager["Game"]()

    class Meta:
        indexes = [
            models.Index(fields=["group", "-started_at", "id"], name="games_of_a_group"),
            # Not by when they were changed, or each round would write to the index.
            models.Index(
                fields=["group"],
                name="games_being_played",
                condition=Q(outcome=Outcome.PLAYING.value, deleted_at__isnull=True),
            ),
            models.Index(
                fields=["hidden_by"], name="hidden_games", condition=Q(hidden_by__isnull=False)
            ),
        ]
        constraints = [
            models.CheckConstraint(
                name="game_variant", condition=Q(variant__in=[variant.value for variant in Variant])
            ),
            models.CheckConstraint(
                name="game_outcome", condition=Q(outcome__in=[outcome.value for outcome in Outcome])
            ),
            models.CheckConstraint(
                name="ended_early_or_abandoned",
                condition=Q(ended_early=False) | Q(abandoned=False),
            ),
        ]


class Seat(models.Model):
    """A player's seat in a game; `place` counts from 0, to the left.

    `stints` say in which rounds the player was at the table, if not in all, and what they began
    with, if not like everybody else (`games.domain.game_record.write_stint`).
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="seats", db_index=False)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="seats")
    place = models.PositiveSmallIntegerField()
    stints = models.JSONField(default=list)

    class Meta:
        ordering = ["place"]
        constraints = [
            models.UniqueConstraint(fields=["game", "place"], name="one_player_a_seat"),
            models.UniqueConstraint(fields=["game", "player"], name="one_seat_a_player"),
            models.CheckConstraint(name="seat_place", condition=Q(place__lt=MAX_TAKING_PART)),
        ]


class Round(models.Model):
    """A recorded round. `overrule` is why the players overruled the check, if they did.

    `lines` are those of the players in the order of their seats: of each the place, the points,
    whether it was laid down and went out, and the cards left in hand if they were noted
    (`games.domain.game_record.write_line`).

    `public_id` is the id that clients know; it stays when the round is corrected. `phone_time` is
    as in `Game`.

    `recorder_name` is set if the person who recorded the round never had an account here, as in
    a game that was restored from an archive.
    """

    id = models.BigAutoField(primary_key=True)
    public_id = models.UUIDField(unique=True, default=uuid.uuid4, editable=False)
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="rounds", db_index=False)
    number = models.PositiveIntegerField()
    lines = models.JSONField(default=list)
    overrule = models.CharField(max_length=REASON_LENGTH, blank=True)
    recorded_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL)
    recorder_name = models.CharField(max_length=NAME_LENGTH, blank=True, default="", db_default="")
    recorded_at = models.DateTimeField(default=timezone.now)
    phone_time = models.DateTimeField(null=True)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="a_round_once"),
            models.CheckConstraint(name="rounds_from_one", condition=Q(number__gte=1)),
        ]


class ShareLink(models.Model):
    """A link by which anyone may watch one game, or look at one group, until it is revoked."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    game = models.ForeignKey(Game, null=True, on_delete=models.CASCADE, related_name="share_links")
    group = models.ForeignKey(
        Group, null=True, on_delete=models.CASCADE, related_name="share_links"
    )
    token = models.CharField(max_length=43, unique=True)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL)
    created_at = models.DateTimeField(default=timezone.now)
    revoked_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.CheckConstraint(
                name="link_to_a_game_or_a_group",
                condition=Q(game__isnull=True) ^ Q(group__isnull=True),
            ),
        ]
