from django.apps import AppConfig


class GamesConfig(AppConfig):
    name = "games"

    def ready(self) -> None:
        from accounts import account_hooks
        from games import limits
        from games.api import schema  # noqa: F401  (registers how tickets are described)
        from games.selectors.access import is_member, names_group
        from games.services import cleanup  # noqa: F401  (servers clean up)
        from games.services.account_data import export_games, leave_groups
        from games.services.group_events import tell_new_name
        from rest.limits import LIMITS

        LIMITS.update(limits.LIMITS)
        account_hooks.exporters.append(export_games)
        account_hooks.delete_hooks.append(leave_groups)
        account_hooks.rename_hooks.append(tell_new_name)
        account_hooks.repeat_hooks.append(is_member)
        account_hooks.address_hooks.append(names_group)
