"""Write the reference cases: `make cases`."""

from __future__ import annotations

from collections import defaultdict

from pocket import FUNCTIONS
from tests.pocket.cases import FOLDER, Case, asked
from tests.pocket.requests import requests

OTHERS = ("de", "es", "fr")
EVERY = 12  # which of the cases of a function are in another language


def cases() -> dict[str, list[Case]]:
    """Ask everything of the code; every now and then in another language."""
    made: dict[str, list[Case]] = defaultdict(list)
    for function, request in requests():
        turn, is_english = divmod(len(made[function]), EVERY)
        language = OTHERS[turn % len(OTHERS)] if is_english == EVERY - 1 else "en"
        made[function].append(asked(function, language, request))
    assert made.keys() == FUNCTIONS.keys()
    return made


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    for function, made in cases().items():
        text = "".join(f"{case.line()}\n" for case in made)
        (FOLDER / f"{function}.jsonl").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
