from django.apps import AppConfig


class ExchangeConfig(AppConfig):
    name = "scoring.exchange"

    def ready(self) -> None:
        from scoring.exchange.services import exports, imports  # noqa: F401  (registers their jobs)
