"""Bringing games in from files: first looked at, then imported as a whole or not at all."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any
from uuid import UUID

from django.utils.translation import gettext as _

from accounts.models import User
from games.models import Player
from rest.problems import FieldError, ProblemError
from scoring.exchange.paper.cells import fold
from scoring.exchange.selectors.imports import NEW
from scoring.exchange.services.formats import FORMATS, format_of
from scoring.jobs.models import Job, JobState
from scoring.jobs.queue import start_job
from scoring.jobs.worker import Output, Run, job_kind

MOST_TOLD = 10  # problems of a file, where somebody wants to import it all the same


@job_kind("preview")
def preview(run: Run) -> Output:
    """Look at a file."""
    return Output(FORMATS[run.job.options["format"]].preview(run))


@job_kind("import")
def bring(run: Run) -> Callable[[], Output]:
    """Import a file that was looked at."""
    return FORMATS[run.job.options["format"]].bring(run)


def start_preview(
    *, actor: User, group: UUID, data: bytes, media_type: str, format: str | None, dates: str
) -> Job:
    """Have a file looked at; ProblemError (400, 415) for what is no file to import."""
    name = format_of(data, media_type, format)
    options = {"format": name, "dates": dates}
    return start_job(actor=actor, group=group, kind="preview", options=options, upload=data)


def start_import(*, actor: User, looked_at: Job, players: Mapping[str, str], overrule: str) -> Job:
    """Import the file of a preview, with whom its names mean.

    Raises ProblemError: 409 where it is no preview that is done without problems, 422 for
    what is still to be said.
    """
    result = _result_of(looked_at)
    if result.get("problem_count", 0) and not overrule:
        text = _("Some counts cannot be: mend them in the file, or say why they shall stand.")
        error = FieldError("overrule", "required", text)
        raise ProblemError(422, "overrule_needed", text, errors=[error])
    chosen = _chosen(looked_at.group_id, result.get("players", []), players)
    file = Job.objects.filter(pk=looked_at.pk).values("options", "upload").get()
    if file["upload"] is None:
        text = _("The file is no longer here, it is kept for a week: send it again.")
        raise ProblemError(409, "file_forgotten", text)
    return start_job(
        actor=actor,
        group=looked_at.group_id,
        kind="import",
        options={**file["options"], "players": chosen, "overrule": overrule},
        upload=bytes(file["upload"]),
    )


def _result_of(job: Job) -> dict[str, Any]:
    """What a preview has found that can be imported."""
    if job.kind != "preview":
        text = _("Only a file that was looked at can be imported.")
        raise ProblemError(409, "no_preview", text)
    if job.state != JobState.DONE or job.result is None:
        text = _("This preview is not done: wait for it, or send the file again.")
        raise ProblemError(409, "not_done", text)
    result: dict[str, Any] = job.result
    if result.get("blocking_count", 0):
        text = _("The file has problems: mend them, and send it again.")
        errors = [_error(problem) for problem in result["problems"][:MOST_TOLD]]
        raise ProblemError(409, "file_has_problems", text, errors=errors)
    return result


def _error(problem: Mapping[str, Any]) -> FieldError:
    """A problem of a preview; of an archive, a path says where it is."""
    where = problem.get("path") or f"line {problem['line'] or 1}"
    return FieldError(where, problem["code"], problem["message"])


def _chosen(group: UUID, names: list[dict[str, Any]], players: Mapping[str, str]) -> dict[str, str]:
    """Whom each name of the file means: as it is said, or else as the preview suggests."""
    said = {fold(name): who for name, who in players.items()}
    errors = []
    in_file = {fold(one["name"]) for one in names}
    for name in players:
        if fold(name) not in in_file:
            text = _("Nobody is called so in the file.")
            errors.append(FieldError(f"players.{name}", "unknown_name", text))
    here = Player.objects.filter(group_id=group, merged_into=None)
    asked_for = {UUID(who) for who in said.values() if who != NEW}
    known = {str(pk) for pk in here.filter(pk__in=asked_for).values_list("pk", flat=True)}
    chosen: dict[str, str] = {}
    for one in names:
        name = one["name"]
        who = said.get(fold(name), one["suggestion"])
        if who is None:
            text = _("Who is this? Say which player, or “new”.")
            errors.append(FieldError(f"players.{name}", "required", text))
        elif fold(name) in said and who not in (NEW, *known):
            text = _("The group has no such player.")
            errors.append(FieldError(f"players.{name}", "unknown_player", text))
        else:
            chosen[name] = who
    if errors:
        text = _("It is not clear yet who played: see errors.")
        raise ProblemError(422, "players_open", text, errors=errors)
    return chosen
