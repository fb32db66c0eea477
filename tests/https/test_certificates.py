"""The root that phones trust, and the server's certificate: for homes only, and always in date."""

from __future__ import annotations

import os
import plistlib
import socket
import ssl
import stat
import threading
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives.serialization import Encoding
from cryptography.x509.verification import PolicyBuilder, Store, VerificationError

from https.certificates import Certificates, UnreadableRoot, provide, stored_root
from https.profile import certificate_file, profile_file
from https.scope import Address, is_local_host

NAME = "tableside.local"
HOME: list[Address] = [ip_address("192.168.1.5"), ip_address("127.0.0.1")]
NOW = datetime(2026, 11, 24, 12, tzinfo=UTC)


def server_of(certificates: Certificates) -> x509.Certificate:
    return x509.load_pem_x509_certificate(certificates.file.read_bytes())


def connect(certificates: Certificates, host: str) -> None:
    """Connect to a server that shows the certificate: ask for `host`, and trust the root."""
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    certificates.load_into(server)
    client = ssl.create_default_context(
        cadata=certificates.root.public_bytes(Encoding.PEM).decode()
    )
    here, there = socket.socketpair()

    def serve() -> None:
        with there, suppress(OSError, ValueError):  # the client has refused it
            server.wrap_socket(there, server_side=True).close()

    thread = threading.Thread(target=serve)
    thread.start()
    try:
        with here, client.wrap_socket(here, server_hostname=host):
            pass
    finally:
        thread.join()


@pytest.mark.parametrize("host", [NAME, "localhost", "192.168.1.5"])
def test_whoever_trusts_the_root_reaches_the_server(tmp_path: Path, host: str) -> None:
    connect(provide(tmp_path, NAME, HOME), host)


@pytest.mark.parametrize("host", ["bank.example", "local.example", "8.8.8.8"])
def test_a_certificate_for_anybody_else_is_refused(tmp_path: Path, host: str) -> None:
    """Although the root has signed it: as if its key had been stolen."""
    addresses = [] if host.endswith("example") else [ip_address(host)]
    stolen = provide(tmp_path, host, addresses)
    server_of(stolen).verify_directly_issued_by(stolen.root)
    with pytest.raises(ssl.SSLCertVerificationError, match="permitted subtree violation"):
        connect(stolen, host)


def test_no_root_can_be_made_of_the_server_certificate(tmp_path: Path) -> None:
    certificates = provide(tmp_path, NAME, HOME)
    store = Store([certificates.root])
    verifier = PolicyBuilder().store(store).build_server_verifier(x509.DNSName(NAME))
    verifier.verify(server_of(certificates), [])
    constraints = server_of(certificates).extensions.get_extension_for_class(x509.BasicConstraints)
    assert (constraints.critical, constraints.value.ca) == (True, False)
    other = PolicyBuilder().store(store).build_server_verifier(x509.DNSName("bank.example"))
    with pytest.raises(VerificationError):
        other.verify(server_of(certificates), [])


def test_how_long_they_last(tmp_path: Path) -> None:
    certificates = provide(tmp_path, NAME, HOME, NOW)
    server = server_of(certificates)
    assert certificates.root.not_valid_after_utc - NOW >= timedelta(days=3650)
    # Browsers count from the first day, and accept 398.
    assert server.not_valid_after_utc - server.not_valid_before_utc == timedelta(days=397)
    assert server.not_valid_before_utc < NOW


def test_nothing_is_made_without_need(tmp_path: Path) -> None:
    first = provide(tmp_path, NAME, HOME, NOW)
    before = first.file.read_bytes()
    again = provide(tmp_path, NAME, list(reversed(HOME)), NOW + timedelta(days=300))
    assert (first.is_new, again.is_new) == (True, False)
    assert again.file.read_bytes() == before


@pytest.mark.parametrize(
    ("name", "addresses", "days"),
    [
        (NAME, HOME, 370),  # it ends soon
        (NAME, HOME, 500),  # it has ended: the server was off
        (NAME, [ip_address("10.0.0.9")], 0),
        ("cards.home.arpa", HOME, 0),
    ],
)
def test_the_server_certificate_is_renewed_and_the_root_stays(
    tmp_path: Path, name: str, addresses: list[Address], days: int
) -> None:
    before = provide(tmp_path, NAME, HOME, NOW)
    later = NOW + timedelta(days=days)
    after = provide(tmp_path, name, addresses, later)
    assert after.is_new
    assert after.root == before.root
    assert server_of(after).not_valid_after_utc > later + timedelta(days=390)
    names = server_of(after).extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    assert names.get_values_for_type(x509.DNSName) == [name, "localhost"]
    assert names.get_values_for_type(x509.IPAddress) == addresses


def test_a_root_that_ends_is_replaced_in_time(tmp_path: Path) -> None:
    first = provide(tmp_path, NAME, HOME, NOW)
    year = timedelta(days=365)
    last = provide(tmp_path, NAME, HOME, NOW + 10 * year - timedelta(days=100))
    assert last.root == first.root
    # The server's does not outlast it, and is not renewed each day because of that.
    assert server_of(last).not_valid_after_utc == first.root.not_valid_after_utc
    assert not provide(tmp_path, NAME, HOME, NOW + 10 * year - timedelta(days=50)).is_new
    assert provide(tmp_path, NAME, HOME, NOW + 10 * year).root != first.root


def test_only_the_user_of_the_server_can_read_the_keys(tmp_path: Path) -> None:
    folder = tmp_path / "https"
    provide(folder, NAME, HOME)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert {stat.S_IMODE(file.stat().st_mode) for file in folder.iterdir()} == {0o600}
    assert {file.name for file in folder.iterdir()} == {"root.pem", "server.pem"}


def test_a_damaged_root_is_not_replaced(tmp_path: Path) -> None:
    provide(tmp_path, NAME, HOME)
    (tmp_path / "root.pem").write_text("damaged")
    with pytest.raises(UnreadableRoot, match=r"root\.pem"):
        provide(tmp_path, NAME, HOME)
    assert (tmp_path / "root.pem").read_text() == "damaged"
    assert stored_root(tmp_path) is None


@pytest.mark.parametrize("content", ["", "damaged"])
def test_a_damaged_server_certificate_is(tmp_path: Path, content: str) -> None:
    provide(tmp_path, NAME, HOME)
    (tmp_path / "server.pem").write_text(content)
    assert provide(tmp_path, NAME, HOME).is_new


def test_so_is_one_of_another_root(tmp_path: Path) -> None:
    first = provide(tmp_path, NAME, HOME)
    (tmp_path / "root.pem").unlink()
    second = provide(tmp_path, NAME, HOME)
    assert second.root != first.root
    connect(second, NAME)


def test_a_full_disk_leaves_what_there_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = provide(tmp_path, NAME, HOME, NOW)
    content = before.file.read_bytes()

    def full(*_arguments: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        provide(tmp_path, NAME, HOME, NOW + timedelta(days=390))
    assert before.file.read_bytes() == content
    assert len(list(tmp_path.iterdir())) == 2


def test_files_for_phones(tmp_path: Path) -> None:
    root = provide(tmp_path, NAME, HOME).root
    assert stored_root(tmp_path) == root
    assert x509.load_der_x509_certificate(certificate_file(root)) == root
    profile = plistlib.loads(profile_file(root, "Why"))
    (payload,) = profile["PayloadContent"]
    assert payload["PayloadType"] == "com.apple.security.root"
    assert x509.load_der_x509_certificate(payload["PayloadContent"]) == root
    assert profile["PayloadDescription"] == "Why"
    assert plistlib.loads(profile_file(root, "Why")) == profile
    assert b"PRIVATE" not in profile_file(root, "Why") + certificate_file(root)


@pytest.mark.parametrize(
    ("host", "is_local"),
    [
        ("tableside.local", True),
        ("Cards.Home.ARPA", True),
        ("localhost", True),
        ("10.1.2.3", True),
        ("172.31.0.1", True),
        ("172.32.0.1", False),
        ("fd00::2", True),
        ("2001:db8::1", False),
        ("local", False),
        ("home.arpa", False),
        ("notlocal", False),
        (".local", False),
        ("a..local", False),
        ("*.local", False),
        ("cards.example.org", False),
        ("", False),
    ],
)
def test_what_is_local(host: str, is_local: bool) -> None:
    assert is_local_host(host) is is_local
