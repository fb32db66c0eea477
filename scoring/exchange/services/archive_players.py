"""Decide who the players of an archive are in a group, and which of them are new."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.utils.translation import gettext as _

from games.domain.archived import PlayerRecord, player_ids_in
from games.models import Player
from rest.refusals import FieldError, Refusal
from scoring.exchange.archive.player_matching import PlayerMatch, match_players
from scoring.exchange.archive.reader import Archive, ArchiveEntry
from scoring.exchange.similar_names import fold
from scoring.exchange.wire.names import NEW_PLAYER


@dataclass(frozen=True, slots=True)
class ArchivePlayers:
    """The players of an archive to create, and the ids in the group of those it already has."""

    new: list[PlayerRecord]
    known: dict[UUID, UUID]


# Each player with the id in the group; None for a new player.
Chosen = Sequence[tuple[PlayerMatch, UUID | None]]


def choose_players(
    archive: Archive,
    entries: Sequence[ArchiveEntry],
    group_players: Sequence[Player],
    requested: Mapping[str, str],
) -> ArchivePlayers:
    """Return who the players of `entries` are: as requested by name, otherwise as matched.

    Raise Refusal for requested players who do not exist, names that are not clear,
    and two players of one game who would be the same player.
    """
    matches = match_players(archive.players, group_players)
    chosen = _resolve(matches, requested, group_players)
    _expect_different_players(entries, chosen)
    new, known = _new_and_known(archive, entries, chosen)
    new += _merged_players(archive, entries, group_players, {player.id for player in new}, known)
    return ArchivePlayers(new, known)


def _resolve(
    matches: Sequence[PlayerMatch], requested: Mapping[str, str], group_players: Sequence[Player]
) -> Chosen:
    ids = {str(player.pk): player.pk for player in group_players if player.merged_into_id is None}
    names = {match.name for match in matches}
    errors = [
        FieldError(f"players.{name}", "unknown_player", _("The archive has no such player."))
        for name in requested
        if name not in names
    ]
    chosen: list[tuple[PlayerMatch, UUID | None]] = []
    for match in matches:
        player = requested.get(match.name)
        if player is None and match.match is None and match.candidates:
            text = _("Who is this? Choose a player of the group, or “new”.")
            errors.append(FieldError(f"players.{match.name}", "required", text))
        elif player is None:
            chosen.append((match, match.match.pk if match.match else None))
        elif player == NEW_PLAYER or player in ids:
            chosen.append((match, ids.get(player)))
        else:
            text = _("The group has no such player. Choose one of its players, or “new”.")
            errors.append(FieldError(f"players.{match.name}", "unknown_player", text))
    if errors:
        text = _("It is not clear yet who played. See the errors.")
        raise Refusal("invalid_request", text, errors=errors)
    return chosen


def _expect_different_players(entries: Sequence[ArchiveEntry], chosen: Chosen) -> None:
    """Raise Refusal if two players of one game would be the same player."""
    known = {match.player.id: (match.name, pk) for match, pk in chosen if pk}
    errors = {}
    for entry in entries:
        seated: dict[UUID, str] = {}
        for seat in entry.game.record.seats:
            name, pk = known.get(seat.player_id, ("", None))
            if pk in seated:
                text = _("%(first)s and %(second)s play in the same game.")
                text %= {"first": seated[pk], "second": name}
                errors[name] = FieldError(f"players.{name}", "sat_in_one_game", text)
            elif pk:
                seated[pk] = name
    if errors:
        text = _("Two players of a game cannot be the same player. See the errors.")
        raise Refusal("invalid_request", text, errors=list(errors.values()))


def _new_and_known(
    archive: Archive, entries: Sequence[ArchiveEntry], chosen: Chosen
) -> tuple[list[PlayerRecord], dict[UUID, UUID]]:
    """Return the new players, and those that the group has.

    New players must sit in one of `entries`, or in no game of the archive: the others came with
    an earlier import, perhaps under another name.
    """
    in_archive = {seat.player_id for record in archive.records for seat in record.seats}
    in_entries = {seat.player_id for entry in entries for seat in entry.game.record.seats}
    new, known = [], {}
    for match, pk in chosen:
        player = match.player
        if pk is not None:
            known[player.id] = pk
        elif player.id in in_entries or player.id not in in_archive:
            new.append(player)
    return new, known


def _merged_players(
    archive: Archive,
    entries: Sequence[ArchiveEntry],
    group_players: Sequence[Player],
    new: Collection[UUID],
    known: dict[UUID, UUID],
) -> Iterator[PlayerRecord]:
    """Yield the merged players to create, and add those that the group has to `known`.

    They are created if they were merged into a new player, or into a known one and the history
    of `entries` mentions them.
    """
    mentioned = {
        pk
        for entry in entries
        for change in entry.game.changes
        for value in (change.before, change.after)
        for pk in player_ids_in(value)
    }
    ids = {player.pk for player in group_players}
    merged = {(player.merged_into_id, fold(player.name)): player.pk for player in group_players}
    for player in archive.players:
        if player.merged_into is None:
            continue
        remaining = known.get(player.merged_into)
        if player.id in ids:
            known[player.id] = player.id
        elif remaining is not None and (remaining, fold(player.name)) in merged:
            known[player.id] = merged[remaining, fold(player.name)]
        elif player.merged_into in new or (remaining is not None and str(player.id) in mentioned):
            yield player
