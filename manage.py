#!/usr/bin/env python3
"""Django's command line."""

import os
import sys

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line

from config import checks  # which Django then runs
from config.private_files import keep_files_private

# What these write belongs to the code, which others may read: in an image, another user runs it.
WRITE_CODE = {"makemigrations", "makemessages", "compilemessages", "spectacular"}

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    if not WRITE_CODE.intersection(sys.argv[1:2]):
        keep_files_private()
    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as error:
        sys.exit(f"Correct the settings: {error}")
    except Exception:
        # Some keep Django from starting, before it checks them.
        if found := checks.mistakes():
            sys.exit("\n".join(["Correct the settings:", *found]))
        raise
