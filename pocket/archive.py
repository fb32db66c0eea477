"""The rules packed for phones: one archive of code, and one of texts for each language.

Equal sources make equal bytes: files are sorted and have no time, owner or mode of their own.
"""

from __future__ import annotations

import gzip
import hashlib
import io
import tarfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from threading import Lock

from pocket.sources import ROOT, pocket_modules, stripped
from referee.languages import LANGUAGES

FORMAT = "gztar"  # what Pyodide's unpackArchive and Python's shutil call it
EDITIONS = ROOT / "referee" / "editions"


@dataclass(frozen=True, slots=True)
class Archive:
    """A file to download; its name changes with every byte of it."""

    stem: str
    content: bytes

    @property
    def sha256(self) -> str:
        return hashlib.sha256(self.content).hexdigest()

    @property
    def name(self) -> str:
        return f"{self.stem}-{self.sha256[:16]}.tar.gz"


@dataclass(frozen=True, slots=True)
class Pocket:
    """Everything that phones download: the code, and the texts by language, English left out."""

    code: Archive
    languages: Mapping[str, Archive]

    @property
    def version(self) -> str:
        """Changes with every byte of an archive."""
        names = [archive.name for archive in self.archives()]
        return hashlib.sha256("\n".join(names).encode()).hexdigest()[:16]

    def archives(self) -> Iterator[Archive]:
        yield self.code
        yield from self.languages.values()


# Packing keeps a core busy for seconds: only the first phone that asks sets it off.
_packing = Lock()


def packed() -> Pocket:
    """Return the archives, made once in each process."""
    with _packing:
        return _packed()


@cache
def _packed() -> Pocket:
    return Pocket(
        code=Archive("tableside", pack(_code())),
        languages={
            language: Archive(f"tableside-{language}", pack(texts))
            for language in LANGUAGES
            if (texts := _texts(language))
        },
    )


def _code() -> dict[str, bytes]:
    files = {
        path.as_posix(): stripped((ROOT / path).read_text(encoding="utf-8")).encode()
        for path in pocket_modules()
    }
    for data in EDITIONS.glob("*.toml"):
        files[data.relative_to(ROOT).as_posix()] = data.read_bytes()
    return files


def _texts(language: str) -> dict[str, bytes]:
    """Return the catalogs of a language by their paths: none for English."""
    folder = ROOT / "referee" / "locale" / language
    return {path.relative_to(ROOT).as_posix(): path.read_bytes() for path in folder.rglob("*.mo")}


def pack(files: Mapping[str, bytes]) -> bytes:
    """Return a compressed archive of these files.

    >>> pack({"a": b"1", "b": b"2"}) == pack({"b": b"2", "a": b"1"})
    True
    """
    plain = io.BytesIO()
    with tarfile.open(fileobj=plain, mode="w", format=tarfile.USTAR_FORMAT) as archive:
        for name, content in sorted(files.items()):
            entry = tarfile.TarInfo(name)
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))
    return gzip.compress(plain.getvalue(), compresslevel=9, mtime=0)
