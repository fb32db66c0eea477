"""Mails, sent beside the request: how long it takes tells nobody whether there was one."""

from __future__ import annotations

import logging
from concurrent.futures import Future, ThreadPoolExecutor

from django.conf import settings
from django.core.mail import EmailMessage
from django.utils.translation import gettext as _

logger = logging.getLogger(__name__)

_postman = ThreadPoolExecutor(max_workers=1, thread_name_prefix="mail")


def send_soon(message: EmailMessage) -> Future[None]:
    """Send a mail in its own time."""
    return _postman.submit(_send, message)


def all_sent() -> None:
    """Return when all mails given so far are sent, or could not be."""
    _postman.submit(int).result()


def password_reset(*, to: str, name: str, link: str) -> EmailMessage:
    """The mail by which somebody sets a new password."""
    body = _(
        "Hello %(name)s,\n\n"
        "open this address to set a new password for Tableside:\n\n"
        "%(link)s\n\n"
        "It works once, for %(hours)d hours. If you did not ask for it, you need do nothing: "
        "your password stays as it is.\n"
    )
    body %= {"name": name, "link": link, "hours": settings.PASSWORD_RESET_TIMEOUT // 3600}
    return EmailMessage(_("Your new password for Tableside"), body, to=[to])


def _send(message: EmailMessage) -> None:
    try:
        message.send()
    except Exception as error:
        # The kind alone: what a mail server says often quotes the address.
        logger.error("A mail could not be sent: %s", type(error).__name__)
