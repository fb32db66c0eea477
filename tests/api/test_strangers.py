"""Questions made from the schema, by callers without a token or key that is good.

Every operation, every check on: what they are answered is published, and nothing breaks.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.core.wsgi import get_wsgi_application
from django.db import close_old_connections, transaction
from hypothesis import HealthCheck, settings
from schemathesis.config import SchemathesisConfig

from accounts.models import DeviceToken, User
from tests.api.contract import operations
from tests.games.test_schemathesis import BAD, GOOD, STREAMS, TOKENS

CONFIG = SchemathesisConfig.from_dict(
    {
        "checks": {
            "positive_data_acceptance": {"expected-statuses": [*GOOD, 401, 403]},
            "negative_data_rejection": {"expected-statuses": BAD},
        },
        # Whoever is refused is refused whatever they ask: a few questions will do.
        "generation": TOKENS,
        "phases": {"coverage": {"enabled": False}, "examples": {"enabled": False}},
    }
)
SCHEMA = schemathesis.openapi.from_wsgi("/api/schema/", get_wsgi_application(), config=CONFIG)
EVERYTHING = SCHEMA.exclude(path_regex=STREAMS)


@pytest.fixture
def token(db: None) -> Iterator[str]:
    user = User.objects.create_guest("Ann")
    _row, token = DeviceToken.objects.create(user=user, device="test")
    # As the framework's own test client does: or the test's connection would be closed.
    request_started.disconnect(close_old_connections)
    request_finished.disconnect(close_old_connections)
    yield token
    request_started.connect(close_old_connections)
    request_finished.connect(close_old_connections)


def test_every_operation_but_streams_is_asked() -> None:
    expected = [path for _method, path in operations() if not path.endswith("/events/")]
    assert EVERYTHING.statistic.operations.selected == len(expected) > 100


@pytest.mark.full
@EVERYTHING.parametrize()
@settings(
    max_examples=5,
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
def test_a_stranger_is_answered_as_published(token: str, case: Any) -> None:
    callers = [{}, {"Authorization": "Bearer nobody"}]
    if case.method != "GET":
        callers.append({"Authorization": f"Bearer {token}", "Idempotency-Key": "x" * 201})
    for headers in callers:
        with transaction.atomic():
            try:
                # WSGI hands compressed answers on as they are.
                case.call_and_validate(headers={**headers, "Accept-Encoding": "identity"})
            finally:
                transaction.set_rollback(True)
