"""The story of a group on the wire: its records, its badges, its years."""

from __future__ import annotations

from rest_framework import serializers

from referee.api.answers import Shape
from scoring.statistics.api.serializers import (
    BadgeSerializer,
    EarnedBadgeSerializer,
    MeanSerializer,
    PhaseFiguresSerializer,
    RatingSerializer,
    SomebodySerializer,
    StandingLineSerializer,
)


class RecordSerializer(Shape):
    """A record, who holds it, and the game it comes from."""

    code = serializers.CharField()
    title = serializers.CharField()
    player = SomebodySerializer()
    value = serializers.IntegerField()
    unit = serializers.ChoiceField(
        choices=[(unit, unit) for unit in ("games", "rounds", "points", "phases")]
    )
    game = serializers.UUIDField(help_text="For a streak the game in which it ended.")
    round = serializers.IntegerField(allow_null=True)
    played_at = serializers.DateTimeField()


class RecordsSerializer(Shape):
    """The records that there are yet."""

    records = RecordSerializer(many=True)


class HolderSerializer(Shape):
    """A player's badges."""

    player = SomebodySerializer()
    badges = EarnedBadgeSerializer(many=True)


class BadgesSerializer(Shape):
    """All badges there are, and who has earned which."""

    badges = BadgeSerializer(many=True)
    players = HolderSerializer(many=True, help_text="In the order of their names.")


class PlayedGameSerializer(Shape):
    """A game, and when it began."""

    game = serializers.UUIDField()
    played_at = serializers.DateTimeField()


class MonthOfGamesSerializer(Shape):
    """How many games began in a month."""

    month = serializers.CharField(help_text="Such as 2026-03.")
    games = serializers.IntegerField()


class ChampionSerializer(Shape):
    """Who has won most often."""

    player = SomebodySerializer()
    wins = serializers.IntegerField()


class ImprovedSerializer(Shape):
    """Whose rating has risen most."""

    player = SomebodySerializer()
    rise = serializers.IntegerField(help_text="Of 25 mu, since the end of the year before.")
    rating = RatingSerializer(help_text="At the end of the year.")


class BadgeOfTheYearSerializer(EarnedBadgeSerializer):
    """A badge, and who has earned it."""

    player = SomebodySerializer()


class YearSerializer(Shape):
    """A year in review."""

    year = serializers.IntegerField()
    games = serializers.IntegerField()
    rounds = serializers.IntegerField()
    rounds_a_game = MeanSerializer(help_text="Over the games of which the rounds are known.")
    evenings = serializers.IntegerField(help_text="Days (UTC) on which a game began.")
    points = serializers.IntegerField(help_text="Of everybody together.")
    players = serializers.IntegerField(help_text="How many have played.")
    first_game = PlayedGameSerializer(allow_null=True)
    last_game = PlayedGameSerializer(allow_null=True)
    months = MonthOfGamesSerializer(many=True)
    busiest_month = MonthOfGamesSerializer(allow_null=True)
    leaderboard = StandingLineSerializer(many=True)
    champions = ChampionSerializer(many=True, help_text="Most wins; several where they are equal.")
    most_improved = ImprovedSerializer(allow_null=True)
    hardest_phase = PhaseFiguresSerializer(
        allow_null=True, help_text="Of those that were tried twenty times or more."
    )
    records = RecordSerializer(many=True, help_text="Of this year's games alone.")
    badges = BadgeOfTheYearSerializer(many=True, help_text="Earned this year, in their order.")
