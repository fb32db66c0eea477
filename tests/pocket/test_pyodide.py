"""Pyodide answers as the server does, with the worker that docs/pocket.md shows."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest

from pocket.archive import packed
from pocket.wire import manifest
from tests.api.contract import ROOT
from tests.node import installed, run
from tests.pocket.cases import published

HERE = Path(__file__).parent / "node"
WORKER = re.compile(r"^```js\n(.+?)^```$", re.DOTALL | re.MULTILINE)


@pytest.mark.needs_node
def test_pyodide_agrees(tmp_path: Path) -> None:
    folder = installed(HERE, "pocket")
    [worker] = WORKER.findall((ROOT / "docs" / "pocket.md").read_text(encoding="utf-8"))
    (folder / "worker.mjs").write_text(worker, encoding="utf-8")
    shutil.copy(HERE / "harness.mjs", folder)
    for archive in packed().archives():
        (tmp_path / archive.name).write_bytes(archive.content)
    (tmp_path / "manifest.json").write_text(json.dumps(manifest()))
    # All of them are asked of the worker of the client (client/tests/rules/cases.test.ts).
    cases = list(published())[::10]
    requests = [
        {
            "id": id,
            "name": case.function,
            "request": case.sent.decode(),
            "language": case.language,
        }
        for id, case in enumerate(cases)
    ]
    asked, answered = tmp_path / "asked.jsonl", tmp_path / "answered.jsonl"
    asked.write_text("".join(f"{json.dumps(request)}\n" for request in requests))
    run(folder, "node", "harness.mjs", str(tmp_path), str(asked), str(answered))
    posted = [json.loads(line) for line in answered.read_text(encoding="utf-8").splitlines()]
    assert len(posted) == len(cases) > 50
    for case, message in zip(cases, posted, strict=True):
        assert (message["status"], message["body"].encode()) == (case.status, case.answered), case
