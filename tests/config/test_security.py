"""What docs/security.md says of the code and of its tests."""

import ast
import re

from config.release import PACKAGES
from tests.api.contract import ROOT

PAGE = "docs/security.md"
FETCHERS = {
    "aiohttp",
    "ftplib",
    "http.client",
    "httpx",
    "httpx2",
    "requests",
    "urllib.request",
    "urllib3",
}
# Webhooks, and the tools of assistants, which ask this server or the one that its host names.
ALLOWED = {(name, "httpx2") for name in ("sender.py", "over_http.py", "over_stdio.py", "tools.py")}


def test_every_risk_has_tests_that_there_are() -> None:
    text = (ROOT / PAGE).read_text(encoding="utf-8")
    rows = re.findall(r"^\| (\d+)\. .*\|$", text, re.MULTILINE)
    assert rows == [str(number) for number in range(1, 11)]
    for row in re.findall(r"^\| \d+\. .*$", text, re.MULTILINE):
        tests = re.findall(r"`(tests/[\w/]+\.py)`", row)
        assert tests, row
        assert [test for test in tests if not (ROOT / test).is_file()] == []
    assert f"({PAGE})" in (ROOT / "README.md").read_text(encoding="utf-8")


def test_nothing_else_in_the_server_can_fetch_an_address() -> None:
    found = set()
    for package in PACKAGES:
        for path in (ROOT / package).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if not isinstance(node, ast.Import | ast.ImportFrom):
                    continue
                names = [alias.name for alias in node.names]
                if isinstance(node, ast.ImportFrom):
                    names = [node.module or "", *(f"{node.module}.{name}" for name in names)]
                found |= {(path.name, name) for name in names if name in FETCHERS}
    assert found == ALLOWED
