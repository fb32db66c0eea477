"""Run fault drills: all of them, or those that are named. Writes var/drills.md.

Each starts what runs in production with a database of its own, has phones record rounds, breaks
something, and compares in the end what the phones were answered with what is recorded.
"""

from __future__ import annotations

import platform
import shutil
import sys
import tempfile
import time
import traceback
from datetime import UTC, datetime
from pathlib import Path

from tests.drills.faults import DRILLS, Drill, database_to_migrate, migrations
from tests.drills.judge import Verdict, judge
from tests.drills.players import Scorer
from tests.drills.services import Place
from tests.server import ROOT

PHONES = 4
BEFORE, AFTER = 3.0, 6.0  # seconds of load before the fault, and after it is mended
MIGRATIONS = {"migrations": "SQLite", "migrations-postgresql": "PostgreSQL"}
GAP = 3.0  # seconds that anything may be away that is to go on

HEAD = """\
| drill | fault | rounds | reads away | writes away | slowest answer | errors | verdict |
|---|---|---|---|---|---|---|---|"""


def main(names: list[str]) -> int:
    """Return how many drills have failed."""
    known = [*DRILLS, *MIGRATIONS]
    if unknown := sorted(set(names) - set(known)):
        print(f"Unknown: {', '.join(unknown)}. Valid values: {', '.join(known)}.", file=sys.stderr)
        return 2
    rows, failed = [], 0
    for name in names or known:
        row, is_good = _migrations(name) if name in MIGRATIONS else _run(name, DRILLS[name])
        rows.append(row)
        failed += not is_good
        print(row, flush=True)
    when = datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC")
    machine = f"{platform.system()} {platform.release()}, Python {platform.python_version()}"
    (ROOT / "var").mkdir(exist_ok=True)
    table = "\n".join([f"{when}, {machine}", "", HEAD, *rows, ""])
    (ROOT / "var" / "drills.md").write_text(table, encoding="utf-8")
    return failed


def _run(name: str, drill: Drill) -> tuple[str, bool]:
    # Not in var/: PostgreSQL runs as another user, who must be able to open the folder.
    folder = Path(tempfile.mkdtemp(prefix=f"tableside-{name}-"))
    folder.chmod(0o755)
    try:
        with drill.place(folder, {}) as place:
            verdict = _drill(place, drill)
            (ROOT / "var" / f"drill-{name}.log").write_text(place.log())
    except Exception as error:
        traceback.print_exc()
        verdict = Verdict(faults=[f"the drill broke off: {error}"])
    finally:
        shutil.rmtree(folder, ignore_errors=True)
    faults = "; ".join(dict.fromkeys(verdict.faults)) or "nothing missing, nothing doubled"
    cells = (
        name, drill.text, str(verdict.rounds), f"{verdict.reads_away:.1f} s",
        f"{verdict.writes_away:.1f} s", f"{verdict.slowest:.1f} s", verdict.answers, faults,
    )  # fmt: skip
    return f"| {' | '.join(cells)} |", not verdict.faults


def _drill(place: Place, drill: Drill) -> Verdict:
    scorers = [Scorer(place.address, number) for number in range(PHONES)]
    for scorer in scorers:
        scorer.start()
    time.sleep(BEFORE)
    broken = time.monotonic()
    drill.break_it(place)
    mended = time.monotonic()
    time.sleep(AFTER)
    for scorer in scorers:
        scorer.stop()
    verdict = judge(place, scorers, broken, mended)
    for kind, gap in (("reads", verdict.reads_away), ("writes", verdict.writes_away)):
        if kind in drill.keeps and gap > GAP:
            verdict.faults.append(f"no {kind} for {gap:.1f} s")
    return verdict


def _migrations(name: str) -> tuple[str, bool]:
    with tempfile.TemporaryDirectory(prefix=f"tableside-{name}-") as text:
        folder = Path(text)
        folder.chmod(0o755)
        with database_to_migrate(folder, MIGRATIONS[name]) as environment:
            done = migrations(environment)
    said = done.stdout.strip().splitlines()[-1] if done.stdout.strip() else done.stderr[-200:]
    fault = f"{MIGRATIONS[name]}: two at once, and one that is killed four times"
    return f"| {name} | {fault} | | | | | | {said} |", done.returncode == 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
