"""Each phone enters the points of its own player; the last line records the round."""

from __future__ import annotations

from functools import partial
from typing import Any

import pytest

from games.domain.forgetting import without_doers
from games.models import Draft
from tests.api.client import ContractClient
from tests.cast import V1, Cast
from tests.games.happened import events
from tests.games.races import together
from tests.games.scoresheet import Table, lines, phone, sit_down
from tests.games.test_attendance import join, leave
from tests.games.test_sharing import share


class Phone:
    """A phone at a table; `state` is the last answer about the draft."""

    def __init__(self, cast: Cast, table: Table, who: str = "scorer") -> None:
        self.client = phone(cast.users[who])
        self.table = table
        self.state: dict[str, Any] = {}

    def enter(self, text: str, **more: Any) -> Any:
        """Enter a line, such as `N=out`."""
        [line] = lines(self.table.ids, text)
        player = line.pop("player")
        number = more.pop("round", len(self.table.game["rounds"]) + 1)
        return self._keep(
            self.client.put(
                f"{self.table.url}draft/lines/{player}/", {"round": number, **line, **more}
            )
        )

    def look(self) -> dict[str, Any]:
        self._keep(self.client.get(f"{self.table.url}draft/"))
        return self.state

    def entered(self) -> list[str]:
        """The lines of the draft: player and points."""
        names = self.table.names
        draft = self.look()["draft"]
        return [
            f"{names[line['player']]} {line['points']}"
            for line in (draft["lines"] if draft else [])
        ]

    def _keep(self, response: Any) -> Any:
        if response.status_code == 200:
            self.state = response.json()
        return response


@pytest.fixture
def table(cast: Cast) -> Table:
    return sit_down(cast, "NES")


@pytest.fixture
def scorer(cast: Cast, table: Table) -> Phone:
    return Phone(cast, table)


@pytest.fixture
def viewer(cast: Cast, table: Table) -> Phone:
    """A viewer who has claimed East."""
    cast.players[1].user = cast.users["viewer"]
    cast.players[1].save()
    return Phone(cast, table, "viewer")


def kinds(table: Table) -> list[str]:
    return [event["kind"] for event in events(game=table.game["id"])]


def test_the_last_line_records_the_round(scorer: Phone, viewer: Phone, table: Table) -> None:
    assert scorer.look()["draft"] is None
    assert scorer.enter("N=out").status_code == 200
    assert (scorer.state["draft"]["round"], scorer.state["check"]["ok"]) == (1, False)
    assert viewer.enter("E=5").status_code == 200
    assert viewer.entered() == ["N None", "E 5"]
    assert viewer.state["event"] == table.look()["event"]
    # Nothing of it counts.
    assert (table.standings(), table.game["rounds"]) == (["N 0 0 1", "E 0 0 1", "S 0 0 1"], [])
    assert table.game["version"] == 1
    last = scorer.enter("S=105")
    assert (last.json()["draft"], last.json()["check"]) == (None, None)
    table.game = last.json()["recorded"]
    assert table.standings() == ["N 1 0 1", "E 1 5 2", "S 0 105 3"]
    assert table.look() == last.json()["recorded"]
    assert scorer.entered() == []
    assert not Draft.objects.exists()
    assert kinds(table)[1:] == [
        "draft_changed", "draft_changed", "draft_changed", "round_recorded", "table_laid",
        "draft_changed",
    ]  # fmt: skip


def test_everybody_enters_the_line_of_their_own_player(
    cast: Cast, scorer: Phone, viewer: Phone, table: Table
) -> None:
    refused = viewer.enter("N=out")
    assert (refused.status_code, refused.json()["code"]) == (403, "not_your_player")
    assert Phone(cast, table, "outsider").enter("N=out").status_code == 404
    west = f"{table.url}draft/lines/{cast.players[3].pk}/"
    absent = scorer.client.put(west, {"round": 1, "points": 5})
    assert (absent.status_code, absent.json()["detail"]) == (
        404,
        "This player is not in this round.",
    )
    assert scorer.entered() == []
    nothing = scorer.client.delete(f"{table.url}draft/", headers={"If-Match": "*"})
    assert (nothing.status_code, nothing.json()["detail"]) == (404, "Nobody is entering a round.")


def test_the_referee_says_what_is_still_possible(scorer: Phone) -> None:
    scorer.enter("N=out")
    scorer.enter("E=3")
    check = scorer.state["check"]
    assert [problem["code"] for problem in check["problems"]] == ["points_not_multiple_of_5"]
    assert check["problems"][0]["message"].startswith("East cannot have 3 points")
    assert check["problems"][0]["rule_entry"] == "points"
    assert check["lines"][2]["open"]["can_go_out"] is False
    # A round that cannot be is not recorded with its last line either.
    assert scorer.enter("S=105").json()["recorded"] is None
    assert len(scorer.entered()) == 3
    response = scorer.enter("E=5", seen=scorer.state["draft"]["lines"][1]["version"])
    assert response.json()["recorded"]["rounds"][0]["lines"][1]["points"] == 5


def test_two_phones_do_not_overwrite_one_another(
    scorer: Phone, viewer: Phone, table: Table
) -> None:
    scorer.enter("E=5")
    refused = viewer.enter("E=10")
    assert (refused.status_code, refused.json()["code"]) == (409, "line_changed")
    assert refused.json()["detail"].startswith("scorer has entered another line")
    [line] = refused.json()["draft"]["lines"]
    own = scorer.enter("E=10")
    assert (own.status_code, own.json()["code"]) == (409, "line_changed")
    assert own.json()["detail"] == "You have already entered another line for this player."
    # The same line is not a contradiction, and changes nothing.
    assert viewer.enter("E=5").json()["draft"]["version"] == line["version"]
    assert viewer.enter("E=10", seen=line["version"]).status_code == 200
    assert scorer.entered() == ["E 10"]
    assert kinds(table).count("draft_changed") == 2


def test_a_draft_is_discarded_only_by_who_has_seen_it(scorer: Phone, table: Table) -> None:
    url = f"{table.url}draft/"
    assert scorer.client.delete(url, headers={"If-Match": '"1"'}).status_code == 404
    first = scorer.enter("E=5").json()["draft"]["version"]
    seen = {"If-Match": f'"{scorer.enter("S=105").json()["draft"]["version"]}"'}
    assert scorer.client.delete(url).status_code == 428
    stale = scorer.client.delete(url, headers={"If-Match": f'"{first}"'})
    assert stale.status_code == 412
    assert len(stale.json()["draft"]["lines"]) == 2
    assert scorer.client.delete(url, headers=seen).status_code == 204
    event = events()[-1]
    assert event["kind"] == "draft_discarded"
    assert [line["points"] for line in event["data"]["discarded"]["lines"]] == [5, 105]
    assert scorer.entered() == []
    # Nor is a later one, even by a request that was kept while offline.
    scorer.enter("E=5")
    scorer.enter("S=105")
    assert scorer.client.delete(url, headers=seen).status_code == 412


def test_a_round_that_contradicts_the_draft_is_not(scorer: Phone, table: Table) -> None:
    scorer.enter("E=5")
    refused = table.record("N=out E=10 S=105")
    assert (refused.status_code, refused.json()["code"]) == (409, "draft_differs")
    assert refused.json()["draft"]["lines"][0]["points"] == 5
    assert scorer.entered() == ["E 5"]
    assert table.record("N=out E=10 S=105", discard_draft=True).status_code == 201
    assert kinds(table)[-1] == "draft_discarded"
    assert not Draft.objects.exists()


def test_what_was_typed_is_there_again_when_its_round_is_next(
    cast: Cast, scorer: Phone, table: Table
) -> None:
    table.play("N=out E=5 S=105")
    scorer.enter("E=10")
    table.take_back()
    assert scorer.look()["draft"] is None
    table.play("N=out E=5 S=105")
    assert scorer.entered() == ["E 10"]
    table.decide("abandon")
    assert scorer.look()["draft"] is None
    table.decide("resume")
    assert scorer.entered() == ["E 10"]
    # Whoever leaves has no line, unless they come back.
    leave(table, "E", cast)
    assert scorer.entered() == []
    join(table, "E", cast)
    assert scorer.entered() == ["E 10"]


def test_a_round_is_recorded_if_whoever_had_no_line_leaves(
    cast: Cast, scorer: Phone, table: Table
) -> None:
    table.play("N=out E=5 S=50-")
    scorer.enter("N=out")
    assert leave(table, "S", cast).status_code == 200
    assert len(table.game["rounds"]) == 1  # the line of East is still open
    join(table, "S", cast)
    scorer.enter("E=50-")
    answer = leave(table, "S", cast)
    assert answer.status_code == 200, answer.content
    assert [line["points"] for line in answer.json()["rounds"][1]["lines"]] == [0, 50]
    assert (scorer.entered(), Draft.objects.count()) == ([], 0)
    assert kinds(table)[-5:] == [
        "player_left", "table", "round_recorded", "table_laid", "draft_changed"
    ]  # fmt: skip
    assert answer.json() == table.look()


def test_players_do_not_change_under_a_draft(scorer: Phone, table: Table) -> None:
    scorer.enter("E=10")
    refused = table.change(players=[table.ids["N"], table.ids["S"]])
    assert (refused.status_code, refused.json()["code"]) == (409, "already_played")
    assert scorer.entered() == ["E 10"]


def test_a_draft_that_waits_stays_when_players_change_seats(
    cast: Cast, scorer: Phone, table: Table
) -> None:
    table.play("N=out E=5 S=105")
    scorer.enter("E=10")
    scorer.enter("S=20")
    table.take_back()
    north, east, west = table.ids["N"], table.ids["E"], str(cast.players[3].pk)
    assert table.change(players=[west, east, north]).status_code == 200
    table.play("N=out E=5 W=105")
    assert scorer.entered() == ["E 10"]


def test_it_names_what_is_wrong_with_a_line(scorer: Phone, table: Table) -> None:
    url = f"{table.url}draft/lines/{table.ids['E']}/"
    for body, wrong in (
        ({"points": 5}, ("round", "required")),
        ({"round": 1, "points": -5}, ("points", "min_value")),
        ({"round": 1, "points": 5, "cards": []}, ("points", "points_and_cards")),
        ({"round": 1, "cards": ["R9", "W7"]}, ("cards.1", "unknown_card")),
        ({"round": 1, "seen": "1"}, ("seen", "invalid")),
        ({"round": 1, "player": "x"}, ("player", "unknown_field")),
    ):
        response = scorer.client.put(url, body)
        found = [(error["field"], error["code"]) for error in response.json()["errors"]]
        assert (response.status_code, found) == (400, [wrong])
    late = scorer.client.put(url, {"round": 2, "points": 5})
    assert (late.status_code, late.json()["code"]) == (409, "round_not_next")


def test_a_last_line_can_be_sent_again_without_a_key(scorer: Phone, table: Table) -> None:
    for text in ("N=out", "E=5", "S=105"):
        scorer.enter(text)
    again = scorer.enter("S=105")
    assert (again.status_code, len(again.json()["recorded"]["rounds"])) == (200, 1)
    assert scorer.enter("N=out").status_code == 200
    other = scorer.enter("S=110")
    assert (other.status_code, other.json()["code"]) == (409, "round_already_recorded")


def test_all_phones_at_once(race: None, cast: Cast) -> None:
    table = sit_down(cast, "NESW")
    phones = [Phone(cast, table) for _ in range(4)]
    texts = ("N=out", "E=5", "S=105", "W=10")
    answers = together(*(partial(one.enter, text) for one, text in zip(phones, texts, strict=True)))
    assert [answer.status_code for answer in answers] == [200] * 4
    assert sum(answer.json()["recorded"] is not None for answer in answers) == 1
    assert table.look()["rounds"][0]["lines"][3]["points"] == 10
    assert not Draft.objects.exists()


def test_whoever_watches_sees_the_draft(scorer: Phone, table: Table) -> None:
    token = share(table)["token"]
    address, link = f"{table.url}draft/", f"link={token}"
    assert ContractClient().get(f"{address}?{link}").json()["draft"] is None
    scorer.enter("N=out")
    seen = ContractClient().get(f"{address}?{link}").json()
    assert seen == without_doers(scorer.look())
    # What the stream tells from there on replaces it.
    scorer.enter("E=5")
    [event] = (
        ContractClient()
        .get(f"{table.url}events/?{link}&wait=0&after={seen['event']}")
        .json()["events"]
    )
    assert event["kind"] == "draft_changed"
    seen = ContractClient().get(f"{address}?{link}").json()
    assert (seen["draft"], seen["event"]) == (event["data"]["draft"], event["number"])
    for shared in table.client.get(f"{V1}/share-links/?game={table.game['id']}").json():
        table.client.delete(f"{V1}/share-links/{shared['id']}/")
    assert ContractClient().get(f"{address}?{link}").status_code == 404


def test_one_player_alone_enters_no_round(cast: Cast) -> None:
    """One of two leaves a tie-break, and then there was no tie."""
    table = sit_down(cast, "NE", phases=[1])
    table.record("N=5 E=5", overrule="Nobody went out.")
    assert table.game["next_round"]["tie_break"]
    assert leave(table, "E", cast).status_code == 200
    assert table.correct(1, "N=50- E=50-", overrule="Nobody went out.").status_code == 200
    assert (table.game["status"], table.playing()) == ("playing", "N")
    alone = Phone(cast, table)
    refused = alone.enter("N=out")
    assert (refused.status_code, refused.json()["code"]) == (409, "too_few_players")
    assert alone.look()["draft"] is None
    assert table.decide("end").status_code == 200
