"""Random groups have the figures that are worked out again from their archives alone."""

from __future__ import annotations

import json
import tomllib
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import pytest

from games.domain.attendance import JoinTerms
from games.domain.entry import Entry
from games.domain.game_record import GameRecord, Outcome, write_phase
from games.models import Game, Role, Seat
from games.services import games as game_services
from games.services.attendance import join_game, leave_game
from games.services.groups import change_group
from games.services.play_verdicts import resolve_lay_down
from games.services.player_merge import merge_players
from games.services.table import make_play, table_in_play
from referee.cards import parse_card
from referee.editions import EDITIONS
from referee.game import GameState, Variant
from referee.stints import Handicap, StartingPhase
from rest.refusals import Refusal
from scoring.jobs.worker import work_on
from scoring.statistics.services.catch_up import add_pending
from tests.cast import V1, client_of
from tests.sampling import ALL, FULL
from tests.scoring.counting import count_all
from tests.scoring.evening import BECAUSE, FIRST, TIME_ZONES, Evenings
from tests.scoring.recomputed import Bots, Group, Query, earning, phase_text, records

pytestmark = pytest.mark.django_db

BASELINES = Path(__file__).parents[2] / "scoring/statistics/baselines"
# What is not a figure: texts, and what repeats the question.
TEXTS = {"title", "name", "about", "letter", "text", "groups", "group", "counting", "as_of"}


@dataclass
class Years(Evenings):
    """Some years of a group, in which anything can happen; who came first plays best."""

    def newcomer(self) -> Any:
        player = super().newcomer()
        player.name = f"Player {self.chance.random()}"
        player.save()
        return player

    def entries(self, record: GameRecord, state: GameState) -> list[Entry]:
        chance = self.chance
        skill = {player.pk: 1 / at for at, player in enumerate(self.players, 1)}
        seats = [record.seats[seat].player_id for seat in state.playing]
        out = chance.choices(seats, [skill.get(player, 0.1) for player in seats])
        if chance.random() < 0.1:
            out = []
        return [
            Entry(
                player=player,
                points=0 if player in out else chance.choice((5, 25, 25, 50, 70, 120)),
                laid_down=chance.random()
                < (0.9 if player in out else 0.2 + skill.get(player, 0.1)),
                went_out=player in out,
            )
            for player in seats
        ]

    def start(self) -> GameRecord:
        chance = self.chance
        edition = EDITIONS[chance.choice(list(EDITIONS))]
        own, other = edition.phases, EDITIONS[chance.choice(list(EDITIONS))].phases
        lists = [own[:1], own[:2], own[:2], (*own[1:3], *other[:1]), own[:1] * 2]
        if chance.random() < 0.1:
            lists = [own]
        most = min(len(self.players), edition.max_players)
        seated = chance.sample(self.players, chance.choice((2, 3, 3, 4, most)))
        variant, phases = chance.choices(list(Variant), (3, 1))[0], chance.choice(lists)
        handicaps: list[Handicap | None] = []
        if chance.random() < 0.25:
            last = 1 if variant is Variant.FIXED_ROUNDS else len(phases)
            handicaps = [
                chance.choice((None, Handicap(chance.randint(1, last), chance.choice((0, 10, 50)))))
                for _player in seated
            ]
        record = game_services.start_game(
            actor=self.owner,
            group=self.group.pk,
            role=Role.OWNER,
            edition=edition,
            variant=variant,
            phases=phases,
            house_rules={},
            players=[player.pk for player in seated],
            handicaps=handicaps,
            first_dealer=None,
        )
        self.games.append(record.game.id)
        self.date(record.game.id)
        return self.open(record.game.id)

    def date(self, game: Any) -> None:
        """Nights with several games, at the end of the night and of the year, too."""
        at = FIRST + timedelta(days=self.chance.choice((0, 1, 2, 30, 90, 180, 360, 366, 370)))
        at += timedelta(hours=self.chance.randint(0, 20), minutes=self.chance.choice((0, 0, 30)))
        late = self.chance.choice((None, timedelta(hours=7), timedelta(hours=-7)))
        Game.objects.filter(pk=game).update(started_at=at, phone_time=late and at - late)

    def play(self, record: GameRecord) -> GameRecord:
        chance, number = self.chance, record.state.number
        if chance.random() < 0.05:
            player = record.seats[record.state.playing[0]].player_id
            in_play = table_in_play(record, number)
            cards = [[parse_card(card) for card in ("R1", "B7")]]
            with suppress(Refusal):
                verdict = resolve_lay_down(in_play, player=player, groups=cards)
                make_play(in_play=in_play, actor=self.owner, verdict=verdict, overrule=BECAUSE)
            return super().play(self.open(record.game.id))
        with suppress(Refusal):
            if record.rounds and chance.random() < 0.12:
                terms = JoinTerms(
                    phase=chance.choice((None, *StartingPhase)), total=chance.choice((0, 30, 100))
                )
                joining = chance.choice(self.players).pk
                if joining in [seat.player_id for seat in record.seats]:
                    terms = JoinTerms()
                record = join_game(record=record, actor=self.owner, player=joining, terms=terms)
        with suppress(Refusal):
            if record.rounds and chance.random() < 0.12:
                player = record.seats[chance.choice(record.state.playing)].player_id
                record = leave_game(record=record, actor=self.owner, player=player)
        return record if record.state.over else super().play(record)

    def play_out(self) -> GameRecord:
        record = self.start()
        while record.outcome is Outcome.PLAYING:
            fate = self.chance.random()
            if record.rounds and fate < 0.06:
                what = "end" if fate < 0.04 else "abandon"
                record = game_services.decide(record=record, actor=self.owner, what=what)
                break
            if fate > 0.99:
                break
            record = self.play(self.open(record.game.id))
        return record

    def paper(self) -> None:
        """A game of which only the end is known."""
        chance = self.chance
        name = chance.choice(list(EDITIONS))
        edition = EDITIONS[name]
        seated = chance.sample(self.players, chance.randint(2, 4))
        won = chance.sample(seated, chance.choice((1, 1, 2)))
        game = Game.objects.create(
            group=self.group,
            edition=name,
            variant=chance.choice(list(Variant)),
            phases=[write_phase(phase) for phase in edition.phases[: chance.choice((2, 10, 10))]],
            first_dealer=0,
            totals=[
                {
                    "completed": chance.choice((None, 2, 10)),
                    "total": 25 * chance.randint(1, 20),
                    "won": player in won,
                }
                for player in seated
            ],
            outcome=Outcome.OVER,
            ended_early=chance.random() < 0.2,
            started_at=FIRST,
        )
        Seat.objects.bulk_create(
            Seat(game=game, player=player, place=at) for at, player in enumerate(seated)
        )
        self.date(game.pk)
        add_pending(self.group.pk, [game.pk])

    def merge(self) -> None:
        """Two who have never met, if there are any."""
        for gone, stays in combinations(self.players[::-1], 2):
            with suppress(Refusal):
                merge_players(actor=self.owner, player=gone.pk, into=stays.pk)
                self.players.remove(gone)
                return

    def happen(self, games: int) -> None:
        chance = self.chance
        for _game in range(games):
            self.play_out()
            for deed in ("paper", "correct", "take_back", "delete", "restore", "decide"):
                if chance.random() < 0.06:
                    self.paper() if deed == "paper" else self.do(deed)
            if chance.random() < 0.1 and len(self.players) < 8:
                self.players.append(self.newcomer())
            if chance.random() < 0.2:
                count_all()
        self.merge()
        nights = {game.started_at.date() for game in Game.objects.filter(group=self.group)}
        change_group(
            actor=self.owner,
            group=self.group.pk,
            time_zone=chance.choice(TIME_ZONES),
            seasons=chance.sample(sorted(nights), min(3, len(nights))),
        )


def plain(answer: Any) -> Any:
    """An answer with ids for players, without texts."""
    if isinstance(answer, list):
        if answer and isinstance(answer[0], dict) and "unit" in answer[0]:
            return {
                tuple(one.pop(name) for name in ("code", "variant", "phases")): plain(one)
                for one in answer
            }
        if answer and isinstance(answer[0], dict) and "success_rate" in answer[0]:
            return {(one["edition"], phase_text(one["groups"])): plain(one) for one in answer}
        return [plain(one) for one in answer]
    if not isinstance(answer, dict):
        return answer
    if answer.keys() == {"id", "name", "color", "sign"}:
        return answer["id"]
    if answer.keys() == {"next", "previous", "results"}:
        return plain(answer["results"])
    told = {name: plain(value) for name, value in answer.items() if name not in TEXTS}
    return {name: sorted(value) if name == "winners" else value for name, value in told.items()}


def differences(answer: Any, wanted: Any, where: str = "") -> list[str]:
    """What an answer says otherwise; of numbers four digits count."""
    answer = answer or (type(wanted)() if answer == [] else answer)
    if isinstance(wanted, dict) and isinstance(answer, dict):
        missing = [f"{where}.{name}" for name in answer.keys() ^ wanted.keys()]
        both = answer.keys() & wanted.keys()
        return missing + [
            d for name in both for d in differences(answer[name], wanted[name], f"{where}.{name}")
        ]
    if isinstance(wanted, list) and isinstance(answer, list) and len(wanted) == len(answer):
        pairs = zip(answer, wanted, strict=True)
        return [
            d
            for at, (one, other) in enumerate(pairs)
            for d in differences(one, other, f"{where}.{at}")
        ]
    if isinstance(wanted, float) and isinstance(answer, (int, float)):
        return [] if abs(answer - wanted) < 2e-4 else [f"{where}: {answer}, not {wanted}"]
    if isinstance(answer, str) and not isinstance(wanted, str) and wanted is not None:
        wanted = wanted.isoformat().replace("+00:00", "Z")
    return [] if answer == wanted else [f"{where}: {answer}, not {wanted}"]


class Asked:
    """A group, asked over HTTP and worked out from outside."""

    def __init__(self, years: Years) -> None:
        self.client, self.url = client_of(years.owner), f"{V1}/groups/{years.group.pk}"
        editions = {
            edition: [
                phase_text(phase["groups"])
                for phase in self.get(f"{V1}/referee/editions/{edition}/")["phases"]
            ]
            for edition in EDITIONS
        }
        job = self.client.post(f"{self.url}/jobs/", {"kind": "export", "format": "json"}).json()[
            "id"
        ]
        work_on(job)
        file = self.client.get(f"{V1}/jobs/{job}/file/")
        self.group = Group(json.loads(file.getvalue()), editions, bots())
        self.found: list[str] = []

    def get(self, url: str, query: Any = None) -> Any:
        response = self.client.get(
            url, {name: value for name, value in (query or {}).items() if value}
        )
        assert response.status_code == 200, (url, query, response.content)
        return response.json()

    def expect(self, path: str, wanted: Any, query: Any = None) -> None:
        answer = plain(self.get(f"{self.url}/{path}", query))
        answer = answer.get("results", answer)
        self.found += [f"{path} {query}: {one}" for one in differences(answer, wanted)]

    def ask(self, chance: Random, query: Query, players: int) -> None:
        """All answers about the games of this kind and period, of some of the players."""
        group, asked = self.group, vars(query)
        everybody = sorted({line.player for game in group.all for line in game.lines})
        self.expect("statistics/leaderboard/", {"players": group.leaderboard(query)}, asked)
        pairs = group.comparisons(query)
        badges = {
            "badges": [{"code": code} for code in earning([])],
            "players": group.badges(query),
        }
        whole = {
            "records": records(group.games(query)),
            "badges": badges,
            "phases": group.phases(query),
            "head_to_head": {"pairs": pairs, "rivalry": None},
        }
        self.expect("statistics/", whole, {**asked, "include": list(whole)})
        for player in chance.sample(everybody, min(players, len(everybody))):
            path = f"statistics/players/{player}/"
            parts = {
                "circumstances": group.circumstances(player, query),
                "ratings": group.ratings(player, query),
            }
            more = {**asked, "include": list(parts), "limit": 100}
            self.expect(path, {**group.player(player, query), **parts}, more)
            other = chance.choice([one for one in everybody if one != player])
            two = {player, other}
            both = {
                "pairs": [pair for pair in pairs if {pair["player"], pair["opponent"]} == two],
                "rivalry": group.head_to_head(player, other, query),
            }
            more = {**asked, "include": "head_to_head", "players": [player, other]}
            self.expect("statistics/", {"head_to_head": both}, more)
        kind = {"edition": query.edition, "variant": query.variant}
        of_kind = Query(**kind)
        if len(everybody) > 2:
            rivals = chance.sample(everybody, 3)
            begun: list[Any] = [None] * 3
            asked = {**kind, "players": rivals}
            if query.edition:
                begun = [
                    {"phase": chance.randint(1, 4), "total": 10 * chance.randint(0, 3)}
                    for _ in rivals
                ]
                asked["handicaps"] = ",".join(f"{one['phase']}:{one['total']}" for one in begun)
                asked["phases"] = 5
            odds = group.odds(rivals, of_kind, begun, asked.get("phases", 10))
            self.expect("statistics/odds/", odds, asked)
        for starts in group.seasons[:1]:
            self.expect(f"statistics/periods/{starts}/", group.season(starts, of_kind), kind)
        if len(query.period) == 4:
            self.expect(f"statistics/periods/{query.period}/", group.year(query), kind)

    def ask_nights(self, chance: Random) -> None:
        nights = self.group.nights()
        self.expect("nights/", nights, {"limit": 100})
        for night in chance.sample(nights, min(3, len(nights))):
            date = night["date"]
            self.expect(f"nights/{date}/", self.group.night(datetime.fromisoformat(date).date()))


def bots() -> dict[tuple[str, str, str], Bots]:
    """How often bots lay down, by edition, Phase and variant: of the longest simulation of each."""
    found: dict[tuple[str, str, str], Bots] = {}
    for edition in EDITIONS:
        stored = tomllib.loads((BASELINES / f"{edition}.toml").read_text())
        for simulation in sorted(stored["simulations"], key=lambda one: one["games"]):
            for phase, tries in simulation["phases"].items():
                found[edition, phase, simulation["variant"]] = [
                    tuple(tries[bot]) for bot in ("weak", "middle", "strong")
                ]
    return found


@pytest.mark.parametrize("seed", range(100 if ALL else 8 if FULL else 4))
def test_the_figures_are_those_worked_out_from_outside(db: None, seed: int) -> None:
    chance = Random(None if ALL else seed)
    years = Years(chance)
    years.happen(chance.choice((3, 8, 16)))
    count_all()
    asked = Asked(years)
    periods = {str(game.night)[:length] for game in asked.group.all for length in (4, 7)}
    kinds = [("", ""), ("classic", ""), ("", "standard"), ("express", "fixed_rounds")]
    asked.ask(chance, Query(), 2)
    for period in chance.sample(sorted(periods), min(1, len(periods))):
        asked.ask(chance, Query(*chance.choice(kinds), period), 1)
    asked.ask_nights(chance)
    assert not asked.found, "\n".join(asked.found[:40])
