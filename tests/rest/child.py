"""A child with narrow limits that runs the code it is given as the body of a function."""

from __future__ import annotations

import sys
import textwrap
from typing import Any

from rest.child_process import limit_child


def main() -> None:
    limit_child(256 * 1024**2, cpu_seconds=1)
    data = sys.stdin.buffer.read()
    names: dict[str, Any] = {}
    exec("def work(data):\n" + textwrap.indent(data.decode(), "    "), names)
    sys.stdout.buffer.write(names["work"](data))


if __name__ == "__main__":
    main()
