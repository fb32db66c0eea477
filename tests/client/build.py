"""The client as it is served: built once, whichever process asks first."""

from __future__ import annotations

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path

from tests.api.contract import PUBLISHED, ROOT
from tests.image import copy_let_in
from tests.node import installed, run

CLIENT = ROOT / "client"
BUILT = ROOT / "var" / "client"
LOCKED_PACKAGES = CLIENT / "node_modules" / ".package-lock.json"
HERE = Path(__file__).parent


@contextmanager
def alone(name: str) -> Iterator[None]:
    """Do this in no two processes at once."""
    lock = ROOT / "var" / f"{name}.lock"
    lock.parent.mkdir(exist_ok=True)
    with lock.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


@cache
def built() -> Path:
    """The folder with the client as it is now; builds it if anything has changed since."""
    with alone("client-build"):
        if not LOCKED_PACKAGES.exists():
            run(CLIENT, "npm", "ci", "--ignore-scripts")
        index = BUILT / "index.html"
        if not index.exists() or index.stat().st_mtime < max(map(_changed, _sources())):
            run(CLIENT, "npm", "run", "build")
    return BUILT


def next_build(folder: Path) -> Path:
    """A build as after an update: `<html data-build="next">` tells it from the one of `built`.

    It is made of nothing but what is let into the container image.
    """
    built()  # installs the packages
    copy_let_in(folder)
    copy = folder / "client"
    (copy / "node_modules").symlink_to((CLIENT / "node_modules").resolve())
    with (copy / "src" / "main.tsx").open("a") as file:
        file.write('\ndocument.documentElement.dataset.build = "next";\n')
    run(copy, "npm", "run", "build")
    return folder / "var" / "client"


@cache
def axe() -> str:
    """The program that looks for what keeps people from using a page."""
    with alone("client-axe"):
        folder = installed(HERE, "axe")
    return (folder / "node_modules" / "axe-core" / "axe.min.js").read_text(encoding="utf-8")


def _sources() -> Iterator[Path]:
    yield PUBLISHED
    yield from (path for path in CLIENT.iterdir() if path.is_file())
    for folder in CLIENT.iterdir():
        if folder.is_dir() and folder.name not in ("node_modules", "tests"):
            files = (path for path in folder.rglob("*") if path.is_file())
            yield from (path for path in files if path.name != "schema.d.ts")  # made from PUBLISHED


def _changed(path: Path) -> float:
    return path.stat().st_mtime
