from django.apps import AppConfig


class WebhooksConfig(AppConfig):
    name = "scoring.webhooks"

    def ready(self) -> None:
        from games.services.cleanup import CLEANUPS, deleting
        from games.signals import account_deleted
        from rest.limits import LIMITS
        from scoring.webhooks import courier, limits  # noqa: F401  (servers deliver)
        from scoring.webhooks.models import Delivery
        from scoring.webhooks.services import KEEP_FOR, forget_deliveries

        LIMITS.update(limits.LIMITS)
        account_deleted.connect(forget_deliveries)
        CLEANUPS["old deliveries of webhooks"] = deleting(Delivery, "at", KEEP_FOR)
