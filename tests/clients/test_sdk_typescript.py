"""The TypeScript client of `make sdk`, as somebody uses it who has installed its package."""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.api.contract import ROOT
from tests.client.build import CLIENT
from tests.databases import sqlite_database
from tests.live.conftest import Evening
from tests.node import TSC, run
from tests.server import serve

pytestmark = [pytest.mark.full, pytest.mark.needs_node]

BOT, WRITE = re.findall(
    r"```ts\n(.*?)```", (ROOT / "sdk/typescript/README.md").read_text(encoding="utf-8"), re.DOTALL
)
CONNECT = """
import { connect } from "@tableside/client";
const [server = "", token = ""] = process.argv.slice(2);
const connection = connect(server, { token });
"""
# As strict as can be, and by the rules of Node.js, which are stricter than those of bundlers.
COMPILE = [
    "--strict", "--exactOptionalPropertyTypes", "--noUncheckedIndexedAccess",
    "--module", "nodenext", "--target", "es2022", "--lib", "es2023,dom",
]  # fmt: skip
# What the scripts use of Node.js, whose types are those of whoever writes a bot.
NODE = """
declare const process: { argv: string[] };
declare module "node:fs" {
  export function existsSync(path: string): boolean;
  export function readFileSync(path: string, encoding: string): string;
  export function renameSync(from: string, to: string): void;
  export function writeFileSync(path: string, text: string): void;
}
"""


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder in which the package and what it needs are installed."""
    run(ROOT, "make", "sdk-typescript")
    [archive] = (ROOT / "dist").glob("tableside-client-*.tgz")
    folder = tmp_path_factory.mktemp("project")
    packages = folder / "node_modules"
    (packages / "@tableside").mkdir(parents=True)
    run(ROOT, "tar", "xzf", archive, "-C", packages / "@tableside")
    (packages / "@tableside" / "package").rename(packages / "@tableside" / "client")
    (packages / "@preact").mkdir()
    for name in ("openapi-fetch", "openapi-typescript-helpers", "@preact/signals-core"):
        (packages / name).symlink_to(CLIENT / "node_modules" / name)
    (folder / "package.json").write_text('{"type": "module"}')
    (folder / "node.d.ts").write_text(NODE)
    return folder


def compiled(project: Path, script: str) -> str:
    """Compile a script; what the compiler says of it."""
    (project / "script.ts").write_text(script)
    command: list[str | Path] = ["node", TSC, *COMPILE, "node.d.ts", "script.ts"]
    done = subprocess.run(command, cwd=project, capture_output=True, text=True, check=False)
    return done.stdout


@pytest.fixture
def start(project: Path) -> Callable[..., subprocess.Popen[str]]:
    def begin(script: str, *arguments: str) -> subprocess.Popen[str]:
        assert compiled(project, script) == ""
        pipe = subprocess.PIPE
        command = ["node", "script.js", *arguments]
        return subprocess.Popen(command, cwd=project, text=True, stdout=pipe, stderr=pipe)

    return begin


def first_line(process: subprocess.Popen[str]) -> str:
    """What it says first; then it is killed."""
    assert process.stdout
    line = process.stdout.readline()
    process.kill()
    error = process.communicate()[1]
    assert line, error
    return line


def test_the_bot_of_the_readme_announces_winners_and_goes_on_where_it_was(
    start: Callable[..., subprocess.Popen[str]], project: Path, tmp_path: Path
) -> None:
    last = project / "last-event"
    with serve(sqlite_database(tmp_path)) as address:
        evening = Evening(address)
        asked = (address, evening.owner.token, evening.group)
        last.write_text("0")
        evening.win(0)
        assert first_line(start(BOT, *asked)) == "North wins\n"
        dealt_with = evening.owner.get(f"/groups/{evening.group}/")["event"]
        last.write_text(str(dealt_with))  # killed after that
        evening.win(1)
        assert first_line(start(BOT, *asked)) == "East wins\n"
        refused = start(BOT, address, "wrong", evening.group)
        assert "401 not_authenticated" in refused.communicate(timeout=60)[1]


def test_a_write_is_answered_with_a_value_or_refused(
    start: Callable[..., subprocess.Popen[str]], tmp_path: Path
) -> None:
    with serve(sqlite_database(tmp_path)) as address:
        evening = Evening(address)
        out, error = start(CONNECT + WRITE, address, evening.owner.token).communicate(timeout=60)
        assert not error
        groups = evening.owner.get("/groups/")["results"]
        assert out.strip() in {group["id"] for group in groups}
        refused = start(CONNECT + WRITE, address, "wrong")
        assert "Refused: 401 not_authenticated" in refused.communicate(timeout=60)[1]


def test_a_field_that_there_is_not_is_an_error(project: Path) -> None:
    assert "'evnt' does not exist" in compiled(project, BOT.replace(").event,", ").evnt,"))
    assert "'di' does not exist" in compiled(project, CONNECT + WRITE.replace("made.id", "made.di"))
