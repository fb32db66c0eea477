"""Where the code is, where the server writes, and where the built files are."""

from __future__ import annotations

import os
from pathlib import Path

CODE = Path(__file__).resolve().parent.parent
IS_CHECKOUT = (CODE / "manage.py").exists()  # otherwise it is the installed package


def _var() -> Path:
    """Return `VAR_DIR`, by default `var/` of a checkout, or the user's data folder."""
    if chosen := os.environ.get("VAR_DIR"):
        return Path(chosen).absolute()
    if IS_CHECKOUT:
        return CODE / "var"
    from platformdirs import user_data_path

    return user_data_path("tableside", appauthor=False)


def built(name: str) -> Path:
    """Return the folder with built files: that of a package or an image, or else in `var/`."""
    shipped = CODE / "built" / name
    return shipped if shipped.is_dir() else VAR / name


VAR = _var()
SETTINGS_FILE = (CODE if IS_CHECKOUT else VAR) / ".env"
