"""The root as a file for phones: a certificate, and what iPhones call a profile."""

from __future__ import annotations

import plistlib
import uuid

from cryptography import x509
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.serialization import Encoding

CERTIFICATE_TYPE = "application/x-x509-ca-cert"
PROFILE_TYPE = "application/x-apple-aspen-config"
_IDENTIFIER = "tableside.root"


def certificate_file(root: x509.Certificate) -> bytes:
    """Return the root as Android, Windows, macOS and browsers read it (DER)."""
    return root.public_bytes(Encoding.DER)


def profile_file(root: x509.Certificate, text: str) -> bytes:
    """Return the root as a configuration profile, explained by `text`.

    Its identifiers depend on the root, so that a second download replaces the first.
    """
    digest = root.fingerprint(SHA256()).hex()
    name = str(root.subject.get_attributes_for_oid(x509.NameOID.COMMON_NAME)[0].value)
    common = {"PayloadVersion": 1, "PayloadDisplayName": name, "PayloadOrganization": "Tableside"}
    return plistlib.dumps(
        {
            **common,
            "PayloadType": "Configuration",
            "PayloadIdentifier": f"{_IDENTIFIER}.{digest[:16]}",
            "PayloadUUID": _uuid(f"profile {digest}"),
            "PayloadDescription": text,
            "PayloadContent": [
                {
                    **common,
                    "PayloadType": "com.apple.security.root",
                    "PayloadIdentifier": f"{_IDENTIFIER}.{digest[:16]}.certificate",
                    "PayloadUUID": _uuid(f"certificate {digest}"),
                    "PayloadCertificateFileName": "tableside.crt",
                    "PayloadContent": root.public_bytes(Encoding.DER),
                }
            ],
        }
    )


def _uuid(text: str) -> str:
    return str(uuid.uuid5(uuid.NAMESPACE_URL, text)).upper()
