"""Every kind of play on the live table: how it is stored and what is shown of it.

`CODECS` has one entry for each kind. A play is stored as its kind, its seat and its `data`;
archives contain the same data. `PlayContent` is what clients and exports are shown.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Generic, TypeVar

from referee.cards import Card, parse_card
from referee.kinds import KindName
from referee.plays import Discard, Draw, Flip, Hit, LaidGroup, LayDown, Note, Pile, TablePlay

P = TypeVar("P", bound=TablePlay)


class PlayKind(StrEnum):
    """What a play is."""

    LAY_DOWN = "lay_down"
    HIT = "hit"
    DISCARD = "discard"
    DRAW = "draw"
    FLIP = "flip"
    NOTE = "note"


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


@dataclass(frozen=True, slots=True)
class PlayCodec(Generic[P]):
    """How plays of one kind are stored and shown; `read` undoes `write`.

    `needs_seat` says that somebody must have made the play.
    """

    play: type[P]
    write: Callable[[P], dict[str, Any]]
    read: Callable[[Any, dict[str, Any]], P]  # from the seat, and the data
    content: Callable[[P], PlayContent]
    needs_seat: bool


def write_play(play: TablePlay) -> tuple[PlayKind, dict[str, Any]]:
    """The kind and the data of a play; its seat is stored beside them."""
    kind = KIND_OF[type(play)]
    return kind, CODECS[kind].write(play)


def read_play(kind: str, seat: int | None, data: dict[str, Any]) -> TablePlay:
    """The play that was stored; the reverse of `write_play`."""
    codec = CODECS[PlayKind(kind)]
    if seat is None and codec.needs_seat:
        raise ValueError(f"a {kind} needs a seat")
    play: TablePlay = codec.read(seat, data)
    return play


def content_of(play: TablePlay) -> PlayContent:
    """What is shown of a play."""
    return CODECS[KIND_OF[type(play)]].content(play)


def _cards(texts: list[str]) -> tuple[Card, ...]:
    return tuple(map(parse_card, texts))


def _texts(cards: tuple[Card, ...]) -> list[str]:
    return [str(card) for card in cards]


def _write_lay_down(play: LayDown) -> dict[str, Any]:
    groups = [
        {"id": group.id, "kind": group.kind.value, "cards": _texts(group.cards)}
        for group in play.groups
    ]
    return {"groups": groups, "goes_out": play.goes_out}


def _read_lay_down(seat: int, data: dict[str, Any]) -> LayDown:
    groups = tuple(
        LaidGroup(group["id"], KindName(group["kind"]), _cards(group["cards"]))
        for group in data["groups"]
    )
    return LayDown(seat, groups, data["goes_out"])


def _lay_down_content(play: LayDown) -> PlayContent:
    return PlayContent(
        groups=tuple(group.id for group in play.groups),
        cards=tuple(card for group in play.groups for card in group.cards),
        goes_out=play.goes_out,
    )


def _write_hit(play: Hit) -> dict[str, Any]:
    return {"group": play.group, "cards": _texts(play.cards), "goes_out": play.goes_out}


def _read_hit(seat: int, data: dict[str, Any]) -> Hit:
    return Hit(seat, data["group"], _cards(data["cards"]), data["goes_out"])


def _hit_content(play: Hit) -> PlayContent:
    return PlayContent(group=play.group, cards=play.cards, goes_out=play.goes_out)


def _write_discard(play: Discard) -> dict[str, Any]:
    card = None if play.card is None else str(play.card)
    data = {"card": card, "skips": play.skips, "goes_out": play.goes_out}
    return {**data, "in_front": True} if play.lies_in_front else data


def _read_discard(seat: int | None, data: dict[str, Any]) -> Discard:
    card, skips = data["card"], data["skips"]
    return Discard(
        seat,
        None if card is None else parse_card(card),
        skips,
        data["goes_out"],
        # When plays did not say it yet, a Skip was taken to lie on the pile.
        skip_on_pile=seat is not None and skips is not None and not data.get("in_front"),
    )


def _discard_content(play: Discard) -> PlayContent:
    cards = () if play.card is None else (play.card,)
    return PlayContent(cards=cards, skips=play.skips, goes_out=play.goes_out)


CODECS: dict[PlayKind, PlayCodec[Any]] = {
    PlayKind.LAY_DOWN: PlayCodec(
        play=LayDown,
        write=_write_lay_down,
        read=_read_lay_down,
        content=_lay_down_content,
        needs_seat=True,
    ),
    PlayKind.HIT: PlayCodec(
        play=Hit,
        write=_write_hit,
        read=_read_hit,
        content=_hit_content,
        needs_seat=True,
    ),
    PlayKind.DISCARD: PlayCodec(
        play=Discard,
        write=_write_discard,
        read=_read_discard,
        content=_discard_content,
        needs_seat=False,  # the card that starts the pile is nobody's
    ),
    PlayKind.DRAW: PlayCodec(
        play=Draw,
        write=lambda play: {"pile": play.pile.value},
        # When draws did not say it yet, there were only those from the discard pile.
        read=lambda seat, data: Draw(seat, Pile(data.get("pile", Pile.DISCARD))),
        content=lambda play: PlayContent(pile=play.pile),
        needs_seat=True,
    ),
    PlayKind.FLIP: PlayCodec(
        play=Flip,
        write=lambda _play: {},
        read=lambda seat, data: Flip(seat),
        content=lambda play: PlayContent(),
        needs_seat=False,
    ),
    PlayKind.NOTE: PlayCodec(
        play=Note,
        write=lambda play: {"text": play.text},
        read=lambda seat, data: Note(data["text"], seat),
        content=lambda play: PlayContent(text=play.text),
        needs_seat=False,
    ),
}
KIND_OF: dict[type[TablePlay], PlayKind] = {codec.play: kind for kind, codec in CODECS.items()}
