import hashlib
from typing import Any

from django.db import migrations


def store_once(apps: Any, _schema_editor: Any) -> None:
    """Give the files of jobs rows of their own: a preview and its import share one."""
    Job, Upload = apps.get_model("jobs", "Job"), apps.get_model("jobs", "Upload")
    for pk in list(Job.objects.exclude(bytes=None).values_list("pk", flat=True)):
        job = Job.objects.get(pk=pk)
        content = bytes(job.bytes)
        upload, _created = Upload.objects.get_or_create(
            group_id=job.group_id,
            digest=hashlib.sha256(content).hexdigest(),
            defaults={
                "sent_by_id": job.created_by_id,
                "size": len(content),
                "content": content,
                "used_at": job.created_at,
            },
        )
        Job.objects.filter(pk=pk).update(upload=upload)


def store_each(apps: Any, _schema_editor: Any) -> None:
    """Give every job its own copy again."""
    Job = apps.get_model("jobs", "Job")
    for pk in list(Job.objects.exclude(upload=None).values_list("pk", flat=True)):
        job = Job.objects.select_related("upload").get(pk=pk)
        Job.objects.filter(pk=pk).update(bytes=job.upload.content)


class Migration(migrations.Migration):

    dependencies = [
        ('jobs', '0003_uploads'),
    ]

    operations = [
        migrations.RunPython(store_once, store_each),
    ]
