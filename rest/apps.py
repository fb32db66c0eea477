"""The app that registers schema extensions and has the templates of the documentation."""

from django.apps import AppConfig


class RestConfig(AppConfig):
    """Loads the schema extensions, which register themselves."""

    name = "rest"

    def ready(self) -> None:
        from rest import schema_extensions  # noqa: F401
