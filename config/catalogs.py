"""The catalogs of translations: collect the texts of the code, update `.po`, compile `.mo`.

    make messages               # all languages
    make messages LOCALE=de     # only one

A text belongs to the catalog of the function that marks it. What `referee.wording` marks is in
`referee/locale/`, which is read without Django; what Django's functions mark is in `locale/`.
What `rest.strict_json` marks is in both, because `rest` does not know the engine. What `t`, `tn`
and `tc` mark in the client is in `client/locale/`.
"""

from __future__ import annotations

import argparse
import ast
import io
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from babel.messages import Catalog
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

ROOT = Path(__file__).resolve().parent.parent
LANGUAGES = ("de", "es", "fr")
PACKAGES = ("accounts", "config", "games", "pocket", "referee", "rest", "scoring")

# What marks a text: its positions in the call, by the name of the function.
MARKERS: dict[str, tuple[Any, ...] | None] = {
    "gettext": None,
    "gettext_lazy": None,
    "gettext_noop": None,
    "ngettext": (1, 2),
    "ngettext_lazy": (1, 2),
    "ngettext_noop": (1, 2),
    "pgettext": ((1, "c"), 2),
    "pgettext_lazy": ((1, "c"), 2),
    "pgettext_noop": ((1, "c"), 2),
}
CLIENT_MARKERS: dict[str, tuple[Any, ...] | None] = {"t": None, "tn": (1, 2), "tc": ((1, "c"), 2)}
HEADERS = ("Language", "Plural-Forms", "MIME-Version", "Content-Type", "Content-Transfer-Encoding")


@dataclass(frozen=True, slots=True)
class Domain:
    """A set of catalogs, one for each language."""

    name: str
    catalog: str  # the path of a language's catalog
    marked_by: tuple[str, ...] = ()  # the modules whose functions mark its texts

    def path(self, language: str, root: Path = ROOT) -> Path:
        """Return where the translations of a language are."""
        return root / self.catalog.format(language=language)


ENGINE = Domain(
    "tableside",
    "referee/locale/{language}/LC_MESSAGES/tableside.po",
    ("referee.wording", "rest.strict_json"),
)
SERVER = Domain(
    "django",
    "locale/{language}/LC_MESSAGES/django.po",
    ("django.utils.translation", "rest.strict_json"),
)
CLIENT = Domain("client", "client/locale/{language}.po")
COMPILED = (ENGINE, SERVER)  # into `.mo` files; the build of the client reads its catalogs itself
DOMAINS = (*COMPILED, CLIENT)


class PlainCatalog(Catalog):
    """A catalog without dates and names in its head: the same texts are the same file."""

    @property
    def mime_headers(self) -> list[tuple[str, str]]:
        return [(name, value) for name, value in super().mime_headers if name in HEADERS]


def collect(domain: Domain, root: Path = ROOT) -> Catalog:
    """Return the texts of a domain as a catalog without translations."""
    catalog = Catalog(fuzzy=False)
    for path in sorted(_sources(domain, root)):
        for line, texts, comments, context in _marked(path, domain):
            place = (path.relative_to(root).as_posix(), line)
            catalog.add(texts, None, [place], auto_comments=comments, context=context)
    return catalog


def _sources(domain: Domain, root: Path) -> Iterator[Path]:
    if domain is CLIENT:
        yield from (root / "client/src").rglob("*.ts")
        yield from (root / "client/src").rglob("*.tsx")
        return
    for package in PACKAGES:
        yield from (root / package).rglob("*.py")
        yield from (root / package).rglob("templates/**/*.html")
        yield from (root / package).rglob("templates/**/*.txt")


def _marked(path: Path, domain: Domain) -> Iterator[tuple[int, Any, list[str], str | None]]:
    """Yield the line, the text or texts, the translators' comments and the context."""
    source = path.read_text()
    if domain is CLIENT:
        yield from _marked_in_typescript(path)
        return
    if path.suffix != ".py":
        if domain is not SERVER:
            return
        from django.utils.translation.template import templatize

        # Indented as it likes to be, a template is no Python.
        source = "\n".join(map(str.lstrip, templatize(source, origin=str(path)).splitlines()))
        keywords = dict(MARKERS)
    elif "gettext" not in source:
        return
    else:
        keywords = _markers_of(path, source, domain)
    if keywords:
        stream = io.BytesIO(source.encode())
        yield from extract(
            "python",
            stream,
            keywords,
            ["Translators:"],
            {"encoding": "utf-8"},
            strip_comment_tags=True,
        )


def _marked_in_typescript(path: Path) -> Iterator[tuple[int, Any, list[str], str | None]]:
    options = {"encoding": "utf-8", "jsx": True, "template_string": False}
    with path.open("rb") as stream:
        yield from extract(
            "javascript",
            stream,
            CLIENT_MARKERS,
            ["Translators:"],
            options,
            strip_comment_tags=True,
        )


def _markers_of(path: Path, source: str, domain: Domain) -> dict[str, Any]:
    """Return the names under which a module has imported, or defines, the markers of a domain."""
    found = {}
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.ImportFrom) and node.module in domain.marked_by:
            for name in node.names:
                if name.name in MARKERS:
                    found[name.asname or name.name] = MARKERS[name.name]
    if (
        path.with_suffix("")
        .as_posix()
        .endswith(tuple(m.replace(".", "/") for m in domain.marked_by))
    ):
        found |= MARKERS
    return found


def read(path: Path, language: str) -> Catalog:
    """Read a `.po` file; an empty catalog if there is none."""
    if not path.exists():
        return Catalog(locale=language, fuzzy=False)
    with path.open("rb") as stream:
        return read_po(stream, locale=language, abort_invalid=True)


def update(domain: Domain, language: str, texts: Catalog, root: Path = ROOT) -> None:
    """Bring the catalogs of a language up to date: new texts, and no old ones."""
    path = domain.path(language, root)
    catalog = read(path, language)
    catalog.update(texts)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(written(catalog, language))
    if domain in COMPILED:
        compile_catalog(path, language)


def compile_catalog(path: Path, language: str) -> None:
    """Write the `.mo` beside a `.po`."""
    path.with_suffix(".mo").write_bytes(compiled(read(path, language), language))


def written(catalog: Catalog, language: str) -> bytes:
    """Return a catalog as a `.po` file: in the order of the code, without line numbers."""
    stream = io.BytesIO()
    plain = _plain(catalog, language)
    write_po(stream, plain, width=96, omit_header=False, include_lineno=False, ignore_obsolete=True)
    return stream.getvalue()


def compiled(catalog: Catalog, language: str) -> bytes:
    """Return a catalog as a `.mo` file, without texts that are fuzzy or not translated."""
    stream = io.BytesIO()
    write_mo(stream, _plain(catalog, language))
    return stream.getvalue()


def _plain(catalog: Catalog, language: str) -> PlainCatalog:
    plain = PlainCatalog(locale=language, header_comment="", fuzzy=False)
    for message in catalog:
        if message.id:
            plain[message.id] = message
    return plain


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="make messages", description=__doc__)
    parser.add_argument("languages", nargs="*", metavar="LANGUAGE")
    parser.add_argument("--compile", action="store_true", help="only write the .mo files")
    options = parser.parse_args(arguments)
    for domain in COMPILED if options.compile else DOMAINS:
        texts = None if options.compile else collect(domain)
        for language in options.languages or LANGUAGES:
            path = domain.path(language)
            if texts is None:
                compile_catalog(path, language)
            else:
                update(domain, language, texts)
            missing = sum(_is_missing(m) for m in read(path, language) if m.id)
            print(f"{path.relative_to(ROOT)}: {missing} texts to translate")


def _is_missing(message: Any) -> bool:
    texts = message.string if isinstance(message.string, tuple | list) else (message.string,)
    return message.fuzzy or not all(texts)


if __name__ == "__main__":
    main(sys.argv[1:])
