"""The contents of a file of any format: games, names, and what is wrong."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from uuid import UUID

from games.domain.paper import PaperGame
from scoring.exchange.paper.columns import Column
from scoring.exchange.paper.file_problems import FileProblems
from scoring.exchange.paper.player_names import PlayerNames


@dataclass(frozen=True, slots=True)
class FileGame:
    """A game in a file, its players by the ids of `FileContents.names`.

    `line` is where it begins, `lines` where each player's line of a round is; totals count as
    round 0. In a table, `headings` are those of the players' columns. `written_date` is the date
    as the file has it. `source_key` is the key of the game in the program that wrote the file, if
    any; `own_id` the id of the game if we exported it.
    """

    paper: PaperGame
    written_date: str
    line: int | None = None
    lines: Mapping[tuple[int, UUID], int] = field(default_factory=dict)
    source_key: str = ""
    own_id: UUID | None = None
    headings: Mapping[UUID, str] = field(default_factory=dict)


@dataclass
class FileContents:
    """Everything in a file.

    `layout` is that of a sheet, and `columns` are its first headings. `unknown_games` counts names
    of games that are not ours. `skipped` are games that cannot have been played as they
    stand, and are left out. `own_games` were exported from the group that they are now imported
    into, so they need no check. `as_read` shows the first lines of a sheet as they were taken.
    """

    encoding: str
    games: list[FileGame] = field(default_factory=list)
    names: PlayerNames = field(default_factory=PlayerNames)
    problems: FileProblems = field(default_factory=FileProblems)
    warnings: list[str] = field(default_factory=list)
    own_games: list[FileGame] = field(default_factory=list)
    layout: str = ""
    as_read: str = ""
    columns: Sequence[Column] = ()
    unknown_games: Counter[str] = field(default_factory=Counter)
    skipped: FileProblems = field(default_factory=FileProblems)

    def set_own_games_apart(self, own_ids: Collection[UUID]) -> None:
        """Move the games with these ids to `own_games`."""
        self.own_games += [game for game in self.games if game.own_id in own_ids]
        self.games = [game for game in self.games if game.own_id not in own_ids]
