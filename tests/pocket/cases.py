"""The published reference cases: a request, and what is answered to the byte."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pocket import FUNCTIONS, answer
from rest.strict_json import write_json

FOLDER = Path(__file__).parents[2] / "docs" / "cases"


@dataclass(frozen=True, slots=True)
class Case:
    """One line of a file. `body` is the request as it was sent, if that is not JSON."""

    function: str
    language: str
    status: int
    answer: Any
    request: Any = None
    body: str | None = None

    @property
    def sent(self) -> bytes:
        return write_json(self.request) if self.body is None else self.body.encode()

    @property
    def answered(self) -> bytes:
        return write_json(self.answer)

    def line(self) -> str:
        asked = {"request": self.request} if self.body is None else {"body": self.body}
        said = {"status": self.status, "answer": self.answer}
        return write_json({"language": self.language, **asked, **said}).decode()


def asked(function: str, language: str, request: Any) -> Case:
    """Ask the code; a request that is text is sent as it is."""
    body = request if isinstance(request, str) else None
    reply = answer(function, write_json(request) if body is None else body, language)
    document = json.loads(reply.body)
    assert write_json(document) == reply.body
    return Case(
        function=function,
        language=language,
        status=reply.status,
        answer=document,
        request=None if body is not None else request,
        body=body,
    )


def published() -> Iterator[Case]:
    """Yield the cases in the order of the functions and lines."""
    for function in FUNCTIONS:
        text = (FOLDER / f"{function}.jsonl").read_text(encoding="utf-8")
        for line in text.split("\n")[:-1]:  # a text may have other ends of lines in it
            yield Case(function, **json.loads(line))
