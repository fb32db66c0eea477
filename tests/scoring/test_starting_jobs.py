"""POST groups/{group}/jobs/: who may start which kind of job."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone

from accounts.services.access_tokens import create_access_token
from games.models import Membership, Role
from scoring.jobs.models import Job, JobState, Upload
from tests.accounts.people import holder
from tests.cast import V1, Cast
from tests.games.scoresheet import phone


def body_of(cast: Cast, kind: str, preview: Job) -> dict[str, Any]:
    more = {"export": {"format": "csv"}, "recompute": {}}
    return {"kind": kind, **more.get(kind, {"preview": str(preview.pk)})}


@pytest.fixture
def preview(cast: Cast) -> Job:
    """A file without a game that was looked at."""
    upload = Upload.objects.create(
        group=cast.group, sent_by=cast.users["scorer"], digest="1", size=2, content=b"[]"
    )
    result = {"players": [], "problem_count": 0, "blocking_count": 0}
    options = {"format": "archive", "dates": ""}
    return Job.objects.create(
        group=cast.group,
        kind="preview",
        state=JobState.DONE,
        ended_at=timezone.now(),
        result=result,
        options=options,
        upload=upload,
    )


WHO_STARTS = {"export": "viewer", "preview": "scorer", "import": "scorer", "recompute": "owner"}


@pytest.mark.parametrize("kind", WHO_STARTS)
def test_who_may_start_a_job(cast: Cast, preview: Job, kind: str) -> None:
    body = body_of(cast, kind, preview)
    members = ["viewer", "scorer", "owner"]
    least = members.index(WHO_STARTS[kind])
    for place, who in enumerate(members):
        answer = phone(cast.users[who]).post(f"{cast.url}/jobs/", body)
        assert answer.status_code == (202 if place >= least else 403), (who, answer.content)
        Job.objects.exclude(pk=preview.pk).delete()
    assert cast.outsider.post(f"{cast.url}/jobs/", body).status_code == 404


@pytest.mark.parametrize("kind", WHO_STARTS)
def test_a_token_that_may_only_read_starts_exports(cast: Cast, preview: Job, kind: str) -> None:
    def start(*scopes: str) -> Any:
        token = create_access_token(user=cast.users["owner"], name="Bot", scopes=scopes).token
        return holder(token).post(f"{cast.url}/jobs/", body_of(cast, kind, preview))

    assert start("read", "manage").status_code == 202
    reading = start("read")
    assert reading.status_code == (202 if kind == "export" else 403)
    assert kind == "export" or reading.json()["code"] == "scope_missing"


@pytest.mark.parametrize(
    ("body", "field", "code"),
    [
        ({}, "kind", "required"),
        ({"kind": None}, "kind", "null"),
        ({"kind": ["export"]}, "kind", "invalid_choice"),
        ({"kind": "slow"}, "kind", "invalid_choice"),
        ({"kind": "export"}, "format", "required"),
        ({"kind": "export", "format": "pdf"}, "format", "invalid_choice"),
        ({"kind": "export", "format": 1}, "format", "invalid_choice"),
        ({"kind": "recompute", "format": "csv"}, "format", "unknown_field"),
        ({"kind": "import"}, "preview", "required"),
    ],
)
def test_a_job_that_cannot_be_read(cast: Cast, body: dict[str, Any], field: str, code: str) -> None:
    answer = cast.owner.post(f"{cast.url}/jobs/", body)
    assert answer.status_code == 400
    assert [(one["field"], one["code"]) for one in answer.json()["errors"]] == [(field, code)]
    assert not Job.objects.exists()


def test_a_preview_of_another_group_is_none(cast: Cast, preview: Job) -> None:
    other = cast.other_group
    Membership.objects.create(group=other, user=cast.users["scorer"], role=Role.SCORER)
    for kind in ("preview", "import"):
        body = body_of(cast, kind, preview)
        assert cast.scorer.post(f"{V1}/groups/{other.pk}/jobs/", body).status_code == 404


@pytest.mark.parametrize(
    ("kind", "old", "body"),
    [
        ("export", "{group}/exports/", {"format": "csv"}),
        ("recompute", "{group}/recomputes/", None),
        ("preview", "{job}/preview/", {}),
        ("import", "{job}/import/", {}),
    ],
)
def test_an_old_address_starts_the_same_job(
    cast: Cast, preview: Job, kind: str, old: str, body: dict[str, Any] | None
) -> None:
    owner = phone(cast.users["owner"])
    address = old.format(group=cast.url, job=f"{V1}/jobs/{preview.pk}")
    answers = [
        owner.post(address, body),
        owner.post(f"{cast.url}/jobs/", body_of(cast, kind, preview)),
    ]
    assert [answer.status_code for answer in answers] == [202, 202], answers[0].content
    before, now = (Job.objects.get(pk=answer.json()["id"]) for answer in answers)
    assert (before.kind, before.options, before.upload_id) == (now.kind, now.options, now.upload_id)
