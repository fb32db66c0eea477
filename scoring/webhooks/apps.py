from django.apps import AppConfig


class WebhooksConfig(AppConfig):
    name = "scoring.webhooks"

    def ready(self) -> None:
        from games.services.cleanup import on_cleanup
        from games.signals import account_deleted
        from rest.limits import LIMITS
        from scoring.webhooks import courier, limits  # noqa: F401  (servers deliver)
        from scoring.webhooks.services import delete_old_deliveries, forget_deliveries

        LIMITS.update(limits.LIMITS)
        account_deleted.connect(forget_deliveries)
        on_cleanup("old deliveries of webhooks", delete_old_deliveries)
