"""What jobs have done: the `result` of each kind of job as typed JSON."""

from __future__ import annotations

from typing import Annotated, Literal, NotRequired, TypedDict

from rest.annotations import Discriminated, Doc, Keywords


class RecomputeResult(TypedDict):
    """How many games and rounds count in the statistics."""

    kind: Literal["recompute"]
    games: int
    rounds: int


class ExportResult(TypedDict):
    """What an exported file contains."""

    kind: Literal["export"]
    format: str
    games: int
    rounds: int


class NamedPlayer(TypedDict):
    """A player of the group."""

    id: str
    name: str


class PreviewName(TypedDict):
    """A name in a file, and the players of the group that it may mean.

    `suggestion` is a player's id, `new`, or null if somebody must choose.
    """

    name: str
    lines: int
    match: str | None
    candidates: list[NamedPlayer]
    suggestion: str | None


class PreviewProblem(TypedDict):
    """A mistake in a file; archives have a `path`, other files lines and columns.

    `skip` are the lines to leave out so that the rest can be imported: those of the whole game.
    """

    path: NotRequired[str]
    line: int | None
    column: str | None
    code: str
    message: str
    overrulable: bool
    skip: list[int]


class PreviewColumn(TypedDict):
    """A column of a sheet, and how it is read.

    `column` is its letter. `reads_as` is the name of a column, `player:` and a name if it has the
    scores of that player, or null if it is not read.
    """

    column: str
    heading: str
    reads_as: str | None


class PreviewSimilarNames(TypedDict):
    """Names in a file that are similar; `same` is null until somebody says who they are."""

    names: list[str]
    same: bool | None


class PreviewUnknownGame(TypedDict):
    """The name of a game in a file that is none of ours, and on how many lines it is."""

    name: str
    lines: int


class PreviewSameNames(TypedDict):
    """Spellings of names, and whether they are the same person."""

    names: list[str]
    same: bool


class PreviewOptions(TypedDict):
    """How a file was read: what somebody said about it."""

    dates: str
    columns: dict[str, str]
    same_as: list[PreviewSameNames]
    skip: list[int]
    editions: dict[str, str]
    brackets: str


class PreviewStanding(TypedDict):
    """How a player of a game in a file stands; `completed` is null if nobody noted the Phases."""

    name: str
    completed: int | None
    total: int
    rank: int
    won: bool


class PreviewGame(TypedDict):
    """A game in a file, as it would be recorded."""

    line: int | None
    started_at: str
    edition: str
    variant: str
    status: str
    rounds: int
    players: list[PreviewStanding]


class ImportPreview(TypedDict):
    """What a file contains, and what importing it would do. `docs/import.md` describes it."""

    kind: Literal["preview"]
    format: str
    encoding: str
    games: int
    rounds: int
    new: int
    known: int
    first_date: str | None
    last_date: str | None
    players: list[PreviewName]
    problems: list[PreviewProblem]
    problem_count: int
    blocking_count: int
    skipped: list[PreviewProblem]
    skipped_count: int
    layout: str
    columns: list[PreviewColumn]
    similar_names: list[PreviewSimilarNames]
    unknown_games: list[PreviewUnknownGame]
    options: PreviewOptions
    warnings: list[str]
    sample: list[PreviewGame]


class ImportResult(TypedDict):
    """What an import has recorded; `skipped` games could not have been played as they stood."""

    kind: Literal["import"]
    imported: int
    known: int
    rounds: int
    skipped: int
    new_players: list[NamedPlayer]


KINDS = ["recompute", "export", "preview", "import"]


class OtherResult(TypedDict):
    """The result of a kind of job that this schema does not know, with fields of its own."""

    kind: Annotated[str, Keywords(**{"not": {"enum": KINDS}})]


JobResult = Annotated[
    RecomputeResult | ExportResult | ImportPreview | ImportResult | OtherResult,
    Discriminated("JobResult", by="kind", exclusive=True),
    Doc("What a job did."),
]
