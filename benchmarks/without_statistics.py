"""A server that adds up no statistics, to see what they cost."""

from django.apps import AppConfig


class WithoutStatisticsConfig(AppConfig):
    name = "benchmarks"

    def ready(self) -> None:
        from games.signals import game_changed
        from scoring.statistics.receivers import on_game_changed

        assert game_changed.disconnect(on_game_changed)
