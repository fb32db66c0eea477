"""Removing a person's name from jobs when their account is deleted."""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import Any
from uuid import UUID

from django.dispatch import receiver

from accounts.models import User
from games.domain.forgetting import Forgotten
from games.signals import account_deleted
from scoring.jobs.json_texts import change_texts
from scoring.jobs.models import UNFINISHED, Job, JobState, Upload

READ_FROM_GROUP = ("export", "preview")  # kinds of jobs
TEXTS = ("options", "result", "problem")


@receiver(account_deleted)
def forget_in_jobs(*, user: User, groups: Collection[UUID], who: Forgotten, **_more: Any) -> None:
    """Delete the files that a person sent, and those made from their groups, which can be remade.

    The results of ended jobs stay, without the name. What was being read from a group is read again
    without it; other unfinished jobs go on.
    """
    read = Job.objects.filter(group__in=groups, kind__in=READ_FROM_GROUP, state=JobState.RUNNING)
    read.update(state=JobState.WAITING, done=0, total=None)
    used = Job.objects.filter(upload__sent_by=user, state__in=UNFINISHED).values("upload")
    Upload.objects.filter(sent_by=user).exclude(pk__in=used).delete()
    ended = Job.objects.filter(group__in=groups).exclude(state__in=UNFINISHED)
    ended.exclude(file=None).update(file=None, file_name="", media_type="")
    # The longest first, or of "Anna Quast" who was once "Anna" the rest would stay.
    longest_first = sorted(who.names, key=len, reverse=True)
    names = re.compile("|".join(rf"(?<!\w){re.escape(name)}(?!\w)" for name in longest_first))

    def without_names(text: str) -> str:
        return names.sub(who.substitute, text)

    for job in ended.only("pk", *TEXTS).iterator():
        for field in TEXTS:
            setattr(job, field, change_texts(getattr(job, field), without_names))
        job.save(update_fields=TEXTS)
