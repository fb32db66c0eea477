from django.apps import AppConfig


class StatisticsConfig(AppConfig):
    name = "scoring.statistics"

    def ready(self) -> None:
        from games.signals import game_changed, game_forgotten
        from scoring.statistics.services import recompute_job  # noqa: F401  (registers the job)
        from scoring.statistics.services.counting import put_due, settle

        game_changed.connect(put_due)
        game_forgotten.connect(settle)
