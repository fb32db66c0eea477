"""The rules as short entries, to look up and to search."""

from __future__ import annotations

from functools import cache, lru_cache

from django.http import Http404, HttpResponseBase
from django.utils.text import format_lazy
from django.utils.translation import get_language, gettext_lazy
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request

from referee.api.examples import examples_of
from referee.api.views import RefereeView, lasting_response
from referee.editions import EDITIONS, Edition
from referee.languages import translator_for
from referee.rulebook.entries import RULE_ENTRIES
from referee.rulebook.search import RuleSearch
from referee.wire.editions import EDITION_NAMES
from referee.wire.rules import MAX_QUESTION, RuleEntryDetail, rule_entry_answer
from referee.wire.verdicts import RULE_ENTRY_IDS
from rest.problem_schema import problem_responses
from rest.query import Reader, choice, read_query

EDITION = choice(EDITION_NAMES)
EDITION_PARAMETER = OpenApiParameter(
    "edition", enum=EDITION_NAMES, description="Only what applies in this edition."
)


def _read_question(text: str) -> str:
    if len(text) > MAX_QUESTION:
        raise ValueError(text)
    return text


QUESTION = Reader(
    _read_question,
    format_lazy(gettext_lazy("Must have at most {max} characters."), max=MAX_QUESTION),
)


class RuleListView(RefereeView):
    @extend_schema(
        operation_id="listRules",
        summary="The rules as short entries",
        tags=["referee"],
        parameters=[
            EDITION_PARAMETER,
            OpenApiParameter(
                "q",
                {"type": "string", "maxLength": MAX_QUESTION},
                description="A question or a few words, such as `two skips`: only the entries "
                "that may answer it, the best first. Small typing errors do no harm.",
            ),
        ],
        responses={200: list[RuleEntryDetail], **problem_responses(400)},
        examples=examples_of("rules/"),
    )
    def get(self, request: Request) -> HttpResponseBase:
        """The entries that settle questions at the table, in the order of play. May be cached."""
        query = read_query(request, {"edition": EDITION, "q": QUESTION})
        content = _rendered_list(
            query.get("edition"), " ".join(query.get("q", "").split()), get_language()
        )
        return lasting_response(request, content)


class RuleView(RefereeView):
    @extend_schema(
        operation_id="getRule",
        summary="One entry of the rules",
        tags=["referee"],
        parameters=[
            EDITION_PARAMETER,
            OpenApiParameter("entry", str, OpenApiParameter.PATH, enum=RULE_ENTRY_IDS),
        ],
        responses={200: RuleEntryDetail, **problem_responses(400, 404)},
        examples=examples_of("rules/{entry}/"),
    )
    def get(self, request: Request, entry: str) -> HttpResponseBase:
        """The entry that a verdict names as `rule_entry`. May be cached.

        An edition to which it does not apply is not valid.
        """
        found = RULE_ENTRIES.get(entry)
        if found is None:
            raise Http404
        having = [slug for slug, edition in EDITIONS.items() if found.where(edition)]
        query = read_query(request, {"edition": choice(having)})
        answer = rule_entry_answer(
            found, _editions(query.get("edition")), translator_for(get_language())
        )
        return lasting_response(request, JSONRenderer().render(answer))


def _editions(slug: str | None) -> tuple[Edition, ...]:
    return tuple(EDITIONS.values()) if slug is None else (EDITIONS[slug],)


@cache
def _search(slug: str | None, language: str | None) -> RuleSearch:
    return RuleSearch(_editions(slug), translator_for(language))


@lru_cache(maxsize=256)
def _rendered_list(slug: str | None, question: str, language: str | None) -> bytes:
    entries = _search(slug, language).find(question)
    editions, translator = _editions(slug), translator_for(language)
    return JSONRenderer().render(
        [rule_entry_answer(entry, editions, translator) for entry in entries]
    )
