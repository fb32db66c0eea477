"""Examples of imports in the schema."""

from __future__ import annotations

from rest.examples import Example
from scoring.jobs.api.examples import JOB

_JOB = {**JOB, "id": "6f1c0a52-6a0e-4c53-9a6f-0d0c6a1d8b01", "kind": "preview"}
_IMPORT = {
    "players": {"Grandma": "6f1c0a52-6a0e-4c53-9a6f-0d0c6a1d7a01", "Theo": "new"},
    "overrule": "",
}
_READING = {
    "columns": {"Pkt.": "points", "K": "player:Oma Käthe", "Laune": "ignore"},
    "same_as": [{"names": ["Jürgen", "Juergen"], "same": True}],
    "skip": [14],
    "editions": {"Phase 10 Deluxe": "classic"},
    "brackets": "phase",
}

EXAMPLES = {
    "previewImport": {"Started": Example(None, 202, _JOB)},
    "previewImportAgain": {
        "A sheet that needs a few answers": Example(_READING, 202, None),
        "Started": Example(None, 202, _JOB),
    },
    "importFile": {
        "A known player and a new one": Example(_IMPORT, 202, None),
        "Started": Example(None, 202, {**_JOB, "kind": "import"}),
    },
}
