"""Every kind of play on the live table: how it is stored and what is shown of it.

A play is stored as its kind, its seat and its `data`; archives contain the same data. `PlayContent`
is what clients and exports are shown.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from referee.cards import Card, parse_card
from referee.kinds import KindName
from referee.plays import Discard, Draw, Flip, Hit, LaidGroup, LayDown, Note, Pile, TablePlay


class PlayKind(StrEnum):
    """What a play is."""

    LAY_DOWN = "lay_down"
    HIT = "hit"
    DISCARD = "discard"
    DRAW = "draw"
    FLIP = "flip"
    NOTE = "note"


# Somebody must have made these. The card that starts the pile is nobody's discard.
NEED_A_SEAT = {PlayKind.LAY_DOWN, PlayKind.HIT, PlayKind.DRAW}


@dataclass(frozen=True, slots=True)
class PlayContent:
    """What is shown of a play; what its kind does not have is empty.

    `groups` are the ids of groups laid down, `group` the id of the group that was hit,
    `skips` the seat in front of which a Skip was discarded, and `pile` the one drawn from.
    """

    group: str | None = None
    groups: tuple[str, ...] = ()
    cards: tuple[Card, ...] = ()
    skips: int | None = None
    goes_out: bool = False
    text: str | None = None
    pile: Pile | None = None


def write_play(play: TablePlay) -> tuple[PlayKind, dict[str, Any]]:
    """The kind and the data of a play; its seat is stored beside them."""
    match play:
        case LayDown():
            groups = [
                {"id": group.id, "kind": group.kind.value, "cards": _texts(group.cards)}
                for group in play.groups
            ]
            return PlayKind.LAY_DOWN, {"groups": groups, "goes_out": play.goes_out}
        case Hit():
            data = {"group": play.group, "cards": _texts(play.cards), "goes_out": play.goes_out}
            return PlayKind.HIT, data
        case Discard():
            card = None if play.card is None else str(play.card)
            discard = {"card": card, "skips": play.skips, "goes_out": play.goes_out}
            return PlayKind.DISCARD, discard | ({"in_front": True} if play.lies_in_front else {})
        case Draw():
            return PlayKind.DRAW, {"pile": play.pile.value}
        case Flip():
            return PlayKind.FLIP, {}
        case Note():
            return PlayKind.NOTE, {"text": play.text}


def read_play(kind: str, seat: int | None, data: dict[str, Any]) -> TablePlay:
    """The play that was stored; the reverse of `write_play`."""
    if seat is None and kind in NEED_A_SEAT:
        raise ValueError(f"a {kind} needs a seat")
    player: Any = seat
    match PlayKind(kind):
        case PlayKind.LAY_DOWN:
            groups = tuple(
                LaidGroup(group["id"], KindName(group["kind"]), _cards(group["cards"]))
                for group in data["groups"]
            )
            return LayDown(player, groups, data["goes_out"])
        case PlayKind.HIT:
            return Hit(player, data["group"], _cards(data["cards"]), data["goes_out"])
        case PlayKind.DISCARD:
            card = None if data["card"] is None else parse_card(data["card"])
            skips = data["skips"]
            # When plays did not say it yet, a Skip was taken to lie on the pile.
            on_pile = seat is not None and skips is not None and not data.get("in_front")
            return Discard(seat, card, skips, data["goes_out"], skip_on_pile=on_pile)
        case PlayKind.DRAW:
            # When draws did not say it yet, there were only those from the discard pile.
            return Draw(player, Pile(data.get("pile", Pile.DISCARD)))
        case PlayKind.FLIP:
            return Flip(seat)
        case PlayKind.NOTE:
            return Note(data["text"], seat)


def content_of(play: TablePlay) -> PlayContent:
    """What is shown of a play."""
    match play:
        case LayDown():
            groups = tuple(group.id for group in play.groups)
            cards = tuple(card for group in play.groups for card in group.cards)
            return PlayContent(groups=groups, cards=cards, goes_out=play.goes_out)
        case Hit():
            return PlayContent(group=play.group, cards=play.cards, goes_out=play.goes_out)
        case Discard():
            cards = () if play.card is None else (play.card,)
            return PlayContent(cards=cards, skips=play.skips, goes_out=play.goes_out)
        case Draw():
            return PlayContent(pile=play.pile)
        case Flip():
            return PlayContent()
        case Note():
            return PlayContent(text=play.text)


def _cards(texts: list[str]) -> tuple[Card, ...]:
    return tuple(map(parse_card, texts))


def _texts(cards: tuple[Card, ...]) -> list[str]:
    return [str(card) for card in cards]
