"""One function in front of everything that the server answers about rules and games."""

from __future__ import annotations

from collections.abc import Mapping

from games.wire.replay import answer_game
from referee.answering import AnswerFunction, Reply, refusal, reply
from referee.languages import translator_for
from referee.wire.editions import answer_edition, answer_editions
from referee.wire.hand import answer_hand
from referee.wire.hit import answer_hit
from referee.wire.phase import answer_phase
from referee.wire.reading import RefusedRequest
from referee.wire.rules import answer_rule, answer_rules
from referee.wire.score import answer_score
from referee.wire.tally import answer_tally
from referee.wording import Text
from rest.strict_json import UnreadableJson, read_object

# What the server answers at `referee/<name>/`; a list and one item of it are two functions.
FUNCTIONS: Mapping[str, AnswerFunction] = {
    "phase": answer_phase,
    "hit": answer_hit,
    "hand": answer_hand,
    "score": answer_score,
    "tally": answer_tally,
    "game": answer_game,
    "editions": answer_editions,
    "edition": answer_edition,
    "rules": answer_rules,
    "rule": answer_rule,
}


def answer(
    function: str, request: Mapping[str, object] | bytes | str, language: str | None = None
) -> Reply:
    """Answer a request, decoded or in JSON, as the server does: status, and JSON in UTF-8.

    No body at all is an empty request. The language is one such as `de`; texts are in English if it
    is unknown or not installed.
    Raises KeyError for an unknown function.

    >>> status, body = answer("score", '{"edition": "classic", "cards": ["R7", "W"]}')
    >>> status, body.decode()
    (200, '{"points":30,"cards":[{"card":"R7","points":5},{"card":"W","points":25}]}')
    """
    found = FUNCTIONS[function]
    translator = translator_for(language)
    if isinstance(request, str):
        request = request.encode("utf-8", "surrogatepass")
    if isinstance(request, bytes):
        try:
            request = read_object(request) if request else {}
        except UnreadableJson as error:
            text = Text(error.template, error.params)
            return refusal(RefusedRequest(400, error.code, text), translator)
    return reply(found, request, translator)
