"""Background work: `celery -A config.celery worker` with `REDIS_URL` set; else done at once."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("tableside")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
