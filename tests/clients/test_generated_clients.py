"""Linters find nothing in the schema; clients in TypeScript and Java are generated, and work."""

from __future__ import annotations

import json
import re
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.api.contract import PUBLISHED, ROOT
from tests.databases import sqlite_database
from tests.node import TSC, installed, run
from tests.server import serve
from tests.services import JAKARTA_ANNOTATIONS

TOUR = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
SCRIPTS = Path(sys.executable).parent


def command_of(program: str, generator: str = "") -> list[str]:
    """The command of docs/api.md that runs a program, of those with npx a certain generator."""
    lines = re.findall(r"^\| \w+ \| `([^`]+)`", TOUR, re.MULTILINE)
    line: str = next(line for line in lines if line.startswith(program) and generator in line)
    return line.replace("docs/", f"{PUBLISHED.parent}/").split()


@pytest.fixture
def _brief_java(monkeypatch: pytest.MonkeyPatch) -> None:
    # Generator and compiler run once: thorough optimization takes them twice the time.
    monkeypatch.setenv("JAVA_TOOL_OPTIONS", "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC")


@pytest.mark.full
@pytest.mark.needs_node
@pytest.mark.needs_java
@pytest.mark.usefixtures("_brief_java")
def test_clients_in_typescript_compile_and_make_a_call_and_linters_find_nothing(
    tmp_path: Path,
) -> None:
    packages = installed(Path(__file__).parent, "clients") / "node_modules"
    with serve(sqlite_database(tmp_path)) as address:
        for generator, use in (("openapi-typescript", OPENAPI_FETCH), ("openapi-ts", HEY_API)):
            folder = tmp_path / generator
            folder.mkdir()
            _npx, program, *arguments = command_of("npx", generator)
            run(folder, packages / ".bin" / program.rpartition("/")[2], *arguments)
            call(folder, packages, use, address)
        fetch = tmp_path / "typescript-fetch"
        generate("typescript-fetch", fetch)
        call(fetch, packages, TYPESCRIPT_FETCH, address)
    found = json.loads(run(ROOT, packages / ".bin" / "redocly", "lint", "--format=json"))
    assert not found["problems"]
    spectral = ("lint", "--fail-severity=hint", "docs/openapi.yaml")
    run(ROOT, packages / ".bin" / "spectral", *spectral)


@pytest.mark.full
@pytest.mark.needs_java
@pytest.mark.usefixtures("_brief_java")
def test_a_client_in_java_compiles_and_makes_a_call(tmp_path: Path) -> None:
    generate("java", tmp_path)
    (tmp_path / "Use.java").write_text(JAVA, encoding="utf-8")
    package = find_spec("openapi_generator_cli")
    assert package
    assert package.origin
    libraries = (Path(package.origin).with_name("openapi-generator.jar"), JAKARTA_ANNOTATIONS)
    classes = ":".join(map(str, (*libraries, "classes")))
    sources = [*map(str, tmp_path.glob("src/main/**/*.java")), "Use.java"]
    (tmp_path / "sources").write_text("\n".join(sources), encoding="utf-8")
    run(tmp_path, "javac", "-nowarn", "-d", "classes", "-classpath", classes, "@sources")
    with serve(sqlite_database(tmp_path)) as address:
        called = run(tmp_path, "java", "-classpath", classes, "Use", address)
    kinds = ["GameOverEvent", "OtherEvent", "RecomputeResult", "OtherResult"]
    assert called.splitlines() == [*kinds, "Anna"]


def call(folder: Path, packages: Path, use: str, address: str) -> None:
    """Compile a generated client in TypeScript, and have it create a guest."""
    (folder / "node_modules").symlink_to(packages)
    (folder / "use.ts").write_text(use, encoding="utf-8")
    run(folder, "node", TSC, *STRICT, "--module", "commonjs", "use.ts")
    assert run(folder, "node", "use.js", address).splitlines() == ["Anna"]


def generate(language: str, folder: Path) -> None:
    """Generate a client with the command of docs/api.md that names the language."""
    program, *arguments = command_of("openapi-generator-cli", f"-g {language} ")
    arguments[arguments.index("-o") + 1] = str(folder)
    run(folder.parent, SCRIPTS / program, *arguments)


JAVA = """
import org.openapitools.client.*;
import org.openapitools.client.api.*;
import org.openapitools.client.model.*;

public class Use {
  static <Union extends AbstractOpenApiSchema> void tell(Class<Union> union, String json)
      throws Exception {
    String answer = json.replace("'", "\\"");
    Object member = JSON.getDefault().getMapper().readValue(answer, union).getActualInstance();
    System.out.println(member.getClass().getSimpleName());
  }

  public static void main(String[] arguments) throws Exception {
    String head = "{'number': 1, 'version': 1, 'at': '2026-11-21T20:00:00Z', 'actor': null,";
    tell(GameEvent.class, head + "'kind': 'game_over', 'data': {'winners': []}}");
    tell(GameEvent.class, head + "'kind': 'joker_played', 'data': {'joker': 1}}");
    tell(JobResult.class, "{'kind': 'recompute', 'games': 1, 'rounds': 8}");
    tell(JobResult.class, "{'kind': 'juggle', 'balls': 3}");
    ApiClient client = new ApiClient();
    client.updateBaseUri(arguments[0]);
    GuestRequest anna = new GuestRequest().name("Anna");
    System.out.println(new AccountsApi(client).createGuest(anna, null).getUser().getName());
  }
}
"""

TYPESCRIPT_FETCH = """
import { AccountsApi, Configuration, type ImportPreview, type JobDetail } from "./index";

declare const process: { argv: string[] };

export function preview({ result }: JobDetail): ImportPreview | null {
  return result?.kind === "preview" ? result : null;
}

const accounts = new AccountsApi(new Configuration({ basePath: process.argv[2] }));
void accounts.createGuest({ guestRequest: { name: "Anna" } }).then(({ user }) => {
  console.log(user.name);
});
"""

STRICT = [
    "--strict", "--skipLibCheck", "--target", "es2022", "--moduleResolution", "bundler",
    "--lib", "es2022,dom,dom.iterable",
]  # fmt: skip

OPENAPI_FETCH = """
import createClient from "openapi-fetch";
import type { components, paths } from "./schema";

declare const process: { argv: string[] };

// Without the open member, `kind` tells the others apart (docs/live.md).
type Known<Event extends { kind: string }> =
  Event extends unknown ? (string extends Event["kind"] ? never : Event) : never;

export function winners(event: Known<components["schemas"]["GameEvent"]>): string[] | null {
  return event.kind === "game_over" ? event.data.winners : null;
}

const api = createClient<paths>({ baseUrl: process.argv[2] });
void api.POST("/api/v1/auth/guests/", { body: { name: "Anna" } }).then(({ data, error }) => {
  if (error) throw new Error(error.detail);
  console.log(data.user.name);
});
"""

HEY_API = """
import { createGuest } from "./client";
import type { GameEvent, ImportPreview, JobDetail } from "./client";

declare const process: { argv: string[] };

export function winners(event: GameEvent): string[] | null {
  return event.kind === "game_over" ? event.data.winners : null;
}

export function preview({ result }: JobDetail): ImportPreview | null {
  return result?.kind === "preview" ? result : null;
}

void createGuest({ baseUrl: process.argv[2], body: { name: "Anna" } }).then(({ data, error }) => {
  if (!data) throw new Error(String(error));
  console.log(data.user.name);
});
"""


@pytest.mark.parametrize("folder", ["client", "tests/client", "tests/clients"])
def test_no_lock_names_a_registry(folder: str) -> None:
    # So that it installs wherever packages come from.
    assert '"resolved"' not in (ROOT / folder / "package-lock.json").read_text(encoding="utf-8")
