"""Where the processor time of a recorded round goes."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

from benchmarks.reference_cases import ROOT
from benchmarks.report import Figure, compare
from benchmarks.server import is_missing, temporary_database

MIN_SHARE = 0.01


def run() -> list[Figure]:
    """Measure with a temporary database; measure nothing without PostgreSQL."""
    if is_missing("postgres", "profile"):
        return []
    with temporary_database() as url:
        environment = {**os.environ, "DATABASE_URL": url, "REDIS_URL": "", "THROTTLE": "off"}
        environment |= {"SECRET_KEY": "benchmark", "DEBUG": "off", "ALLOWED_HOSTS": "*"}
        environment["DJANGO_SETTINGS_MODULE"] = "benchmarks.settings"
        command = [sys.executable, "-m", "benchmarks.profiled_rounds"]
        done = subprocess.run(
            command, cwd=ROOT, env=environment, check=True, stdout=subprocess.PIPE
        )
    found: dict[str, Any] = json.loads(done.stdout)
    return [
        compare(name, [part * 1000], [found["plain"] * 1000], unit="ms", floor_name="a whole round")
        for name, part in {"a whole round": found["plain"], **found["parts"]}.items()
        if part >= MIN_SHARE * found["plain"]
    ]
