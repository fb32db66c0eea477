"""Errors as RFC 9457 problem documents (`application/problem+json`)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Annotated, Any, NotRequired, Self, TypedDict

from django.http import HttpResponse
from django.utils.translation import gettext as _
from rest_framework import exceptions
from rest_framework.settings import api_settings
from rest_framework.utils.encoders import JSONEncoder

from rest.annotations import Doc, Keywords, OpenEnum
from rest.problem_catalog import problem_catalog
from rest.problem_document import MAX_ERRORS as MAX_ERRORS
from rest.problem_document import problem_document
from rest.refusals import FieldError
from rest.request_id import current_request_id
from rest.strict_json import write_json

MEDIA_TYPE = "application/problem+json"

# In the environ of a request (WSGI): a function that returns the Problem that refuses it.
REFUSAL = "tableside.refusal"
CHALLENGE = {"WWW-Authenticate": "Bearer"}  # with every 401 (RFC 9110)
BUSY_SECONDS = 2  # after which a refused request may be sent again


ProblemCode = Annotated[
    str,
    OpenEnum(problem_catalog()),
    Doc(
        "Stable name of the problem: [all problems](/api/docs/problems/). More may be added: if "
        "you do not know one, go by the status."
    ),
]


class FieldErrorDetail(TypedDict):
    """A mistake in the request."""

    field: Annotated[
        str, Doc("Dotted path in the body, such as `groups.0.2`; empty for the body itself.")
    ]
    code: Annotated[str, Doc("Stable name of the mistake.")]
    message: Annotated[str, Doc("The mistake in words.")]
    rule_entry: NotRequired[
        Annotated[
            str,
            Doc(
                "The entry with the rule of the game behind it (`GET referee/rules/{entry}/`); "
                "left out if there is none."
            ),
        ]
    ]


class ProblemDetail(TypedDict):
    """An error, after RFC 9457."""

    type: Annotated[
        str,
        Doc("Where the problem is explained, relative to the server."),
        Keywords(format="uri-reference"),
    ]
    title: Annotated[str, Doc("The standard phrase for the status.")]
    status: Annotated[int, Doc("The HTTP status code.")]
    detail: Annotated[str, Doc("What went wrong, in words.")]
    code: ProblemCode
    errors: Annotated[
        list[FieldErrorDetail], Doc(f"The mistakes in the request, at most {MAX_ERRORS}.")
    ]
    request_id: NotRequired[
        Annotated[
            str,
            Doc(
                "The `X-Request-Id` of the response, for a bug report. Only the header has it if "
                "the referee refuses a question, because a phone without a network refuses alike."
            ),
        ]
    ]


@dataclass(frozen=True, slots=True)
class Problem:
    """A problem document. `extra` members never replace the standard ones."""

    status: int
    code: str
    detail: str
    errors: tuple[FieldError, ...] = ()
    extra: Mapping[str, Any] = field(default_factory=dict)
    headers: Mapping[str, str] = field(default_factory=dict)

    def body(self) -> bytes:
        errors = [error.as_dict() for error in self.errors]
        document = problem_document(self.status, self.code, self.detail, errors, self.extra)
        if id := current_request_id():
            document["request_id"] = id
        return write_json(document, default=JSONEncoder().default)

    def response(self) -> HttpResponse:
        return HttpResponse(
            self.body(),
            status=self.status,
            content_type=MEDIA_TYPE,
            headers={**(CHALLENGE if self.status == 401 else {}), **self.headers},
        )


class ProblemError(exceptions.APIException):
    """Raise it to answer with a problem document.

    `code` is stable and in snake_case, `detail` is a sentence for people. `extra` adds members
    to the document, `headers` adds headers to the response.
    """

    def __init__(
        self,
        status: int,
        code: str,
        detail: str,
        *,
        errors: Sequence[FieldError] = (),
        extra: Mapping[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(detail, code)
        self.status_code = status
        self.problem = Problem(status, code, detail, tuple(errors), extra or {}, headers or {})

    @classmethod
    def of(cls, problem: Problem) -> Self:
        """Return the error that is answered with `problem`."""
        return cls(
            problem.status,
            problem.code,
            problem.detail,
            errors=problem.errors,
            extra=problem.extra,
            headers=problem.headers,
        )


def invalid_request(errors: Iterable[FieldError]) -> Problem:
    listed = tuple(islice(errors, MAX_ERRORS))
    return Problem(400, "invalid_request", _("The request is not valid. See the errors."), listed)


def flatten(detail: Any, path: str = "") -> Iterator[FieldError]:
    """Yield the errors of a nested validation detail, each with its dotted path.

    >>> [error.as_dict() for error in flatten({"groups": {0: [["No card."]]}})]
    [{'field': 'groups.0.0', 'code': 'invalid', 'message': 'No card.'}]
    """
    if isinstance(detail, Mapping):
        for key, value in detail.items():
            here = path if key == api_settings.NON_FIELD_ERRORS_KEY else _join(path, key)
            yield from flatten(value, here)
    elif isinstance(detail, list | tuple):
        for index, value in enumerate(detail):
            nested = isinstance(value, Mapping | list | tuple)
            yield from flatten(value, _join(path, index) if nested else path)
    else:
        yield FieldError(path, getattr(detail, "code", None) or "invalid", str(detail))


def _join(path: str, key: object) -> str:
    return f"{path}.{key}" if path else str(key)


def not_found() -> Problem:
    return Problem(404, "not_found", _("There is nothing at this address."))


def body_too_large(limit: int) -> Problem:
    """Return the 413 for a body of more than `limit` bytes."""
    kilobytes = limit // 1024
    size = f"{kilobytes // 1024} MB" if kilobytes >= 1024 else f"{kilobytes} kB"
    detail = _("The body is larger than %(size)s.") % {"size": size}
    return Problem(413, "body_too_large", detail)


def headers_too_large(limit: int) -> Problem:
    detail = _("The address and the headers may have at most {limit} bytes.")
    return Problem(431, "headers_too_large", detail.format(limit=limit))


def request_too_slow() -> Problem:
    return Problem(408, "request_too_slow", _("The request did not arrive in time."))


def unreadable_request() -> Problem:
    """Return the 400 for what is not HTTP, or an address whose query is not UTF-8."""
    return Problem(400, "invalid_request", _("The request is not valid."))


def server_busy() -> Problem:
    """Return the 503 for a request that would wait too long for its turn."""
    detail = _("The server has too much to do just now. Please try again in a moment.")
    return Problem(503, "server_busy", detail, headers={"Retry-After": str(BUSY_SECONDS)})


def database_unavailable() -> Problem:
    """Return the 503 for a request whose database was down, full or read-only."""
    detail = _("The database cannot be used just now. Please try again in a moment.")
    return Problem(503, "database_unavailable", detail, headers={"Retry-After": str(BUSY_SECONDS)})


def internal_error() -> Problem:
    return Problem(
        500, "internal_error", _("Something went wrong on the server. The error has been logged.")
    )
