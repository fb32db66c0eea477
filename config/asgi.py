"""What the server runs: Django behind a body limit, and static files beside it."""

import gc
import os
from importlib import import_module
from pathlib import Path
from typing import Any, cast

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
_django = get_asgi_application()

from django.conf import settings  # noqa: E402  (Django must be set up first)
from servestatic import ServeStaticASGI  # noqa: E402

from rest.body_limit import Application, BodyLimit, Receive, Scope, Send  # noqa: E402


def build(static_root: Path) -> Application:
    """Return the application, serving the files collected in `static_root`."""
    api = BodyLimit(cast(Application, _django))
    prefix: str = settings.STATIC_URL
    static_root.mkdir(parents=True, exist_ok=True)
    # A path that is no file falls through to Django, for its 404.
    files = ServeStaticASGI(
        cast(Any, api),
        root=static_root,
        prefix=prefix,
        max_age=3600,
        allow_all_origins=False,
        add_headers_function=lambda headers, *_: headers.add_header(
            "X-Content-Type-Options", "nosniff"
        ),
    )

    async def application(scope: Scope, receive: Receive, send: Send) -> None:
        # Chosen here and not in Django, so that requests to the API pay one comparison.
        static = scope["type"] == "http" and scope["path"].startswith(prefix)
        await (cast(Application, files) if static else api)(scope, receive, send)

    return application


application = build(settings.STATIC_ROOT)

# Everything is loaded now and stays for good. Out of the garbage collector's sight, it no
# longer makes each full collection hold all requests up for some 60 ms.
import_module(settings.ROOT_URLCONF)
gc.collect()
gc.freeze()
