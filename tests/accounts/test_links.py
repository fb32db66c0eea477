"""Links to show to other phones."""

import pytest
from django.test import RequestFactory
from pytest_django.fixtures import Settings
from rest_framework.request import Request

from accounts.links import shared_url

HOME = "http://192.168.1.5:8000"


@pytest.mark.parametrize(
    ("host", "lan", "public", "base"),
    [
        ("localhost:8000", "192.168.1.5", "", HOME),
        ("127.0.0.1:8000", "192.168.1.5", "", HOME),
        ("[::1]:8000", "192.168.1.5", "", HOME),
        ("192.168.1.9:8000", "192.168.1.5", "", "http://192.168.1.9:8000"),
        ("localhost:9000", "localhost", "", "http://localhost:9000"),  # a container does not know
        ("localhost:8000", "", "", "http://localhost:8000"),  # no phone can reach it
        ("localhost:8000", "192.168.1.5", "https://a.example/", "https://a.example"),
    ],
)
def test_localhost_leads_other_phones_nowhere(
    settings: Settings, host: str, lan: str, public: str, base: str
) -> None:
    settings.LAN_ADDRESS, settings.PORT, settings.PUBLIC_URL = lan, 8000, public
    settings.BIND, settings.ALLOWED_HOSTS = "127.0.0.1", ["*"]
    request = Request(RequestFactory().get("/", headers={"host": host}))
    assert shared_url(request, "/join/ABCD2345") == f"{base}/join/ABCD2345"
