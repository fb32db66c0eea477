"""Import files in two steps: preview a file, then import all of it or nothing.

Both steps are jobs. `start_preview` stores the file and has it read; `start_import` takes that
preview, with the players that the names in the file mean, and has all new games recorded.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from uuid import UUID

from django.utils.translation import gettext as _

from accounts.models import User
from games.models import Player
from rest.problems import FieldError, ProblemError
from scoring.exchange.services.formats import IMPORT_FORMATS, detect_format
from scoring.exchange.similar_names import fold
from scoring.exchange.wire import NEW_PLAYER, ImportPreview, PreviewName, PreviewProblem
from scoring.jobs.models import Job, JobState
from scoring.jobs.queue import start_job
from scoring.jobs.worker import Output, Run, job_kind

MAX_LISTED = 10  # problems in the answer to an import of a file with problems


def start_preview(
    *, actor: User, group: UUID, data: bytes, media_type: str, format: str | None, dates: str
) -> Job:
    """Start the preview of a file; raise ProblemError (400, 415) if it cannot be imported."""
    options = {"format": detect_format(data, media_type, format), "dates": dates}
    return start_job(actor=actor, group=group, kind="preview", options=options, upload=data)


@job_kind("preview")
def preview_file(run: Run) -> Output:
    """Read the file of a job, and write nothing."""
    return Output(IMPORT_FORMATS[run.job.options["format"]].preview(run))


def start_import(*, actor: User, preview: Job, players: Mapping[str, str], overrule: str) -> Job:
    """Start the import of a file that was previewed.

    `players` has a player's id or `new` for names in the file. Raise ProblemError: 409 for
    anything but a finished preview without blocking problems, 422 if names or a reason are
    missing.
    """
    result = _importable(preview)
    if result["problem_count"] and not overrule:
        text = _(
            "Some counts are not possible. Correct them in the file, or explain why they should "
            "be accepted."
        )
        error = FieldError("overrule", "required", text)
        raise ProblemError(422, "overrule_needed", text, errors=[error])
    chosen = _choose_players(preview.group_id, result["players"], players)
    file = Job.objects.filter(pk=preview.pk).values("options", "upload").get()
    if file["upload"] is None:
        text = _("The file was deleted after a week. Send it again.")
        raise ProblemError(409, "file_forgotten", text)
    return start_job(
        actor=actor,
        group=preview.group_id,
        kind="import",
        options={**file["options"], "players": chosen, "overrule": overrule},
        upload=bytes(file["upload"]),
    )


@job_kind("import")
def import_file(run: Run) -> Callable[[], Output]:
    """Read the file of a job again, and return the function that records its new games."""
    record_games = IMPORT_FORMATS[run.job.options["format"]].prepare_import(run)

    def finish() -> Output:
        actor = run.job.created_by
        if actor is None:
            text = _("The account that started this import was deleted.")
            raise ProblemError(409, "nobody_asks", text)
        return Output(record_games(actor))

    return finish


def _importable(preview: Job) -> ImportPreview:
    """Return the result of a preview whose file can be imported; raise ProblemError (409)."""
    if preview.kind != "preview":
        text = _("Only a preview can be imported, and this job is not one.")
        raise ProblemError(409, "no_preview", text)
    if preview.state != JobState.DONE or preview.result is None:
        text = _("This preview is not finished. Wait for it, or send the file again.")
        raise ProblemError(409, "not_done", text)
    result: ImportPreview = preview.result
    if result["blocking_count"]:
        text = _("The file has problems. Correct them, and send it again.")
        errors = [_field_error(problem) for problem in result["problems"][:MAX_LISTED]]
        raise ProblemError(409, "file_has_problems", text, errors=errors)
    return result


def _field_error(problem: PreviewProblem) -> FieldError:
    path = problem.get("path") or f"line {problem['line'] or 1}"
    return FieldError(path, problem["code"], problem["message"])


def _choose_players(
    group: UUID, names: list[PreviewName], players: Mapping[str, str]
) -> dict[str, str]:
    """Return the player for each name in the file: as requested, otherwise as suggested."""
    requested = {fold(name): player for name, player in players.items()}
    in_file = {fold(each["name"]) for each in names}
    errors = [
        FieldError(f"players.{name}", "unknown_name", _("The file does not contain this name."))
        for name in players
        if fold(name) not in in_file
    ]
    ids = {UUID(player) for player in requested.values() if player != NEW_PLAYER}
    rows = Player.objects.filter(group_id=group, merged_into=None, pk__in=ids)
    valid = {NEW_PLAYER, *map(str, rows.values_list("pk", flat=True))}
    chosen: dict[str, str] = {}
    for each in names:
        name = each["name"]
        player = requested.get(fold(name), each["suggestion"])
        if player is None:
            text = _("Who is this? Choose a player of the group, or “new”.")
            errors.append(FieldError(f"players.{name}", "required", text))
        elif fold(name) in requested and player not in valid:
            text = _("The group has no such player.")
            errors.append(FieldError(f"players.{name}", "unknown_player", text))
        else:
            chosen[name] = player
    if errors:
        text = _("It is not clear yet who played. See the errors.")
        raise ProblemError(422, "players_open", text, errors=errors)
    return chosen
