"""Long-running work, as rows that say how far it has got."""

from __future__ import annotations

import uuid
from datetime import datetime, timedelta

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from background.local_worker import local_worker
from games.models import Group

RESEND_AFTER = 5.0  # seconds


class JobState(models.TextChoices):
    """The states of a job."""

    WAITING = "waiting", _("waiting")
    RUNNING = "running", _("running")
    DONE = "done", _("done")
    FAILED = "failed", _("failed")
    CANCELLED = "cancelled", _("cancelled")


UNFINISHED = (JobState.WAITING, JobState.RUNNING)


class Upload(models.Model):
    """A file that somebody has sent to a group, stored once however often it is sent or used.

    `digest` is the SHA-256 of its content, and `size` is in bytes. `used_at` is when a job with it
    was last started.
    """

    id = models.BigAutoField(primary_key=True)
    group = models.ForeignKey(Group, on_delete=models.CASCADE, related_name="+")
    sent_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL, related_name="uploads"
    )
    digest = models.CharField(max_length=64)
    size = models.PositiveBigIntegerField()
    content = models.BinaryField()
    used_at = models.DateTimeField(default=timezone.now, db_index=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["group", "digest"], name="an_upload_once"),
        ]


class Job(models.Model):
    """A long-running piece of work for a group.

    `kind` says what to do (`scoring.jobs.worker.KINDS`), `options` how, and `upload` is the file
    to read, if any, until that is deleted. `done` of `total` steps are done. A job ends either with
    a `result`, and possibly a `file` to download, or with a `problem`: the `code`, `detail` and
    `errors` of a problem document.

    `language` is that of whoever asked for the job, and so of its file, result and problem.

    `run` counts how often a worker has begun the job; only the latest run may continue. `alive_at`
    is when that run last reported progress.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    group = models.ForeignKey(Group, on_delete=models.CASCADE, related_name="jobs")
    kind = models.CharField(max_length=20)
    state = models.CharField(max_length=10, choices=JobState, default=JobState.WAITING)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, null=True, on_delete=models.SET_NULL)
    options = models.JSONField(default=dict)
    language = models.CharField(max_length=10, blank=True, default="")
    upload = models.ForeignKey(Upload, null=True, on_delete=models.SET_NULL, related_name="jobs")
    done = models.PositiveIntegerField(default=0)
    total = models.PositiveIntegerField(null=True)
    result = models.JSONField(null=True)
    file = models.BinaryField(null=True)
    file_name = models.CharField(max_length=120, blank=True)
    media_type = models.CharField(max_length=100, blank=True)
    problem = models.JSONField(null=True)
    run = models.PositiveIntegerField(default=0)
    created_at = models.DateTimeField(default=timezone.now)
    alive_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)

    class Meta:
        indexes = [models.Index(fields=["group", "-created_at", "id"], name="jobs_of_a_group")]
        constraints = [
            models.CheckConstraint(name="job_state", condition=Q(state__in=JobState.values))
        ]

    def read_upload(self) -> bytes:
        """Return the file to read; empty if there is none."""
        found = Upload.objects.filter(jobs=self.pk)  # not cached, as `self.upload` would be
        return bytes(found.values_list("content", flat=True).first() or b"")

    @property
    def attended_until(self) -> datetime | None:
        """Until when a worker may be presumed to have the job; None once it has ended.

        Each run gets twice the time of the one before, so that work with slow steps gets done, too.
        """
        if self.state == JobState.WAITING:
            return self.created_at + timedelta(seconds=RESEND_AFTER)
        if self.state != JobState.RUNNING:
            return None
        assert self.alive_at is not None
        server_started_at = local_worker.server_started_at
        if server_started_at and self.alive_at < server_started_at:
            return self.alive_at  # by a server that no longer runs
        return self.alive_at + timedelta(seconds=settings.JOB_PATIENCE * 2.0 ** (self.run - 1))

    @property
    def is_abandoned(self) -> bool:
        """Whether the job has not ended and no worker seems to have it."""
        until = self.attended_until
        return until is not None and timezone.now() >= until
