"""A banner: what is shown above every screen."""

from __future__ import annotations

from playwright.sync_api import Locator, expect

from tests.client import looks
from tests.client.phone import Phone


def told(phone: Phone, text: str) -> Locator:
    """Wait for a banner, and look whether everybody can read and use it."""
    banner = phone.page.get_by_role("status").filter(has_text=text)
    expect(banner).to_be_visible()
    for theme in looks.THEMES:
        looks.set_theme(phone.page, theme)
        assert looks.obstacles(phone.page) == []
    assert looks.small_targets(phone.page) == looks.cut_off(phone.page) == []
    looks.resize_text(phone.page, 200)
    assert looks.cut_off(phone.page) == []
    return banner
