from django.apps import AppConfig


class WebhooksConfig(AppConfig):
    name = "scoring.webhooks"

    def ready(self) -> None:
        from games.services.cleanup import CLEANUPS, deleting
        from games.signals import account_deleted
        from scoring.webhooks import courier  # noqa: F401  (servers deliver)
        from scoring.webhooks.models import Delivery
        from scoring.webhooks.services import KEEP_FOR, forget_deliveries

        account_deleted.connect(forget_deliveries)
        CLEANUPS["old deliveries of webhooks"] = deleting(Delivery, "at", KEEP_FOR)
