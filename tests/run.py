"""Run the tests on SQLite and, beside that, on PostgreSQL what depends on the database.

With `FULL=1`, as in CI, PostgreSQL repeats all tests that depend on the database; otherwise it runs
those that need it.

Arguments are passed on to pytest. Ends with a box that names the services that were
absent and how many tests that left out; `REQUIRE=postgres,redis` makes that an error.
"""

import os
import re
import subprocess
import sys
import tempfile
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from xml.etree import ElementTree

from tests.databases import shared_templates
from tests.sampling import FULL
from tests.services import POSTGRES_URL, REQUIRED, SERVICES, absence

TESTS = Path(__file__).parent
SQLITE_URL = "sqlite://:memory:"
# What PostgreSQL runs: everything that depends on the database; without FULL=1, what needs it.
DATABASE = "database or needs_postgres" if FULL else "needs_postgres"
NO_TESTS = 5  # pytest's exit code for "collected none"


def main(arguments: list[str]) -> int:
    """Return the exit code: that of the first failed run, or 0."""
    if unknown := REQUIRED - set(SERVICES):
        print(f"REQUIRE names no service: {', '.join(sorted(unknown))}.", file=sys.stderr)
        return 2
    lacking = {name: why for name in sorted(REQUIRED) if (why := absence(name))}
    for name, why in lacking.items():
        print(f"{name} is required, but absent: {why}", file=sys.stderr)
    if lacking:
        return 2

    with shared_templates():
        return _run(arguments)


def _run(arguments: list[str]) -> int:
    cores = os.cpu_count() or 1
    # One process more than cores: many tests wait, for servers and for each other.
    here = [*processes(arguments, cores + 1), *arguments]
    there = ["-m", DATABASE, *processes(arguments, max(1, cores // 2)), *arguments]
    # Or whoever ends last would forget what failed elsewhere.
    there += ["-o", "cache_dir=.pytest_cache/postgresql"]
    with ThreadPoolExecutor() as beside:
        repeated = None
        if absence("postgres") is None:
            repeated = beside.submit(pytest, POSTGRES_URL, [*there, *files(arguments)], quiet=True)
        print("== On SQLite", flush=True)
        code, skipped = on_sqlite(here)
    codes = [code]
    if repeated:
        print("\n== On PostgreSQL: the tests that depend on the database", flush=True)
        print(repeated.result().stdout, flush=True)
        codes.append(repeated.result().returncode)
        # What SQLite skipped for want of PostgreSQL ran there; the rest was counted here.
        skipped.pop("postgres", None)
    else:
        skipped["postgres"] = collected(["-m", DATABASE, *arguments])
    if absent := [name for name in SERVICES if skipped[name]]:
        print(box([f"{name}: {absence(name)}: {skipped[name]} tests left out" for name in absent]))
    failed = [code for code in codes if code not in (0, NO_TESTS)]
    return failed[0] if failed else min(codes)  # none may have found any


def files(arguments: list[str]) -> list[str]:
    """Return the files with tests that need PostgreSQL, if only those run, and no argument chooses.

    Importing all others takes longer than running some of them.
    """
    if FULL or any(Path(argument.split("::")[0]).exists() for argument in arguments):
        return []
    paths = sorted(TESTS.rglob("test_*.py"))
    return [str(path) for path in paths if "needs_postgres" in path.read_text(encoding="utf-8")]


def processes(arguments: list[str], count: int) -> list[str]:
    """Return the flags for so many processes, unless the arguments ask for something else."""
    alone = ("-n", "-s", "--pdb", "--collect-only", "--co")
    if any(argument.startswith(alone) for argument in arguments):
        return []
    # A file stays together, or each process would start the server that its tests share.
    return ["-n", str(count), "--dist", "loadfile", "--no-loadscope-reorder"]


def on_sqlite(arguments: list[str]) -> tuple[int, Counter[str]]:
    """Run pytest, and count by service what it skipped."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder, "report.xml")
        code = pytest(SQLITE_URL, [f"--junit-xml={report}", *arguments]).returncode
        # Our own file, written a moment ago.
        elements = ElementTree.parse(report).iter("skipped") if report.exists() else []
        said = [re.match(r"needs (\w+):", element.get("message", "")) for element in elements]
        return code, Counter(match[1] for match in said if match)


def collected(arguments: list[str]) -> int:
    """Return how many tests the arguments select."""
    result = pytest(SQLITE_URL, ["--collect-only", "-q", *arguments], quiet=True)
    return sum("::" in line for line in result.stdout.splitlines())


def pytest(
    database_url: str, arguments: list[str], *, quiet: bool = False
) -> subprocess.CompletedProcess[str]:
    """Run pytest on a database; `quiet`, it says nothing, but all at its end."""
    # What a developer's .env says of the stores must not reach the tests.
    environment = {**os.environ, "DATABASE_URL": database_url, "REDIS_URL": ""}
    command = [sys.executable, "-m", "pytest", *arguments]
    return subprocess.run(
        command,
        env=environment,
        text=True,
        check=False,
        stdin=subprocess.DEVNULL if quiet else None,
        stdout=subprocess.PIPE if quiet else None,
        stderr=subprocess.STDOUT if quiet else None,
    )


def box(lines: list[str]) -> str:
    """Return the lines in a frame that nobody overlooks.

    >>> print(box(["redis: refused: 3 tests left out"]))
    <BLANKLINE>
    ####################################
    #          NOT ALL TESTED          #
    # redis: refused: 3 tests left out #
    ####################################
    """
    width = max(map(len, lines))
    rows = ["NOT ALL TESTED".center(width), *(line.ljust(width) for line in lines)]
    edge = "#" * (width + 4)
    return "\n".join(["", edge, *(f"# {row} #" for row in rows), edge])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
