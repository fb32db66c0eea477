"""On an iPhone, screens look as they do in Chromium: nothing of them collapses."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from tests.client.phone import new_phone
from tests.client.screens import SCREENS
from tests.client.seeds import Evening
from tests.client.webkit import HEIGHTS, PAGE, webkit
from tests.sampling import RELEASE

SIZE = 390, 844
# Dialogs, whose height is that of their content, and a board as high as the screen.
CHOSEN = ("ending", "lay-down", "note", "watch")


@pytest.mark.needs_webkit
def test_webkit_lays_out_what_chromium_does(chromium: Browser, address: str) -> None:
    evening = Evening(address)
    evening.rounds(5)
    phones = {
        is_stranger: new_phone(chromium, address, rules=False) for is_stranger in (False, True)
    }
    phones[False].log_in("Anna", evening.owner.token)
    odd = []
    with webkit() as safari:
        for screen in (each for each in SCREENS if RELEASE or each.name in CHOSEN):
            phone = phones[screen.stranger]
            screen.show(phone, evening)
            page = phone.page.evaluate(PAGE)
            beside = phone.page.context.new_page()
            there = beside.evaluate(HEIGHTS, [page, *SIZE])
            beside.close()
            assert there
            for (name, low), (_name, high) in zip(safari.heights(page, *SIZE), there, strict=True):
                # Texts may take a line more or less.
                if abs(low - high) > max(60, high / 4):
                    odd.append((screen.name, name, low, high))
    for phone in phones.values():
        phone.close()
    assert odd == []
