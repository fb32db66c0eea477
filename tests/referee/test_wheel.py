"""The engine as a package of its own: built, installed, and used without Django."""

from __future__ import annotations

import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import referee

ENGINE = Path(referee.__file__).parent
PIP = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", "--no-input"]
OFFLINE = ["--no-index", "--no-deps", "--no-cache-dir"]
USE = """
import sys
sys.modules["django"] = None
sys.path.insert(0, sys.argv[1])
import referee
from referee.__main__ import main
from referee.simulator.series import Series
assert referee.__file__.startswith(sys.argv[1])
assert "flip" in referee.EDITIONS
main(["phase", "classic", "2", "R8 B8 G8", "G9 W Y11 R12"])
"""


@pytest.mark.full
def test_it_is_built_installed_and_used_without_django(tmp_path: Path) -> None:
    source, target = tmp_path / "source", tmp_path / "target"
    shutil.copytree(
        ENGINE, source, ignore=shutil.ignore_patterns("__pycache__", "build", "*.egg-info")
    )
    build = [*PIP, "wheel", *OFFLINE, "--no-build-isolation", "--wheel-dir", str(tmp_path)]
    subprocess.run([*build, str(source)], check=True)
    [wheel] = tmp_path.glob("tableside_referee-*-py3-none-any.whl")
    subprocess.run([*PIP, "install", *OFFLINE, "--target", str(target), str(wheel)], check=True)
    use = [sys.executable, "-I", "-S", "-c", USE, str(target)]
    output = subprocess.run(use, check=True, capture_output=True, text=True).stdout
    assert output.splitlines() == ["Legal.", "Set of 3: R8 B8 G8", "Run of 4: G9 W=10 Y11 R12"]

    packed = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    expected = {
        f"referee/{path.relative_to(ENGINE).as_posix()}"
        for pattern in ("*.py", "*.toml", "*.mo", "py.typed")
        for path in source_files(pattern)
    }
    assert packed == expected
    metadata = next(target.glob("*.dist-info/METADATA")).read_text()
    assert "Requires-Dist" not in metadata


def source_files(pattern: str) -> list[Path]:
    """Return the engine's files, without what needs another package or is left of building."""
    left_out = {"answering", "api", "build"}
    return [
        path
        for path in ENGINE.rglob(pattern)
        if path.relative_to(ENGINE).parts[0] not in left_out and path.name != "pyproject.toml"
    ]
