"""Nights as an Atom feed, for whatever follows feeds."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from datetime import datetime
from uuid import uuid5

from django.utils.feedgenerator import Atom1Feed
from django.utils.html import linebreaks
from django.utils.translation import get_language, gettext

from games.models import Group
from scoring.statistics.wire.night_text import shown, title
from scoring.statistics.wire.nights import NightCard

MEDIA_TYPE = "application/atom+xml"
NOT_IN_XML = re.compile("[^\t\n\r -\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


class _Feed(Atom1Feed):
    """A feed that is the same bytes each time, even before its first entry."""

    def latest_post_date(self) -> datetime:
        return super().latest_post_date() if self.items else self.feed["begun"]


def night_feed(
    group: Group,
    nights: Sequence[NightCard],
    changes: Mapping[str, datetime],
    *,
    page: str,
    address: str,
) -> bytes:
    """The nights of a group, the latest first; `changes` say when each game was last changed.

    `page` is where people see the group, `address` that of the feed.
    """
    feed = _Feed(
        title=_text(gettext("%(group)s: nights") % {"group": shown(group.name)}),
        link=page,
        description=None,
        language=get_language(),
        author_name=_text(shown(group.name)),
        feed_url=address,
        feed_guid=group.pk.urn,
        begun=group.created_at,
    )
    for night in nights:
        _title, _newline, rest = night["text"].partition("\n")
        feed.add_item(
            title=_text(title(night)),
            link=page,
            description=linebreaks(_text(rest), autoescape=True),
            # The same for whoever follows it by another link.
            unique_id=uuid5(group.pk, str(night["date"])).urn,
            pubdate=night["games"][0]["played_at"],
            updateddate=max(changes[game["game"]] for game in night["games"]),
        )
    return feed.writeString("utf-8").encode()


def _text(text: str) -> str:
    """A text without what XML cannot have, not even escaped."""
    return NOT_IN_XML.sub("\ufffd", text)
