"""Packages of Node.js for tests, by their lock file."""

import hashlib
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.api.contract import ROOT

# The compiler of TypeScript in Go, which takes a fifth of the time of the one in JavaScript.
TSC = ROOT / "client" / "node_modules" / "@typescript" / "native" / "bin" / "tsc"
LOCKED = ("package.json", "package-lock.json", ".npmrc")


def run(folder: Path, program: str | Path, *arguments: str | Path) -> str:
    """Run a program in a folder, and return what it prints; the test fails if it does."""
    command = [program, *arguments]
    result = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    if result.returncode:
        said = f"{result.stdout}\n{result.stderr}"
        pytest.fail(f"{program} {' '.join(map(str, arguments))}\n{said}", pytrace=False)
    return result.stdout


def installed(lock: Path, name: str) -> Path:
    """Return a folder with the packages that `lock` has locked.

    It is kept from run to run until the lock changes. No two processes may use it at once.
    """
    key = hashlib.sha256(b"".join((lock / file).read_bytes() for file in LOCKED))
    folder = ROOT / "var" / f"{name}-{key.hexdigest()[:16]}"
    finished = folder / "installed"
    if not finished.exists():
        folder.mkdir(parents=True, exist_ok=True)
        for file in LOCKED:
            shutil.copy(lock / file, folder)
        run(folder, "npm", "ci", "--ignore-scripts")
        finished.touch()
    return folder
