"""The problem document in the published schema."""

from typing import Annotated, TypedDict

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiResponse
from rest_framework import serializers

from rest.problems import MAX_ERRORS, MEDIA_TYPE
from rest.schema import Doc
from rest.serializers import TypedField

BODY = (400, 413, 415)  # What every operation that takes a body can refuse it with.

DESCRIPTIONS = {
    400: _("The request is not valid."),
    401: _("Credentials are missing or wrong."),
    403: _("Not allowed."),
    404: _("Not found."),
    405: _("The method is not allowed here."),
    406: _("No answer in a format that the client accepts."),
    409: _("The request conflicts with the present state."),
    412: _("The state is no longer the one that the request expects."),
    413: _("The body is too large."),
    415: _("The body is not JSON."),
    422: _("The request is understood, but cannot be carried out as it is."),
    428: _("The request must say which state it expects."),
    429: _("Too many requests; Retry-After says when to ask again."),
}


class FieldErrorDetail(TypedDict):
    """A mistake in the body."""

    field: Annotated[
        str, Doc("Dotted path in the body, such as `groups.0.2`; empty for the body as a whole.")
    ]
    code: Annotated[str, Doc("Stable name of the mistake.")]
    message: Annotated[str, Doc("The mistake in words.")]


class FieldErrorsField(TypedField):
    type_hint = list[FieldErrorDetail]


class ProblemSerializer(serializers.Serializer[object]):
    """An error, after RFC 9457."""

    type = serializers.CharField(help_text="Always `about:blank`; `code` tells problems apart.")
    title = serializers.CharField(help_text="The phrase of the status.")
    status = serializers.IntegerField(help_text="The status of the answer.")
    detail = serializers.CharField(help_text="What went wrong, in words.")
    code = serializers.CharField(help_text="Stable name of the problem, such as `not_found`.")
    errors = FieldErrorsField(  # type: ignore[assignment]  # no property: fields are taken out
        help_text=f"The mistakes in the body, {MAX_ERRORS} at most."
    )


def problem_responses(
    *statuses: int, problem: type[ProblemSerializer] = ProblemSerializer
) -> dict[tuple[int, str], OpenApiResponse]:
    """Return the problems of an operation, for the `responses` of `extend_schema`.

    406 and 429 come by themselves: `{200: Verdict, **problem_responses(*BODY, 404)}`.
    A `problem` with members of its own extends the standard document.
    """
    return {
        (status, MEDIA_TYPE): OpenApiResponse(
            ProblemSerializer if status in (406, 429) else problem, str(DESCRIPTIONS[status])
        )
        for status in sorted({*statuses, 406, 429})
    }
