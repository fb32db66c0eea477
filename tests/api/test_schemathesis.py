"""Questions made from the published schema, good ones and bad, hold no surprise.

Every check of Schemathesis is on; schemathesis.toml says what is allowed besides. The same
against a server, with as many questions as one likes:

    THROTTLE=off make run
    schemathesis run http://localhost:8000/api/schema/ --checks all --max-examples 200
"""

from typing import Any

import pytest
from schemathesis.config import SchemathesisConfig
from schemathesis.schemas import BaseSchema

from config.asgi import application
from pocket.archive import packed
from tests.api.client import REFEREE
from tests.api.contract import ROOT
from tests.api.questions import Operation, ask_everything, asked, schema_of
from tests.sampling import FULL, sampled

# No schema can say what archives there are.
ARCHIVE = ("get", f"{REFEREE}pocket/{{archive}}")


@pytest.fixture(scope="module")
def schema() -> BaseSchema:
    packed()  # takes a busy machine longer than a request may take
    return schema_of(application, SchemathesisConfig.from_path(ROOT / "schemathesis.toml"))


@pytest.mark.parametrize(
    "operation",
    [one for one in asked(REFEREE) if one != ARCHIVE][:: 1 if FULL else 3],
    ids=" ".join,
)
def test_an_operation_keeps_its_word(schema: BaseSchema, operation: Operation) -> None:
    def question(case: Any) -> None:
        # Not compressed, because the tool does not unpack what an application answers.
        case.call_and_validate(headers={"Accept-Encoding": "identity"})

    ask_everything(schema, operation, question, sampled(150))
