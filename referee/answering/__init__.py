"""Answer a request in JSON, or with a problem document. Plain Python: phones do it, too."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import NamedTuple

from referee.wire.reading import RefusedRequest
from referee.wording import Translator
from rest.problem_document import MAX_ERRORS, field_error, problem_document
from rest.strict_json import write_json

JSON, PROBLEM = "application/json", "application/problem+json"
AnswerFunction = Callable[[object, Translator], object]


class Reply(NamedTuple):
    """An HTTP status, and the answer or problem as JSON in UTF-8."""

    status: int
    body: bytes

    @property
    def media_type(self) -> str:
        return JSON if self.status < 400 else PROBLEM


def reply(answer: AnswerFunction, request: object, translator: Translator) -> Reply:
    """Answer a decoded request with a function such as those of `referee.wire`."""
    try:
        return Reply(200, write_json(answer(request, translator)))
    except RefusedRequest as refused:
        return refusal(refused, translator)


def refusal(refused: RefusedRequest, translator: Translator) -> Reply:
    """Reply with what is wrong with a request, in the translator's language."""
    errors = [
        field_error(field.dotted_path, field.code, field.text.render(translator), field.rule_entry)
        for field in islice(refused.errors, MAX_ERRORS)
    ]
    document = problem_document(
        refused.status, refused.code, refused.text.render(translator), errors, refused.extra
    )
    return Reply(refused.status, write_json(document))
