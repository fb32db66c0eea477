"""The documents: short where people begin, and with links that lead somewhere."""

import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from django.core.management import get_commands

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text("utf-8")
HOST = (ROOT / "docs" / "host.md").read_text("utf-8")
MAP = (ROOT / "docs" / "README.md").read_text("utf-8")
PAGES = [
    *ROOT.glob("*.md"),
    *(ROOT / "docs").rglob("*.md"),
    ROOT / "referee" / "README.md",
]
LINK = re.compile(r"\]\(([^)\s]+)\)")


@cache
def anchors(page: Path) -> set[str]:
    """What follows the # of links to the headings of a page."""
    text = re.sub(r"```.*?```", "", page.read_text("utf-8"), flags=re.DOTALL)
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in headings}


def test_the_readme_is_short_and_begins_with_the_two_commands() -> None:
    assert len(README.splitlines()) <= 150
    first = README.partition("```sh\n")[2].partition("```")[0]
    assert [line.split("  ")[0] for line in first.splitlines()] == ["make run", "make test"]


def test_the_page_for_hosts_is_short() -> None:
    assert len(HOST.split()) <= 900


def test_the_commands_for_hosts_exist() -> None:
    help = subprocess.run(
        [sys.executable, "-m", "tableside", "--help"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    commands = set(re.findall(r"^    ([a-z-]+)", help, re.MULTILINE))
    lines = re.findall(r"(?:^|`|-m )tableside ([a-z-]+) ?(\w+)?", HOST, re.MULTILINE)
    assert len(lines) > 8
    assert {name for name, _ in lines} <= commands
    assert {argument for name, argument in lines if name == "manage"} <= set(get_commands())


def test_the_settings_for_hosts_exist() -> None:
    example = (ROOT / ".env.example").read_text("utf-8")
    named = set(re.findall(r"\b([A-Z][A-Z_]+)=", HOST)) - {"COMPOSE_PROFILES", "NAME"}
    assert len(named) > 5
    assert {name for name in named if f"#{name}=" not in example} == set()


def test_the_map_has_every_document() -> None:
    linked = {(ROOT / "docs" / link).resolve() for link in LINK.findall(MAP)}
    assert {page for page in PAGES if page.parent.name != "decisions"} - linked == {
        ROOT / "docs" / "README.md"
    }


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    for link in LINK.findall(page.read_text("utf-8")):
        if ":" in link or link.startswith("/"):
            continue
        name, _, anchor = link.partition("#")
        target = (page.parent / name).resolve() if name else page
        assert target.exists(), link
        assert not anchor or target.suffix != ".md" or anchor in anchors(target), link
