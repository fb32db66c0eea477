"""The root certificate, for phones that are to trust it."""

from __future__ import annotations

import plistlib
from pathlib import Path

import pytest
from cryptography import x509
from pytest_django.fixtures import Settings
from rest_framework.test import APIClient

from https.certificates import provide

CERTIFICATE, PROFILE = "/install/tableside.crt", "/install/tableside.mobileconfig"


@pytest.fixture
def root(tmp_path: Path, settings: Settings) -> x509.Certificate:
    settings.HTTPS, settings.HTTPS_FOLDER = True, tmp_path
    return provide(tmp_path, "tableside.local", []).root


def test_a_phone_downloads_the_root(root: x509.Certificate) -> None:
    response = APIClient().get(CERTIFICATE)
    assert response["Content-Type"] == "application/x-x509-ca-cert"
    assert response["Content-Disposition"] == 'attachment; filename="tableside.crt"'
    assert x509.load_der_x509_certificate(response.content) == root


def test_an_iphone_is_offered_a_profile_in_its_language(root: x509.Certificate) -> None:
    response = APIClient().get(PROFILE, headers={"Accept": "text/html", "Accept-Language": "de"})
    assert response["Content-Type"] == "application/x-apple-aspen-config"
    assert response["Content-Disposition"].startswith("inline;")
    profile = plistlib.loads(response.content)
    assert "Gerät" in profile["PayloadDescription"]
    (payload,) = profile["PayloadContent"]
    assert x509.load_der_x509_certificate(payload["PayloadContent"]) == root


@pytest.mark.parametrize("path", [CERTIFICATE, PROFILE])
def test_without_https_there_is_none(root: x509.Certificate, settings: Settings, path: str) -> None:
    settings.HTTPS = False
    assert APIClient().get(path).status_code == 404
    settings.HTTPS, settings.HTTPS_FOLDER = True, settings.HTTPS_FOLDER / "empty"
    assert APIClient().get(path).status_code == 404
