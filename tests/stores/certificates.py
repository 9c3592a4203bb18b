"""A certificate for 127.0.0.1 that lives as long as a test."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

from tests.parts import missing


def make_certificate(folder: Path) -> Path:
    """Make a self-signed certificate and its key, in one file."""
    openssl = shutil.which("openssl")
    if openssl is None:
        missing("TLS is tested with a certificate that openssl makes: apt-get install openssl.")
    key, certificate = folder / "key.pem", folder / "certificate.pem"
    subprocess.run(
        [
            *(openssl, "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2"),
            *("-subj", "/CN=127.0.0.1", "-addext", "subjectAltName=IP:127.0.0.1"),
            *("-keyout", key, "-out", certificate),
        ],
        check=True,
        capture_output=True,
    )
    both = folder / "both.pem"
    both.write_text(certificate.read_text() + key.read_text())
    return both
