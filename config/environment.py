"""Variables of the environment, and of .env. An error names the variable, not only its value."""

from __future__ import annotations

import io
import os
import re
from contextlib import suppress
from pathlib import Path
from typing import Any

import environ
from django.core.exceptions import ImproperlyConfigured

ON = {*environ.Env.BOOLEAN_TRUE_STRINGS}
DATABASES = {"postgres", "postgresql", "sqlite"}
asked = {"VAR_DIR"}  # the names of all settings; config.folders reads this one
in_file: set[str] = set()  # the names in .env
OFF = {"false", "off", "no", "n", "0", ""}
NAME = re.compile(r"^\s*(?:export\s+)?(\w+)\s*=", re.MULTILINE)
# After a value without quotes: Docker Compose, which reads the same file, ignores it, too.
COMMENT = re.compile(r"^([^'\"\n]*?)[ \t]+(?:#.*)?$", re.MULTILINE)


class Env(environ.Env):  # type: ignore[misc]
    """As in django-environ, but a misspelt `on` is not `off`."""

    def get_value(self, var: str, cast: Any = None, *args: Any, **options: Any) -> Any:
        """Return the value of `var`, or its default; raise ImproperlyConfigured."""
        asked.add(var)
        text = os.environ.get(var, "")
        if cast is bool and text.lower() not in ON | OFF:
            raise ImproperlyConfigured(f"{var} is {text!r}. Valid values: on, off.")
        try:
            return super().get_value(var, cast, *args, **options)
        except ValueError as error:
            raise ImproperlyConfigured(f"{var} is {text!r}, but must be a number.") from error

    def database(self, var: str, default: str) -> dict[str, Any]:
        """Return Django's form of the address of a database; raise ImproperlyConfigured."""
        url = self.str(var, default=default)
        with suppress(ValueError):  # a port that is not a number
            if url.partition(":")[0] in DATABASES:
                return dict(self.db_url_config(url))
        # It may hold a password, so it is not shown.
        raise ImproperlyConfigured(
            f"{var} is not the address of a database: write it like postgres://user@host:5432/name,"
            " or sqlite:////srv/tableside.sqlite3."
        )

    def read_file(self, path: Path) -> None:
        """Read the variables of a `.env`, if there is one; those of the environment stay."""
        if path.exists():
            text = COMMENT.sub(r"\1", path.read_text(encoding="utf-8"))
            in_file.update(NAME.findall(text))
            self.read_env(io.StringIO(text))

    def secret(self, var: str) -> str:
        """Return what the file that `var` names holds, or "" if it names none."""
        path = self.str(var, default="")
        if not path:
            return ""
        try:
            secret = Path(path).read_text(encoding="utf-8").strip()
        except (OSError, UnicodeDecodeError) as error:
            why = getattr(error, "strerror", None) or "it is not text"
            raise ImproperlyConfigured(
                f"{var} is {path!r}, which cannot be read: {why}."
            ) from error
        if not secret:
            raise ImproperlyConfigured(
                f"{var} is {path!r}, which is empty: write the secret to it."
            )
        return secret
