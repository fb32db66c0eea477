"""The addresses of the client's screens.

Not those of `join/{code}`, `pair`, `reset`, `confirm`, `watch/{token}` and `shared/{token}`: these
have views, because API clients open them, too. Each works with a slash at the end, as people type
it. client/src/routes.ts has the same addresses.
"""

from django.urls import path

from rest.pages import ClientView

ADDRESSES = (
    "new",
    "new/<uuid:group>",
    "g/<uuid:game>",
    "g/<uuid:game>/enter",
    "g/<uuid:game>/table",
    "g/<uuid:game>/rounds",
    "g/<uuid:game>/rounds/<int:number>",
    "g/<uuid:game>/chart",
    "g/<uuid:game>/replay",
    "g/<uuid:game>/history",
    "g/<uuid:game>/menu",
    "g/<uuid:game>/share",
    "group/<uuid:group>",
    "group/<uuid:group>/invite",
    "group/<uuid:group>/share",
    "group/<uuid:group>/export",
    "group/<uuid:group>/import",
    "group/<uuid:group>/import/<uuid:job>",
    "group/<uuid:group>/leaderboard",
    "group/<uuid:group>/player/<uuid:player>",
    "group/<uuid:group>/year/<int:year>",
    "group/<uuid:group>/nights",
    "group/<uuid:group>/nights/<str:date>",
    "group/<uuid:group>/records",
    "group/<uuid:group>/phases",
    "group/<uuid:group>/figures",
    "group/<uuid:group>/head-to-head",
    "group/<uuid:group>/head-to-head/<uuid:player>/<uuid:other>",
    "referee",
    "referee/<uuid:game>",
    "join",
    "install",
    "trouble/<str:id>",
    "me",
    "me/devices",
    "me/tokens",
    "me/tokens/new",
    "me/account",
)

urlpatterns = [
    path(address + slash, ClientView.as_view()) for slash in ("", "/") for address in ADDRESSES
]
