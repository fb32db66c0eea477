from django.apps import AppConfig


class StatisticsConfig(AppConfig):
    name = "scoring.statistics"

    def ready(self) -> None:
        from games.signals import (
            game_changed,
            game_purged,
            games_imported,
            players_merged,
            time_zone_changed,
        )
        from scoring.statistics import receivers
        from scoring.statistics.services import recompute  # noqa: F401  (registers the job)

        game_changed.connect(receivers.on_game_changed)
        games_imported.connect(receivers.on_games_imported)
        game_purged.connect(receivers.on_game_purged)
        players_merged.connect(receivers.on_players_merged)
        time_zone_changed.connect(receivers.on_time_zone_changed)
