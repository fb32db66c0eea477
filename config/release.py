"""Which release of the code this is."""

from __future__ import annotations

import hashlib
import tomllib
from itertools import chain
from pathlib import Path

PACKAGES = ("accounts", "config", "games", "pocket", "referee", "rest", "scoring", "store")
KINDS = ("py", "toml", "mo", "typ")


def project_version(folder: Path) -> str:
    """Return the version that pyproject.toml in `folder` states."""
    project = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return str(project["version"])


def code_digest(folder: Path) -> str:
    """Return a hash of the code and the texts below `folder`, the same for the same code."""
    roots = [folder / package for package in PACKAGES] + [folder / "locale"]
    files = chain.from_iterable(root.rglob(f"*.{kind}") for root in roots for kind in KINDS)
    digest = hashlib.sha256()
    for path in sorted(files):
        digest.update(path.relative_to(folder).as_posix().encode())
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]
