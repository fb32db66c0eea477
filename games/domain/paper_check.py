"""Whether a game can have been played as a sheet of paper says.

Nothing here asks the database: it works on values, with players that may not be stored yet.
`games.services.paper_games` writes what is found to be right.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from uuid import UUID

from django.utils.translation import gettext as _

from games.domain.entry import Entry
from games.domain.paper import PaperFlaw, PaperGame
from games.domain.paper_totals import judge_totals
from games.domain.record import GameRecord, RoundRecord, write_phase
from games.domain.tally import check, only_players, read_lines
from games.models import Game, Player, Seat
from referee.editions import EDITIONS
from referee.house_rules import HouseRules
from rest.problems import ProblemError


@dataclass(frozen=True, slots=True)
class Judgement:
    """A game as it would go on record, and what is in the way of it.

    The record reaches as far as the rounds could be followed.
    """

    paper: PaperGame
    record: GameRecord
    flaws: tuple[PaperFlaw, ...]


def judge(paper: PaperGame, players: Mapping[UUID, Player]) -> Judgement:
    """Whether a game can have been played as its sheet says, with all that its points prove."""
    record = _seated(paper, players)
    flaws = list(_at_the_table(record, paper))
    if flaws:
        return Judgement(paper, record, tuple(flaws))
    if paper.totals is not None:
        finals, found = judge_totals(record, paper.totals, overrule=bool(paper.overrule))
        if finals:
            record.game.totals = finals
    else:
        record, found = _played(record, paper)
    flaws = list(found)
    if paper.ended_early and record.rounds and record.state.over:
        text = _("By its rounds this game is over, so it did not end early.")
        flaws.append(PaperFlaw("not_ended_early", text))
    record.game.outcome = record.outcome
    return Judgement(paper, record, tuple(flaws))


def _seated(paper: PaperGame, players: Mapping[UUID, Player]) -> GameRecord:
    """The game before its first round, with nothing of it stored."""
    phases = paper.phases or EDITIONS[paper.edition].phases
    dealer = paper.first_dealer
    game = Game(
        edition=paper.edition,
        variant=paper.variant.value,
        phases=[write_phase(phase) for phase in phases],
        house_rules=asdict(HouseRules(**paper.house_rules)),
        first_dealer=paper.players.index(dealer) if dealer in paper.players else 0,
        started_at=paper.started_at,
        ended_early=paper.ended_early,
    )
    seats = [
        Seat(game=game, player=players[player], place=place)
        for place, player in enumerate(paper.players)
    ]
    return GameRecord(game, seats, ())


def _at_the_table(record: GameRecord, paper: PaperGame) -> Iterator[PaperFlaw]:
    """Who can sit at one table, and what a sheet must have."""
    fewest, most = record.edition.min_players, record.edition.max_players
    if not fewest <= len(paper.players) <= most:
        text = _("This edition is played by %(fewest)s to %(most)s players, not %(count)s.")
        params = {"fewest": fewest, "most": most, "count": len(paper.players)}
        yield PaperFlaw("wrong_player_count", text % params)
    for place, player in enumerate(paper.players):
        if player in paper.players[:place]:
            text = _("%(player)s sits at this table twice.")
            text %= {"player": record.player(place).name}
            yield PaperFlaw("duplicate_player", text, player=player)
    if paper.first_dealer not in (None, *paper.players):
        yield PaperFlaw("unknown_dealer", _("The first dealer must be one of the players."))
    if not paper.rounds and paper.totals is None:
        yield PaperFlaw("empty_game", _("This game has neither rounds nor totals."))
    if paper.rounds and paper.totals is not None:
        text = _("A game comes round by round, or with its totals alone, not both.")
        yield PaperFlaw("rounds_and_totals", text)


def _played(record: GameRecord, paper: PaperGame) -> tuple[GameRecord, list[PaperFlaw]]:
    """The game after its rounds, up to the first one that is no round."""
    flaws: list[PaperFlaw] = []
    for number, entries in enumerate(paper.rounds, 1):
        if record.state.over:
            text = _("The game is over before round %(number)s.") % {"number": number}
            flaws.append(PaperFlaw("game_over", text, number))
            break
        reason = paper.overrules.get(number) or paper.overrule
        played, found = _tallied(record, number, _who_went_out(entries), reason)
        flaws += found
        if played is None:  # nobody knows who would be where after it
            break
        record = record.with_rounds([*record.rounds, played])
    return record, flaws


def _who_went_out(entries: Sequence[Entry]) -> Sequence[Entry]:
    """Every card counts, so who alone is left with no points has gone out."""
    if any(entry.went_out for entry in entries):
        return entries
    empty = [entry for entry in entries if entry.points == 0 and entry.laid_down is not False]
    if len(empty) != 1:
        return entries
    return [replace(entry, went_out=True) if entry is empty[0] else entry for entry in entries]


def _tallied(
    record: GameRecord, number: int, entries: Sequence[Entry], overrule: str
) -> tuple[RoundRecord | None, list[PaperFlaw]]:
    """The round as it would go on record, if it can, and what is wrong with its count."""

    def settle(*, overrule: bool) -> RoundRecord:
        settled, needed = check(record, lines, overrule=overrule)
        return RoundRecord(number, settled, reason if needed else "")

    reason = overrule
    try:
        lines = read_lines(record, record.state, only_players(record, record.state, entries))
        return settle(overrule=bool(reason)), []
    except ProblemError as error:
        refused = error
    if refused.status_code == 422 and not reason:
        try:
            return settle(overrule=True), _flaws(refused, number, entries, overrulable=True)
        except ProblemError as error:
            refused = error
    return None, _flaws(refused, number, entries)


def _flaws(
    refused: ProblemError, number: int, entries: Sequence[Entry], *, overrulable: bool = False
) -> list[PaperFlaw]:
    """What the check refuses, each with the player whose line it is."""
    flaws = []
    for error in refused.problem.errors:
        _results, _dot, place = error.field.partition(".")
        index = place.partition(".")[0]
        player = entries[int(index)].player if index else None
        flaws.append(PaperFlaw(str(error.code), error.message, number, player, overrulable))
    return flaws
