"""The app that registers schema extensions and has the templates of the documentation."""

from django.apps import AppConfig


class RestConfig(AppConfig):
    """Loads the schema extensions, which register themselves; replaces the framework's texts."""

    name = "rest"

    def ready(self) -> None:
        from rest import schema  # noqa: F401
        from rest.framework_texts import use_our_texts

        use_our_texts()
