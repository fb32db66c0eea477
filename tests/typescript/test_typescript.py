"""A typed client is generated from the published schema, compiled, and used for an evening."""

import json
import re
import shutil
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from tests.api.contract import PUBLISHED, published
from tests.databases import database
from tests.node import installed, run
from tests.server import serve

HERE = Path(__file__).parent
CLIENT = HERE / "client"


# One test and not several: no two processes may install or generate in the same folder.
@pytest.mark.full
@pytest.mark.needs_node
def test_a_client_is_generated_compiles_and_plays_an_evening(tmp_path: Path) -> None:
    folder = installed(HERE, "typescript")
    shutil.copy(HERE / "tsconfig.json", folder)
    shutil.rmtree(folder / CLIENT.name, ignore_errors=True)  # with files that are no more
    shutil.copytree(CLIENT, folder / CLIENT.name)
    programs = folder / "node_modules" / ".bin"
    options = ("--output", "schema.d.ts")
    run(folder, programs / "openapi-typescript", str(PUBLISHED), *options)
    # Wrong use is in wrong.ts: a line that is expected not to compile, and does, is an error.
    run(folder, programs / "tsc", "--project", ".")
    # What has been checked is now translated, into modules as Node.js loads them.
    modules = ("--module", "CommonJS", "--moduleResolution", "Node10", "--outDir", "program")
    run(folder, programs / "tsc", "--project", ".", "--noCheck", "--noEmit", "false", *modules)
    (folder / "program" / "package.json").write_text('{"type": "commonjs"}')
    with database(tmp_path) as database_url, serve(database_url) as address:
        program = f"globalThis.server = {address!r}; require('./program/offline_evening.js')"
        seen = json.loads(run(folder, "node", "--eval", program))
    judge(seen)


def judge(seen: dict[str, Any]) -> None:
    """Look at what client/offline_evening.ts has seen."""
    assert seen["firstRequests"] == 2  # a guest, then a group with its players and a game
    # A dry run; the first round, twice; the other phone's second round, and why Ann's is refused;
    # then her third one; and the next game.
    assert seen["statuses"] == [200, 201, 201, 200, 409, 201, 201]
    assert (seen["tried"], seen["known"], seen["waiting"], seen["left"]) == (1, 2, 2, 0)
    refused = seen["refused"]
    assert refused["code"] == "round_already_recorded"
    assert [row["recorded_by"] for row in refused["game"]["rounds"]] == ["Ann", "Ben"]
    first, second, third = seen["game"]["rounds"]
    assert [first["id"], third["id"]] == [seen["ids"][0], seen["ids"][2]]
    assert second["id"] not in seen["ids"]
    for row, entered in ((first, seen["times"][0]), (third, seen["times"][2])):
        assert moment(row["phone_time"]) == moment(entered) < moment(row["recorded_at"])
    totals = {player["name"]: player["total"] for player in seen["game"]["players"]}
    assert totals == {"Ann": 0, "Ben": 5 + 35 + 25, "Cleo": 10 + 40 + 30}
    assert seen["next"] == ["Ann", "Ben", "Dan"]


def moment(text: str) -> datetime:
    return datetime.fromisoformat(text.replace("Z", "+00:00"))


def test_the_client_uses_every_operation() -> None:
    # Wrong use does not count.
    files = [file for file in CLIENT.glob("*.ts") if file.name != "wrong.ts"]
    client = "\n".join(file.read_text(encoding="utf-8") for file in files)
    asked = set(re.findall(r'api\.([A-Z]+)\(\s*"([^"]+)"', client))
    operations = {
        (method.upper(), path) for path, found in published()["paths"].items() for method in found
    }
    assert operations <= asked


def test_the_lock_names_no_registry() -> None:
    # So that it installs wherever packages come from.
    assert '"resolved"' not in (HERE / "package-lock.json").read_text(encoding="utf-8")
