"""Files of games that were played on paper: looked at, and imported."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from games.models import Player, Role
from games.selectors.access import member_as
from games.services.paper_games import import_games
from games.services.players import create_player
from rest.problems import FieldError, ProblemError
from scoring.exchange.models import ImportedGame
from scoring.exchange.paper.candidates import Found
from scoring.exchange.paper.checking import MOST_NAMES, Judged, judge_all
from scoring.exchange.paper.flaws import Unreadable, quoted
from scoring.exchange.paper.sample import sample_of
from scoring.exchange.paper.sheet_reader import Names
from scoring.exchange.paper.similar_names import nearly_alike
from scoring.exchange.selectors.imports import (
    NEW,
    matches_of,
    meant_in,
    origins_here,
    played_already,
    sort_out,
)
from scoring.jobs.worker import Output, Run

Read = Callable[[bytes, str], Found]
SAMPLE = 3
MOST_PAIRS = 10  # of names that are nearly alike


def preview(read: Read, run: Run) -> dict[str, Any]:
    """What is in a file, what is wrong with it, and what it would bring; nothing is written."""
    found, judged = _read(read, run)
    group = run.job.group_id
    sorted_out = sort_out(group, judged)
    papers = [*(one.paper for one in judged), *(game.paper for game in found.here)]
    ours = origins_here(group, found.here)
    few = len(found.names.labels) <= MOST_NAMES  # else it is a problem of the file
    meant = meant_in(group, found.names.labels) if papers and few else {}
    again = played_already(group, sorted_out, meant, set(ours.values()))
    warnings = [*_of_our_own(len(found.here)), *sorted_out.warnings, *_of_the_day(again)]
    warnings += _of_names(found.names) if meant else []
    dates = sorted(paper.started_at for paper in papers)
    problems = [flaw.as_dict() for flaw in found.flaws.shown()]
    return {
        "format": run.job.options["format"],
        "encoding": found.encoding,
        "games": len(judged) + len(found.here),
        "rounds": sum(len(paper.rounds) for paper in papers),
        "new": len(sorted_out.new),
        "known": len(sorted_out.known) + len(found.here),
        "first_date": dates[0].date().isoformat() if dates else None,
        "last_date": dates[-1].date().isoformat() if dates else None,
        "players": matches_of(found.names, meant) if meant else [],
        "problems": problems,
        "problem_count": found.flaws.count,
        "blocking_count": found.flaws.blocking,
        "warnings": [*found.warnings, *warnings],
        "sample": [sample_of(one.record, one.found.line) for one in judged[:SAMPLE]],
    }


def bring(read: Read, run: Run) -> Callable[[], Output]:
    """Read a file again, and return what imports it: all that is new of it, or nothing.

    Raises ProblemError (422) where the file has problems that were not overruled.
    """
    asked = run.job.options
    found, judged = _read(read, run, overrule=asked["overrule"])
    if found.flaws.count:
        errors = [
            FieldError(f"line {flaw.line or 1}", flaw.code, flaw.message)
            for flaw in found.flaws.shown()
        ]
        text = _("The file has problems: see errors.")
        raise ProblemError(422, "file_has_problems", text, errors=errors)
    chosen = {pk: asked["players"][label] for pk, label in found.names.labels.items()}
    _expect_tables(judged, chosen, found.names.labels)
    return lambda: _import(run.job.group_id, run.job.created_by, judged, chosen, found)


def _read(read: Read, run: Run, overrule: str = "") -> tuple[Found, list[Judged]]:
    data = bytes(run.job.upload or b"")
    asked = run.job.options
    try:
        found = read(data, asked["dates"])
    except Unreadable as unreadable:
        found = Found("")
        found.flaws.put(unreadable.flaw)
    here = origins_here(run.job.group_id, found.games)
    found.set_apart(here)
    return found, judge_all(found, overrule=overrule, source=asked["format"], step=run.step)


def _of_our_own(count: int) -> Iterator[str]:
    if count:
        text = ngettext(
            "%(count)s game of this file is one of this group's own, and is not imported: what is "
            "to be corrected is corrected there.",
            "%(count)s games of this file are this group's own, and are not imported: what is "
            "to be corrected is corrected there.",
            count,
        )
        yield text % {"count": count}


def _of_the_day(again: Sequence[Judged]) -> Iterator[str]:
    if again:
        text = ngettext(
            "%(count)s game is of a day on which the same players have a game here (line "
            "%(line)s): where it is that game, leave it out, and correct it there instead.",
            "%(count)s games are of days on which the same players have a game here (the first "
            "on line %(line)s): where they are those games, leave them out, and correct these "
            "instead.",
            len(again),
        )
        yield text % {"count": len(again), "line": again[0].found.line}


def _of_names(names: Names) -> Iterator[str]:
    pairs = list(islice(nearly_alike(list(names.labels.values())), MOST_PAIRS + 1))
    for one, other in pairs[:MOST_PAIRS]:
        text = _("%(one)s and %(other)s are nearly one name: are they two people?")
        yield text % {"one": quoted(one), "other": quoted(other)}
    if len(pairs) > MOST_PAIRS:
        yield _("There are more names that are nearly alike.")


def _expect_tables(judged: Sequence[Judged], chosen: dict[UUID, str], labels: Any) -> None:
    """Two names can be one player, but then these two never sat at one table."""
    errors = []
    for one in judged:
        seated: dict[str, UUID] = {}
        for pk in one.paper.players:
            who = chosen[pk]
            if who != NEW and who in seated:
                text = _("%(one)s and %(other)s sit in one game (line %(line)s).")
                params = {
                    "one": labels[seated[who]],
                    "other": labels[pk],
                    "line": one.found.line,
                }
                errors.append(FieldError(f"players.{labels[pk]}", "sat_in_one_game", text % params))
            seated[who] = pk
    if errors:
        text = _("These names cannot be one player.")
        raise ProblemError(422, "sat_in_one_game", text, errors=errors)


def _import(
    group: UUID, actor: User | None, judged: Sequence[Judged], chosen: dict[UUID, str], found: Found
) -> Output:
    """Write what is new. The group is locked, so nobody imports the same meanwhile."""
    if actor is None:
        raise ProblemError(409, "nobody_asks", _("Whoever began this import is no longer here."))
    member_as(actor, group, Role.SCORER)  # who lost the role meanwhile brings nothing in
    sorted_out = sort_out(group, judged)
    needed = {pk for one in sorted_out.new for pk in one.paper.players}
    whom, added = _people(actor, group, {pk: chosen[pk] for pk in sorted(needed)}, found)
    judgements = [one.judgement for one in sorted_out.new]
    games = import_games(actor=actor, group=group, games=judgements, whom=whom)
    ImportedGame.objects.bulk_create(
        [
            ImportedGame(group_id=group, game=game, key=one.key)
            for game, one in zip(games, sorted_out.new, strict=True)
        ],
        2_000,
    )
    return Output(
        {
            "imported": len(games),
            "known": len(sorted_out.known) + len(found.here),
            "rounds": sum(len(one.paper.rounds) for one in sorted_out.new),
            "new_players": [{"id": str(player.pk), "name": player.name} for player in added],
        }
    )


def _people(
    actor: User, group: UUID, chosen: dict[UUID, str], found: Found
) -> tuple[dict[UUID, UUID], list[Player]]:
    """Who each of these is in the group; who is new is written down."""
    ids = {UUID(who) for who in chosen.values() if who != NEW}
    here = Player.objects.filter(group_id=group, merged_into=None)
    present = set(here.filter(pk__in=ids).values_list("pk", flat=True))
    labels = found.names.labels
    errors = [
        FieldError(f"players.{labels[pk]}", "players_changed", _("This player is no more."))
        for pk, who in chosen.items()
        if who != NEW and UUID(who) not in present
    ]
    if errors:
        text = _("A player was merged or deleted meanwhile: look at the file again.")
        raise ProblemError(409, "players_changed", text, errors=errors)
    added = {
        pk: create_player(actor=actor, group=group, name=labels[pk])
        for pk, who in chosen.items()
        if who == NEW
    }
    whom = {pk: added[pk].pk if pk in added else UUID(who) for pk, who in chosen.items()}
    return whom, list(added.values())
