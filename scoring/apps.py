from django.apps import AppConfig


class ScoringConfig(AppConfig):
    name = "scoring"

    def ready(self) -> None:
        from games.signals import game_changed
        from scoring.services.counting import put_due

        game_changed.connect(put_due)
