"""Turning exceptions into problem documents."""

import logging
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.conf import settings
from django.core.exceptions import PermissionDenied, RequestDataTooBig, SuspiciousOperation
from django.core.exceptions import ValidationError as DjangoValidationError
from django.core.signals import got_request_exception
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.module_loading import import_string
from django.utils.translation import gettext as _
from rest_framework import exceptions
from rest_framework.serializers import as_serializer_error
from rest_framework.views import set_rollback

from rest import outages, problems
from rest.framework_texts import too_many_requests
from rest.logs import route_of
from rest.metrics import OUTAGES
from rest.problem_catalog import problem_catalog
from rest.problems import Problem, ProblemError, flatten
from rest.refusals import Refusal

logger = logging.getLogger("django.request")


def exception_handler(error: Exception, context: Mapping[str, Any]) -> HttpResponse:
    """Answer any exception of a view with a problem document (DRF's `EXCEPTION_HANDLER`)."""
    set_rollback()
    problem = problem_of(error)
    if problem is not None and isinstance(error, exceptions.Throttled):
        limit = context["request"]._request.rate_limit  # which is what counted the request
        problem = replace(problem, extra=limit.members())
    if problem is None and outages.database_fails(error):
        OUTAGES.inc()
        response = problems.database_unavailable().response()
        response._has_been_logged = True  # type: ignore[attr-defined]  # as an outage
        return response
    if problem is None:
        request = context.get("request")
        route = route_of(getattr(request, "_request", None))
        logger.error("Unhandled error: %s", route, exc_info=error)
        got_request_exception.send(sender=exception_handler, request=request)
        problem = problems.internal_error()
    return problem.response()


def problem_of(error: Exception) -> Problem | None:
    """Return the problem document for an exception; None for an unexpected one."""
    match error:
        case Refusal():
            return _shown(error)
        case ProblemError():
            return error.problem
        case exceptions.ValidationError():
            return problems.invalid_request(flatten(error.detail))
        case DjangoValidationError():
            return problems.invalid_request(flatten(as_serializer_error(error)))
        case exceptions.APIException():
            return _api_problem(error)
        case Http404():
            return problems.not_found()
        case PermissionDenied():
            return Problem(403, "permission_denied", str(exceptions.PermissionDenied().detail))
        case RequestDataTooBig():
            return problems.body_too_large(settings.DATA_UPLOAD_MAX_MEMORY_SIZE)
        case SuspiciousOperation():
            return Problem(400, "invalid_request", _("The request is not valid."))
    return None


def _shown(refusal: Refusal) -> Problem:
    """Return how HTTP says a refusal: with the first status of its code, and its facts as JSON."""
    answers = import_string(settings.PROBLEM_MEMBERS)
    members = {
        name: answers[name](fact) if name in answers else fact
        for name, fact in refusal.facts.items()
    }
    status = problem_catalog()[refusal.code].statuses[0]
    return Problem(status, refusal.code, refusal.text, refusal.errors, members)


def _api_problem(error: exceptions.APIException) -> Problem:
    headers = {}
    if (wait := getattr(error, "wait", None)) is not None:
        headers["Retry-After"] = f"{wait:.0f}"
    if auth_header := getattr(error, "auth_header", None):
        headers["WWW-Authenticate"] = auth_header
    code = error.get_codes()
    detail = str(error.detail)
    if isinstance(error, exceptions.Throttled):
        detail = too_many_requests(getattr(error, "wait", None))
    known = isinstance(code, str) and not isinstance(error, exceptions.ParseError)
    return Problem(
        error.status_code,
        str(code) if known else "invalid_request",
        detail,
        headers=headers,
    )


# --- Django's handlers, for errors before or outside the API's views --------------------


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    problem = problem_of(exception) or Problem(400, "invalid_request", _("Bad request."))
    return problem.response()


def permission_denied(request: HttpRequest, exception: Exception) -> HttpResponse:
    return Problem(403, "permission_denied", str(exceptions.PermissionDenied().detail)).response()


def server_error(request: HttpRequest) -> HttpResponse:
    return problems.internal_error().response()
