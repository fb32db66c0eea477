"""The answer about a game is made once, and sent to all who may see the same."""

from __future__ import annotations

from typing import Any

import pytest

from games.api import game_versions
from games.api.kept_answers import KeptAnswers
from games.wire.games import game_answer
from tests.cast import V1, Cast
from tests.games.scoresheet import Table, phone, sit_down


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The games of which an answer was made, from now on."""
    monkeypatch.setattr(game_versions, "kept_answers", KeptAnswers())
    answers: list[Any] = []

    def counted(record: Any) -> Any:
        answers.append(record.game.id)
        return game_answer(record)

    monkeypatch.setattr(game_versions, "game_answer", counted)
    return answers


def read(client: Any, table: Table, language: str = "en") -> dict[str, Any]:
    response = client.get(table.url, headers={"Accept-Language": language})
    assert response.status_code == 200
    assert response.headers["Content-Type"] == "application/json"
    answer: dict[str, Any] = response.json()
    return answer


def test_it_is_made_once_for_each_role_and_language(cast: Cast, made: list[Any]) -> None:
    table = sit_down(cast).play("N=out E=5 S=5 W=5")
    made.clear()
    owner, viewer = phone(cast.users["owner"]), phone(cast.users["viewer"])
    for client, role, language, expected in (
        (owner, "owner", "en", 1),
        (owner, "owner", "en", 1),
        (viewer, "viewer", "en", 2),
        (viewer, "viewer", "de", 3),
        (owner, "owner", "en", 3),
        (viewer, "viewer", "de", 3),
    ):
        answer = read(client, table, language)
        assert (answer["my_role"], len(made)) == (role, expected)
        name = answer["phases"][0]["name"]
        assert ("Set of 3" in name) == (language == "en"), name


def test_a_change_is_in_the_next_answer(cast: Cast, made: list[Any]) -> None:
    table = sit_down(cast).play("N=out E=5 S=5 W=5")
    assert len(read(table.client, table)["rounds"]) == 1
    table.play("N=out E=5 S=5 W=5")
    assert len(read(table.client, table)["rounds"]) == 2
    cast.owner.patch(f"{V1}/players/{table.ids['N']}/", {"name": "Nora"})
    assert read(table.client, table)["players"][0]["name"] == "Nora"
    indented = table.client.get(table.url, headers={"Accept": "application/json; indent=2"})
    assert indented.content.startswith(b'{\n  "')
    assert indented.json() == read(table.client, table)


def test_what_was_not_sent_lately_goes() -> None:
    few = KeptAnswers(max_bytes=10)
    few.keep("a", b"1234")
    few.keep("b", b"1234")
    assert few.find("a") == b"1234"
    few.keep("c", b"12345")
    assert (few.find("a"), few.find("b"), few.find("c")) == (b"1234", None, b"12345")
    few.keep("c", b"1")  # instead of what was there
    few.keep("d", b"12345")
    assert few.find("a") == b"1234"
    few.keep("e", b"larger than all")
    assert few.find("e") is None
