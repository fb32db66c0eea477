from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        from accounts.account_hooks import on_address, on_delete, on_export, on_rename, on_repeat
        from games import limits
        from games.api import schema  # noqa: F401  (registers how tickets are described)
        from games.selectors.access import is_member, names_group
        from games.services import cleanup  # noqa: F401  (servers clean up)
        from games.services.account_data import export_games, leave_groups
        from games.services.group_events import tell_new_name
        from rest.limits import LIMITS

        LIMITS.update(limits.LIMITS)
        on_export(export_games)
        on_delete(leave_groups)
        on_rename(tell_new_name)
        on_repeat(is_member)
        on_address(names_group)
