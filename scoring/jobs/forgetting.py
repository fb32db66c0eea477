"""Removing a person's name from jobs when their account is deleted."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any
from uuid import UUID

from django.dispatch import receiver
from django.utils import timezone

from accounts.models import User
from games.signals import account_deleted
from scoring.jobs.models import UNFINISHED, Job, JobState, Upload

READ_FROM_GROUP = ("export", "preview")  # kinds of jobs


@receiver(account_deleted)
def forget_in_jobs(*, user: User, groups: Collection[UUID], **_more: Any) -> None:
    """Delete the files that a person sent, and the ended jobs of their groups.

    What was being read from a group is read again without the name. Imports that wait are
    cancelled, as they know people by the names in their files; other unfinished jobs go on.
    """
    jobs = Job.objects.filter(group__in=groups)
    read = jobs.filter(kind__in=READ_FROM_GROUP, state=JobState.RUNNING)
    read.update(state=JobState.WAITING, done=0, total=None)
    jobs.exclude(state__in=UNFINISHED).delete()  # after that, or one could end in between
    waiting = jobs.filter(kind="import", state=JobState.WAITING)
    waiting.update(state=JobState.CANCELLED, options={}, ended_at=timezone.now())
    used = Job.objects.filter(upload__sent_by=user, state__in=UNFINISHED).values("upload")
    Upload.objects.filter(sent_by=user).exclude(pk__in=used).delete()
