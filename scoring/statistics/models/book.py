"""What is counted of games that are over, and what it adds up to.

All of it can be made anew from the games (`manage.py recompute`). A sum stands for a span of
time: `""` is all time, `2026` a year and `2026-03` a month (UTC), by when the game began.
"""

from __future__ import annotations

from django.db import models

from games.models import Game, Group, Player

PHASE_LENGTH = 80  # the longest: four groups, "pair_run:12" or shorter each


class Due(models.Model):
    """A game that is to be counted anew; written with the change that makes it so."""

    id = models.BigAutoField(primary_key=True)
    group = models.ForeignKey(Group, on_delete=models.CASCADE, related_name="+")
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="+")

    def __str__(self) -> str:
        return f"{self.game_id} is due"


class Result(models.Model):
    """How a game that counts ended for one player, and what is worth knowing of its rounds.

    `seats` is how many played, `place` the standing at the end; `shared`: others won, too.
    `whole` games were played to the end, by the edition's own list of Phases. A
    tie-break decides who wins, and is no round in any figure here. `rounds` is 0 where only
    totals are known; then the figures of rounds are 0 or null. `marks` has a letter a round:
    `o` went out, `d` laid down, `-` neither; `points` has the points. `best` and `worst` are
    numbers of rounds, `best_others` the points that the others took in the best one. What can
    be told from `marks` and `points` is repeated where rows are looked for by it.
    `comeback_*` is how far behind the leader a winner was at worst: after which round, in
    Phases, then points. `attempts` has `[Phase, attempts, whether it was laid down]` for each
    Phase that was tried.
    """

    id = models.BigAutoField(primary_key=True)
    group = models.ForeignKey(Group, on_delete=models.CASCADE, related_name="+")
    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="results")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="results")
    edition = models.CharField(max_length=20)
    variant = models.CharField(max_length=20)
    played_at = models.DateTimeField()
    seat = models.PositiveSmallIntegerField()
    seats = models.PositiveSmallIntegerField()
    place = models.PositiveSmallIntegerField()
    won = models.BooleanField()
    shared = models.BooleanField()
    completed = models.PositiveSmallIntegerField(null=True)
    total = models.PositiveIntegerField()
    whole = models.BooleanField()
    rounds = models.PositiveIntegerField()
    marks = models.TextField(blank=True)
    points = models.JSONField(default=list)
    overruled = models.PositiveIntegerField()
    overruled_plays = models.PositiveIntegerField()
    attempts = models.JSONField(default=list)
    gone_out = models.PositiveIntegerField()
    best = models.PositiveIntegerField(null=True)
    best_points = models.PositiveIntegerField(null=True)
    best_others = models.PositiveIntegerField(null=True)
    worst = models.PositiveIntegerField(null=True)
    worst_points = models.PositiveIntegerField(null=True)
    comeback_phases = models.PositiveSmallIntegerField(null=True)
    comeback_points = models.PositiveIntegerField(null=True)
    comeback_round = models.PositiveIntegerField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["game", "player"], name="a_result_once")]
        indexes = [
            models.Index(fields=["group", "played_at", "game"], name="results_of_a_group"),
            models.Index(fields=["player", "played_at", "game"], name="results_of_a_player"),
        ]

    def __str__(self) -> str:
        return f"{self.player_id} in {self.game_id}"


class Sum(models.Model):
    """Numbers of one player, added up over the games of one edition, variant and span."""

    id = models.BigAutoField(primary_key=True)
    group = models.ForeignKey(Group, on_delete=models.CASCADE, related_name="+")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    edition = models.CharField(max_length=20)
    variant = models.CharField(max_length=20)
    span = models.CharField(max_length=7, blank=True)

    class Meta:
        abstract = True


class PlayerSum(Sum):
    """`places` and `points` are sums; `laid_down` counts Phases, `overruled` rounds."""

    games = models.PositiveIntegerField()
    wins = models.PositiveIntegerField()
    shared_wins = models.PositiveIntegerField()
    places = models.PositiveIntegerField()
    rounds = models.PositiveIntegerField()
    points = models.PositiveBigIntegerField()
    gone_out = models.PositiveIntegerField()
    laid_down = models.PositiveIntegerField()
    overruled = models.PositiveIntegerField()
    overruled_plays = models.PositiveIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["group", "span", "player", "edition", "variant"], name="a_player_sum_once"
            )
        ]


class PhaseSum(Sum):
    """A player's attempts at a Phase, written as `set:3+set:3`.

    An attempt is a round; `successes` those that laid it down. `tries` are the attempts of
    those who got there, so that `tries / successes` is how many it took them.
    """

    phase = models.CharField(max_length=PHASE_LENGTH)
    attempts = models.PositiveIntegerField()
    successes = models.PositiveIntegerField()
    tries = models.PositiveIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["group", "span", "player", "edition", "variant", "phase"],
                name="a_phase_sum_once",
            )
        ]


class PairSum(Sum):
    """How a player fared against another at one table: `ahead` or `level` in the standings."""

    other = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    games = models.PositiveIntegerField()
    ahead = models.PositiveIntegerField()
    level = models.PositiveIntegerField()
    wins = models.PositiveIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["group", "span", "player", "other", "edition", "variant"],
                name="a_pair_sum_once",
            )
        ]
