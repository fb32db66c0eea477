"""Questions made from the schema, by callers without a token or key that is good.

Every operation, every check on: what they are answered is published, and nothing breaks. Whoever is
refused is refused whatever they ask: a few questions will do.
"""

from __future__ import annotations

from typing import Any

import pytest
from django.core.wsgi import get_wsgi_application
from schemathesis.config import SchemathesisConfig
from schemathesis.schemas import BaseSchema

from accounts.models import DeviceToken, User
from tests.api.questions import Operation, ask, asked, schema_of, undone
from tests.games.test_schemathesis import BAD, GOOD, TOKENS

CHECKS = {
    "positive_data_acceptance": {"expected-statuses": [*GOOD, 401, 403]},
    "negative_data_rejection": {"expected-statuses": BAD},
}


@pytest.fixture(scope="module")
def schema() -> BaseSchema:
    config = {"checks": CHECKS, "generation": TOKENS}
    return schema_of(get_wsgi_application(), SchemathesisConfig.from_dict(config))


@pytest.fixture
def token(db: None) -> str:
    user = User.objects.create_guest("Ann")
    _row, token = DeviceToken.objects.create(user=user, device="test")
    return token


@pytest.mark.full
@pytest.mark.parametrize("operation", asked(""), ids=" ".join)
def test_a_stranger_is_answered_as_published(
    token: str, schema: BaseSchema, operation: Operation
) -> None:
    def question(case: Any) -> None:
        callers = [{}, {"Authorization": "Bearer nobody"}]
        if case.method != "GET":
            callers.append({"Authorization": f"Bearer {token}", "Idempotency-Key": "x" * 201})
        for headers in callers:
            with undone():  # WSGI hands compressed answers on as they are
                case.call_and_validate(headers={**headers, "Accept-Encoding": "identity"})

    ask(schema, operation, question, 10)
