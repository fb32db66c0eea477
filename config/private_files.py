"""Files that only the user of the server can read: database, keys, exports, backups."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

VAR = Path(__file__).resolve().parent.parent / "var"


def keep_files_private() -> None:
    """Have this process, and those it starts, make files with mode 600 and folders with 700.

    What an earlier release left in `var/` is closed by the folder around it.
    """
    os.umask(0o077)
    with contextlib.suppress(OSError):  # somebody else's folder, or a disk without modes
        VAR.mkdir(exist_ok=True)
        VAR.chmod(0o700)
