"""What a phone downloads to know the rules, as typed JSON."""

from __future__ import annotations

from typing import Annotated, TypedDict

from pocket.archive import FORMAT, Archive, packed
from pocket.front_door import FUNCTIONS
from rest.annotations import Doc, OneOf

ENTRY_POINT = "pocket:answer"


class PocketArchive(TypedDict):
    """A file to download. Its address never has other bytes."""

    address: Annotated[str, Doc("Relative to the address of this answer.")]
    sha256: Annotated[str, Doc("Of the file, in hexadecimal digits.")]
    size: Annotated[int, Doc("In bytes.")]


class PocketLanguage(PocketArchive):
    """The texts in a language, to be unpacked over the code."""

    language: str


class PocketManifest(PocketArchive):
    """The rules as a Python package for phones: the code, and the texts of each language."""

    version: Annotated[str, Doc("Changes if any of the files changes.")]
    format: Annotated[str, Doc("What to unpack, as Python's `shutil.unpack_archive` names it.")]
    entry_point: Annotated[
        str, Doc("`module:function`, called with a function's name, a request and a language.")
    ]
    functions: list[Annotated[str, OneOf(FUNCTIONS)]]
    languages: Annotated[list[PocketLanguage], Doc("All but English, which the code has.")]


def manifest() -> PocketManifest:
    pocket = packed()
    return {
        "version": pocket.version,
        **_archive_answer(pocket.code),
        "format": FORMAT,
        "entry_point": ENTRY_POINT,
        "functions": list(FUNCTIONS),
        "languages": [
            {"language": language, **_archive_answer(archive)}
            for language, archive in pocket.languages.items()
        ],
    }


def _archive_answer(archive: Archive) -> PocketArchive:
    return {"address": archive.name, "sha256": archive.sha256, "size": len(archive.content)}
