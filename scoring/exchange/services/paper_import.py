"""Preview and import files of games that were played on paper or recorded elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from games.models import Player, Role
from games.services.locking import lock_group
from games.services.paper_games import import_games
from games.services.players import create_player
from rest.problems import FieldError, ProblemError
from scoring.exchange.models import ImportedGame
from scoring.exchange.paper.file_contents import FileContents
from scoring.exchange.paper.file_problems import UnreadableFile, quoted
from scoring.exchange.paper.importable_games import ImportableGame, check_games
from scoring.exchange.paper.player_names import MAX_NAMES, PlayerNames
from scoring.exchange.selectors.known_games import (
    games_with_same_players_and_day,
    own_games,
    split_by_known,
)
from scoring.exchange.selectors.player_candidates import NameCandidates, find_candidates
from scoring.exchange.similar_names import fold, similar_pairs
from scoring.exchange.wire import (
    MAX_SAMPLE,
    NEW_PLAYER,
    ImportPreview,
    ImportResult,
    PreviewName,
    file_problem_answer,
    import_answer,
    name_answer,
    player_answer,
    preview_answer,
    sample_game_answer,
)
from scoring.jobs.worker import Run

ReadFile = Callable[[bytes, str], FileContents]
MAX_CANDIDATES = 20  # that a preview lists for a name
MAX_PAIRS = 10  # of similar names that a preview warns of
BATCH = 2_000  # rows by one statement


def preview(read_file: ReadFile, run: Run) -> ImportPreview:
    """Return what is in the file of a job, and what importing it would do; write nothing."""
    group = run.job.group_id
    contents, games = _read_and_check(read_file, run)
    split = split_by_known(group, games)
    papers = [*(game.paper for game in games), *(game.paper for game in contents.own_games)]
    candidates: dict[UUID, NameCandidates] = {}
    if papers and len(contents.names.labels) <= MAX_NAMES:  # more are a problem of the file
        candidates = find_candidates(group, contents.names.labels)
    own_ids = set(own_games(group, contents.own_games).values())
    possible_repeats = games_with_same_players_and_day(group, split, candidates, own_ids)
    return preview_answer(
        format=run.job.options["format"],
        encoding=contents.encoding,
        dates=[paper.started_at for paper in papers],
        rounds=sum(len(paper.rounds) for paper in papers),
        known=len(split.known) + len(contents.own_games),
        names=_names(contents.names, candidates) if candidates else [],
        problems=[file_problem_answer(problem) for problem in contents.problems.listed()],
        problem_count=contents.problems.count,
        blocking_count=contents.problems.blocking_count,
        warnings=[
            *contents.warnings,
            *_warn_of_own_games(len(contents.own_games)),
            *_warn_of_deleted_games(split.deleted_count),
            *_warn_of_possible_repeats(possible_repeats),
            *(_warn_of_similar_names(contents.names) if candidates else ()),
        ],
        sample=[sample_game_answer(game.record, game.in_file.line) for game in games[:MAX_SAMPLE]],
    )


def prepare_import(read_file: ReadFile, run: Run) -> Callable[[User], ImportResult]:
    """Read the file of a job again, and return the function that records its new games.

    Raise ProblemError (422) if the file has problems that are not overruled.
    """
    options = run.job.options
    contents, games = _read_and_check(read_file, run, overrule=options["overrule"])
    if contents.problems.count:
        errors = [
            FieldError(f"line {problem.line or 1}", problem.code, problem.message)
            for problem in contents.problems.listed()
        ]
        text = _("The file has problems. See the errors.")
        raise ProblemError(422, "file_has_problems", text, errors=errors)
    chosen = {pk: options["players"][label] for pk, label in contents.names.labels.items()}
    _expect_different_players(games, chosen, contents.names)
    return lambda actor: _record_games(
        actor=actor, group=run.job.group_id, contents=contents, games=games, chosen=chosen
    )


@transaction.atomic
def _record_games(
    *,
    actor: User,
    group: UUID,
    contents: FileContents,
    games: Sequence[ImportableGame],
    chosen: Mapping[UUID, str],
) -> ImportResult:
    """Record the games that are new, all of them or none."""
    lock_group(actor, group, Role.SCORER)  # so that nobody imports the same games at the same time
    split = split_by_known(group, games)
    needed = {pk for game in split.new for pk in game.paper.players}
    players, new_players = _find_or_create_players(
        actor, group, {pk: chosen[pk] for pk in sorted(needed)}, contents.names
    )
    checked = [game.checked for game in split.new]
    rows = import_games(actor=actor, group=group, games=checked, player_ids=players)
    ImportedGame.objects.bulk_create(
        [
            ImportedGame(group_id=group, game=row, key=game.key)
            for row, game in zip(rows, split.new, strict=True)
        ],
        BATCH,
    )
    return import_answer(
        imported=len(rows),
        known=len(split.known) + len(contents.own_games),
        rounds=sum(len(game.paper.rounds) for game in split.new),
        new_players=[player_answer(player.pk, player.name) for player in new_players],
    )


def _read_and_check(
    read_file: ReadFile, run: Run, overrule: str = ""
) -> tuple[FileContents, list[ImportableGame]]:
    options = run.job.options
    try:
        contents = read_file(bytes(run.job.upload or b""), options["dates"])
    except UnreadableFile as error:
        contents = FileContents("")
        contents.problems.add(error.problem)
    contents.set_own_games_apart(own_games(run.job.group_id, contents.games))
    games = check_games(contents, overrule=overrule, source=options["format"], progress=run.step)
    return contents, games


def _names(names: PlayerNames, candidates: Mapping[UUID, NameCandidates]) -> list[PreviewName]:
    return [
        name_answer(
            label,
            lines=names.lines[pk],
            match=candidates[pk].match,
            candidates=[
                player_answer(candidate.id, candidate.name)
                for candidate in candidates[pk].candidates[:MAX_CANDIDATES]
            ],
        )
        for pk, label in sorted(names.labels.items(), key=lambda item: fold(item[1]))
    ]


def _warn_of_own_games(count: int) -> Iterator[str]:
    if count:
        text = ngettext(
            "%(count)s game in this file is this group's own and is not imported. If it needs "
            "correcting, correct it in the group.",
            "%(count)s games in this file are this group's own and are not imported. If they "
            "need correcting, correct them in the group.",
            count,
        )
        yield text % {"count": count}


def _warn_of_deleted_games(count: int) -> Iterator[str]:
    if count:
        text = ngettext(
            "%(count)s game was imported before and then deleted, so it is not imported again. "
            "If you want it back, restore it.",
            "%(count)s games were imported before and then deleted, so they are not imported "
            "again. If you want them back, restore them.",
            count,
        )
        yield text % {"count": count}


def _warn_of_possible_repeats(games: Sequence[ImportableGame]) -> Iterator[str]:
    if games:
        text = ngettext(
            "%(count)s game (line %(line)s) has the same day and players as a game of the group. "
            "If it is the same game, remove it from the file and correct the game in the group.",
            "%(count)s games (the first on line %(line)s) have the same days and players as games "
            "of the group. If they are the same games, remove them from the file and correct the "
            "games in the group.",
            len(games),
        )
        yield text % {"count": len(games), "line": games[0].in_file.line}


def _warn_of_similar_names(names: PlayerNames) -> Iterator[str]:
    pairs = list(islice(similar_pairs(list(names.labels.values())), MAX_PAIRS + 1))
    for first, second in pairs[:MAX_PAIRS]:
        text = _("%(first)s and %(second)s are similar names. Are they two different people?")
        yield text % {"first": quoted(first), "second": quoted(second)}
    if len(pairs) > MAX_PAIRS:
        yield _("There are more names as similar as these.")


def _expect_different_players(
    games: Sequence[ImportableGame], chosen: Mapping[UUID, str], names: PlayerNames
) -> None:
    """Raise ProblemError (422) if two names in one game mean the same player."""
    errors = []
    for game in games:
        seated: dict[str, UUID] = {}
        for pk in game.paper.players:
            player = chosen[pk]
            if player != NEW_PLAYER and player in seated:
                text = _("%(first)s and %(second)s play in the same game (line %(line)s).")
                text %= {
                    "first": names.labels[seated[player]],
                    "second": names.labels[pk],
                    "line": game.in_file.line,
                }
                errors.append(FieldError(f"players.{names.labels[pk]}", "sat_in_one_game", text))
            seated[player] = pk
    if errors:
        text = _("Two players of a game cannot be the same player. See the errors.")
        raise ProblemError(422, "sat_in_one_game", text, errors=errors)


def _find_or_create_players(
    actor: User, group: UUID, chosen: Mapping[UUID, str], names: PlayerNames
) -> tuple[dict[UUID, UUID], list[Player]]:
    """Return the player for each name, and those that were created."""
    ids = {UUID(player) for player in chosen.values() if player != NEW_PLAYER}
    rows = Player.objects.filter(group_id=group, merged_into=None, pk__in=ids)
    present = {str(pk) for pk in rows.values_list("pk", flat=True)}
    text = _("This player was merged or deleted.")
    errors = [
        FieldError(f"players.{names.labels[pk]}", "players_changed", text)
        for pk, player in chosen.items()
        if player not in (NEW_PLAYER, *present)
    ]
    if errors:
        text = _("A player has been merged or deleted. Preview the file again.")
        raise ProblemError(409, "players_changed", text, errors=errors)
    created = {
        pk: create_player(actor=actor, group=group, name=names.labels[pk])
        for pk, player in chosen.items()
        if player == NEW_PLAYER
    }
    players = {
        pk: created[pk].pk if pk in created else UUID(player) for pk, player in chosen.items()
    }
    return players, list(created.values())
