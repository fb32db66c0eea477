"""Pages behind the links of accounts: another device, and a new password."""

from __future__ import annotations

from datetime import timedelta

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from accounts import codes
from accounts.links import public_url
from accounts.services import email_addresses, pairing, password_reset
from rest.pages import Page, PageView


@extend_schema(exclude=True)
class PairPageView(PageView):
    """The link of a pairing code. The code stays valid: opening a page logs nobody in."""

    def page(self, request: Request, code: str = "") -> Page:
        if code:
            code = pairing.check_pairing_code(code=code)
        minutes = pairing.CODE_LIFETIME // timedelta(minutes=1)
        lifetime = ngettext(
            "It works once, within %(minutes)d minute.",
            "It works once, within %(minutes)d minutes.",
            minutes,
        )
        return Page(
            kind="pair",
            title=_("Log in one more device"),
            text=(
                _("This link logs a device in to a Tableside account, without a password."),
                lifetime % {"minutes": minutes},
                _("In Tableside on that device, scan the QR code or enter the code."),
            ),
            code=codes.formatted(code),
            api=public_url(request, "/api/v1/auth/pair/"),
        )


@extend_schema(exclude=True)
class ConfirmPageView(PageView):
    """The link that confirms an e-mail address: opening it alone does not, as scanners open it."""

    def page(self, request: Request) -> Page:
        hours = email_addresses.LINK_LIFETIME // timedelta(hours=1)
        return Page(
            kind="confirm",
            title=_("Confirm your e-mail address"),
            text=(
                _("This link confirms the e-mail address of a Tableside account."),
                _mailed_for(hours),
                _("Open the link in Tableside on your phone, and confirm the address there."),
            ),
            api=public_url(request, "/api/v1/auth/email/confirm/"),
        )


@extend_schema(exclude=True)
class ResetPageView(PageView):
    """The link to set a new password. It stays valid until the password is set."""

    def page(self, request: Request, key: str = "") -> Page:
        if key:
            uid, _dot, token = key.partition(".")
            password_reset.user_of_link(uid=uid, token=token)
        hours = settings.PASSWORD_RESET_TIMEOUT // 3600
        return Page(
            kind="reset",
            title=_("Set a new password"),
            text=(
                _("This link sets a new password for a Tableside account."),
                _mailed_for(hours),
                _("Open the link in Tableside on your phone, and enter the new password there."),
            ),
            api=public_url(request, "/api/v1/auth/password-reset/confirm/"),
        )


def _mailed_for(hours: int) -> str:
    text = ngettext(
        "It works once, within %(hours)d hour. If you did not ask for it, ignore the e-mail.",
        "It works once, within %(hours)d hours. If you did not ask for it, ignore the e-mail.",
        hours,
    )
    return text % {"hours": hours}
