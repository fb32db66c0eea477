"""How the schema of the API is generated from its views, and its introduction."""

from pathlib import Path
from typing import Any

from rest.schema_headers import HEADER_COMPONENTS

# Where the examples of operations are.
EXAMPLES = [
    f"{module}.EXAMPLES"
    for module in (
        "accounts.api.examples",
        "games.api.game_examples",
        "games.api.group_examples",
        "games.api.home_examples",
        "games.api.phase_list_views",
        "games.api.play_examples",
        "games.api.player_examples",
        "games.api.table_examples",
        "scoring.exchange.api.import_examples",
        "scoring.jobs.api.examples",
        "scoring.statistics.api.examples",
        "scoring.webhooks.api.views",
    )
]

# In the order in which a new developer would read them.
TAGS = {
    "server": "Where to begin, and which versions go together.",
    "referee": "Verdicts on plays, hands and tallies, without an account.",
    "accounts": "Guests, logging in, pairing devices.",
    "me": "Your account, your devices, your data.",
    "groups": "The people who play together.",
    "members": "The members of a group and their roles.",
    "invites": "Codes to join a group.",
    "players": "The players at the table, with or without an account.",
    "games": "Games, from start to finish.",
    "rounds": "The tally, round by round.",
    "table": "The live table: every play is checked as it is made.",
    "live": "The events of a game, as they happen.",
    "sharing": "Links to a game or a group, to look on without an account.",
    "sheets": "Score sheets of a game, as PDF and PNG.",
    "statistics": "Standings, records and ratings of a group.",
    "imports": "Importing old score sheets and archives.",
    "exports": "Exporting a group as CSV, XLSX or an archive.",
    "jobs": "Long-running work and its progress.",
    "webhooks": "Addresses that are told what happens in a group.",
}

SETTINGS: dict[str, Any] = {
    "TITLE": "Tableside",
    "DESCRIPTION": Path(__file__).with_name("introduction.md").read_text(encoding="utf-8"),
    "CONTACT": {"name": "Whoever runs this server"},
    "LICENSE": {"name": "MIT", "identifier": "MIT"},
    "SERVERS": [{"url": "/", "description": "The server that this schema comes from."}],
    "VERSION": "1",
    "TAGS": [{"name": name, "description": about} for name, about in TAGS.items()],
    "OAS_VERSION": "3.1.1",
    "SCHEMA_PATH_PREFIX": "/api/v1/",
    "SERVE_PUBLIC": True,
    "SERVE_INCLUDE_SCHEMA": False,
    "SERVE_PERMISSIONS": ["rest_framework.permissions.AllowAny"],
    "SERVE_AUTHENTICATION": [],
    # Requests and responses have components of their own, so no "...Request" copies are needed.
    "COMPONENT_SPLIT_REQUEST": False,
    "COMPONENT_SPLIT_PATCH": False,
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,  # they would only repeat the values
    "APPEND_COMPONENTS": HEADER_COMPONENTS,
    "POSTPROCESSING_HOOKS": [
        "rest.schema_fields.name_enums",
        "rest.schema_fields.describe_defaults",
        "rest.schema_examples.add_examples",
    ],
    "ENUM_NAME_OVERRIDES": {
        "EditionName": "referee.wire.editions.EDITION_NAMES",
        "ConsequenceEffect": "games.wire.rounds.EFFECTS",
        "FeatUnit": "scoring.statistics.feats.UNITS",
        "GroupKind": "referee.wire.phases.GROUP_KINDS",
        "ColorLetter": "referee.wire.verdicts.COLOR_LETTERS",
        "HandAction": "referee.wire.hand.HAND_ACTIONS",
        "RuleCode": "referee.wire.verdicts.RULE_CODES",
        "RuleEntryId": "referee.wire.verdicts.RULE_ENTRY_IDS",
        "GameStatus": "games.wire.games.STATUSES",
        "Language": "accounts.wire.LANGUAGES",
        "JobState": "scoring.jobs.wire.JOB_STATES",
        "MemberRole": "games.wire.groups.ROLES",
        "PlayKind": "games.wire.tables.PLAY_KINDS",
        "Variant": "games.models.games.VARIANTS",
    },
    # The documentation pages load everything from this server.
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "REDOC_DIST": "SIDECAR",
    "SWAGGER_UI_SETTINGS": {"deepLinking": True, "validatorUrl": None},
}
