"""Run the command: `python -m tableside`, or `tableside` once it is installed."""

import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent


def main() -> None:
    """Make the server's packages importable, and run what was asked for.

    A wheel has them in this folder, where nobody else's `config` or `store` is in their way.
    """
    if (HERE / "config").is_dir():
        sys.path.insert(0, str(HERE))
    from tableside.command_line import run

    sys.exit(run(sys.argv[1:]))


if __name__ == "__main__":
    main()
