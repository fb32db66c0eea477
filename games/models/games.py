"""Games as they were played: rounds as they were tallied, and who changed what.

Nothing here is worked out: phases, totals, the dealer and the winner are what
`referee.game` makes of the rounds. Only `Game.outcome` repeats it, for lists and filters.
"""

from __future__ import annotations

import uuid
from datetime import timedelta

from django.conf import settings
from django.core.serializers.json import DjangoJSONEncoder
from django.db import models
from django.db.models import Q
from django.utils import timezone

from accounts.models import NAME_LENGTH
from games.domain.record import Outcome
from games.models.groups import Group, Player
from referee.game import Variant

MAX_SEATS = 6
RESTORABLE_FOR = timedelta(days=30)  # after a game was deleted
REASON_LENGTH = 200
VARIANTS = [(variant.value, variant.value) for variant in Variant]
OUTCOMES = [(outcome.value, outcome.value) for outcome in Outcome]


class Game(models.Model):
    """One game of a group, and how it is played.

    `version` counts its changes. `phases` are the Phases in their order, each a list of
    `{"kind", "size"}`; `house_rules` are all of them by name. `turns_logged` says whether
    the table logs every turn; `last_event` is the number of the latest `Event`. `has_plays` is
    set by the first `Play`: a table that records none costs no look for them.

    `totals` are those of a game of which only the end is known, as paper often has it: for
    each seat `{"completed": Phases or null, "total": points, "won": bool}`. It has no rounds.
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
    changed_at = models.DateTimeField(default=timezone.now)

    class Meta:
        indexes = [models.Index(fields=["group", "-started_at", "id"], name="games_of_a_group")]
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

    def __str__(self) -> str:
        return f"{self.edition} {self.id}"


class Seat(models.Model):
    """A player's place in a game, from 0 round the table to the left."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="seats")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="seats")
    place = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["place"]
        constraints = [
            models.UniqueConstraint(fields=["game", "place"], name="one_player_a_seat"),
            models.UniqueConstraint(fields=["game", "player"], name="one_seat_a_player"),
            models.CheckConstraint(name="seat_place", condition=Q(place__lt=MAX_SEATS)),
        ]


class Round(models.Model):
    """A round as the table tallied it. `overrule` is why the check did not count.

    `recorder_name` is set where who recorded it never had an account here, as in a game
    that was restored from an archive.
    """

    id = models.BigAutoField(primary_key=True)
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveIntegerField()
    overrule = models.CharField(max_length=REASON_LENGTH, blank=True)
    recorded_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL)
    recorder_name = models.CharField(max_length=NAME_LENGTH, blank=True, default="", db_default="")
    recorded_at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["number"]
        constraints = [
            models.UniqueConstraint(fields=["game", "number"], name="a_round_once"),
            models.CheckConstraint(name="rounds_from_one", condition=Q(number__gte=1)),
        ]


class Line(models.Model):
    """One player's line of a round: points, or the cards that make them."""

    id = models.BigAutoField(primary_key=True)
    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="lines")
    seat = models.ForeignKey(Seat, on_delete=models.PROTECT, related_name="lines")
    points = models.PositiveIntegerField()
    cards = models.JSONField(null=True)
    laid_down = models.BooleanField()
    went_out = models.BooleanField(default=False)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["round", "seat"], name="a_line_once"),
            models.UniqueConstraint(
                fields=["round"], condition=Q(went_out=True), name="one_goes_out"
            ),
        ]


class Change(models.Model):
    """Who changed what in a game, when, from what to what. Rows are only ever added.

    `version` is the game's after the change. `before` and `after` hold what the change
    was about, as it is shown in the game.
    """

    id = models.BigAutoField(primary_key=True)
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="changes")
    version = models.PositiveIntegerField()
    kind = models.CharField(max_length=30)
    actor = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL)
    actor_name = models.CharField(max_length=NAME_LENGTH)
    round = models.PositiveIntegerField(null=True)
    before = models.JSONField(null=True, encoder=DjangoJSONEncoder)
    after = models.JSONField(null=True, encoder=DjangoJSONEncoder)
    reason = models.CharField(max_length=REASON_LENGTH, blank=True)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        ordering = ["version"]
        constraints = [
            models.UniqueConstraint(fields=["game", "version"], name="a_version_once"),
        ]


class ShareLink(models.Model):
    """A link by which anyone may watch one game, until it is revoked."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="share_links")
    token = models.CharField(max_length=43, unique=True)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL)
    created_at = models.DateTimeField(default=timezone.now)
    revoked_at = models.DateTimeField(null=True)
