"""Which release of the code this is."""

from __future__ import annotations

import hashlib
import os
import tomllib
from pathlib import Path

PACKAGES = (
    "accounts",
    "assistants",
    "background",
    "config",
    "games",
    "https",
    "pocket",
    "referee",
    "rest",
    "scoring",
    "store",
    "tableside",
)
KINDS = (".py", ".toml", ".mo", ".typ")


def project_version(folder: Path) -> str:
    """Return the version that pyproject.toml in `folder` states."""
    project = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return str(project["version"])


def code_digest(folder: Path) -> str:
    """Return a hash of the code and the texts below `folder`, the same for the same code."""
    # Without pathlib: it would take three times as long, at each start.
    files = sorted(
        os.path.join(directory, name)
        for package in (*PACKAGES, "locale")
        for directory, _folders, names in os.walk(folder / package)
        for name in names
        if name.endswith(KINDS)
    )
    digest = hashlib.sha256()
    for path in files:
        digest.update(os.path.relpath(path, folder).encode())
        with open(path, "rb") as file:
            digest.update(file.read())
    return digest.hexdigest()[:16]
