"""The client speaks the language of its phone, or the one that its owner has chosen."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import expect

from tests.client.phone import Phone
from tests.client.seeds import Evening

pytestmark = pytest.mark.no_rules

WORDS = ("New game", "Enter points", "Who went out?", "Rounds")


@pytest.mark.parametrize("locale", ["en-GB", "de-AT", "es-MX", "fr-FR"])
def test_it_speaks_the_language_of_the_phone(
    phone: Callable[..., Phone], evening: Evening, locale: str
) -> None:
    language = locale[:2]
    someone = phone(locale=locale)
    someone.open()
    expect(someone.page.locator("html")).to_have_attribute("lang", language)
    someone.log_in("Anna", evening.owner.token)
    someone.open()
    new, went_out, who, rounds = map(someone.says, WORDS)
    expect(someone.find(new, "link")).to_be_visible()
    someone.open(f"/g/{evening.game}")
    expect(someone.find(rounds, "link")).to_be_visible()
    someone.tap(went_out, "link")
    expect(someone.find(who, "heading")).to_be_visible()
