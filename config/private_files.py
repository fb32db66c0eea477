"""Files that only the user of the server can read: database, keys, exports, backups."""

from __future__ import annotations

import contextlib
import os

from config.folders import VAR


def keep_files_private() -> None:
    """Have this process, and those it starts, make files with mode 600 and folders with 700.

    Older files in `var/` are protected by the mode of the folder.
    """
    os.umask(0o077)
    with contextlib.suppress(OSError):  # it is somebody else's, or the disk has no modes
        VAR.mkdir(parents=True, exist_ok=True)
        VAR.chmod(0o700)
