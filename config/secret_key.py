"""The signing key of an installation that names none: made once, kept in a private file."""

import os
import secrets
import tempfile
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured


def load_secret_key(path: Path) -> str:
    """Return the key kept in `path`, making it (mode 600) if there is none.

    Processes that start at once all get the same key: each writes a file of its own
    and then links it to `path`, which only the first can do.
    """
    try:
        if not path.exists():
            _create(path)
        key = path.read_text(encoding="ascii").strip()
    except OSError as error:
        raise ImproperlyConfigured(
            f"No SECRET_KEY is set, and none can be kept in {path.name}: {error.strerror}."
        ) from error
    if not key:
        raise ImproperlyConfigured(f"The file {path.name} is empty: delete it, or set SECRET_KEY.")
    return key


def _create(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    # mkstemp gives mode 600, so the key is never readable by others, not even for a moment.
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=path.name)
    try:
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(secrets.token_urlsafe(50))
        os.link(temporary, path)
    except FileExistsError:
        pass  # Another process was first; its key is the one.
    finally:
        os.unlink(temporary)
