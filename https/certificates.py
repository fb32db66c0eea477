"""The certificates of a server at home: a root of its own, and one for the server, signed by it.

Phones trust the root once, for ten years. Its constraints (RFC 5280, 4.2.1.10) let it vouch for
names and addresses of local networks only (`https.scope`): whoever steals its key can pretend to be
a machine at home, but not a bank. The server's certificate is renewed without anybody's help.
"""

from __future__ import annotations

import os
import ssl
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    NoEncryption,
    PrivateFormat,
    load_pem_private_key,
)
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from https.scope import DOMAINS, NETWORKS, Address

ROOT_FILE, SERVER_FILE = "root.pem", "server.pem"  # each a key and its certificate, mode 600
ROOT_TIME = timedelta(days=3653)  # ten years
SERVER_TIME = timedelta(days=397)  # browsers accept no more
RENEWED_BEFORE = timedelta(days=30)
EARLIER = timedelta(days=1)  # than now, as the clocks of some phones are slow


class UnreadableRoot(ValueError):
    """The file of the root is damaged. It is not replaced: phones trust what was in it."""


@dataclass(frozen=True, slots=True)
class Certificates:
    """What a server needs: `file` has its certificate and key; `root` is what phones trust."""

    root: x509.Certificate
    file: Path
    is_new: bool  # whether the server's certificate was made just now

    def fingerprint(self) -> str:
        """Return the SHA-256 of the root as phones show it: `AB:CD:...`."""
        return self.root.fingerprint(SHA256()).hex(":").upper()

    def load_into(self, context: ssl.SSLContext) -> None:
        """Have `context` show the server's certificate to who connects from now on."""
        context.load_cert_chain(self.file)


def provide(
    folder: Path, name: str, addresses: Sequence[Address], now: datetime | None = None
) -> Certificates:
    """Return the certificates in `folder`, for the host `name` and `addresses`.

    What is missing is made; the server's is renewed if it ends soon or is for others. The root
    stays until it ends. Raises UnreadableRoot, OSError.
    """
    now = now or datetime.now(UTC)
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    key, root = _root(folder / ROOT_FILE, name, now)
    file = folder / SERVER_FILE
    names = _alternative_names(name, addresses)
    is_new = not _is_good(file, root, names, now)
    if is_new:
        _make_server(file, key, root, name, names, now)
    return Certificates(root, file, is_new)


def stored_root(folder: Path) -> x509.Certificate | None:
    """Return the root in `folder`, if there is one."""
    with suppress(OSError, ValueError):
        return x509.load_pem_x509_certificate((folder / ROOT_FILE).read_bytes())
    return None


def _root(
    path: Path, name: str, now: datetime
) -> tuple[ec.EllipticCurvePrivateKey, x509.Certificate]:
    if path.exists():
        content = path.read_bytes()
        try:
            key = load_pem_private_key(content, None)
            root = x509.load_pem_x509_certificate(content)
        except ValueError as error:
            raise UnreadableRoot(f"{path} cannot be read: {error}") from error
        assert isinstance(key, ec.EllipticCurvePrivateKey)
        if root.not_valid_after_utc > now + RENEWED_BEFORE:
            return key, root
    key = ec.generate_private_key(ec.SECP256R1())
    subject = _named(f"Tableside ({name})")
    root = (
        _certificate(subject, subject, key.public_key(), now, now + ROOT_TIME)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(_key_usage(signs_certificates=True), critical=True)
        .add_extension(
            x509.NameConstraints(
                permitted_subtrees=[
                    *map(x509.DNSName, DOMAINS),
                    *map(x509.IPAddress, NETWORKS),
                ],
                excluded_subtrees=None,
            ),
            critical=True,
        )
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
        .sign(key, SHA256())
    )
    _write(path, key, root)
    return key, root


def _make_server(
    path: Path,
    root_key: ec.EllipticCurvePrivateKey,
    root: x509.Certificate,
    name: str,
    names: x509.SubjectAlternativeName,
    now: datetime,
) -> None:
    key = ec.generate_private_key(ec.SECP256R1())
    until = min(now - EARLIER + SERVER_TIME, root.not_valid_after_utc)
    server = (
        _certificate(_named(name), root.subject, key.public_key(), now, until)
        .add_extension(names, critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(_key_usage(signs_certificates=False), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(
            x509.AuthorityKeyIdentifier.from_issuer_public_key(root_key.public_key()),
            critical=False,
        )
        .sign(root_key, SHA256())
    )
    _write(path, key, server)


def _is_good(
    path: Path, root: x509.Certificate, names: x509.SubjectAlternativeName, now: datetime
) -> bool:
    """Whether the server's certificate is there, for these names, and lasts for a while."""
    try:
        content = path.read_bytes()
        server = x509.load_pem_x509_certificate(content)
        load_pem_private_key(content, None)
        server.verify_directly_issued_by(root)
        found = server.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except Exception:  # damaged, in one way or another: another one is made in no time
        return False
    lasts_until = min(now + RENEWED_BEFORE, root.not_valid_after_utc)
    return set(found) == set(names) and server.not_valid_after_utc >= lasts_until


def _alternative_names(name: str, addresses: Sequence[Address]) -> x509.SubjectAlternativeName:
    names = [x509.DNSName(each) for each in dict.fromkeys((name, "localhost"))]
    return x509.SubjectAlternativeName([*names, *map(x509.IPAddress, dict.fromkeys(addresses))])


def _certificate(
    subject: x509.Name,
    issuer: x509.Name,
    key: ec.EllipticCurvePublicKey,
    now: datetime,
    until: datetime,
) -> x509.CertificateBuilder:
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key)
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - EARLIER)
        .not_valid_after(until)
    )


def _named(name: str) -> x509.Name:
    # At most 64 characters: what counts are the alternative names.
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, name[:64])])


def _key_usage(*, signs_certificates: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not signs_certificates,
        key_cert_sign=signs_certificates,
        crl_sign=signs_certificates,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        encipher_only=False,
        decipher_only=False,
    )


def _write(path: Path, key: ec.EllipticCurvePrivateKey, certificate: x509.Certificate) -> None:
    """Write both to one file, at once: nobody ever finds a key without its certificate."""
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=path.name)  # mode 600
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption()))
            file.write(certificate.public_bytes(Encoding.PEM))
            file.flush()
            os.fsync(file.fileno())
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise
