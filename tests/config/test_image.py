"""The container image has all that the server runs."""

import tomllib

from tests.api.contract import ROOT


def test_every_package_is_let_into_the_image() -> None:
    # Everything is left out that .dockerignore does not name.
    let_in = (ROOT / ".dockerignore").read_text(encoding="utf-8").splitlines()
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    packages = project["tool"]["importlinter"]["root_packages"]
    assert let_in[0] == "*"
    assert {f"!{package}" for package in packages} <= set(let_in)
