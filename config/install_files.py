"""The root certificate of HTTPS at home, for phones that should trust it (docs/https.md)."""

from __future__ import annotations

from collections.abc import Callable

from cryptography import x509
from django.conf import settings
from django.http import HttpResponse
from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request

from https.certificates import stored_root
from https.profile import CERTIFICATE_TYPE, PROFILE_TYPE, certificate_file, profile_file
from rest.negotiation import IgnoreAcceptHeader
from rest.pages import page_not_found
from rest.views import StrictView


class RootView(StrictView):
    """A file with the root; without HTTPS=on there is none."""

    permission_classes = [AllowAny]
    throttle_classes = []
    content_negotiation_class = IgnoreAcceptHeader

    @extend_schema(exclude=True)
    def get(self, request: Request, name: str) -> HttpResponse:
        root = stored_root(settings.HTTPS_FOLDER) if settings.HTTPS else None
        if root is None:
            return page_not_found(request._request)
        media_type, disposition, content = FILES[name]
        headers = {
            "Content-Disposition": f'{disposition}; filename="{name}"',
            "Cache-Control": "no-cache",
        }
        return HttpResponse(content(root), content_type=media_type, headers=headers)


def _profile(root: x509.Certificate) -> bytes:
    text = _(
        "Lets this device reach Tableside by HTTPS. It counts for names and addresses of "
        "your own network only."
    )
    return profile_file(root, text)


FILES: dict[str, tuple[str, str, Callable[[x509.Certificate], bytes]]] = {
    "tableside.crt": (CERTIFICATE_TYPE, "attachment", certificate_file),
    # For iPhones: Safari offers to install it, unless it is an attachment.
    "tableside.mobileconfig": (PROFILE_TYPE, "inline", _profile),
}
