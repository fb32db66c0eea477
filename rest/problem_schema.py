"""The problem document in the published schema."""

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiResponse

from rest.problems import MEDIA_TYPE, ProblemDetail

BODY = (400, 413, 415)  # problems of every operation that takes a body

DESCRIPTIONS = {
    400: _("The request is not valid."),
    401: _("The credentials are missing or wrong."),
    403: _("Not allowed."),
    404: _("Not found."),
    405: _("The method is not allowed here."),
    406: _("No format that the client accepts is available."),
    409: _("The request conflicts with the current state."),
    412: _("The resource has changed since the client loaded it."),
    413: _("The body is too large."),
    415: _("The media type of the body is not supported."),
    422: _("The request is understood but cannot be carried out."),
    428: _("The request must name the version that it is based on."),
    429: _("Too many requests; Retry-After says when to try again."),
    503: _("The server cannot answer just now; Retry-After says when to try again."),
}


def problem_responses(*statuses: int) -> dict[tuple[int, str], OpenApiResponse]:
    """Return the problems of an operation, for the `responses` of `extend_schema`.

    400 (an unknown parameter), 406, 429 and 503 are always included:
    `{200: GameDetail, **problem_responses(*BODY, 404)}`. All are one component, which
    `settings.PROBLEM_DOCUMENT` names: it has the members of every app.
    """
    return {
        (status, MEDIA_TYPE): OpenApiResponse(ProblemDetail, DESCRIPTIONS[status])
        for status in sorted({*statuses, 400, 406, 429, 503})
    }
