from django.apps import AppConfig


class RefereeConfig(AppConfig):
    name = "referee.api"
    label = "referee"

    def ready(self) -> None:
        from referee.api import schema  # noqa: F401  (registers how fields are described)
