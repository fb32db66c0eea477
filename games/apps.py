from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        from accounts.account_hooks import on_delete, on_export, on_rename
        from games.api import schema  # noqa: F401  (registers how tickets are described)
        from games.services import packing  # noqa: F401  (servers pack old events)
        from games.services.account_data import export_games, leave_groups
        from games.services.group_events import tell_new_name

        on_export(export_games)
        on_delete(leave_groups)
        on_rename(tell_new_name)
