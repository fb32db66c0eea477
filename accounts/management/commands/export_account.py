"""`manage.py export_account ACCOUNT [FILE]`: write all that is stored about somebody, as JSON."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import orjson
from django.core.management.base import BaseCommand, CommandError, CommandParser

from accounts.management.account_argument import chosen_account
from accounts.wire import export_answer


class Command(BaseCommand):
    """Writes the document that people also get from the API."""

    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("account", help="its id, as `usage` lists it, or its e-mail address")
        parser.add_argument("file", type=Path, nargs="?", help="a file that does not exist yet")

    def handle(self, *args: Any, account: str, file: Path | None, **options: Any) -> None:
        document = orjson.dumps(export_answer(chosen_account(account)), option=orjson.OPT_INDENT_2)
        if file is None:
            self.stdout.write(document.decode())
            return
        try:
            handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except OSError as error:
            raise CommandError(f"{file} cannot be written: {error.strerror}.") from error
        with os.fdopen(handle, "wb") as out:
            out.write(document)
        self.stdout.write(f"{file}: {len(document)} bytes")
