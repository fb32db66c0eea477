"""Long work, as a row that says how far it is."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from games.models import Group


class JobState(models.TextChoices):
    """Where a job is."""

    WAITING = "waiting", _("waiting")
    RUNNING = "running", _("running")
    DONE = "done", _("done")
    FAILED = "failed", _("failed")
    CANCELLED = "cancelled", _("cancelled")


UNFINISHED = (JobState.WAITING, JobState.RUNNING)


class Job(models.Model):
    """A piece of long work for a group; `kind` says which (`scoring.jobs.queue.KINDS`).

    `asked` is what it was asked with, `upload` the file it reads, if any. `done` of `total`
    steps are done. The end brings a `result`, and maybe a `file` to fetch; or a `problem`, as
    the `code`, `detail` and `errors` of a problem document. `run` counts how often a worker
    took it up, and names the one that may go on; `alive_at` is when that one last said so, and
    `sent_at` when workers were last told to look at it, or will be.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    group = models.ForeignKey(Group, on_delete=models.CASCADE, related_name="jobs")
    kind = models.CharField(max_length=20)
    state = models.CharField(max_length=10, choices=JobState, default=JobState.WAITING)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL)
    asked = models.JSONField(default=dict)
    upload = models.BinaryField(null=True)
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(null=True)
    result = models.JSONField(null=True)
    file = models.BinaryField(null=True)
    file_name = models.CharField(max_length=120, blank=True)
    media_type = models.CharField(max_length=100, blank=True)
    problem = models.JSONField(null=True)
    run = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField(default=timezone.now)
    sent_at = models.DateTimeField(default=timezone.now)
    alive_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [models.Index(fields=["group", "-created_at", "id"], name="jobs_of_a_group")]
        constraints = [
            models.CheckConstraint(name="job_state", condition=Q(state__in=JobState.values))
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.state}"
