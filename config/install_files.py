"""The root certificate of HTTPS at home, for phones that should trust it (docs/https.md)."""

from __future__ import annotations

from typing import ClassVar

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
    media_type: ClassVar[str]
    disposition: ClassVar[str]

    def content(self, root: x509.Certificate) -> bytes:
        raise NotImplementedError

    @extend_schema(exclude=True)
    def get(self, request: Request) -> HttpResponse:
        root = stored_root(settings.HTTPS_FOLDER) if settings.HTTPS else None
        if root is None:
            return page_not_found(request._request)
        headers = {"Content-Disposition": self.disposition, "Cache-Control": "no-cache"}
        return HttpResponse(self.content(root), content_type=self.media_type, headers=headers)


class CertificateView(RootView):
    media_type = CERTIFICATE_TYPE
    disposition = 'attachment; filename="tableside.crt"'

    def content(self, root: x509.Certificate) -> bytes:
        return certificate_file(root)


class ProfileView(RootView):
    """For iPhones: Safari offers to install it, unless it is an attachment."""

    media_type = PROFILE_TYPE
    disposition = 'inline; filename="tableside.mobileconfig"'

    def content(self, root: x509.Certificate) -> bytes:
        return profile_file(
            root,
            _(
                "Lets this device reach Tableside by HTTPS. It counts for names and addresses of "
                "your own network only."
            ),
        )
