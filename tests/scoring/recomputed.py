"""Every figure of a group, worked out again from outside, as docs/statistics.md says.

It knows what the API answers and nothing else: the archive of a group (docs/export.md), the
official Phases, and how often bots lay Phases down. It shares no code with the server, so that both
would have to be wrong in the same way. Answers have ids in the place of players, and no texts.
"""

# ruff: noqa: C901

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, time, timedelta
from fractions import Fraction
from functools import cache
from itertools import groupby, permutations
from math import comb, erfc, exp, hypot, log, log2, sqrt
from typing import Any
from zoneinfo import ZoneInfo

from openskill.models import BradleyTerryFull

Json = dict[str, Any]
Strength = tuple[float, float]  # mu and sigma
Bots = Sequence[tuple[int, int]]  # attempts and successes, the weakest bot first

MODEL = BradleyTerryFull(mu=25, sigma=25 / 3, beta=50 / 3, tau=1 / 6)
UNIT = 3.2 * 50 / 3 * log(2)
NEW: Strength = (25.0, 25 / 3)
DAY = timedelta(days=1)
STANDARD = "standard"
# What doubles the chance to win: points in fixed rounds, and the share of the Phases to skip.
POINTS = {"classic": 50, "flip": 30, "express": 25}
SKIPPED = {"classic": 0.2, "flip": 0.12, "express": 0.2}
PARTS = 27720  # of a win
RESULTS = ("games", "wins", "expected_wins", "place")
MONTH = (*RESULTS, "points_a_round")
SEASON = (*RESULTS, "part_games", "win_rate")


# --- Games ---


@dataclass
class Played:
    """A round of a player: which Phase they tried, and what became of it."""

    number: int
    phase: str
    points: int
    laid_down: bool
    went_out: bool
    others: int  # their points
    overruled: bool


@dataclass
class Line:
    """What a game that is over says about one of its players."""

    game: Game
    player: str
    seat: int
    place: int
    won: bool
    total: int
    throughout: bool
    rounds: list[Played]
    overruled_plays: int
    behind: list[tuple[int, int, int]]  # after each round but the last: Phases, points, its number
    expected: Fraction  # the share of the win of somebody as strong as the others
    ahead: int  # how many Phases they did not have to play

    @property
    def shared(self) -> bool:
        return self.won and self.game.winners > 1

    @property
    def comeback(self) -> tuple[int, int, int]:
        """The deficit that a winner made up: Phases before points, the first if equal."""
        behind = [one for one in self.behind if self.won and any(one[:2])]
        return max(behind, key=lambda one: (one[0], one[1], -one[2]), default=(0, 0, 0))

    @property
    def in_points(self) -> tuple[int, int]:
        """The most points that a winner was behind on the same Phase, and after which round."""
        behind = [(points, number) for _phases, points, number in self.behind if self.won]
        return max(behind, key=lambda one: (one[0], -one[1]), default=(0, 0))


@dataclass
class Game:
    """A game that is over."""

    id: str
    at: datetime
    night: date
    edition: str
    variant: str
    phases: int
    dealer: int | None
    to_the_end: bool
    official: bool
    rounds: int
    winners: int
    lines: list[Line] = field(default_factory=list)

    @property
    def throughout(self) -> list[Line]:
        return [line for line in self.lines if line.throughout]

    @property
    def kind(self) -> tuple[str, int]:
        return self.variant, self.phases


def phase_text(groups: Iterable[Json]) -> str:
    return "+".join(f"{group['kind']}:{group['size']}" for group in groups)


def read_game(told: Json, zone: ZoneInfo, official: Sequence[str]) -> Game | None:
    """A game of an archive; None unless it is over."""
    players, phases = told["players"], [phase_text(phase) for phase in told["phases"]]
    stints, fixed = told["stints"] or [[] for _ in players], told["variant"] != STANDARD
    seats, final = range(len(players)), told["totals"]

    def there(seat: int, number: int) -> bool:
        return not stints[seat] or any(
            stint["first_round"] <= number <= (stint["last_round"] or number)
            for stint in stints[seat]
        )

    handicaps = [(stints[seat] or [{"phase": None}])[0] for seat in seats]
    handicaps = [one if isinstance(one["phase"], int) else None for one in handicaps]
    made = [one["phase"] - 1 if one else 0 for one in handicaps]
    first = [one["total"] if one else 0 for one in handicaps]
    totals = [*first]
    tied: list[int] = []
    winners: list[int] = []
    played: list[dict[int, Played]] = []
    before: list[dict[int, tuple[int, int]]] = []
    for number, round in enumerate(told["rounds"], 1):
        lines = {players.index(line["player"]): line for line in round["lines"]}
        if tied:
            winners = [seat for seat, line in lines.items() if line["went_out"]]
        else:
            staying = [made[seat] for seat in lines if before and seat in before[-1]]
            lowest = min([*staying, len(phases) - 1]) if staying else 0
            for seat, stint in [(each, stint) for each in lines for stint in stints[each]]:
                if stint["first_round"] == number > 1 and stint["phase"]:  # a newcomer
                    made[seat] = lowest if stint["phase"] == "lowest" and not fixed else 0
                    totals[seat] = first[seat] = stint["total"] or 0
            before.append({seat: (0 if fixed else made[seat], totals[seat]) for seat in lines})
            of_all = sum(line["points"] for line in lines.values())
            tried = {seat: number if fixed else min(made[seat] + 1, len(phases)) for seat in lines}
            played.append(
                {
                    seat: Played(
                        number,
                        phases[tried[seat] - 1],
                        line["points"],
                        line["laid_down"],
                        line["went_out"],
                        of_all - line["points"],
                        bool(round["overrule"]),
                    )
                    for seat, line in lines.items()
                }
            )
            for seat, line in lines.items():
                made[seat] += line["laid_down"]
                totals[seat] += line["points"]
            finished = [seat for seat in lines if number == len(phases) or not fixed]
            finished = [seat for seat in finished if fixed or made[seat] >= len(phases)]
            best = [
                seat for seat in finished if totals[seat] == min(totals[one] for one in finished)
            ]
            winners, tied = (best, []) if fixed or len(best) == 1 else ([], best)
        if tied and not winners:
            left = [seat for seat in tied if there(seat, number + 1)]
            winners, tied = (left or tied, []) if len(left) < 2 else ([], left)
    to_the_end = bool(winners)
    if final:
        made, totals = [line["completed"] or 0 for line in final], [line["total"] for line in final]
        winners = [seat for seat in seats if final[seat]["won"]]
        complete = all(final[seat]["completed"] in (None, len(phases)) for seat in winners)
        to_the_end = not told["ended_early"] and (fixed or complete)
    elif not (winners or told["ended_early"]):
        return None
    at_end = [there(seat, len(told["rounds"])) for seat in seats]
    standing = [(not at_end[seat], 0 if fixed else -made[seat], totals[seat]) for seat in seats]
    winners = winners or [seat for seat in seats if standing[seat] == min(standing)]
    order = [(seat not in winners, *standing[seat]) for seat in seats]
    at = min(
        datetime.fromisoformat(told[name]) for name in ("started_at", "phone_time") if told[name]
    )
    local = at.astimezone(zone)
    night = local.date() - DAY if local.time() < time(6) else local.date()
    game = Game(
        told["id"],
        at,
        night,
        told["edition"],
        told["variant"],
        len(phases),
        None if final else told["first_dealer"],
        to_the_end and not any(handicaps),
        phases == official,
        len(played),
        len(winners),
    )
    always = [seat for seat in seats if all(seat in each for each in played)]
    always = always if len(always) > 1 else []
    worths = {seat: worth(told["edition"], fixed, len(phases), handicaps[seat]) for seat in always}
    overruled = Counter(
        play["player"] for play in told["plays"] if play["overrule"] and not play["taken_back_at"]
    )
    for seat in seats:
        rounds = [each[seat] for each in played if seat in each]
        behind = [
            (
                max(made for made, _total in all.values()) - own,
                total - min(other for made, other in all.values() if made == own),
                number,
            )
            for number, all in enumerate(before[1:], 1)
            if seat in always and not any(handicaps)
            for own, total in [all[seat]]
        ]
        if rounds or not played:
            game.lines.append(
                Line(
                    game,
                    players[seat],
                    seat,
                    1 + sum(order[other] < order[seat] for other in always),
                    seat in winners,
                    totals[seat] - first[seat],
                    seat in always,
                    rounds,
                    overruled[players[seat]],
                    behind,
                    share_of(seat, worths),
                    handicaps[seat]["phase"] - 1 if handicaps[seat] else 0,
                )
            )
    return game


def worth(edition: str, fixed: bool, phases: int, handicap: Json | None) -> float:
    """How often a handicap doubles the chance to win."""
    if not handicap:
        return 0.0
    if fixed:
        return float(-handicap["total"] / (POINTS[edition] * sqrt(phases / 10)))
    return float((handicap["phase"] - 1) / (SKIPPED[edition] * phases))


def share_of(seat: int, worths: dict[int, float]) -> Fraction:
    """The share of the win of somebody as strong as the others, in parts of a win."""
    if seat not in worths:
        return Fraction(0)
    if not any(worths.values()):
        return Fraction(1, len(worths))
    most = max(worths.values())
    share = 2 ** (worths[seat] - most) / sum(2 ** (each - most) for each in worths.values())
    return Fraction(max(1, round(PARTS * share)), PARTS)


# --- Numbers ---


def only(values: Json, names: Collection[str]) -> Json:
    return {name: value for name, value in values.items() if name in names}


def average(total: float, over: int) -> Json:
    return {"value": total / over if over else None, "over": over}


def share(part: int, of: int) -> Json:
    """With Wilson's interval."""
    if not of:
        return {**average(0, 0), "low": 0, "high": 1}
    z, p = 1.959964, part / of
    middle, half = p + z * z / (2 * of), z * sqrt(p * (1 - p) / of + (z / of / 2) ** 2)
    low, high = ((middle + sign * half) / (1 + z * z / of) for sign in (-1, 1))
    return {**average(part, of), "low": max(0, low), "high": min(1, high)}


def per_success(attempts: int, successes: int) -> Json:
    value = attempts / successes if successes else None
    return {"value": value, "attempts": attempts, "successes": successes}


def points(mu: float) -> int:
    return 1000 + round(100 * (mu - 25) / UNIT)


def rating(strength: Strength) -> Json:
    mu, sigma = strength
    margin = round(100 * 1.96 * sigma / UNIT)
    return {"points": points(mu), "margin": margin, "mu": mu, "sigma": sigma}


def apart(one: Strength, other: Strength) -> bool:
    return abs(one[0] - other[0]) > 2.58 * hypot(one[1], other[1])


def two_sided(seen: int, weights: dict[int, Any]) -> float:
    """How likely the seen count is, or a rarer one on its side, twice."""
    fewer = sum(weight for count, weight in weights.items() if count <= seen)
    more = sum(weight for count, weight in weights.items() if count >= seen)
    return min(1.0, float(2 * min(fewer, more) / sum(weights.values())))


def sign_test(ahead: int, behind: int, chance: float) -> float:
    """How likely luck puts somebody ahead as often, or as rarely, who is with this chance."""
    of, odds = ahead + behind, chance / (1 - chance)
    return two_sided(ahead, {count: comb(of, count) * odds**count for count in range(of + 1)})


def luck_of(both: Json, other: Json) -> float:
    return sign_test(both["ahead"], both["behind"], chance_of(both, other))


def chance_of(one: Json, other: Json) -> float:
    """Of being ahead of somebody as strong, by the shares of wins that handicaps make."""
    chance = one["expected_wins"] / (one["expected_wins"] + other["expected_wins"])
    return float(min(max(chance, 0.001), 0.999))


def fisher(part: Collection[Line], others: Collection[Line]) -> float:
    """How likely luck puts as many wins, or as few, into a part of the games."""
    of_all = wins(part) + wins(others)
    counts = range(max(0, of_all - len(others)), min(len(part), of_all) + 1)
    if len(counts) < 2:
        return 1.0
    times = of_all / (expected(part) + expected(others))
    chances = [float(times * expected(games) / len(games)) for games in (part, others)]
    here, there = (one / (1 - one) for one in (min(max(one, 0.001), 0.999) for one in chances))
    ways = {count: comb(len(part), count) * comb(len(others), of_all - count) for count in counts}
    return two_sided(wins(part), {count: ways[count] * (here / there) ** count for count in counts})


def holm(chances: dict[Any, float]) -> set[Any]:
    found: set[Any] = set()
    for key in sorted(chances, key=lambda key: chances[key]):
        if chances[key] * (len(chances) - len(found)) > 0.01:
            break
        found.add(key)
    return found


def chance(bots: Bots, strength: float) -> float:
    """How likely a bot lays down; between two strengths, log odds are on a line."""
    known = [log((laid + 0.5) / (tries - laid + 0.5)) for tries, laid in bots]
    inside = min(max(strength, 0.0), len(known) - 1.0)
    below = min(int(inside), len(known) - 2)
    between = known[below] + (inside - below) * (known[below + 1] - known[below])
    return 1 / (1 + exp(-(between + strength - inside)))


# --- Games of players ---


def wins(games: Collection[Line]) -> int:
    return sum(line.won for line in games)


def expected(games: Collection[Line]) -> Fraction:
    return sum((line.expected for line in games), Fraction(0))


def results(games: Collection[Line]) -> Json:
    return {
        "games": len(games),
        "wins": wins(games),
        "expected_wins": float(expected(games)),
        "win_rate": share(wins(games), len(games)),
        "place": average(sum(line.place for line in games), len(games)),
    }


def performance(lines: Collection[Line]) -> Json:
    games = [line for line in lines if line.throughout]
    rounds = [one for line in lines for one in line.rounds]
    return {
        **results(games),
        "part_games": len(lines) - len(games),
        "shared_wins": sum(line.shared for line in games),
        "rounds": len(rounds),
        "points_a_round": average(sum(one.points for one in rounds), len(rounds)),
        "gone_out": sum(one.went_out for one in rounds),
        "phases_a_round": average(sum(one.laid_down for one in rounds), len(rounds)),
    }


def order_of(lines: Collection[Line]) -> tuple[int, bool, Fraction]:
    """Most wins first, then the best average place; who has no game comes last."""
    games = [line for line in lines if line.throughout]
    return -wins(games), not games, Fraction(sum(line.place for line in games), len(games) or 1)


def night_winners(lines: dict[str, list[Line]]) -> list[str]:
    orders = {player: order_of(of) for player, of in lines.items()}
    return sorted(one for one in lines if orders[one] == min(orders.values()) and orders[one][0])


def by_player(lines: Iterable[Line]) -> dict[str, list[Line]]:
    found = defaultdict(list)
    for line in lines:
        found[line.player].append(line)
    return found


def earliest(line: Line) -> tuple[Any, ...]:
    """The earliest game, then who ranked highest in it."""
    return line.game.at, line.game.id, line.place, line.seat


def worst_of(line: Line) -> Played:
    return max(line.rounds, key=lambda one: (one.points, -one.number))


def gone_out(line: Line) -> int:
    return sum(one.went_out for one in line.rounds)


def game_id(game: Game) -> Json:
    return {"game": game.id, "played_at": game.at}


def streaks(lines: Iterable[Line], name: str) -> tuple[int, int, list[Line]]:
    """The longest, the current one, and the lines with which the longest ones end."""
    successes: dict[str, Callable[[Line], list[bool]]] = {
        "wins": lambda line: [line.won],
        "going_out": lambda line: [one.went_out for one in line.rounds],
        "laying_down": lambda line: [one.laid_down for one in line.rounds],
    }
    longest = current = 0
    ends: list[Line] = []
    for line in lines:
        for success in successes[name](line):
            current = current + 1 if success else 0
            if current > longest:
                longest, ends = current, [line]
            elif current and current == longest and ends[-1] is not line:
                ends.append(line)
    return longest, current, ends


def round_of(game: str, one: Played) -> Json:
    return {"game": game, "round": one.number, "points": one.points}


def comeback_of(games: Collection[Line]) -> Json | None:
    best = min(games, key=lambda one: [-count for count in one.comeback[:2]], default=None)
    if best is None or not best.comeback[2]:
        return None
    names = ("phases", "points", "round")
    deficit = dict(zip(names, best.comeback, strict=True))
    return {"player": best.player, "game": best.game.id, **deficit}


def held(holders: Collection[Line], value: int, unit: str, number: int | None) -> Json:
    """A record, by the lines that hold it."""
    first = min(holders, key=earliest)
    return {
        **game_id(first.game),
        "player": first.player,
        "value": value,
        "unit": unit,
        "round": number,
        "games": len({line.game.id for line in holders}),
    }


def records(games: Iterable[Game]) -> dict[Any, Json]:
    """By code, variant and number of Phases."""
    found: dict[Any, Json] = {}

    def keep(
        code: str,
        unit: str,
        qualified: Iterable[Line],
        value_of: Callable[[Line], int],
        number_of: Callable[[Line], int | None] = lambda _line: None,
        *,
        by_kind: bool = False,
    ) -> None:
        alike: dict[Any, list[Line]] = defaultdict(list)
        for one in qualified:
            alike[one.game.kind if by_kind else (None, None)].append(one)
        for kind, of in alike.items():
            most = max(map(value_of, of))
            holders = [one for one in of if value_of(one) == most]
            number = number_of(min(holders, key=earliest))
            found[code, *kind] = held(holders, abs(most), unit, number)

    lines = [line for game in games for line in game.throughout]
    known = [line for line in lines if line.rounds]
    ends = [line for line in lines if line.won and line.game.to_the_end]
    official = [line for line in ends if line.game.official]
    open_ = [line for line in known if line.game.variant == STANDARD]
    fast = [line for line in open_ if line in ends]
    keep("lowest_win", "points", official, lambda one: -one.total, by_kind=True)
    keep("most_points", "points", lines, lambda one: one.total)
    keep("worst_round", "points", known, lambda one: worst_of(one).points,
         lambda one: worst_of(one).number)  # fmt: skip
    keep("fastest_win", "rounds", fast, lambda one: -len(one.rounds), by_kind=True)
    keep("longest_game", "rounds", open_, lambda one: len(one.rounds), by_kind=True)
    keep("most_gone_out", "rounds", [one for one in lines if gone_out(one) > 1], gone_out)
    keep("comeback_phases", "phases", [one for one in lines if one.comeback[0]],
         lambda one: one.comeback[0], lambda one: one.comeback[2])  # fmt: skip
    keep("comeback_points", "points", [one for one in lines if one.in_points[0]],
         lambda one: one.in_points[0], lambda one: one.in_points[1])  # fmt: skip
    for name, unit in (("wins", "games"), ("going_out", "rounds"), ("laying_down", "rounds")):
        of_all = [streaks(of, name) for of in by_player(lines).values()]
        longest = max((one[0] for one in of_all), default=0)
        if longest > 1:
            holders = [end for one in of_all if one[0] == longest for end in one[2]]
            found[f"streak_{name}", None, None] = held(holders, longest, unit, None)
    return found


def earning(games: Sequence[Line]) -> dict[str, Line | None]:
    """All badges, each with the game of a player that has earned it."""

    def first(earns: Callable[[Line], Any]) -> Line | None:
        return next((line for line in games if earns(line)), None)

    def adds_up(goal: int, amount: Callable[[Line], int]) -> Line | None:
        sums = ((line, sum(map(amount, games[: at + 1]))) for at, line in enumerate(games))
        return next((line for line, reached in sums if reached >= goal), None)

    def is_flawless(line: Line) -> bool:
        laid_down = [one.laid_down for one in line.rounds]
        return line.won and not line.ahead and len(laid_down) >= 5 and all(laid_down)

    editions = {line.game.edition: line for line in reversed(games) if line.won}
    in_a_row = zip(games, games[1:], games[2:], strict=False)
    return {
        "first_game": first(lambda one: one),
        "games_10": adds_up(10, lambda _one: 1),
        "games_100": adds_up(100, lambda _one: 1),
        "first_win": first(lambda one: one.won),
        "wins_10": adds_up(10, lambda one: one.won),
        "wins_50": adds_up(50, lambda one: one.won),
        "hat_trick": next((three[2] for three in in_a_row if all(one.won for one in three)), None),
        "shared_win": first(lambda one: one.shared),
        "full_table": first(lambda one: one.won and len(one.game.throughout) >= 6),
        "flawless": first(is_flawless),
        "comeback": first(lambda one: one.comeback[0] >= 3),
        "gone_out_100": adds_up(100, gone_out),
        "phases_100": adds_up(100, lambda one: sum(each.laid_down for each in one.rounds)),
        "low_total": first(lambda one: one.won and len(one.rounds) >= 10 and one.total <= 50),
        "every_edition": next(iter(sorted(editions.values(), key=earliest)[2:]), None),
    }


def badges(games: Sequence[Line]) -> list[Json]:
    """What a player has earned, with the game that did it."""
    return [
        {"code": code, "game": line.game.id, "earned_at": line.game.at}
        for code, line in earning(games).items()
        if line
    ]


def compared(player: str, opponent: str, games: Collection[tuple[Line, Line]]) -> Json:
    """A player against an opponent in these games, before it is known what stands out."""
    own = [one for one, _other in games]
    ahead = sum(one.place < other.place for one, other in games)
    behind = sum(one.place > other.place for one, other in games)
    return {
        "player": player,
        "opponent": opponent,
        "games": len(games),
        "ahead": ahead,
        "level": len(games) - ahead - behind,
        "behind": behind,
        "wins": wins(own),
        "expected_wins": float(expected(own)),
        "ahead_rate": share(ahead, len(games)),
        "stands_out": None,
    }


# --- Answers ---


@dataclass(frozen=True)
class Query:
    """Which games an answer is about; a period is a year, a month, or empty for all time."""

    edition: str = ""
    variant: str = ""
    period: str = ""

    def of_kind(self, game: Game) -> bool:
        return self.edition in ("", game.edition) and self.variant in ("", game.variant)

    def matches(self, game: Game) -> bool:
        return self.of_kind(game) and str(game.night).startswith(self.period)


class Group:
    """A group as its archive tells of it.

    `editions` are the official Phases by edition; `bots` say how often bots lay down, by edition,
    Phase and variant.
    """

    def __init__(
        self, archive: Json, editions: dict[str, list[str]], bots: dict[tuple[str, str, str], Bots]
    ) -> None:
        zone = ZoneInfo(archive["group"]["time_zone"])
        self.seasons: list[str] = sorted(archive["group"]["seasons"])
        self.names = {player["id"]: player["name"] for player in archive["players"]}
        self.editions, self.bots = editions, bots
        told = (read_game(game, zone, editions[game["edition"]]) for game in archive["games"])
        self.all = sorted((game for game in told if game), key=lambda game: (game.at, game.id))
        self.rated = cache(self._rated)

    def games(self, query: Query) -> list[Game]:
        return [game for game in self.all if query.matches(game)]

    def lines(self, query: Query, player: str = "") -> list[Line]:
        """What the games say about everybody, or a player: of all who were there at all."""
        lines = (line for game in self.games(query) for line in game.lines)
        return [line for line in lines if player in ("", line.player)]

    def _rated(self, edition: str, variant: str) -> list[tuple[Game, dict[str, Strength]]]:
        """The games of a kind, each with the ratings of its players after it."""
        now: dict[str, Strength] = {}
        found = []
        for game in self.all:
            lines = sorted(game.throughout, key=lambda line: line.player)
            if lines and Query(edition, variant).of_kind(game):
                ahead = [UNIT * log2(line.expected * len(lines)) for line in lines]
                ahead = [more - sum(ahead) / len(ahead) for more in ahead]
                before = [now.get(line.player, NEW) for line in lines]
                teams = [
                    [MODEL.create_rating([mu + more, sigma])]
                    for (mu, sigma), more in zip(before, ahead, strict=True)
                ]
                rated = MODEL.rate(teams, ranks=[float(line.place) for line in lines])
                after = {
                    line.player: (one.mu - more, one.sigma)
                    for line, [one], more in zip(lines, rated, ahead, strict=True)
                }
                found.append((game, after))
                now |= after
        return found

    def strength(self, player: str, query: Query, until: date = date.max) -> Strength:
        """At the end of a period, or of the night `until`: games before the period count."""
        now = NEW
        for game, after in self.rated(query.edition, query.variant):
            if str(game.night)[: len(query.period)] <= query.period and game.night <= until:
                now = after.get(player, now)
        return now

    def leaderboard(self, query: Query) -> list[Json]:
        found: list[tuple[Strength, Json]] = []
        for player, lines in by_player(self.lines(query)).items():
            latest = [line for line in lines if line.throughout][::-1][:5]
            form = [
                {"place": one.place, "players": len(one.game.throughout), "won": one.won}
                for one in latest
            ]
            strength = self.strength(player, query)
            told = {"player": player, "rating": rating(strength), "form": form}
            found.append((strength, told | performance(lines)))
        found.sort(key=lambda one: (-one[0][0], -one[1]["wins"], self.names[one[1]["player"]]))
        for own, line in found:
            others = [other[0] for other, _line in found if apart(own, other)]
            better = sum(mu > own[0] for mu in others)
            worst = len(found) - len(others) + better
            line["rank"] = {"best": 1 + better, "worst": worst}
        return [line for _strength, line in found]

    def player(self, player: str, query: Query) -> Json:
        lines = self.lines(query, player)
        games = [line for line in lines if line.throughout]
        after = {game.id: new for game, new in self.rated(query.edition, query.variant)}
        rounds = [(line.game.id, one) for line in games for one in line.rounds]
        best = min(rounds, key=lambda one: (one[1].points, -one[1].others), default=None)
        worst = min(rounds, key=lambda one: -one[1].points, default=None)
        overruled = [one.overruled for line in lines for one in line.rounds]
        months = sorted({str(line.game.night)[:7] for line in lines})
        fast = [
            one
            for one in games
            if one.won and one.game.to_the_end and one.rounds and one.game.variant == STANDARD
        ]
        fast.sort(key=lambda one: (-one.game.phases, len(one.rounds), one.total))
        fastest = [next(of) for _phases, of in groupby(fast, key=lambda one: one.game.phases)]
        rivals, comeback = self.nemesis(player, query), comeback_of(games)
        return performance(lines) | {
            "player": player,
            "rating": rating(self.strength(player, query)),
            "overruled": {
                "rounds": average(sum(overruled), len(overruled)),
                "plays": sum(line.overruled_plays for line in lines),
            },
            "months": [{"month": month, **self.month(player, query, month)} for month in months],
            "latest": [
                {
                    **game_id(one.game),
                    "edition": one.game.edition,
                    "variant": one.game.variant,
                    "place": one.place,
                    "players": len(one.game.throughout),
                    "won": one.won,
                    "points": one.total,
                    "rating": rating(after[one.game.id][player]),
                }
                for one in games[::-1][:10]
            ],
            "phases": self.phases(query, player),
            "streaks": {
                name: {
                    "longest": longest,
                    "current": current,
                    "game": ends[0].game.id if ends else None,
                }
                for name in ("wins", "going_out", "laying_down")
                for longest, current, ends in [streaks(games, name)]
            },
            "best_round": best and {**round_of(*best), "others": best[1].others},
            "worst_round": worst and round_of(*worst),
            "fastest_wins": [
                {
                    "variant": one.game.variant,
                    "phases": one.game.phases,
                    "game": one.game.id,
                    "rounds": len(one.rounds),
                    "points": one.total,
                }
                for one in fastest
            ],
            "biggest_comeback": comeback and only(comeback, ("game", "round", "phases", "points")),
            "nemesis": rivals["behind"],
            "favourite_opponent": rivals["ahead"],
            "badges": badges(games),
        }

    def month(self, player: str, query: Query, month: str) -> Json:
        lines = self.lines(replace(query, period=month), player)
        return only(performance(lines), MONTH)

    def ratings(self, player: str, query: Query) -> list[Json]:
        after = reversed(self.rated(query.edition, query.variant))
        mine = ((game, new[player]) for game, new in after if player in new and query.matches(game))
        return [game_id(game) | {"rating": rating(own)} for game, own in mine]

    def circumstances(self, player: str, query: Query) -> Json:
        games = [line for line in self.lines(query, player) if line.throughout]
        parts: dict[str, tuple[str, Callable[[Line], Any]]] = {
            "by_table_size": ("players", lambda line: len(line.game.throughout)),
            "by_seat": ("seat", lambda line: line.seat),
            "by_dealer": ("dealt_first", lambda line: line.seat == line.game.dealer),
            "by_weekday": ("weekday", lambda line: line.game.night.isoweekday()),
        }
        chances: dict[Any, float] = {}
        told: dict[Any, Json] = {}
        for name, (key, value_of) in parts.items():
            dealt = name == "by_dealer"
            of_all = [line for line in games if not dealt or line.game.dealer is not None]
            for value in sorted({value_of(line) for line in of_all}, reverse=dealt):
                here = [line for line in of_all if value_of(line) == value]
                others = [line for line in of_all if value_of(line) != value]
                if len(here) >= 5:
                    chances[name, value] = fisher(here, others)
                    more = wins(here) * expected(others) > wins(others) * expected(here)
                    told[name, value] = {
                        key: value,
                        "stands_out": "more" if more else "fewer",
                        **results(here),
                    }
        for at in told.keys() - holm(chances):
            told[at]["stands_out"] = None
        by = {name: [one for at, one in told.items() if at[0] == name] for name in parts}
        return {"player": player, "games": len(games), "min_games": 5, **by}

    def pairs(self, query: Query) -> dict[tuple[str, str], list[tuple[Line, Line]]]:
        found = defaultdict(list)
        for game in self.games(query):
            for one, other in permutations(game.throughout, 2):
                found[one.player, other.player].append((one, other))
        return found

    def comparisons(self, query: Query) -> list[Json]:
        """Each player against each opponent, in the order of their names."""
        found = {both: compared(*both, games) for both, games in self.pairs(query).items()}
        chances = {}
        for both, one in found.items():
            other = found[both[::-1]]
            decided, likely = one["ahead"] + one["behind"], chance_of(one, other)
            if 2 * min(likely, 1 - likely) ** decided <= 0.01:
                chances[frozenset(both)] = luck_of(one, other)
        told = holm(chances)
        for both, one in found.items():
            if frozenset(both) in told:
                usual = (one["ahead"] + one["behind"]) * chance_of(one, found[both[::-1]])
                one["stands_out"] = "ahead" if one["ahead"] > usual else "behind"
        return [
            found[both]
            for both in sorted(found, key=lambda both: [self.names[one] for one in both])
        ]

    def nemesis(self, player: str, query: Query) -> Json:
        """The opponents whom luck explains least, by what stands out."""
        found: Json = {"ahead": None, "behind": None}
        all_pairs = self.comparisons(query)
        of_others = {one["player"]: one for one in all_pairs if one["opponent"] == player}
        own = [one for one in all_pairs if one["player"] == player and one["stands_out"]]
        for one in sorted(own, key=lambda one: -luck_of(one, of_others[one["opponent"]])):
            found[one["stands_out"]] = only(one, one.keys() - {"player"})
        return found

    def head_to_head(self, first: str, second: str, query: Query) -> Json:
        games = self.pairs(query).get((first, second), [])
        known = {(one["player"], one["opponent"]): one for one in self.comparisons(query)}
        lead, timeline, players = 0, [], []
        for one, other in games:
            margin = (one.place < other.place) - (one.place > other.place)
            lead += margin
            ahead = {1: first, -1: second}.get(margin)
            timeline.append({**game_id(one.game), "ahead": ahead, "lead": lead})
        for side, both in enumerate([(first, second), (second, first)]):
            of_side = [pair[side] for pair in games if pair[side].rounds]
            rounds = sum(len(line.rounds) for line in of_side)
            own = known.get(both) or compared(*both, [])
            a_round = average(sum(line.total for line in of_side), rounds)
            players.append(only(own, own.keys() - {"opponent"}) | {"points_a_round": a_round})
        latest = [
            {
                **game_id(pair[0].game),
                "places": [one.place for one in pair],
                "points": [one.total for one in pair],
            }
            for pair in games[::-1][:10]
        ]
        return {
            "games": len(games),
            "players": players,
            "latest": latest,
            "timeline": timeline[-100:],
        }

    def odds(
        self, players: Sequence[str], query: Query, handicaps: Sequence[Json], phases: int
    ) -> Json:
        games = [sum(line.throughout for line in self.lines(query, one)) for one in players]
        strengths = [self.strength(player, query) for player in players]
        fixed = query.variant not in ("", STANDARD)
        worths = [
            worth(query.edition, fixed, phases, one) if query.edition else 0 for one in handicaps
        ]
        powers = [
            2 ** ((mu - 25) / UNIT + more)
            for (mu, _sigma), more in zip(strengths, worths, strict=True)
        ]
        few = [player for player, count in zip(players, games, strict=True) if count < 5]
        ahead = [(mu + more * UNIT, s) for (mu, s), more in zip(strengths, worths, strict=True)]
        best = max(range(len(players)), key=lambda at: ahead[at][0])
        alone = all(at == best or apart(ahead[best], own) for at, own in enumerate(ahead))
        chances = [None if few else power / sum(powers) for power in powers]
        mus = [mu for mu, _sigma in strengths]
        suggested: list[Json | None] = [None] * len(players)
        if query.edition and not few and fixed:
            cost = POINTS[query.edition] * sqrt(phases / 10)
            totals = [5 * int(min((mu - min(mus)) / UNIT, 2) * cost / 5) for mu in mus]
            suggested = [{"phase": 1, "total": total} if total else None for total in totals]
        elif query.edition and not few:
            more = [
                min(int((max(mus) - mu) / UNIT * (SKIPPED[query.edition] * phases)), phases // 2)
                for mu in mus
            ]
            suggested = [{"phase": 1 + one, "total": 0} if one else None for one in more]
        return {
            "players": [
                {
                    "player": player,
                    "games": games[at],
                    "rating": rating(strengths[at]),
                    "chance": chances[at],
                    "suggested_handicap": suggested[at],
                }
                for at, player in enumerate(players)
            ],
            "min_games": 5,
            "too_few_games": few,
            "favourite": players[best] if alone and not few else None,
        }

    def season(self, starts: str, query: Query) -> Json:
        ends = next((night for night in self.seasons if night > starts), None)
        nights = [
            line for line in self.lines(query) if starts <= str(line.game.night) < (ends or "~")
        ]
        lines = by_player(nights)
        orders = {player: order_of(of) for player, of in lines.items()}
        found = [
            {
                "player": player,
                "position": 1 + sum(other < orders[player] for other in orders.values()),
                **only(performance(lines[player]), SEASON),
            }
            for player in sorted(lines, key=lambda player: (orders[player], self.names[player]))
        ]
        return {
            "kind": "season",
            "starts_on": starts,
            "ends_on": ends and str(date.fromisoformat(ends) - DAY),
            "champions": [
                only(one, ("player", "wins"))
                for one in found
                if one["position"] == 1 and one["wins"]
            ],
            "players": found,
        }

    def phases(self, query: Query, player: str = "") -> dict[tuple[str, str], Json]:
        """By edition and Phase."""
        tries: dict[Any, list[bool]] = defaultdict(list)
        for line in self.lines(query, player):
            for one in line.rounds:
                key = line.game.edition, one.phase, line.game.variant, line.player
                tries[key].append(one.laid_down)
        as_bots = self.as_bots(tries)
        told = holm({key: luck for key, (count, _, _, luck) in as_bots.items() if count >= 20})
        games = [line for line in self.lines(query, player) if line.throughout]
        tables = sum(Fraction(1, len(line.game.throughout)) for line in games)
        alike = games and 3 <= len(games) / tables <= 5  # tables like those of the bots
        found = {}
        for edition, phase in {one[:2] for one in tries}:
            of_all = {key: each for key, each in tries.items() if key[:2] == (edition, phase)}
            every = [laid for each in of_all.values() for laid in each]
            again = [laid for key, each in of_all.items() if key[2] == STANDARD for laid in each]
            official, bots = self.editions[edition], self.bots.get((edition, phase, STANDARD))
            _count, seen, wanted, _luck = as_bots.get((edition, phase), (0, 0, None, 0))
            differs = alike and wanted is not None and (edition, phase) in told
            all_bots = [sum(one) for one in zip(*bots, strict=True)] if bots else []
            found[edition, phase] = {
                "edition": edition,
                "number": official.index(phase) + 1 if phase in official else None,
                "attempts": len(every),
                "successes": sum(every),
                "success_rate": share(sum(every), len(every)),
                "attempts_per_success": per_success(len(again), sum(again)) if again else None,
                "expected_rate": None if wanted is None else wanted / len(every),
                "stands_out": ("easier" if seen > (wanted or 0) else "harder") if differs else None,
                "simulated": bots
                and {
                    "success_rate": average(all_bots[1], all_bots[0]),
                    "attempts_per_success": per_success(*all_bots) if again else None,
                },
            }
        return found

    def as_bots(self, tries: dict[Any, list[bool]]) -> dict[Any, tuple[float, float, float, float]]:
        """With each Phase: attempts, successes, those of bots as good, and how likely luck is."""
        found: dict[Any, list[float]] = defaultdict(lambda: [0, 0, 0, 0])
        players: dict[Any, list[tuple[str, int, int, Bots]]] = defaultdict(list)
        for (edition, phase, variant, player), each in tries.items():
            if bots := self.bots.get((edition, phase, variant)):
                players[player, edition].append((phase, len(each), sum(each), bots))
        for (_player, edition), of in players.items():
            low, high = -4.0, 6.0
            while high - low > 1e-11:
                middle = (low + high) / 2
                likely = sum(n * chance(bots, middle) for _phase, n, _seen, bots in of)
                few = likely < sum(one[2] for one in of)
                low, high = (middle, high) if few else (low, middle)
            chances = [chance(one[3], low) for one in of]
            spread = [one[1] * p * (1 - p) for one, p in zip(of, chances, strict=True)]
            for phase in {one[0] for one in of}:
                own = [at for at, one in enumerate(of) if one[0] == phase]
                variance = sum(spread[at] for at in own)
                part = sum(gains(of, own, low)) / sum(gains(of, range(len(of)), low))
                sums = (
                    sum(of[at][1] for at in own),
                    sum(of[at][2] for at in own),
                    sum(of[at][1] * chances[at] for at in own),
                    (1 - 2 * part) * variance + part**2 * sum(spread),
                )
                found[edition, phase] = [
                    sum(both) for both in zip(found[edition, phase], sums, strict=True)
                ]
        return {
            key: (
                n,
                seen,
                wanted,
                erfc(max(0, abs(seen - wanted) - 0.5) / sqrt(2 * variance))
                if variance > 1e-9
                else 1,
            )
            for key, (n, seen, wanted, variance) in found.items()
        }

    def badges(self, query: Query) -> list[Json]:
        lines = by_player(line for line in self.lines(query) if line.throughout)
        players = sorted(lines, key=lambda player: self.names[player])
        return [{"player": player, "badges": badges(lines[player])} for player in players]

    def earned(self, query: Query, games: Iterable[Game]) -> list[Json]:
        """The badges that these games have earned, counting all games before."""
        ids = {game.id for game in games}
        found = [
            {"player": line["player"], **badge}
            for line in self.badges(replace(query, period=""))
            for badge in line["badges"]
            if badge["game"] in ids
        ]
        return sorted(found, key=lambda badge: (badge["earned_at"], badge["code"]))

    def year(self, query: Query) -> Json:
        games, board = self.games(query), self.leaderboard(query)
        tried = self.phases(query).values()
        rounds = [game.rounds for game in games]
        counts = sorted(Counter(str(game.night)[:7] for game in games).items())
        months: list[Json] = [{"month": month, "games": count} for month, count in counts]
        most = max((line["wins"] for line in board), default=0)
        year_before = replace(query, period=f"{int(query.period) - 1:04}")
        improved = []
        for line in board:
            before, now = (self.strength(line["player"], one) for one in (year_before, query))
            told = {"rise": points(now[0]) - points(before[0]), **only(line, ("player", "rating"))}
            if before != NEW and apart(before, now) and told["rise"] > 0:
                improved.append(told)
        harder = [one for one in tried if one["stands_out"] == "harder"]
        return {
            "kind": "year",
            "year": int(query.period),
            "games": len(games),
            "rounds": sum(rounds),
            "rounds_a_game": average(sum(rounds), sum(map(bool, rounds))),
            "nights": len({game.night for game in games}),
            "points": sum(line.total for game in games for line in game.lines),
            "players": len(board),
            "first_game": game_id(games[0]) if games else None,
            "last_game": game_id(games[-1]) if games else None,
            "months": months,
            "busiest_month": max(months, key=lambda month: month["games"], default=None),
            "leaderboard": board,
            "champions": [
                only(line, ("player", "wins")) for line in board if line["wins"] == most > 0
            ],
            "most_improved": max(improved, key=lambda one: one["rise"], default=None),
            "hardest_phase": max(
                harder,
                key=lambda one: one["expected_rate"] - one["success_rate"]["value"],
                default=None,
            ),
            "phases_compared": sum(one["attempts"] >= 20 for one in tried),
            "records": records(games),
            "badges": self.earned(query, games),
        }

    def nights(self) -> list[Json]:
        """The latest first."""
        found = []
        for night, of in groupby(self.all, key=lambda one: one.night):
            games = [*of]
            lines = by_player(line for game in games for line in game.lines)
            found.append(
                {
                    "date": str(night),
                    "games": len(games),
                    "players": len(lines),
                    "winners": night_winners(lines),
                }
            )
        return found[::-1]

    def night(self, night: date) -> Json:
        games = [game for game in self.all if game.night == night]
        lines = by_player(line for game in games for line in game.lines)
        players = []
        for player in sorted(lines, key=lambda one: (order_of(lines[one]), self.names[one])):
            before, after = (
                rating(self.strength(player, Query(), day)) for day in (night - DAY, night)
            )
            change = after["points"] - before["points"]
            told = only(performance(lines[player]), ("games", "part_games", "wins", "place"))
            moved = {"before": before, "after": after, "change": change}
            players.append({**told, "player": player, "rating": moved})
        earlier = records(game for game in self.all if game.night < night)
        now = records(game for game in self.all if game.night <= night)
        previous = {key: earlier[key]["value"] if key in earlier else None for key in now}
        return {
            "date": str(night),
            "rounds": sum(game.rounds for game in games),
            "games": [
                {
                    **game_id(game),
                    "edition": game.edition,
                    "variant": game.variant,
                    "players": len(game.lines),
                    "rounds": game.rounds,
                    "winners": sorted(line.player for line in game.lines if line.won),
                }
                for game in games
            ],
            "players": players,
            "winners": night_winners(lines),
            "comeback": comeback_of([line for game in games for line in game.throughout]),
            "records": {
                key: {**record, "previous": previous[key]}
                for key, record in now.items()
                if previous[key] != record["value"]
            },
            "badges": self.earned(Query(), games),
        }


def gains(
    of: Sequence[tuple[str, int, int, Bots]], places: Iterable[int], strength: float
) -> list[float]:
    """How many more successes a bot would have had that is a bit stronger."""
    return [
        of[at][1] * (chance(of[at][3], strength + 1e-4) - chance(of[at][3], strength))
        for at in places
    ]
