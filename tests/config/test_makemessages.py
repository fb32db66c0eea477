"""Collecting the texts to translate."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.core.management import call_command

WORDS = """
one = gettext_noop("%(card)s fits.")
many = ngettext_noop("%(count)s card", "%(count)s cards")
"""


@pytest.mark.needs_gettext
def test_it_finds_the_texts_that_the_engine_marks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "locale").mkdir()
    (tmp_path / "words.py").write_text(WORDS)
    monkeypatch.chdir(tmp_path)
    call_command("makemessages", locale=["de"], verbosity=0)
    found = (tmp_path / "locale/de/LC_MESSAGES/django.po").read_text()
    assert 'msgid "%(card)s fits."' in found
    assert 'msgid "%(count)s card"\nmsgid_plural "%(count)s cards"' in found
