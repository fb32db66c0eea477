"""Django's own ASGI application, behind nothing else."""

import gc
import os
from importlib import import_module

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "benchmarks.baseline.settings")
application = get_asgi_application()

# As in the project: a full collection would delay all requests by about 60 ms.
import_module("benchmarks.baseline.urls")
gc.collect()
gc.freeze()
