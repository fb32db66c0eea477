"""A server whose games are played and added up nowhere, to see what that costs."""

from django.apps import AppConfig


class UncountedConfig(AppConfig):
    name = "benchmarks"

    def ready(self) -> None:
        from games.signals import game_changed
        from scoring.statistics.receivers import on_game_changed

        assert game_changed.disconnect(on_game_changed)
