"""Registers the schema extensions and the templates of the documentation pages."""

from django.apps import AppConfig


class RestConfig(AppConfig):
    """Loads the schema's extensions, which register themselves."""

    name = "rest"

    def ready(self) -> None:
        from rest import schema_extensions  # noqa: F401
