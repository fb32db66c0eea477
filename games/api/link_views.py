"""Pages behind the links of games: joining a group, and watching a game."""

from __future__ import annotations

from urllib.parse import quote

from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request

from accounts.codes import formatted
from accounts.links import public_url
from games.models import Role
from games.selectors.games import watched
from games.selectors.invites import invite_to_show
from games.wire.standings import PlayerStanding, standings_answer
from referee.editions import EDITIONS
from rest.pages import Page, PageView


@extend_schema(exclude=True)
class JoinPageView(PageView):
    """The link of an invite. Opening it joins nothing and counts no use."""

    def page(self, request: Request, code: str) -> Page:
        invite = invite_to_show(code, timezone.now())
        members = ngettext(
            "The group has %(count)d member.",
            "The group has %(count)d members.",
            invite.member_count,  # type: ignore[attr-defined]
        )
        return Page(
            kind="join",
            title=_("Join a group"),
            name=invite.group.name,
            text=(
                _invitation(Role(invite.role)),
                members % {"count": invite.member_count},  # type: ignore[attr-defined]
                _("In Tableside on your phone, join a group with this code:"),
            ),
            code=formatted(invite.code),
            api=public_url(request, f"/api/v1/join/{invite.code}/"),
        )


@extend_schema(exclude=True)
class WatchPageView(PageView):
    """A share link: the standings of its game."""

    throttle_scope = "account"

    def page(self, request: Request, token: str) -> Page:
        record = watched(token)
        sheet = f"/api/v1/games/{record.game.id}/sheet/?link={quote(token)}"
        standings = sorted(
            standings_answer(record)["players"], key=lambda standing: standing["rank"]
        )
        return Page(
            kind="watch",
            title=_("Watch a game"),
            name=EDITIONS[record.game.edition].name,
            text=(
                _("You can watch this game without an account: anyone who has the link can."),
                _("Load this page again to see the latest round."),
            ),
            headings=(_("Player"), _("Phase"), _("Points")),
            rows=tuple(
                (standing["name"], _phase(standing), standing["total"]) for standing in standings
            ),
            files=(
                (_("Score sheet as PDF"), f"{sheet}&format=pdf"),
                (_("Score sheet as a picture"), f"{sheet}&format=png"),
            ),
            api=public_url(request, f"/api/v1/shared/{token}/"),
        )


def _invitation(role: Role) -> str:
    """Whole sentences, because roles are inflected in other languages."""
    return {
        Role.OWNER: _("You are invited as an owner, who may change everything in this group."),
        Role.SCORER: _("You are invited as a scorer, who may start games and enter rounds."),
        Role.VIEWER: _("You are invited as a viewer, who may see all games and statistics."),
    }[role]


def _phase(standing: PlayerStanding) -> int | str:
    """The Phase to lay down next, or a sign for none: all are completed, or the player has left."""
    return standing["phase"] or ("✓" if standing["at_table"] else "–")
