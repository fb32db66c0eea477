from django.apps import AppConfig


class StatisticsConfig(AppConfig):
    name = "scoring.statistics"

    def ready(self) -> None:
        from scoring.statistics import receivers  # noqa: F401  (hears of changes)
        from scoring.statistics.services import recompute  # noqa: F401  (registers the job)
