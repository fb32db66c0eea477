"""What a wheel requires: the same as a checkout (requirements.in)."""

from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface


class Requirements(MetadataHookInterface):
    """Read the dependencies, a line each, without comments."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Add them to the metadata of the project."""
        text = (Path(self.root) / "requirements.in").read_text(encoding="utf-8")
        lines = (line.partition("#")[0].strip() for line in text.splitlines())
        metadata["dependencies"] = [line for line in lines if line]
