"""Ask whether a package that is used has a known vulnerability: `make audit`.

Exit code 0 if there is none, 1 if there is one, and 3 if somebody could not be asked: that is no
all-clear.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
PATIENCE = 180  # seconds
NOT_REACHABLE = 3
PIP_AUDIT = (
    "uv",
    "tool",
    "run",
    "pip-audit",
    "--disable-pip",
    "--require-hashes",
    "-f",
    "json",
    "-r",
)

Found = list[str] | None  # what is known of the packages; None if nobody could be asked


def pip_audit(lock: str) -> Found:
    """Ask about the Python packages of a lock file."""
    answer = _json([sys.executable, "-m", *PIP_AUDIT, lock], ROOT)
    if answer is None or "dependencies" not in answer:
        return None
    return [
        f"{package['name']} {package['version']}: {vulnerability['id']}"
        for package in answer["dependencies"]
        for vulnerability in package.get("vulns", [])
    ]


def npm_audit(folder: Path) -> Found:
    """Ask about the packages of a lock file of npm."""
    answer = _json(["npm", "audit", "--json"], folder)
    if answer is None or "vulnerabilities" not in answer:
        return None
    return [f"{name}: {found['severity']}" for name, found in answer["vulnerabilities"].items()]


def _json(command: list[str], folder: Path) -> dict[str, Any] | None:
    """Return what a command prints; None if that is not an object."""
    try:
        done = subprocess.run(
            command, cwd=folder, capture_output=True, text=True, check=False, timeout=PATIENCE
        )
        answer = json.loads(done.stdout)
    except (OSError, ValueError, subprocess.TimeoutExpired):
        return None
    return answer if isinstance(answer, dict) else None


def report(asked: dict[str, Found]) -> int:
    """Print what each of them has said, and return the exit code.

    >>> report({"requirements.txt": [], "client": None})
    requirements.txt: clean
    client: NOT REACHABLE, so nothing is known
    3
    """
    for name, found in asked.items():
        if found is None:
            print(f"{name}: NOT REACHABLE, so nothing is known")
        elif not found:
            print(f"{name}: clean")
        for vulnerability in found or []:
            print(f"{name}: {vulnerability}")
    if any(asked.values()):
        return 1
    return NOT_REACHABLE if None in asked.values() else 0


def main() -> int:
    locks = ("requirements.txt", "requirements-dev.txt")
    asked = {lock: pip_audit(lock) for lock in locks}
    return report({**asked, "client": npm_audit(ROOT / "client")})


if __name__ == "__main__":
    sys.exit(main())
