"""Statistics on the wire: the shapes of what is answered."""

from __future__ import annotations

from rest_framework import serializers

from games.models.games import VARIANTS
from referee.api.answers import Shape
from referee.api.choices import EDITION_CHOICES, KIND_CHOICES


class MeanSerializer(Shape):
    """A mean or a share, and over how many."""

    value = serializers.FloatField(allow_null=True, help_text="Null where there is nothing yet.")
    over = serializers.IntegerField(help_text="Over how many games, rounds or attempts.")


class RatingSerializer(Shape):
    """A rating by the Plackett-Luce model."""

    points = serializers.IntegerField(
        help_text="What to show and to rank by: 1000 + 25 (mu - 3 sigma). Newcomers have 1000."
    )
    mu = serializers.FloatField(help_text="How good, most likely.")
    sigma = serializers.FloatField(help_text="How uncertain that is.")


class SomebodySerializer(Shape):
    """A player."""

    id = serializers.UUIDField()
    name = serializers.CharField()


class NumbersSerializer(Shape):
    """What somebody has to show for their games."""

    games = serializers.IntegerField(help_text="Games that are over.")
    wins = serializers.IntegerField()
    shared_wins = serializers.IntegerField(help_text="How many of the wins others won, too.")
    win_rate = MeanSerializer()
    place = MeanSerializer(help_text="The mean place in the standings at the end.")
    rounds = serializers.IntegerField(help_text="Rounds on record, without tie-breaks.")
    points_a_round = MeanSerializer()
    gone_out = serializers.IntegerField(help_text="Rounds gone out.")
    phases_a_round = MeanSerializer(help_text="Phases laid down, for each round.")
    rating = RatingSerializer()


class StandingLineSerializer(NumbersSerializer):
    """A line of the leaderboard."""

    player = SomebodySerializer()


class LeaderboardSerializer(Shape):
    """Everybody who has played such games, the highest rated first."""

    players = StandingLineSerializer(many=True)


class UsualSerializer(Shape):
    """How a Phase goes for bots of all strengths at one table."""

    success_rate = MeanSerializer()


class PhaseGroupSerializer(Shape):
    """A group of a Phase."""

    kind = serializers.ChoiceField(choices=KIND_CHOICES)
    size = serializers.IntegerField()


class PhaseFiguresSerializer(Shape):
    """How a Phase goes."""

    edition = serializers.ChoiceField(choices=EDITION_CHOICES)
    number = serializers.IntegerField(
        allow_null=True, help_text="In the edition's own list; null for one of your own."
    )
    name = serializers.CharField()
    groups = PhaseGroupSerializer(many=True)
    attempts = serializers.IntegerField(help_text="Rounds in which somebody was on it.")
    successes = serializers.IntegerField(help_text="How many of them laid it down.")
    success_rate = MeanSerializer()
    mean_attempts = MeanSerializer(help_text="How many attempts it took those who made it.")
    simulated = UsualSerializer(allow_null=True, help_text="Null for a Phase of your own.")


class PhasesSerializer(Shape):
    """The Phases that were tried, edition by edition."""

    phases = PhaseFiguresSerializer(many=True)


class OverruledSerializer(Shape):
    """How often the table knew better than the referee."""

    rounds = MeanSerializer(help_text="The share of their rounds that was overruled.")
    plays = serializers.IntegerField(help_text="Plays of theirs on the live table.")


class MonthSerializer(Shape):
    """A month of somebody's games."""

    month = serializers.CharField(help_text="Such as 2026-03.")
    games = serializers.IntegerField()
    wins = serializers.IntegerField()
    place = MeanSerializer()
    points_a_round = MeanSerializer()


class LatestGameSerializer(Shape):
    """A game as it went for one player."""

    game = serializers.UUIDField()
    played_at = serializers.DateTimeField()
    edition = serializers.ChoiceField(choices=EDITION_CHOICES)
    variant = serializers.ChoiceField(choices=VARIANTS)
    place = serializers.IntegerField()
    players = serializers.IntegerField(help_text="How many played.")
    won = serializers.BooleanField()
    points = serializers.IntegerField()
    rating = RatingSerializer(help_text="After it.")


class StreakSerializer(Shape):
    """Successes in a row."""

    longest = serializers.IntegerField()
    current = serializers.IntegerField()
    game = serializers.UUIDField(
        allow_null=True, help_text="The game in which the longest ended; the first among equals."
    )


class StreaksSerializer(Shape):
    """The streaks of a player."""

    wins = StreakSerializer(help_text="Games won in a row.")
    going_out = StreakSerializer(help_text="Rounds gone out in a row.")
    laying_down = StreakSerializer(help_text="Phases laid down, round after round.")


class BestRoundSerializer(Shape):
    """The round with the fewest points, and among those where the others took the most."""

    game = serializers.UUIDField()
    round = serializers.IntegerField()
    points = serializers.IntegerField()
    others = serializers.IntegerField(help_text="What the others took together.")


class WorstRoundSerializer(Shape):
    """The round with the most points."""

    game = serializers.UUIDField()
    round = serializers.IntegerField()
    points = serializers.IntegerField()


class FastestGameSerializer(Shape):
    """The win in the fewest rounds, of a game of all Phases that was played to its end."""

    game = serializers.UUIDField()
    rounds = serializers.IntegerField()
    points = serializers.IntegerField()


class ComebackSerializer(Shape):
    """The win after having been furthest behind the leader: Phases before points."""

    game = serializers.UUIDField()
    round = serializers.IntegerField(help_text="After which it was.")
    phases = serializers.IntegerField()
    points = serializers.IntegerField()


class AgainstSerializer(Shape):
    """How one fares against another, over the games in which both sat."""

    games = serializers.IntegerField()
    ahead = serializers.IntegerField(help_text="Games with the better place.")
    level = serializers.IntegerField()
    behind = serializers.IntegerField()
    wins = serializers.IntegerField(help_text="Games won, with whoever else sat there.")
    ahead_rate = MeanSerializer()


class OpponentSerializer(AgainstSerializer):
    """An opponent, and how one fares against them."""

    opponent = SomebodySerializer()


class BadgeSerializer(Shape):
    """A milestone. The letter stands on it, beside its shape."""

    code = serializers.CharField()
    letter = serializers.CharField()
    name = serializers.CharField()
    about = serializers.CharField(help_text="What it takes.")


class EarnedBadgeSerializer(BadgeSerializer):
    """A badge, and the game that it came with."""

    game = serializers.UUIDField()
    earned_at = serializers.DateTimeField()


class PlayerStatisticsSerializer(NumbersSerializer):
    """One player's page."""

    player = SomebodySerializer()
    overruled = OverruledSerializer()
    months = MonthSerializer(many=True, help_text="Those with games, the first one first.")
    latest = LatestGameSerializer(many=True, help_text="The last ten games, the latest first.")
    phases = PhaseFiguresSerializer(many=True)
    streaks = StreaksSerializer()
    best_round = BestRoundSerializer(allow_null=True)
    worst_round = WorstRoundSerializer(allow_null=True)
    fastest_game = FastestGameSerializer(allow_null=True)
    biggest_comeback = ComebackSerializer(allow_null=True)
    nemesis = OpponentSerializer(
        allow_null=True, help_text="Who is ahead of them most often, after three games or more."
    )
    favourite_opponent = OpponentSerializer(
        allow_null=True, help_text="Whom they are ahead of most often, after three games or more."
    )
    badges = EarnedBadgeSerializer(many=True)


class RatingAfterSerializer(Shape):
    """A rating, and the game after which it was."""

    game = serializers.UUIDField()
    played_at = serializers.DateTimeField()
    rating = RatingSerializer()


class PairSerializer(AgainstSerializer):
    """A player against an opponent."""

    player = SomebodySerializer()
    opponent = SomebodySerializer()


class MatrixSerializer(Shape):
    """Everybody against everybody; each pair from both sides."""

    pairs = PairSerializer(many=True)


class SideSerializer(AgainstSerializer):
    """One of two players, against the other."""

    player = SomebodySerializer()
    points_a_round = MeanSerializer(help_text="In the games in which both sat.")


class MeetingSerializer(Shape):
    """A game in which both sat; of each, in the order of `players`."""

    game = serializers.UUIDField()
    played_at = serializers.DateTimeField()
    places = serializers.ListField(child=serializers.IntegerField())
    points = serializers.ListField(child=serializers.IntegerField())


class HeadToHeadSerializer(Shape):
    """Two players, over the games in which both sat."""

    games = serializers.IntegerField()
    players = SideSerializer(many=True, help_text="The two, as they were asked for.")
    latest = MeetingSerializer(many=True, help_text="The last ten of them, the latest first.")
