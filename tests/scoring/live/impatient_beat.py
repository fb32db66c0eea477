"""Celery's beat as the project has it, but what is sent every hour is sent every second."""

from config.celery import app

app.conf.beat_schedule["cleanup"]["schedule"] = 1.0
