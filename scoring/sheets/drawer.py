"""Draw one sheet and end: `python -m scoring.sheets.drawer`, with what to draw on standard input.

Typst keeps what it has compiled, and a sheet of many names takes much memory for a moment: a
process of its own gives all of it back, and has limits that the server cannot have. It imports no
Django, so that starting it takes a tenth of a second.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

from rest.child_process import limit_child

MAX_BYTES = 2 * 1024**3  # of addresses, of which it touches a tenth
MAX_CPU_SECONDS = 20


def main() -> None:
    """Write the drawing to standard output, or why there is none to standard error (code 1)."""
    limit_child(MAX_BYTES, MAX_CPU_SECONDS)
    import typst  # within the limits

    try:
        drawn = _compile(typst, **json.load(sys.stdin))
    except typst.TypstError as error:
        sys.exit(str(error))
    sys.stdout.buffer.write(drawn)


def _compile(typst: Any, fonts: list[str], template: str, **options: Any) -> bytes:
    known = typst.Fonts(
        include_system_fonts=True, include_embedded_fonts=True, font_paths=[*map(Path, fonts)]
    )
    drawn: bytes = typst.compile(template, font_paths=known, **options)
    return drawn


if __name__ == "__main__":
    main()
