"""What a phone of this version stores: `python -m tests.client.stored` writes it for later ones.

Run it before a migration changes the local database; test_storage.py tries every file.
"""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import expect, sync_playwright

from tests.client import browsers
from tests.client.build import built
from tests.client.entry import Entry
from tests.client.pad import Pad
from tests.client.phone import Phone, new_phone
from tests.client.table import Table
from tests.databases import sqlite_database
from tests.server import serve

FOLDER = Path(__file__).with_name("stored")


def use(phone: Phone) -> None:
    """Without a network: a game, a round that nobody has checked, and half of the next one."""
    phone.open()
    phone.wait_until_installed()
    phone.offline()
    Table(phone).first_minute("Anna", ("Ben", "Cleo"))
    pad, entry = Pad(phone), Entry(phone)
    pad.enter()
    entry.round("Anna", Ben=105, Cleo=110)
    pad.enter()
    entry.went_out("Ben")
    entry.next("Cleo")
    entry.type(12)
    expect(entry.row("Cleo")).to_contain_text("12")


def main() -> None:
    """Write the file of this version."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    built()
    with (
        tempfile.TemporaryDirectory() as folder,
        serve(sqlite_database(Path(folder))) as server,
        sync_playwright() as playwright,
    ):
        browser = browsers.start(playwright)
        phone = new_phone(browser, server.replace("127.0.0.1", "localhost"))
        use(phone)
        state: Any = phone.context.storage_state(indexed_db=True)  # its type lacks what we want
        browser.close()
    (origin,) = state["origins"]
    (database,) = (kept for kept in origin["indexedDB"] if kept["name"] == "tableside")
    content = json.dumps({"indexedDB": [database]}, ensure_ascii=False, indent=1)
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / f"version-{database['version']}.json").write_text(content + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
