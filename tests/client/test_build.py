"""What `make run` builds, and what phones need to install it."""

from __future__ import annotations

import json
import os
import re
import shutil
import struct
import subprocess
from pathlib import Path

import pytest

from tests.api.contract import ROOT
from tests.client.build import CLIENT, built

# In place of npm: notes what it is asked, and leaves what it would.
NPM = """#!/bin/sh
echo "$*" >> ../asked
case "$*" in
  *ci*) mkdir -p node_modules && touch node_modules/.package-lock.json ;;
  *build*) mkdir -p ../var/client && touch ../var/client/index.html ;;
esac
"""


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """What building the client needs, with a pretended npm."""
    shutil.copytree(CLIENT, tmp_path / "client", ignore=shutil.ignore_patterns("node_modules"))
    (tmp_path / "client" / "src" / "server" / "schema.d.ts").unlink(missing_ok=True)
    for name in ("Makefile", "requirements-node.txt", "docs/openapi.yaml", "docs/cases"):
        to = tmp_path / name
        to.parent.mkdir(exist_ok=True)
        (shutil.copytree if (ROOT / name).is_dir() else shutil.copyfile)(ROOT / name, to)
    programs = tmp_path / ".venv" / "bin"
    programs.mkdir(parents=True)
    for name, content in {"npm": NPM, "node": "#!/bin/sh\n", "python": "#!/bin/sh\n"}.items():
        (programs / name).write_text(content)
        (programs / name).chmod(0o755)
    return tmp_path


def made(checkout: Path) -> list[str]:
    """What `make client` has npm do: `ci` installs packages."""
    asked = checkout / "asked"
    asked.write_text("")
    environment = {name: value for name, value in os.environ.items() if "MAKE" not in name}
    command = ["make", "--silent", "client"]
    subprocess.run(command, cwd=checkout, env=environment, check=True, timeout=60)
    return re.findall(r"\b(ci|build)\b", asked.read_text())


@pytest.mark.skipif(shutil.which("make") is None, reason="there is no make")
def test_the_client_is_built_when_it_has_changed_and_not_again(checkout: Path) -> None:
    assert made(checkout) == ["ci", "build"]
    assert made(checkout) == []
    built = checkout / "var" / "client" / "index.html"
    for source in ("client/src/main.tsx", "client/locale/de.po", "docs/openapi.yaml"):
        os.utime(built, (0, os.stat(checkout / source).st_mtime - 1))
        assert made(checkout) == ["build"], source
        assert made(checkout) == []


@pytest.mark.needs_node
def test_the_first_screen_is_small() -> None:
    """As it is sent, compressed: at most 60 kB of scripts and 15 kB of styles."""
    assets = built() / "assets"
    [style] = assets.glob("*.css.br")
    assert style.stat().st_size <= 15_000
    begun = [*assets.glob("base-*.js"), *assets.glob("start-*.js")]
    wanted, loaded = [script.name for script in begun], dict[str, int]()
    while wanted:
        script = assets / wanted.pop()
        if script.name not in loaded:
            loaded[script.name] = script.with_name(f"{script.name}.br").stat().st_size
            wanted += re.findall(r'(?:from|import)"\./([\w-]+\.js)"', script.read_text())
    assert sum(loaded.values()) <= 60_000, loaded


def test_phones_are_told_how_to_install_it() -> None:
    manifest = json.loads((CLIENT / "public" / "manifest.webmanifest").read_text())
    assert manifest["name"] == manifest["short_name"] == "Tableside"
    assert (manifest["start_url"], manifest["scope"]) == ("/", "/")
    assert manifest["display"] == "standalone"
    sizes = set()
    for icon in manifest["icons"]:
        content = (CLIENT / "public" / icon["src"].lstrip("/")).read_bytes()
        if icon["type"] == "image/svg+xml":
            assert content.startswith(b"<svg")
            continue
        assert content.startswith(b"\x89PNG")
        assert icon["sizes"] == "{}x{}".format(*struct.unpack(">II", content[16:24]))
        sizes.add((icon["sizes"], icon.get("purpose", "any")))
    assert sizes == {("192x192", "any"), ("512x512", "any"), ("512x512", "maskable")}
    assert 'rel="manifest" href="/manifest.webmanifest"' in (CLIENT / "index.html").read_text()
