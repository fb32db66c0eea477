"""Run the tests: on SQLite, with browsers, and what depends on the database on PostgreSQL.

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
from collections.abc import Callable
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

# Where the tests with a mark are: importing all others takes longer than running some of them.
BY_NAME: dict[str, Callable[[Path], bool]] = {
    "needs_chromium": lambda path: path.parent == TESTS / "client",
    "needs_postgres": lambda path: "needs_postgres" in path.read_text(encoding="utf-8"),
}


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
    skipped: Counter[str] = Counter()
    codes = []
    print("== On SQLite", flush=True)
    others = [*parallel(arguments, spare=1), "-m", "not needs_chromium", *arguments]
    codes.append(pytest(SQLITE_URL, others, skipped))
    print("\n== On SQLite: the tests with browsers", flush=True)
    # By themselves: browsers keep the cores busy, and some of the others watch the clock.
    where = files(arguments, "needs_chromium")
    browsers = [*parallel(arguments, spare=1), "-m", "needs_chromium", *arguments, *where]
    codes.append(pytest(SQLITE_URL, browsers, skipped))
    if absence("postgres") is None:
        print("\n== On PostgreSQL: the tests that depend on the database", flush=True)
        # What SQLite skipped for want of PostgreSQL runs now; the rest was counted above.
        skipped.pop("postgres", None)
        # No test with a browser needs PostgreSQL; with FULL=1, some repeat there.
        browsers_there = [("needs_chromium", 0)] if FULL else []
        for chosen, spare in [("not needs_chromium", 1), *browsers_there]:
            kinds = ["-m", f"({DATABASE}) and {chosen}"]
            where = files(arguments, chosen if chosen in BY_NAME else DATABASE)
            flags = [*parallel(arguments, spare=spare), *kinds, *arguments, *where]
            codes.append(pytest(POSTGRES_URL, flags, Counter()))
    else:
        skipped["postgres"] = collected(["-m", DATABASE, *arguments])
    if absent := [name for name in SERVICES if skipped[name]]:
        print(box([f"{name}: {absence(name)}: {skipped[name]} tests left out" for name in absent]))
    failed = [code for code in codes if code not in (0, NO_TESTS)]
    return failed[0] if failed else min(codes)  # none may have found any


def files(arguments: list[str], mark: str) -> list[str]:
    """Return the files that may have tests with a mark, if it says so and no argument chooses."""
    if mark not in BY_NAME or any(Path(argument.split("::")[0]).exists() for argument in arguments):
        return []
    paths = sorted(TESTS.rglob("test_*.py"))
    return [str(path.relative_to(TESTS.parent)) for path in paths if BY_NAME[mark](path)]


def parallel(arguments: list[str], *, spare: int = 0) -> list[str]:
    """Return the flags for several processes, unless the arguments ask for something else.

    There are as many as cores, and `spare` ones, for tests that mostly wait for servers.
    """
    alone = ("-n", "-s", "--pdb", "--collect-only", "--co")
    if any(argument.startswith(alone) for argument in arguments):
        return []
    # A file stays together, or each process would start the server that its tests share.
    count = str((os.cpu_count() or 1) + spare)
    return ["-n", count, "--dist", "loadfile", "--no-loadscope-reorder"]


def pytest(database_url: str, arguments: list[str], skipped: Counter[str]) -> int:
    """Run pytest on a database, and count by service what it skipped."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder, "report.xml")
        code = _pytest(database_url, [f"--junit-xml={report}", *arguments]).returncode
        if report.exists():
            # Our own file, written a moment ago.
            for element in ElementTree.parse(report).iter("skipped"):
                if match := re.match(r"needs (\w+):", element.get("message", "")):
                    skipped[match[1]] += 1
    return code


def collected(arguments: list[str]) -> int:
    """Return how many tests the arguments select."""
    result = _pytest(SQLITE_URL, ["--collect-only", "-q", *arguments], capture=True)
    return sum("::" in line for line in result.stdout.splitlines())


def _pytest(
    database_url: str, arguments: list[str], *, capture: bool = False
) -> subprocess.CompletedProcess[str]:
    # What a developer's .env says of the stores must not reach the tests.
    environment = {**os.environ, "DATABASE_URL": database_url, "REDIS_URL": ""}
    command = [sys.executable, "-m", "pytest", *arguments]
    return subprocess.run(command, env=environment, text=True, check=False, capture_output=capture)


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
