"""Import files in two steps: preview a file, then import all of it or nothing.

Both steps are jobs. `start_preview` stores the file and has it read; `start_import` takes that
preview, with the players that the names in the file mean, and has all new games recorded.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any
from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from games.models import Player
from rest.refusals import FieldError, Refusal
from scoring.exchange.services.formats import IMPORT_FORMATS, detect_format
from scoring.exchange.similar_names import fold
from scoring.exchange.wire.names import NEW_PLAYER
from scoring.jobs.models import Job, JobState
from scoring.jobs.queue import file_forgotten, start_job
from scoring.jobs.results import ImportPreview, PreviewName, PreviewProblem
from scoring.jobs.worker import Output, Run, job_kind

MAX_LISTED = 10  # problems in the answer to an import of a file with problems


def start_preview(
    *, actor: User, group: UUID, data: bytes, media_type: str, format: str | None, dates: str
) -> Job:
    """Start the preview of a file; raise Refusal if it cannot be imported."""
    options = {"format": detect_format(data, media_type, format), "dates": dates}
    return start_job(actor=actor, group=group, kind="preview", options=options, upload=data)


def start_preview_again(*, actor: User, preview: Job, **reading: Any) -> Job:
    """Start another preview of a file; `reading` has what is to be read in another way.

    Raise Refusal for anything but a preview, or if its file was deleted.
    """
    _expect_preview(preview)
    options, upload = _file_of(preview)
    return start_job(
        actor=actor,
        group=preview.group_id,
        kind="preview",
        options={**options, **reading},
        upload=upload,
    )


@job_kind("preview")
def preview_file(run: Run) -> Output:
    """Read the file of a job, and write nothing."""
    with timezone.override(run.job.group.zone):  # that of the dates in the file
        return Output(IMPORT_FORMATS[run.job.options["format"]].preview(run))


def start_import(
    *,
    actor: User,
    preview: Job,
    players: Mapping[str, str],
    overrule: str,
    **reading: Any,
) -> Job:
    """Start the import of a file that was previewed.

    `players` has a player's id or `new` for names in the file. Raise Refusal for
    anything but a finished preview without blocking problems, and if names or a reason are
    missing. With a `reading` that the preview does not have, or a reason for games that were
    skipped, the job raises these instead, as only reading the file again shows what is in it.
    """
    result = _expect_preview(preview)
    options, upload = _file_of(preview)
    is_reread = any(options.get(name) != value for name, value in reading.items())
    if is_reread or (overrule and result.get("skipped_count")):
        asked = {"players": dict(players), "overrule": overrule, "is_open": True}
        options = {**options, **reading, **asked}
    else:
        chosen = _settle(preview.group_id, result, players, overrule)
        options = {**options, "players": chosen, "overrule": overrule}
    return start_job(
        actor=actor, group=preview.group_id, kind="import", options=options, upload=upload
    )


def _settle(
    group: UUID, result: ImportPreview, players: Mapping[str, str], overrule: str
) -> dict[str, str]:
    """Return the player for each name; raise Refusal if the file cannot be imported."""
    _expect_importable(result)
    if result["problem_count"] and not overrule:
        text = _(
            "Some counts are not possible. Correct them in the file, or explain why they should "
            "be accepted."
        )
        error = FieldError("overrule", "required", text)
        raise Refusal("overrule_needed", text, errors=[error])
    return _choose_players(group, result["players"], players)


def _file_of(preview: Job) -> tuple[dict[str, Any], int]:
    """Return the options and the file of a preview; raise Refusal if it was deleted."""
    there = Job.objects.filter(pk=preview.pk, upload__isnull=False)
    file = there.values_list("options", "upload").first()
    if file is None:
        raise file_forgotten()
    return file


@job_kind("import")
def import_file(run: Run) -> Callable[[], Output]:
    """Read the file of a job again and write its new games; return the function that shows them."""
    with timezone.override(run.job.group.zone):
        _settle_in_job(run)
        show = IMPORT_FORMATS[run.job.options["format"]].write_games(run)
    return lambda: Output(show())


def _settle_in_job(run: Run) -> None:
    """Read a file as the import says, and choose its players; stored, so that it is done once."""
    options = run.job.options
    if not options.get("is_open"):
        return
    result = IMPORT_FORMATS[options["format"]].preview(run)
    chosen = _settle(run.job.group_id, result, options["players"], options["overrule"])
    run.job.options = {**options, "players": chosen, "is_open": False}
    Job.objects.filter(pk=run.job.pk).update(options=run.job.options)


def _expect_preview(preview: Job) -> ImportPreview:
    """Return the result of a preview; raise Refusal if there is none."""
    if preview.kind != "preview":
        text = _("Only a preview can be imported, and this job is not one.")
        raise Refusal("no_preview", text)
    if preview.state != JobState.DONE or preview.result is None:
        text = _("This preview is not finished. Wait for it, or send the file again.")
        raise Refusal("not_done", text)
    result: ImportPreview = preview.result
    return result


def _expect_importable(result: ImportPreview) -> None:
    """Raise Refusal if a file has problems that cannot be overruled."""
    if result["blocking_count"]:
        text = _(
            "The file has problems. Correct them and send it again, or leave out their lines "
            "(“skip”)."
        )
        errors = [_field_error(problem) for problem in result["problems"][:MAX_LISTED]]
        raise Refusal("file_has_problems", text, errors=errors)


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
        raise Refusal("players_open", text, errors=errors)
    return chosen
