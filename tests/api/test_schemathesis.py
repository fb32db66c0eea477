"""Questions made from the published schema, good ones and bad, hold no surprise.

Every check of Schemathesis is on; schemathesis.toml says what is allowed besides. The same
against a server, with as many questions as one likes:

    THROTTLE=off make run
    schemathesis run http://localhost:8000/api/schema/ --checks all --max-examples 200
"""

from typing import Any

import schemathesis
from hypothesis import HealthCheck, settings
from schemathesis.config import SchemathesisConfig

from config.asgi import application
from tests.api.client import REFEREE
from tests.api.contract import ROOT, operations
from tests.sampling import sampled

CONFIG = SchemathesisConfig.from_path(ROOT / "schemathesis.toml")
SCHEMA = schemathesis.openapi.from_asgi("/api/schema/", application, config=CONFIG)
# No schema can say what archives there are.
ARCHIVE = f"{REFEREE}pocket/{{archive}}"
REFEREE_ONLY = SCHEMA.include(path_regex=f"^{REFEREE}").exclude(path=ARCHIVE)


def test_no_check_is_off() -> None:
    checks = CONFIG.projects.get_default().checks
    names = schemathesis.checks.CHECKS.get_all_names()
    assert len(names) >= 10
    assert all(checks.get_by_name(name=name).enabled for name in names)


def test_every_operation_of_the_referee_is_asked() -> None:
    referee = {path for _method, path in operations() if path.startswith(REFEREE)} - {ARCHIVE}
    assert REFEREE_ONLY.statistic.operations.selected == len(referee) >= 6


@REFEREE_ONLY.parametrize()
@settings(
    max_examples=sampled(150),
    derandomize=True,  # the same questions each time: a failure here is a change here
    database=None,
    deadline=None,
    suppress_health_check=list(HealthCheck),
)
def test_an_operation_keeps_its_word(case: Any) -> None:
    # Not compressed, because the tool does not unpack what an application answers.
    case.call_and_validate(headers={"Accept-Encoding": "identity"})
