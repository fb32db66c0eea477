"""Where a client begins: the addresses to start from, and which versions go together."""

from __future__ import annotations

from typing import Annotated, TypedDict

from django.conf import settings
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from rest.annotations import Doc
from rest.https_origins import https_origins
from rest.problem_schema import problem_responses
from rest.views import StrictView

ENTRY_POINTS = {
    "docs": "/api/docs/",
    "schema": "/api/schema/",
    "editions": "/api/v1/referee/editions/",
    "rules": "/api/v1/referee/rules/",
    "guests": "/api/v1/auth/guests/",
    "login": "/api/v1/auth/login/",
    "pair": "/api/v1/auth/pair/",
    "join": "/api/v1/join/",
    "me": "/api/v1/me/",
    "groups": "/api/v1/groups/",
}

EXAMPLE = {
    "name": "Tableside",
    "version": "1.4.0",
    "api_version": "1",
    "oldest_client": "1.2.0",
    "languages": ["en", "de", "es", "fr"],
    "entry_points": ENTRY_POINTS,
    "https": ["https://tableside.local:8443", "https://192.168.1.5:8443"],
}


class ServerInfo(TypedDict):
    """What a client needs to know before anything else."""

    name: str
    version: Annotated[str, Doc("As in Semantic Versioning: `major.minor.patch`.")]
    api_version: Annotated[str, Doc("The version in all addresses.")]
    oldest_client: Annotated[
        str, Doc("The oldest version of the client that this server supports: update older ones.")
    ]
    languages: Annotated[list[str], Doc("The languages of texts, for `Accept-Language`.")]
    entry_points: Annotated[
        dict[str, str], Doc("Addresses on this server by name. There may be more in the future.")
    ]
    https: Annotated[
        list[str],
        Doc(
            "Where this server is reached by an HTTPS of its own, too, the best first; none by "
            "default. Only devices that trust its root certificate reach it: `/install` helps."
        ),
    ]


def server_info() -> ServerInfo:
    return {
        "name": "Tableside",
        "version": settings.VERSION,
        "api_version": "1",
        "oldest_client": settings.OLDEST_CLIENT,
        "languages": [code for code, _name in settings.LANGUAGES],
        "entry_points": ENTRY_POINTS,
        "https": list(https_origins()),
    }


class EntryPointsView(StrictView):
    permission_classes = [AllowAny]
    throttle_classes = []

    @extend_schema(
        operation_id="readEntryPoints",
        summary="The entry points and versions of this server",
        tags=["server"],
        auth=[],
        responses={200: ServerInfo, **problem_responses(400)},
        examples=[OpenApiExample("readEntryPoints", EXAMPLE, response_only=True)],
    )
    def get(self, request: Request) -> Response:
        """Needs no token, and is not limited."""
        return Response(server_info(), headers={"Cache-Control": "public, max-age=60"})
