"""What a group exports comes in elsewhere, over HTTP, and adds up to the same there."""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import timezone

from accounts.models import User
from games.models import Game, Group, Membership, Player, Role
from tests.cast import V1, Cast
from tests.games.scoresheet import phone
from tests.scoring.test_statistics import Story

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def story(cast: Cast) -> Story:
    Player.objects.filter(pk=cast.players[2].pk).update(name="South =SUM(A1)")
    return Story(cast)


class Elsewhere:
    """An empty group of somebody else."""

    def __init__(self) -> None:
        owner = User.objects.create_guest("Elsewhere")
        self.group = Group.objects.create(name="Elsewhere")
        Membership.objects.create(group=self.group, user=owner, role=Role.OWNER)
        self.client = phone(owner)
        self.url = f"{V1}/groups/{self.group.pk}"

    def done(self, response: Any) -> dict[str, Any]:
        """The job that was started, which is done by now."""
        assert response.status_code == 202, response.content
        job: dict[str, Any] = self.client.get(f"{V1}/jobs/{response.json()['id']}/").json()
        assert job["state"] == "done", job
        return job

    def bring(self, data: bytes, media_type: str) -> dict[str, Any]:
        """Look at a file, and import it with everybody as somebody new or of the same name."""
        response = self.client.post(f"{self.url}/imports/", data, content_type=media_type)
        preview = self.done(response)
        assert preview["result"]["problem_count"] == 0
        players = {
            one["name"]: one["suggestion"] or one["match"] for one in preview["result"]["players"]
        }
        body = {"players": players}  # what was overruled is so by the file itself
        result: dict[str, Any] = self.done(
            self.client.post(f"{V1}/jobs/{preview['id']}/import/", body)
        )["result"]
        return result

    def board(self) -> list[dict[str, Any]]:
        return board(self.client, self.url)


def board(client: Any, url: str) -> list[dict[str, Any]]:
    """The leaderboard, without the ids."""
    lines = client.get(f"{url}/statistics/leaderboard/").json()["players"]
    return [{**line, "player": line["player"]["name"]} for line in lines]


def exported(story: Story, form: str) -> tuple[bytes, str]:
    client = phone(story.cast.users["viewer"])
    job = client.post(f"{story.cast.url}/exports/", {"format": form}).json()
    job = client.get(f"{V1}/jobs/{job['id']}/").json()
    assert job["state"] == "done", job
    response = client.get(f"{V1}/jobs/{job['id']}/file/")
    return b"".join(response) if response.streaming else response.content, job["file"]["media_type"]


@pytest.mark.parametrize("form", ["json", "csv", "xlsx"])
def test_the_same_group_elsewhere(story: Story, form: str) -> None:
    data, media_type = exported(story, form)
    elsewhere = Elsewhere()
    result = elsewhere.bring(data, media_type)
    games = Game.objects.filter(group=elsewhere.group)
    kept = Game.objects.filter(group=story.cast.group, deleted_at=None)
    # Of a game that was abandoned, a sheet tells no more than that it goes on.
    assert result["imported"] == games.count() == kept.count()
    assert elsewhere.board() == board(story.client, story.cast.url)

    again = elsewhere.bring(data, media_type)
    assert again["imported"] == 0
    assert games.count() == kept.count()


@pytest.mark.parametrize("form", ["csv", "xlsx"])
def test_a_sheet_of_the_same_group_doubles_nothing(story: Story, form: str) -> None:
    data, media_type = exported(story, form)
    deleted = Game.objects.filter(group=story.cast.group, deleted_at=None).earliest("pk")
    Game.objects.filter(pk=deleted.pk).update(deleted_at=timezone.now())
    before = Game.objects.count()
    response = phone(story.cast.users["scorer"]).generic(
        "POST", f"{story.cast.url}/imports/", data, media_type
    )
    client = phone(story.cast.users["scorer"])
    preview = client.get(f"{V1}/jobs/{response.json()['id']}/").json()
    found = preview["result"]
    assert (found["new"], found["problem_count"]) == (0, 0)
    assert found["known"] == found["games"] > 1
    assert f"{found['known']} games in this file are this group's own" in found["warnings"][-1]
    response = client.post(f"{V1}/jobs/{preview['id']}/import/", {})
    result = client.get(f"{V1}/jobs/{response.json()['id']}/").json()["result"]
    assert (result["imported"], result["known"]) == (0, found["known"])
    assert Game.objects.count() == before


def test_a_sheet_of_what_an_archive_brought_doubles_nothing(story: Story) -> None:
    elsewhere = Elsewhere()
    brought = elsewhere.bring(*exported(story, "json"))["imported"]
    again = elsewhere.bring(*exported(story, "csv"))
    assert (again["imported"], again["known"]) == (0, brought)
