"""A filter for the documentation pages."""

from __future__ import annotations

import re

from django import template
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe

register = template.Library()


@register.filter
def code_words(text: str) -> SafeString:
    """Return text as HTML, with what is in backticks as code.

    >>> code_words("Send `If-Match` & retry.")
    'Send <code>If-Match</code> &amp; retry.'
    """
    return mark_safe(re.sub(r"`([^`]*)`", r"<code>\1</code>", escape(text)))  # noqa: S308
