from importlib import import_module

from django.apps import AppConfig


class ScoringConfig(AppConfig):
    name = "scoring"

    def ready(self) -> None:
        from games.signals import game_changed, game_forgotten
        from games.tidying import on_tidy
        from scoring.services.counting import put_due, settle
        from scoring.services.jobs import KIND_MODULES, forget_files

        game_changed.connect(put_due)
        game_forgotten.connect(settle)
        on_tidy("files of jobs", forget_files)
        for module in KIND_MODULES:
            import_module(module)
