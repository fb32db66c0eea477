"""Celery's beat as the project has it, but what is sent every hour is sent every second."""

import sys

from config.celery import app

if "beat" in sys.argv:  # not where this is only imported, beside other tests
    app.conf.beat_schedule["cleanup"]["schedule"] = 1.0
