"""The project's own app: templates, and what has to be loaded once."""

from django.apps import AppConfig


class ProjectConfig(AppConfig):
    """Loads the schema's extensions, which register themselves."""

    name = "config"

    def ready(self) -> None:
        from config import schema_extensions  # noqa: F401
