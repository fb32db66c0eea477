"""Clients in Python, TypeScript, Kotlin and Swift are generated from the schema, and work."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.api.contract import PUBLISHED, ROOT, published
from tests.databases import sqlite_database
from tests.node import installed, run
from tests.sampling import SHARE
from tests.server import serve

README = (ROOT / "README.md").read_text(encoding="utf-8")
GUIDE = (ROOT / "docs" / "clients.md").read_text(encoding="utf-8")
SCRIPTS = Path(sys.executable).parent

NOTICE = "OpenAPI 3.1 support is still in beta"  # openapi-generator's, about itself


def command_of(program: str, generator: str = "") -> list[str]:
    """The command that the README names, without its first word if that is npx."""
    lines = re.findall(r"^\| \w+ \| `([^`]+)`", README, re.MULTILINE)
    line: str = next(line for line in lines if program in line.split()[:2] and generator in line)
    return line.replace("docs/openapi.yaml", str(PUBLISHED)).split()


@pytest.fixture(scope="module")
def python_client(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the package `tableside`, generated once: it takes half a minute."""
    folder = tmp_path_factory.mktemp("python")
    program, *arguments = command_of("openapi-python-client")
    run(folder, SCRIPTS / program, *arguments)
    return folder


@pytest.mark.full
def test_a_new_user_gets_from_nothing_to_a_leaderboard_in_python(
    python_client: Path, tmp_path: Path
) -> None:
    modules = {file.stem for file in python_client.glob("tableside/api/*/*.py")}
    names = re.sub(r"(?<!^)(?=[A-Z])", "_", " ".join(operation_ids())).lower().split()
    assert set(names) <= modules  # no operation was left out
    [script] = re.findall(r"```python\n(.*?)```", GUIDE, re.DOTALL)
    with serve(sqlite_database(tmp_path)) as address:
        (python_client / "newcomer.py").write_text(
            script.replace("http://localhost:8000", address), encoding="utf-8"
        )
        done = subprocess.run(
            [sys.executable, "newcomer.py"],
            cwd=python_client,
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == ["Anna 1", "Grandma 0"]


def operation_ids() -> list[str]:
    return [
        operation["operationId"]
        for methods in published()["paths"].values()
        for operation in methods.values()
    ]


@pytest.mark.full
def test_the_python_client_knows_the_kinds_of_events(python_client: Path) -> None:
    script = """
from tableside.models import GameOverEvent, LogPage, OtherEvent
head = {"number": 1, "version": 1, "at": "2026-11-21T20:00:00Z", "actor": None}
known = {**head, "kind": "game_over", "data": {"winners": []}}
other = {**head, "kind": "joker_played", "data": {"joker": 1}}
events = LogPage.from_dict({"events": [known, other], "more": False}).events
assert [type(event) for event in events] == [GameOverEvent, OtherEvent], events
"""
    run(python_client, sys.executable, "-c", script)


@pytest.mark.full
@pytest.mark.needs_node
def test_a_client_of_hey_api_compiles(tmp_path: Path) -> None:
    packages = installed(Path(__file__).parent, "clients")
    (tmp_path / "node_modules").symlink_to(packages / "node_modules")
    program, *arguments = command_of("@hey-api/openapi-ts")[1:]
    run(tmp_path, packages / "node_modules" / ".bin" / program.rpartition("/")[2], *arguments)
    (tmp_path / "use.ts").write_text(HEY_API, encoding="utf-8")
    options = "--strict --noEmit --skipLibCheck --target es2022 --module esnext"
    options += " --moduleResolution bundler --lib es2022,dom,dom.iterable"
    run(tmp_path, packages / "node_modules" / ".bin" / "tsc", *options.split(), "use.ts")


HEY_API = """
import { recordRound } from "./client";
import type { GameEvent, ImportPreview, JobDetail } from "./client";

export function winners(event: GameEvent): string[] | null {
  switch (event.kind) {
    case "game_over":
      return event.data.winners;
    case "round_recorded":
      return event.data.rounds.map((round) => String(round.number));
    default:
      return null;
  }
}

export function preview({ result }: JobDetail): ImportPreview | null {
  return result?.kind === "preview" ? result : null;
}

export const record = (game: string, player: string) =>
  recordRound({ path: { game }, body: { number: 1, results: [{ player, went_out: true }] } });
"""


GENERATORS = [
    ("kotlin", "kotlin/src/main/**/client/models/*.kt", "@SerialName|value class|enum class"),
    ("swift6", "swift/Sources/**/Models/*.swift", "public (var|static let)|case "),
]


@pytest.mark.full
@pytest.mark.needs_java
# One generator makes both, from the same model of the schema: with FULL=1, the first stands for it.
@pytest.mark.parametrize(("generator", "models", "type_"), GENERATORS[: 2 if SHARE == 1 else 1])
def test_there_is_a_type_for_everything(
    tmp_path: Path, generator: str, models: str, type_: str
) -> None:
    """Nothing to compile them with is at hand, but no model is empty and no warning is given."""
    program, *arguments = command_of("openapi-generator-cli", generator)
    done = subprocess.run(
        [SCRIPTS / program, *arguments],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=180,
        check=False,
        env={**os.environ, "JAVA_OPTS": "-Xmx768m"},
    )
    said = done.stdout + done.stderr
    assert done.returncode == 0, said
    warnings = [line for line in said.splitlines() if "WARN" in line or "ERROR" in line]
    assert not [line for line in warnings if NOTICE not in line]
    files = list(tmp_path.glob(models))
    assert {file.stem for file in files} >= published()["components"]["schemas"].keys()
    for file in files:
        text = file.read_text(encoding="utf-8")
        assert re.search(type_, text), f"{file.name} is empty"
