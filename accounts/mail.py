"""Mails, sent in the background: the time of an answer must not reveal whether one was sent."""

from __future__ import annotations

import logging
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from datetime import timedelta
from functools import lru_cache

from django.conf import settings
from django.core.mail import EmailMessage
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

logger = logging.getLogger(__name__)

NO_SERVER = "django.core.mail.backends.dummy.EmailBackend"

_executor = ThreadPoolExecutor(max_workers=1, thread_name_prefix="mail")


def send_in_background(message: Callable[[], EmailMessage | None]) -> Future[None]:
    """Make a mail and send it, if there is one, without making the caller wait."""
    return _executor.submit(_send, message)


def wait_until_sent() -> None:
    """Return when all mails so far have been sent, or have failed."""
    _executor.submit(int).result()


def password_reset_message(*, to: str, name: str, link: str) -> EmailMessage:
    """Return the mail with the link to set a new password."""
    hours = settings.PASSWORD_RESET_TIMEOUT // 3600
    body = ngettext(
        "Hello %(name)s,\n\n"
        "Open this link to set a new password for Tableside:\n\n"
        "%(link)s\n\n"
        "The link works once, within %(hours)d hour. If you did not ask for it, ignore this "
        "e-mail: your password has not changed.\n",
        "Hello %(name)s,\n\n"
        "Open this link to set a new password for Tableside:\n\n"
        "%(link)s\n\n"
        "The link works once, within %(hours)d hours. If you did not ask for it, ignore this "
        "e-mail: your password has not changed.\n",
        hours,
    )
    body %= {"name": name, "link": link, "hours": hours}
    return EmailMessage(_("Set a new password for Tableside"), body, to=[to])


def email_confirmation_message(*, to: str, link: str, lifetime: timedelta) -> EmailMessage:
    """Return the mail with the link that confirms an address.

    It has no name: whoever asks could have it say anything to anybody.
    """
    hours = lifetime // timedelta(hours=1)
    body = ngettext(
        "Hello,\n\n"
        "Somebody wants to use this e-mail address for a Tableside account. If that is you, "
        "open this link:\n\n"
        "%(link)s\n\n"
        "The link works once, within %(hours)d hour. If it is not you, ignore this e-mail: "
        "nothing happens without the link.\n",
        "Hello,\n\n"
        "Somebody wants to use this e-mail address for a Tableside account. If that is you, "
        "open this link:\n\n"
        "%(link)s\n\n"
        "The link works once, within %(hours)d hours. If it is not you, ignore this e-mail: "
        "nothing happens without the link.\n",
        hours,
    )
    body %= {"link": link, "hours": hours}
    return EmailMessage(_("Confirm your e-mail address for Tableside"), body, to=[to])


def email_known_message(*, to: str, name: str, link: str) -> EmailMessage:
    """Return the mail for an address that was asked for, and has an account already."""
    body = _(
        "Hello %(name)s,\n\n"
        "Somebody wants to use this e-mail address for another Tableside account. You already "
        "have an account with it: log in with your password. If you have forgotten it, set a new "
        "one here:\n\n"
        "%(link)s\n\n"
        "If it was not you, ignore this e-mail: your account has not changed.\n"
    )
    return EmailMessage(
        _("You already have a Tableside account"), body % {"name": name, "link": link}, to=[to]
    )


@lru_cache(maxsize=1)
def _tell_once_that_no_server_is_set() -> None:
    logger.warning("No mail server is set, so mails are not sent: set EMAIL_URL.")


def _send(message: Callable[[], EmailMessage | None]) -> None:
    if settings.EMAIL_BACKEND == NO_SERVER:
        _tell_once_that_no_server_is_set()
        return
    try:
        mail = message()
        if mail is not None:
            mail.send()
    except Exception as error:
        # Only the type: the text of a mail server often contains the address.
        logger.error("A mail could not be sent: %s", type(error).__name__)
