"""The rules as short entries, to look up and to search."""

from __future__ import annotations

from django.http import HttpResponseBase
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request

from referee.api.examples import examples_of
from referee.api.views import RefereeView, lasting_answer
from referee.wire.editions import EDITION_NAMES
from referee.wire.rules import MAX_QUESTION, RuleEntryDetail, answer_rule, answer_rules
from referee.wire.verdicts import RULE_ENTRY_IDS
from rest.problem_schema import problem_responses
from rest.query import TEXT, read_query

TAG = "referee"

EDITION_PARAMETER = OpenApiParameter(
    "edition", enum=EDITION_NAMES, description="Only what applies in this edition."
)


class RuleListView(RefereeView):
    @extend_schema(
        operation_id="listRules",
        summary="The rules as short entries",
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
        query = read_query(request, {"edition": TEXT, "q": TEXT})
        return lasting_answer(request, answer_rules, query)


class RuleView(RefereeView):
    @extend_schema(
        operation_id="getRule",
        summary="One entry of the rules",
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
        query = read_query(request, {"edition": TEXT})
        return lasting_answer(request, answer_rule, {**query, "entry": entry})
