"""Preview and import files of games that were played on paper or recorded elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from uuid import UUID

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.domain.faces import next_colors
from games.models import Player
from games.services.hidden_games import write_players
from games.services.paper_games import import_games
from rest.refusals import FieldError, Refusal
from scoring.exchange.paper.file_contents import FileContents
from scoring.exchange.paper.file_problems import quoted
from scoring.exchange.paper.importable_games import ImportableGame, check_games
from scoring.exchange.paper.player_names import MAX_NAMES, PlayerNames
from scoring.exchange.paper.reading_options import read_options
from scoring.exchange.reading import read_file
from scoring.exchange.selectors.known_games import (
    games_with_same_players_and_day,
    own_games,
    split_by_known,
)
from scoring.exchange.selectors.player_candidates import NameCandidates, find_candidates
from scoring.exchange.services.hidden_writing import (
    GameToWrite,
    ImportPlan,
    ImportTarget,
    target_of,
    write_import,
)
from scoring.exchange.similar_names import fold
from scoring.exchange.wire.names import (
    MAX_PAIRS,
    NEW_PLAYER,
    name_answer,
    player_answer,
    similar_name_answers,
)
from scoring.exchange.wire.previews import (
    MAX_SAMPLE,
    file_problem_answer,
    preview_answer,
    sample_game_answer,
)
from scoring.jobs.progress import Progress, first_half
from scoring.jobs.results import ImportPreview, ImportResult, PreviewSimilarNames
from scoring.jobs.worker import Run


def preview(run: Run) -> ImportPreview:
    """Return what is in the file of a job, and what importing it would do; write nothing."""
    group = run.job.group_id
    overrule = run.job.options.get("overrule", "")
    contents, games = _read_and_check(run, run.step, overrule=overrule)
    labels, lines = contents.names.labels, contents.names.lines
    split = split_by_known(group, games)
    papers = [*(game.paper for game in games), *(game.paper for game in contents.own_games)]
    candidates: dict[UUID, NameCandidates] = {}
    if papers and len(labels) <= MAX_NAMES:  # more are a problem of the file
        candidates = find_candidates(group, labels)
    own_ids = set(own_games(group, contents.own_games).values())
    similar = similar_name_answers(contents.names) if candidates else []
    possible_repeats = games_with_same_players_and_day(group, split, candidates, own_ids)
    return preview_answer(
        format=run.job.options["format"],
        contents=contents,
        dates=[paper.started_at for paper in papers],
        rounds=sum(len(paper.rounds) for paper in papers),
        known=len(split.known) + len(contents.own_games),
        names=[
            name_answer(label, lines[pk], candidates[pk].match, candidates[pk].candidates)
            for pk, label in sorted(labels.items(), key=lambda item: fold(item[1]))
            if candidates
        ],
        problems=[file_problem_answer(problem) for problem in contents.problems.listed()],
        problem_count=contents.problems.count,
        blocking_count=contents.problems.blocking_count,
        warnings=[
            *contents.warnings,
            *_warn_of_own_games(len(contents.own_games)),
            *_warn_of_deleted_games(split.deleted_count),
            *_warn_of_possible_repeats(possible_repeats),
            *_warn_of_similar_names(similar),
        ],
        sample=[sample_game_answer(game.record, game.in_file.line) for game in games[:MAX_SAMPLE]],
        similar_names=similar,
        options=read_options(run.job.options),
    )


def write_games(run: Run) -> Callable[[], ImportResult]:
    """Read the file of a job again, and write its new games; return the function that shows them.

    Raise Refusal if the file has problems that are not overruled.
    """
    target = target_of(run)
    options = run.job.options
    contents, games = _read_and_check(run, first_half(run.step), overrule=options["overrule"])
    if contents.problems.count:
        errors = [
            FieldError(f"line {problem.line or 1}", problem.code, problem.message)
            for problem in contents.problems.listed()
        ]
        text = _("The file has problems. See the errors.")
        raise Refusal("file_has_problems", text, errors=errors)
    players, labels = options["players"], contents.names.labels
    chosen = {pk: players[label] for pk, label in labels.items()}
    _expect_different_players(games, chosen, contents.names)
    return write_import(target, lambda: _plan(target, contents, games, chosen))


def _plan(
    target: ImportTarget,
    contents: FileContents,
    games: Sequence[ImportableGame],
    chosen: Mapping[UUID, str],
) -> ImportPlan:
    """Return what is to be written of the games of a file."""
    split = split_by_known(target.group, games)
    needed = sorted({pk for game in split.new for pk in game.paper.players})
    _expect_players(target.group, {pk: chosen[pk] for pk in needed}, contents.names)
    new = [pk for pk in needed if chosen[pk] == NEW_PLAYER]
    taken = Player.everything.filter(group_id=target.group).values_list("color", flat=True)
    new_players = {
        pk: Player(
            id=target.id_of(pk),
            group_id=target.group,
            name=contents.names.labels[pk],
            color=color,
            hidden_by=target.id,
        )
        for pk, color in zip(new, next_colors(taken, len(new)), strict=True)
    }
    ids = {pk: new_players[pk].pk if pk in new_players else UUID(chosen[pk]) for pk in needed}
    by_id = {target.id_of(game.key): game for game in split.new}
    return ImportPlan(
        games=[GameToWrite(id, _rows(game), (game.key,)) for id, game in by_id.items()],
        new_players=[player.pk for player in new_players.values()],
        write_players=lambda: write_players(list(new_players.values())),
        write_games=lambda chunk: import_games(
            actor=target.actor,
            group=target.group,
            games={id: by_id[id].checked for id in chunk},
            player_ids={pk: ids[pk] for id in chunk for pk in by_id[id].paper.players},
            hidden_by=target.id,
        ),
        result={
            "kind": "import",
            "imported": len(split.new),
            "known": len(split.known) + len(contents.own_games),
            "rounds": sum(len(game.paper.rounds) for game in split.new),
            "skipped": contents.skipped.count,
            "new_players": [player_answer(row.pk, row.name) for row in new_players.values()],
        },
    )


def _rows(game: ImportableGame) -> int:
    """How many rows a game takes."""
    return 2 + len(game.paper.players) + len(game.record.rounds)


def _read_and_check(
    run: Run, progress: Progress, overrule: str
) -> tuple[FileContents, list[ImportableGame]]:
    options = run.job.options
    job, format = run.job, options["format"]
    contents = read_file(format, job.read_upload(), options, run=job.run, progress=progress)
    assert isinstance(contents, FileContents)
    contents.set_own_games_apart(own_games(run.job.group_id, contents.games))
    games = check_games(
        contents,
        overrule=overrule,
        source=format,
        skips_impossible=format == "bgstats" and not overrule,
        progress=progress,
    )
    return contents, games


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
            "If it is the same game, leave out its lines (“skip”) and correct it in the group.",
            "%(count)s games (the first on line %(line)s) have the same days and players as games "
            "of the group. If they are the same games, leave out their lines (“skip”) and "
            "correct them in the group.",
            len(games),
        )
        yield text % {"count": len(games), "line": games[0].in_file.line}


def _warn_of_similar_names(answers: Sequence[PreviewSimilarNames]) -> Iterator[str]:
    pairs = [each["names"] for each in answers if each["same"] is None]
    for first, second in pairs[:MAX_PAIRS]:
        text = _("%(first)s and %(second)s are similar names. Are they two different people?")
        yield text % {"first": quoted(first), "second": quoted(second)}
    if len(pairs) > MAX_PAIRS:
        yield _("There are more names as similar as these.")


def _expect_different_players(
    games: Sequence[ImportableGame], chosen: Mapping[UUID, str], names: PlayerNames
) -> None:
    """Raise Refusal if two names in one game mean the same player."""
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
        raise Refusal("sat_in_one_game", text, errors=errors)


def _expect_players(group: UUID, chosen: Mapping[UUID, str], names: PlayerNames) -> None:
    """Raise Refusal if a player whom a name means was merged or deleted."""
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
        raise Refusal("players_changed", text, errors=errors)
