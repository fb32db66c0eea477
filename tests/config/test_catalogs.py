"""The catalogs of translations: up to date, complete, and true to the placeholders."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from babel.messages import Catalog

from config.catalogs import (
    CLIENT,
    COMPILED,
    DOMAINS,
    ENGINE,
    LANGUAGES,
    ROOT,
    SERVER,
    Domain,
    collect,
    compiled,
    read,
    update,
)
from config.release import PACKAGES
from referee.languages import LANGUAGES as SPOKEN
from referee.languages import translator_for

CATALOGS = [(domain, language) for domain in DOMAINS for language in LANGUAGES]
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%%|\{\w*\}")
RUN_MAKE = "run `make messages`, and translate what is new"

texts_of = cache(collect)


def name_of(value: object) -> str:
    return value.name if isinstance(value, Domain) else str(value)


@cache
def catalog(domain: Domain, language: str) -> Catalog:
    return read(domain.path(language), language)


def ids(catalog: Catalog) -> set[Any]:
    return {(message.context, message.id) for message in catalog if message.id}


def forms(text: str | Sequence[str] | None) -> tuple[str, ...]:
    return (text,) if isinstance(text, str) else tuple(text or ())


def placeholders(text: str) -> Counter[str]:
    return Counter(PLACEHOLDER.findall(text))


def test_every_language_but_english_has_catalogs() -> None:
    assert {"en", *LANGUAGES} == set(SPOKEN)


@pytest.mark.parametrize(("domain", "language"), CATALOGS, ids=name_of)
def test_they_have_the_texts_of_the_code_and_no_others(domain: Domain, language: str) -> None:
    assert ids(catalog(domain, language)) == ids(texts_of(domain)), RUN_MAKE


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("domain", COMPILED, ids=name_of)
def test_what_is_read_is_what_was_written(domain: Domain, language: str) -> None:
    path = domain.path(language)
    assert path.with_suffix(".mo").read_bytes() == compiled(read(path, language)), RUN_MAKE


@pytest.mark.parametrize(("domain", "language"), CATALOGS, ids=name_of)
def test_every_text_is_translated(domain: Domain, language: str) -> None:
    missing = [
        message.id
        for message in catalog(domain, language)
        if message.id and (message.fuzzy or not all(forms(message.string)))
    ]
    assert not missing


@pytest.mark.parametrize(("domain", "language"), CATALOGS, ids=name_of)
def test_translations_have_the_placeholders_of_the_text(domain: Domain, language: str) -> None:
    for message in catalog(domain, language):
        if not message.id:
            continue
        expected = placeholders(forms(message.id)[-1])
        singular = placeholders(forms(message.id)[0])
        for index, text in enumerate(forms(message.string)):
            found = placeholders(text)
            assert not text or found == expected or (index == 0 and found == singular), message.id
            # A blank or a line break at an end joins the text to something.
            edges = [end for end in (forms(message.id)[-1], text) if end]
            assert len({(end[0].isspace(), end[-1].isspace()) for end in edges}) == 1, message.id


@pytest.mark.parametrize("domain", DOMAINS, ids=name_of)
def test_no_line_begins_with_a_french_mark(domain: Domain) -> None:
    """The spaces around « : ; ! ? » do not break."""
    texts = [text for message in catalog(domain, "fr") for text in forms(message.string)]
    assert [text for text in texts if re.search("« | [»:;!?]", text)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_plurals_have_the_forms_of_the_language(language: str) -> None:
    for domain in DOMAINS:
        known = catalog(domain, language)
        for message in known:
            if message.pluralizable:
                assert len(forms(message.string)) == known.num_plurals
    # One and many, in all of them; none is many in German and Spanish, and one in French.
    assert [translator_for(language).ngettext("one", "many", n) for n in (1, 2)] == ["one", "many"]


MARKED = """
from django.utils.translation import gettext as _, ngettext

from referee.wording import gettext_noop, in_contexts, ngettext_noop, pgettext_noop

here = _("No such player.")
ENGINE = gettext_noop("%(card)s fits.")
# Translators: of a hand
MANY = ngettext_noop("%(count)s card", "%(count)s cards")
RED = pgettext_noop("a card", "red")
BLUE = in_contexts("blue", "a card", "cards")
"""
PAGE = """{% load i18n %}
<p>
      {% translate "Join the group" %}
  {% blocktranslate with name=group.name %}You are in {{ name }}.{% endblocktranslate %}
</p>"""

# Looked up at once, unlike `gettext_lazy` and `gettext_noop`.
AT_ONCE = {"gettext", "ngettext", "pgettext", "npgettext"}


def looked_up_on_import(source: str) -> list[int]:
    """The lines at which a module looks up texts while it is loaded, outside of functions."""
    found, nodes = [], list[ast.AST]([ast.parse(source)])
    names = {
        name.asname or name.name
        for node in ast.walk(nodes[0])
        if isinstance(node, ast.ImportFrom) and node.module == "django.utils.translation"
        for name in node.names
        if name.name in AT_ONCE
    }
    while nodes:
        node = nodes.pop()
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in names:
            found.append(node.lineno)
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            nodes += ast.iter_child_nodes(node)
    return found


def test_no_text_is_looked_up_before_the_reader_is_known() -> None:
    found = {
        path.relative_to(ROOT).as_posix(): lines
        for package in PACKAGES
        for path in sorted((ROOT / package).rglob("*.py"))
        if (lines := looked_up_on_import(path.read_text(encoding="utf-8")))
    }
    assert not found, "Use gettext_lazy"


def test_it_finds_texts_by_the_functions_that_mark_them(tmp_path: Path) -> None:
    (tmp_path / "games/templates/games").mkdir(parents=True)
    (tmp_path / "games/words.py").write_text(MARKED)
    (tmp_path / "games/templates/games/join.html").write_text(PAGE)
    assert ids(collect(ENGINE, tmp_path)) == {
        (None, "%(card)s fits."),
        (None, ("%(count)s card", "%(count)s cards")),
        ("a card", "red"),
        ("a card", "blue"),
        ("cards", "blue"),
    }
    assert ids(collect(SERVER, tmp_path)) == {
        (None, "No such player."),
        (None, "Join the group"),
        (None, "You are in %(name)s."),
    }


def test_an_update_keeps_translations_and_drops_what_is_gone(tmp_path: Path) -> None:
    (tmp_path / "games").mkdir()
    module, path = tmp_path / "games/words.py", ENGINE.path("de", tmp_path)
    for text in ('"one"', '"two"'):
        source = f'from referee.wording import gettext_noop as _\n_("stays")\n_({text})\n'
        module.write_text(source)
        update(ENGINE, "de", collect(ENGINE, tmp_path), tmp_path)
        path.write_text(path.read_text().replace('"stays"\nmsgstr ""', '"stays"\nmsgstr "bleibt"'))
    assert {message.id: message.string for message in read(path, "de") if message.id} == {
        "stays": "bleibt",
        "two": "",
    }


SCREEN = """
import { t, tc, tn } from "../i18n";

const said = /['"]/.test(name) && t("{name} leads", { name });

export const Line = ({ count }: Props) => (
  <p class="line" title={t("What's new")}>
    {tn("{count} round", "{count} rounds", count)} · {tc("verb", "Deal")}
    {/* Translators: of a game */}
    <b>{t('over')}</b> {part(a) / part(b)} it's {`${t("inside")} {x}`} {gt("not this")}
  </p>
);
"""


def test_it_finds_the_texts_of_the_client(tmp_path: Path) -> None:
    (tmp_path / "client/src/screens").mkdir(parents=True)
    (tmp_path / "client/src/screens/line.tsx").write_text(SCREEN)
    assert ids(collect(CLIENT, tmp_path)) == {
        (None, "{name} leads"),
        (None, "What's new"),
        (None, ("{count} round", "{count} rounds")),
        ("verb", "Deal"),
        (None, "over"),
        (None, "inside"),
    }


MARKED_IN_CLIENT = re.compile(r"""(?<![\w.$])(?:t|tn|tc)\((?!\))\s*(.)""")


def test_no_text_of_the_client_escapes() -> None:
    """Babel reads TypeScript by its tokens only: what it cannot read must not pass unseen."""
    sources = (ROOT / "client/src").rglob("*.ts*")
    marked = [
        (path.relative_to(ROOT).as_posix(), call[1])
        for path in sorted(sources)
        if path.name != "schema.d.ts" and path.parent.name != "i18n"
        for call in MARKED_IN_CLIENT.finditer(path.read_text(encoding="utf-8"))
    ]
    assert not [place for place, first in marked if first not in "\"'"], "Use literal strings"
    found = [place for message in texts_of(CLIENT) for place, _ in message.locations]
    i18n = [place for place in found if place.startswith("client/src/i18n/")]
    assert Counter(found) - Counter(i18n) == Counter(place for place, _ in marked)
