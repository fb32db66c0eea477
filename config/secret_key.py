"""The signing key if none is set: created once, and kept in a private file."""

import os
import secrets
import tempfile
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured


def load_secret_key(path: Path) -> str:
    """Return the key in `path`; create it (mode 600) if there is none.

    Processes that start at the same time get the same key: each writes a file of its own and
    links it to `path`, which only the first one can do.
    """
    try:
        if not path.exists():
            _create(path)
        key = path.read_text(encoding="ascii").strip()
    except OSError as error:
        raise ImproperlyConfigured(
            f"SECRET_KEY is not set, and {path.name} cannot be read or created: {error.strerror}."
        ) from error
    if not key:
        raise ImproperlyConfigured(f"The file {path.name} is empty: delete it, or set SECRET_KEY.")
    return key


def _create(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    # mkstemp uses mode 600, so the key is never readable by others.
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=path.name)
    try:
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(secrets.token_urlsafe(50))
        os.link(temporary, path)
    except FileExistsError:
        pass  # another process was first, and its key is used
    finally:
        os.unlink(temporary)
