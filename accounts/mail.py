"""Mails, sent in the background: the time of an answer must not reveal whether one was sent."""

from __future__ import annotations

import logging
from concurrent.futures import Future, ThreadPoolExecutor

from django.conf import settings
from django.core.mail import EmailMessage
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

logger = logging.getLogger(__name__)

_executor = ThreadPoolExecutor(max_workers=1, thread_name_prefix="mail")


def send_in_background(message: EmailMessage) -> Future[None]:
    """Send a mail without making the caller wait."""
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


def _send(message: EmailMessage) -> None:
    try:
        message.send()
    except Exception as error:
        # Only the type: the text of a mail server often contains the address.
        logger.error("A mail could not be sent: %s", type(error).__name__)
