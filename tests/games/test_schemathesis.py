"""Questions made from the schema find games and statistics as it says, every check on.

Asked with the token of an owner. Where a question names a thing by an id that is well
formed, it is in most cases one that exists, or no question would get past the 404.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qs, urlsplit
from uuid import UUID

import pytest
import schemathesis
from django.core.wsgi import get_wsgi_application
from schemathesis.config import SchemathesisConfig
from schemathesis.schemas import BaseSchema

from accounts.models import DeviceToken
from games.models import ShareLink
from scoring.exchange.export.sheet_writer import XLSX_MEDIA_TYPE
from scoring.jobs.models import Job, JobState
from tests.api.questions import Operation, ask_everything, asked, schema_of, undone
from tests.cast import Cast
from tests.games.scoresheet import sit_down
from tests.sampling import FULL, sampled

ASKED = (
    "/api/v1/games/",
    "/api/v1/shared/",
    "/api/v1/share-links/",
    "/api/v1/tickets/",
    "/api/v1/jobs/",
    "/api/v1/groups/{group}/games/",
    "/api/v1/groups/{group}/statistics/",
    "/api/v1/groups/{group}/jobs/",
    "/api/v1/groups/{group}/imports/",
)
# A good question about a game is answered by the state of things, too: an id that is
# nobody's, a round that is in already, a stale version, a count that cannot be.
GOOD = ["2xx", 304, 400, 404, 409, 412, 422]
# And a bad one may meet a stale version before anybody reads its body.
BAD = [400, 401, 404, 405, 409, 412, 415, 422, 428]
CHECKS = {
    "positive_data_acceptance": {"expected-statuses": GOOD},
    "negative_data_rejection": {"expected-statuses": BAD},
}
# A token is always sent, so a question is not bad for one that is made up.
TOKENS = {"with-security-parameters": False}


# Through WSGI: the views then run in the test's own thread, and so in its transaction.
@pytest.fixture(scope="module")
def schema() -> BaseSchema:
    config = SchemathesisConfig.from_dict({"checks": CHECKS, "generation": TOKENS})
    return schema_of(get_wsgi_application(), config)


KNOWN: dict[str, str] = {}


# They are made as plain bytes are, and are none of these but by chance.
schemathesis.serializer.alias(["application/gzip", XLSX_MEDIA_TYPE], "application/octet-stream")


def _well_formed(name: str, value: Any) -> bool:
    if name in ("number", "year"):
        return isinstance(value, int)
    try:
        return bool(str(UUID(value)) == value)
    except (ValueError, TypeError, AttributeError):
        return False


def is_written(query: dict[str, Any] | None, url: str) -> bool:
    """Whether an address has all the parameters of a query."""
    written = parse_qs(urlsplit(url).query, keep_blank_values=True)
    return len(written) == len(query or {})


@pytest.fixture
def known(cast: Cast) -> Iterator[None]:
    table = sit_down(cast, "NE").play("N=out E=5")
    sit_down(cast, "NE", phases=[1]).play("N=out E=60-")
    job = Job.objects.create(group=cast.group, kind="recompute", state=JobState.DONE)
    link = ShareLink.objects.create(game_id=table.game["id"], token="watch-me")
    _row, token = DeviceToken.objects.create(user=cast.users["owner"], device="test")
    KNOWN.update(
        {
            "device token": token,
            "group": str(cast.group.pk),
            "game": table.game["id"],
            "number": "1",
            "link": str(link.pk),
            "player": str(cast.players[0].pk),
            "other": str(cast.players[1].pk),
            "year": "2026",
            "job": str(job.pk),
        }
    )
    yield
    KNOWN.clear()


@pytest.mark.parametrize("operation", asked(*ASKED)[:: 1 if FULL else 3], ids=" ".join)
def test_an_operation_keeps_its_word(known: None, schema: BaseSchema, operation: Operation) -> None:
    def question(case: Any) -> None:
        for name, value in (case.path_parameters or {}).items():
            if name in KNOWN and _well_formed(name, value):
                case.path_parameters[name] = KNOWN[name]
        if isinstance((case.query or {}).get("wait"), int) and 0 <= case.query["wait"] <= 25:
            case.query["wait"] = 0
        # Compression has its own tests; requests does not unpack brotli without a package.
        headers = {
            "Authorization": f"Bearer {KNOWN['device token']}",
            "Accept-Encoding": "identity",
        }
        with undone():
            response = case.call(headers=headers)
            # An empty list is not written at all: what was to be refused is a good question.
            if is_written(case.query, response.request.url):
                again = {"headers": headers}  # for the checks that ask once more
                case.validate_response(response, headers=headers, transport_kwargs=again)

    ask_everything(schema, operation, question, sampled(50))
