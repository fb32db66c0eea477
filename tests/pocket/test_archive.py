"""The rules as a download: small, the same each time, and at work without Django."""

from __future__ import annotations

import hashlib
import io
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from pocket import FUNCTIONS, answer
from pocket.archive import Archive, packed
from referee.languages import LANGUAGES
from tests.api.client import ContractClient

KILOBYTE = 1000
RULE = {"entry": "skip-twice"}
USE = """
import sys
sys.path.insert(0, sys.argv[1])
from pocket import answer
for line in sys.stdin.buffer.read().splitlines():
    sys.stdout.buffer.write(answer("rule", line, "de").body + b"\\n")
assert not {"django", "rest_framework"} & sys.modules.keys()
assert not any("site-packages" in (getattr(m, "__file__", "") or "") for m in sys.modules.values())
"""


@pytest.fixture
def api() -> ContractClient:
    return ContractClient()


def unpacked(folder: Path, *archives: Archive) -> Path:
    rules = folder / "rules"
    rules.mkdir()
    for archive in archives:
        subprocess.run(["tar", "xzf", "-", "-C", rules], input=archive.content, check=True)
    return rules


def test_it_is_small() -> None:
    pocket = packed()
    assert len(pocket.code.content) <= 120 * KILOBYTE
    assert pocket.languages.keys() == LANGUAGES.keys() - {"en"}
    for archive in pocket.languages.values():
        assert len(archive.content) <= 44 * KILOBYTE


@pytest.mark.full
def test_it_is_made_of_the_same_bytes_each_time() -> None:
    # With another hash seed and another time.
    code = "from pocket.archive import packed; print(packed().version)"
    made = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert made.stdout.strip() == packed().version


def test_it_needs_nothing_but_python(tmp_path: Path) -> None:
    pocket = packed()
    rules = unpacked(tmp_path, pocket.code, pocket.languages["de"])
    asked = [RULE, {"entry": "skip", "edition": "flip"}]
    lines = "\n".join(map(json.dumps, asked))
    use = [sys.executable, "-I", "-S", "-c", USE, str(rules)]
    run = subprocess.run(use, input=lines, check=True, capture_output=True, text=True, cwd=tmp_path)
    expected = [answer("rule", request, "de").body.decode() for request in asked]
    assert run.stdout.splitlines() == expected
    assert expected[0] != answer("rule", RULE).body.decode()


def test_without_a_language_it_speaks_english(tmp_path: Path) -> None:
    rules = unpacked(tmp_path, packed().code)
    use = [sys.executable, "-I", "-S", "-c", USE, str(rules)]
    lines = json.dumps(RULE)
    run = subprocess.run(use, input=lines, check=True, capture_output=True, text=True)
    assert run.stdout.strip() == answer("rule", RULE, "en").body.decode()


def test_it_has_only_what_answers() -> None:
    listed = subprocess.run(
        ["tar", "tzf", "-"], input=packed().code.content, capture_output=True, check=True
    )
    names = listed.stdout.decode().split()
    assert "referee/editions/flip.toml" in names
    assert names == sorted(names)
    assert not any("simulator" in name or "models" in name or "/api/" in name for name in names)


def test_the_manifest_leads_to_the_archives(api: ContractClient) -> None:
    response = api.get("pocket/")
    assert response.status_code == 200
    manifest = response.json()
    assert manifest["functions"] == list(FUNCTIONS)
    assert manifest["entry_point"] == "pocket:answer"
    assert [each["language"] for each in manifest["languages"]] == ["de", "es", "fr"]
    for described in [manifest, *manifest["languages"]]:
        archive = api.get(f"pocket/{described['address']}")
        assert archive.status_code == 200
        assert hashlib.sha256(archive.content).hexdigest() == described["sha256"]
        assert len(archive.content) == described["size"]
        assert described["sha256"][:16] in described["address"]
        assert archive.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    again = api.get("pocket/", HTTP_IF_NONE_MATCH=response.headers["ETag"])
    assert (again.status_code, again.content) == (304, b"")


def test_an_archive_is_not_sent_twice(api: ContractClient) -> None:
    path = f"pocket/{packed().code.name}"
    first = api.get(path)
    again = api.get(path, HTTP_IF_NONE_MATCH=first.headers["ETag"])
    assert (again.status_code, again.content) == (304, b"")


@pytest.mark.parametrize("name", ["tableside-0000000000000000.tar.gz", "%00", "..%2fmanage.py"])
def test_another_name_is_not_found(api: ContractClient, name: str) -> None:
    response = api.get(f"pocket/{name}")
    assert response.status_code == 404
    assert response.json()["code"] == "not_found"


@pytest.mark.parametrize("request_", ['{"edition": "classic", "cards": ["R7"]}', b"[1"])
def test_a_request_may_be_json(request_: Any) -> None:
    status, body = answer("score", request_)
    assert status == (200 if isinstance(request_, str) else 400)
    assert json.load(io.BytesIO(body))


def test_an_unknown_function_is_an_error() -> None:
    with pytest.raises(KeyError):
        answer("shuffle", {})
