"""Run the benchmarks: `python -m benchmarks [--json FILE] [NAME ...]`."""

import argparse
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path

from benchmarks import engine, hand, http, live, scorebook, simulator, standings
from benchmarks.figures import Figure, machine, table

# A further benchmark is a module with a `run`, and a line here.
BENCHMARKS: dict[str, Callable[[], list[Figure]]] = {
    "engine": engine.run,
    "hand": hand.run,
    "http": http.run,
    "scorebook": scorebook.run,
    "live": live.run,
    "simulator": simulator.run,
    "standings": standings.run,
}


def main(arguments: list[str]) -> None:
    """Run what was asked for, print each benchmark's table as it ends, keep the figures."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of {', '.join(BENCHMARKS)}")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures to FILE")
    asked = parser.parse_args(arguments)
    if unknown := set(asked.names) - set(BENCHMARKS):
        parser.error(f"no such benchmark: {', '.join(sorted(unknown))}")

    about = machine()
    print("{cores} cores, {memory_gib} GiB, Python {python}".format(**about))
    found: dict[str, list[Figure]] = {}
    for name in asked.names or BENCHMARKS:
        began = time.monotonic()
        print(f"\n{name} ...", end="", flush=True)
        found[name] = BENCHMARKS[name]()
        print(f" {time.monotonic() - began:.0f} s\n\n{table(found[name])}", flush=True)
    if asked.json:
        figures = {name: [figure.as_json() for figure in found[name]] for name in found}
        text = json.dumps({"machine": about, "figures": figures}, indent=2, ensure_ascii=False)
        asked.json.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
