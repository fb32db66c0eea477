"""Read one file to import and end: the process of `scoring.exchange.reading`.

On its standard input it has the pickled order, then the file; it writes what it has read, pickled.
"""

from __future__ import annotations

import os
import pickle
import sys
from pathlib import Path

import django

from rest.child_process import limit_child

MAX_RESULT = 32 * 1024**2  # bytes, which take ten times as much; 32 MB of games make 19
MAX_CPU_SECONDS = 120


def main() -> None:
    """Write what is in the file, or end with the code `OUT_OF_MEMORY`."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    from django.utils import timezone, translation  # after the setup, as what it imports

    from scoring.exchange.paper.reading_options import read_options
    from scoring.exchange.reading import OUT_OF_MEMORY, READERS

    source = sys.stdin.buffer
    format, options, language, zone, memory = pickle.load(source)  # noqa: S301  (ours)
    limit_child(_addresses() + memory, MAX_CPU_SECONDS)
    try:
        with translation.override(language), timezone.override(zone):
            answer = pickle.dumps(READERS[format](source.read(), read_options(options)))
    except MemoryError:
        sys.exit(OUT_OF_MEMORY)
    if len(answer) > MAX_RESULT:
        sys.exit(OUT_OF_MEMORY)
    sys.stdout.buffer.write(answer)


def _addresses() -> int:
    """How many bytes of addresses this process has; 0 where no /proc tells."""
    file = Path("/proc/self/statm")
    return int(file.read_text().split()[0]) * os.sysconf("SC_PAGE_SIZE") if file.exists() else 0


if __name__ == "__main__":
    main()
