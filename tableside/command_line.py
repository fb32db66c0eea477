"""What a host does with `tableside`: a thin layer over the server and its management commands."""

from __future__ import annotations

import argparse
import os
from collections.abc import Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line
from django.core.management.base import CommandError

from config.folders import CODE, SETTINGS_FILE, VAR, built
from config.private_files import keep_files_private
from config.release import project_version

ABOUT = ("-h", "--help", "--version")
DESCRIPTION = "Referee and scorekeeper for Phase 10 with physical cards."
EPILOG = (
    "Without a command, it serves. Settings are variables of the environment, or lines of"
    f" {SETTINGS_FILE}."
)


def run(arguments: Sequence[str]) -> str | int:
    """Do what the arguments of the command say; return what went wrong, or 0."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    if arguments[:1] == ["manage"]:  # whose options are Django's
        keep_files_private()
        execute_from_command_line(["tableside manage", *arguments[1:]])
        return 0
    if not arguments or (arguments[0].startswith("-") and arguments[0] not in ABOUT):
        arguments = ["serve", *arguments]
    options = _parser().parse_args(arguments)
    keep_files_private()
    try:
        options.do(options)
    except CommandError as error:
        return str(error)
    except ImproperlyConfigured as error:
        return f"Correct the settings: {error}"
    except KeyboardInterrupt:
        return 130
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("tableside", description=DESCRIPTION, epilog=EPILOG)
    parser.add_argument("--version", action="version", version=_version())
    commands = parser.add_subparsers(metavar="COMMAND", required=True)

    def command(name: str, do: Any, help: str) -> argparse.ArgumentParser:
        made = commands.add_parser(name, help=help, description=f"{help}.")
        made.set_defaults(do=do)
        return made

    serve = command("serve", _serve, "serve until stopped, and print the address for phones")
    serve.add_argument("--port", type=int, help="instead of 8000, or PORT")
    serve.add_argument("--bind", help="the address to listen at, instead of all, or BIND")
    serve.add_argument("--https", action="store_const", const="on", help="also HTTPS, or HTTPS=on")

    demo = command("demo", _demo, "add a group with three years of evenings, to look at")
    demo.add_argument("--again", action="store_true", help="even if there is one already")
    demo.add_argument("--evenings", type=int, help="only this many, the latest ones")

    backup = command("backup", _backup, "copy the database to a file, while the server runs")
    backup.add_argument("file", nargs="?", type=Path, help="a new file; by default in backups/")

    restore = command("restore", _restore, "put a backup in the place of the database")
    restore.add_argument("file", type=Path, help="the backup; the server must be stopped")

    export = command("export-account", _export, "write all that is stored about somebody, as JSON")
    export.add_argument("account", help="an id or an e-mail address")
    export.add_argument("file", nargs="?", type=Path, help="a new file, instead of the terminal")

    delete = command("delete-account", _delete, "delete somebody and their data for good")
    delete.add_argument("account", help="an id or an e-mail address")
    delete.add_argument("--yes", action="store_true", help="do not ask")

    mcp = command("mcp", _mcp, "answer an AI assistant on this computer (MCP, over stdio)")
    mcp.add_argument("--url", default="", help="a server to ask, instead of the data here")

    command("check", _check, "check settings, database and statistics; change nothing")
    command("version", _show_version, "print the version")
    commands.add_parser("manage", help="all other commands, for hosts of many tables")
    return parser


def _serve(options: argparse.Namespace) -> None:
    for name in ("port", "bind", "https"):
        if (value := getattr(options, name)) is not None:
            os.environ[name.upper()] = str(value)
    from config.serve import check_port, check_settings, main

    check_settings()
    check_port()
    _prepare()
    main()


def _prepare() -> None:
    """Bring the database and the static files up to date."""
    from django.db import DatabaseError, connection

    from config.database_check import applied_migrations, migrations

    if built("static").is_relative_to(VAR):
        _call("collectstatic", interactive=False, verbosity=0)
    with suppress(DatabaseError):  # the server waits for its database, and says what is wrong
        if migrations() != applied_migrations():
            print("Preparing the database ...", flush=True)
            _call("migrate", interactive=False, verbosity=0)
    connection.close()


def _demo(options: argparse.Namespace) -> None:
    _prepare()
    _call("demo", again=options.again, evenings=options.evenings)


def _backup(options: argparse.Namespace) -> None:
    file = options.file
    if file is None:
        from django.db import connection

        kind = "sqlite3" if connection.vendor == "sqlite" else "dump"
        file = VAR / "backups" / f"tableside-{datetime.now():%Y-%m-%d-%H%M%S}.{kind}"  # noqa: DTZ005
        file.parent.mkdir(parents=True, exist_ok=True)
    _call("backup", file)


def _restore(options: argparse.Namespace) -> None:
    _call("restore", options.file)


def _export(options: argparse.Namespace) -> None:
    _call("export_account", options.account, *([options.file] if options.file else []))


def _delete(options: argparse.Namespace) -> None:
    _call("delete_account", options.account, yes=options.yes)


def _mcp(options: argparse.Namespace) -> None:
    import django

    django.setup(set_prefix=False)
    from assistants.over_stdio import run

    run(project_version(CODE), url=options.url, token=os.environ.get("TABLESIDE_TOKEN", ""))


def _check(_options: argparse.Namespace) -> None:
    import django
    from django.db import connection

    from config.database_check import database_mistake
    from config.serve import check_settings

    print(f"{_version()}, data in {VAR}")
    check_settings()
    django.setup()
    if connection.vendor == "sqlite" and not Path(connection.settings_dict["NAME"]).exists():
        print("There is no database yet: the server makes it when it starts.")
        return
    if mistake := database_mistake():
        raise CommandError(mistake)
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA quick_check")
            if (found := [text for (text,) in cursor.fetchall()]) != ["ok"]:
                raise CommandError(f"The database is damaged: {'; '.join(found[:3])}.")
    print("Settings and database are in order. Comparing the statistics with the games ...")
    _call("recompute", check=True)


def _show_version(_options: argparse.Namespace) -> None:
    print(_version())


def _version() -> str:
    return f"tableside {project_version(CODE)}"


def _call(name: str, *arguments: Any, **options: Any) -> None:
    """Run a management command; it raises CommandError."""
    import django
    from django.core.management import call_command

    django.setup()
    call_command(name, *arguments, **options)
