from django.apps import AppConfig


class AccountsConfig(AppConfig):
    name = "accounts"

    def ready(self) -> None:
        from accounts import limits
        from accounts.api import schema  # noqa: F401  (registers how tokens are described)
        from rest.limits import LIMITS

        LIMITS.update(limits.LIMITS)
