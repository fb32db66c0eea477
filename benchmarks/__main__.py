"""Measure: `python -m benchmarks [--json FILE] [NAME ...]`; all benchmarks without a name."""

import argparse
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path

from benchmarks import (
    client,
    evenings,
    handicaps,
    history,
    http,
    listeners,
    live,
    ratings,
    scorebook,
)
from benchmarks.report import Figure, describe_machine, format_table

# To add a benchmark, write a module with a function `run`, and add a line here.
BENCHMARKS: dict[str, tuple[Callable[[], list[Figure]], str]] = {
    "http": (http.run, "the referee over HTTP beside an empty view"),
    "scorebook": (scorebook.run, "recording rounds and reading games (needs PostgreSQL)"),
    "live": (live.run, "1,000 phones that follow 200 tables (needs PostgreSQL)"),
    "evenings": (evenings.run, "how many tables play at once (PostgreSQL, Redis; 20 minutes)"),
    "listeners": (listeners.run, "10,000 idle phones that listen to one worker (needs PostgreSQL)"),
    "ratings": (ratings.run, "odds and ratings over simulated seasons (half an hour)"),
    "handicaps": (handicaps.run, "what a head start is worth in simulated games (ten minutes)"),
    "client": (client.run, "the client on a slow phone (needs Chromium and Node.js)"),
    "history": (history.run, "what years of games cost (needs PostgreSQL)"),
}


def main(arguments: list[str]) -> None:
    """Run the benchmarks, print each one's table as it ends, and write the figures to a file."""
    listing = "\n".join(f"  {name:<12}{about}" for name, (_run, about) in BENCHMARKS.items())
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks",
        description=__doc__,
        epilog=f"benchmarks:\n{listing}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help="a benchmark from the list below")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures to FILE")
    options = parser.parse_args(arguments)
    if unknown := set(options.names) - set(BENCHMARKS):
        valid = ", ".join(BENCHMARKS)
        parser.error(f"unknown: {', '.join(sorted(unknown))}. Valid names: {valid}")

    machine = describe_machine()
    print("{cores} cores, {memory_gib} GiB, Python {python}".format(**machine))
    figures: dict[str, list[Figure]] = {}
    for name in options.names or BENCHMARKS:
        began = time.monotonic()
        print(f"\n{name} ...", end="", flush=True)
        run, _about = BENCHMARKS[name]
        figures[name] = run()
        print(f" {time.monotonic() - began:.0f} s\n\n{format_table(figures[name])}", flush=True)
    if options.json:
        report = {name: [figure.as_json() for figure in figures[name]] for name in figures}
        text = json.dumps({"machine": machine, "figures": report}, indent=2, ensure_ascii=False)
        options.json.write_text(text + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
