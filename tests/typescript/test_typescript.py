"""A typed client can be generated from the published schema, and used."""

import re
import shutil
from pathlib import Path

import pytest

from tests.api.contract import PUBLISHED, published
from tests.node import installed, run

HERE = Path(__file__).parent
CLIENT = HERE / "client"


# One test and not several: no two processes may install or generate in the same folder.
@pytest.mark.needs_node
def test_a_client_is_generated_and_compiles() -> None:
    folder = installed(HERE, "typescript")
    shutil.copy(HERE / "tsconfig.json", folder)
    shutil.rmtree(folder / CLIENT.name, ignore_errors=True)  # with files that are no more
    shutil.copytree(CLIENT, folder / CLIENT.name)
    programs = folder / "node_modules" / ".bin"
    options = ("--output", "schema.d.ts")
    run(folder, programs / "openapi-typescript", str(PUBLISHED), *options)
    # Wrong use is in wrong.ts: a line that is expected not to compile, and does, is an error.
    run(folder, programs / "tsc", "--project", ".")


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
