"""The catalogs of translations: collect the texts of the code, update `.po`, compile `.mo`.

    make messages               # all languages
    make messages LOCALE=de     # only one

Babel reads the code. It cannot know which catalog a text belongs to: that of the module
whose function marks it. What `referee.wording` marks is in `referee/locale/`, which is read without
Django; what Django's functions mark is in `locale/`. What `rest.strict_json` marks is in both,
because `rest` does not know the engine. What `t`, `tn` and `tc` mark is in `client/locale/`.
"""

from __future__ import annotations

import ast
import io
import sys
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, BinaryIO

from babel.messages import Catalog
from babel.messages.extract import extract_from_dir, extract_python
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.utils.translation.template import templatize

from config.release import PACKAGES

ROOT = Path(__file__).resolve().parent.parent
LANGUAGES = ("de", "es", "fr")

_PLURAL, _CONTEXT = (1, 2), ((1, "c"), 2)  # where the texts are in a call
MARKERS: dict[str, Any] = {
    name + suffix: places
    for name, places in {"gettext": None, "ngettext": _PLURAL, "pgettext": _CONTEXT}.items()
    for suffix in ("", "_lazy", "_noop")
} | {"in_contexts": None, "t": None, "tn": _PLURAL, "tc": _CONTEXT}
HEADERS = ("Language", "Plural-Forms", "MIME-Version", "Content-Type", "Content-Transfer-Encoding")

Marked = Iterator[tuple[int, Any, Any, Any]]  # Babel's hints are not those of its documentation


def marked_in_python(
    modules: Collection[str],
    file: BinaryIO,
    keywords: Mapping[str, Any],
    comment_tags: Collection[str],
    options: Any,
) -> Marked:
    """Extract what the functions of these modules mark, whatever a file has imported them as."""
    names: Any = {}
    dotted = ".".join(Path(file.name).with_suffix("").parts)
    for node in ast.walk(ast.parse(file.read())):
        if isinstance(node, ast.ImportFrom) and node.module in modules:
            names |= {n.asname or n.name: n.name for n in node.names if n.name in keywords}
        elif isinstance(node, ast.FunctionDef) and dotted.endswith(tuple(modules)):
            names |= {node.name: node.name} if node.name in keywords else {}
    file.seek(0)
    for line, name, texts, comments in extract_python(file, names, comment_tags, options):
        if names[name] == "in_contexts":
            word, *contexts = texts
            yield from ((line, "pgettext", (context, word), comments) for context in contexts)
        else:
            yield line, names[name], texts, comments


def marked_in_template(
    file: BinaryIO, keywords: Mapping[str, Any], comment_tags: Collection[str], options: Any
) -> Marked:
    """Extract the texts of one of Django's templates, which Django turns into Python."""
    # The result keeps the indentation of the template, which Python would refuse.
    lines = map(str.lstrip, templatize(file.read().decode()).splitlines())
    stream = io.BytesIO("\n".join(lines).encode())
    return extract_python(stream, keywords, comment_tags, options)


@dataclass(frozen=True, slots=True, eq=False)
class Domain:
    """A set of catalogs, one for each language; `methods` is a mapping as in a `babel.cfg`."""

    name: str
    catalog: str  # the path of a language's catalog
    folders: tuple[str, ...]
    methods: list[tuple[str, str | Callable[..., Any]]]
    options: dict[str, dict[str, Any]] = field(default_factory=dict)

    def path(self, language: str, root: Path = ROOT) -> Path:
        """Return where the translations of a language are."""
        return root / self.catalog.format(language=language)


ENGINE = Domain(
    "tableside",
    "referee/locale/{language}/LC_MESSAGES/tableside.po",
    PACKAGES,
    [("**.py", partial(marked_in_python, ["referee.wording", "rest.strict_json"]))],
)
SERVER = Domain(
    "django",
    "locale/{language}/LC_MESSAGES/django.po",
    PACKAGES,
    [
        ("**.py", partial(marked_in_python, ["django.utils.translation", "rest.strict_json"])),
        ("**/templates/**.*", marked_in_template),
    ],
)
CLIENT = Domain(
    "client",
    "client/locale/{language}.po",
    ("client/src",),
    [("**.ts", "javascript"), ("**.tsx", "javascript")],
    {pattern: {"template_string": False} for pattern in ("**.ts", "**.tsx")},
)
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
    found: list[tuple[Path, Any]] = [
        (Path(folder, name), message)
        for folder in domain.folders
        for name, *message in extract_from_dir(
            root / folder,
            domain.methods,  # type: ignore[arg-type]
            domain.options,
            MARKERS,
            ["Translators:"],
            strip_comment_tags=True,
        )
    ]
    for path, (line, texts, comments, context) in sorted(found, key=lambda each: each[0]):
        place = (path.as_posix(), line)
        catalog.add(texts, None, [place], auto_comments=comments, context=context)
    return catalog


def read(path: Path, language: str) -> Catalog:
    """Read a `.po` file; an empty catalog if there is none."""
    catalog = PlainCatalog(locale=language, header_comment="", fuzzy=False)
    if path.exists():
        with path.open("rb") as stream:
            for message in read_po(stream, locale=language, abort_invalid=True):
                if message.id:
                    catalog[message.id] = message
    return catalog


def update(domain: Domain, language: str, texts: Catalog, root: Path = ROOT) -> Catalog:
    """Bring the catalog of a language up to date, and return it: new texts, and no old ones.

    They are in the order of the code, without line numbers. A `COMPILED` domain has a `.mo`, too.
    """
    path = domain.path(language, root)
    catalog = read(path, language)
    catalog.update(texts, update_creation_date=False)
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("wb") as stream:
        write_po(stream, catalog, width=96, include_lineno=False, ignore_obsolete=True)
    if domain in COMPILED:
        path.with_suffix(".mo").write_bytes(compiled(read(path, language)))
    return catalog


def compiled(catalog: Catalog) -> bytes:
    """Return a catalog as a `.mo` file, without texts that are fuzzy or not translated."""
    stream = io.BytesIO()
    write_mo(stream, catalog)
    return stream.getvalue()


def main(languages: Collection[str]) -> None:
    for domain in DOMAINS:
        texts = collect(domain)
        for language in languages or LANGUAGES:
            catalog = update(domain, language, texts)
            missing = sum(m.fuzzy or not all(m.string or [""]) for m in catalog if m.id)
            print(f"{domain.catalog.format(language=language)}: {missing} texts to translate")


if __name__ == "__main__":
    main(sys.argv[1:])
