"""How mails leave: by SMTP, into a folder, or into memory."""

from __future__ import annotations

import smtplib
import ssl
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import SMTP
from pathlib import Path
from typing import Protocol
from urllib.parse import parse_qs, unquote, urlsplit

from tavola.errors import OperationError
from tavola_systems.platform.models import Mail

__all__ = ["Carrier", "FolderCarrier", "MemoryCarrier", "SmtpCarrier", "open_carrier", "to_message"]

_TIMEOUT_SECONDS = 20


class Carrier(Protocol):
    """Takes a mail away, or raises OSError."""

    def carry(self, message: EmailMessage, mail_id: str) -> None:
        """Send one message."""
        ...

    def latest(self, count: int) -> list[EmailMessage]:
        """Return the newest messages that are kept here, for a demonstration."""
        ...


def to_message(mail: Mail, sender: str) -> EmailMessage:
    """Write a mail as a message; the policy refuses line breaks in headers."""
    message = EmailMessage(policy=SMTP)
    message["From"] = sender
    message["To"] = mail.recipient
    message["Subject"] = mail.subject
    message["Message-ID"] = f"<{mail.mail_id}@{sender.rpartition('@')[2].rstrip('>')}>"
    message["Auto-Submitted"] = "auto-generated"
    message.set_content(mail.body)
    return message


class MemoryCarrier:
    """Keeps messages, for tests."""

    def __init__(self) -> None:
        self.sent: list[EmailMessage] = []

    def carry(self, message: EmailMessage, mail_id: str) -> None:
        """Keep a message."""
        del mail_id
        self.sent.append(message)

    def latest(self, count: int) -> list[EmailMessage]:
        """Return the newest messages."""
        return self.sent[::-1][:count]


class FolderCarrier:
    """Writes each message into a file of its own."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def carry(self, message: EmailMessage, mail_id: str) -> None:
        """Write a message, readable by this user alone: it may hold a link that signs in."""
        self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        path = self._folder / f"{mail_id}.eml"
        path.touch(mode=0o600)
        path.write_bytes(message.as_bytes())

    def latest(self, count: int) -> list[EmailMessage]:
        """Read the newest files; their names are ids that grow with time."""
        if not self._folder.is_dir():
            return []
        paths = sorted(self._folder.glob("*.eml"), reverse=True)[:count]
        return [message_from_bytes(path.read_bytes(), policy=SMTP) for path in paths]


class SmtpCarrier:
    """Hands messages to a mail server."""

    def __init__(self, url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme not in {"smtp", "smtps"} or not parts.hostname:
            raise OperationError(
                f"mail: {parts.scheme}:// is not a mail server."
                " Write smtp://user:password@host:587 or smtps://host."
            )
        self._host = parts.hostname
        self._is_tls = parts.scheme == "smtps"
        self._port = parts.port or (465 if self._is_tls else 587)
        self._user = unquote(parts.username or "")
        self._password = unquote(parts.password or "")
        self._is_plain = parse_qs(parts.query).get("tls") == ["off"]

    def carry(self, message: EmailMessage, mail_id: str) -> None:
        """Send a message over a connection of its own, under TLS unless `?tls=off`."""
        del mail_id
        context = ssl.create_default_context()
        if self._is_tls:
            client: smtplib.SMTP = smtplib.SMTP_SSL(
                self._host, self._port, timeout=_TIMEOUT_SECONDS, context=context
            )
        else:
            client = smtplib.SMTP(self._host, self._port, timeout=_TIMEOUT_SECONDS)
        with client:
            if not self._is_tls and not self._is_plain:
                client.starttls(context=context)
            if self._user:
                client.login(self._user, self._password)
            client.send_message(message)

    def latest(self, count: int) -> list[EmailMessage]:
        """Return nothing: what a server has taken is gone from here."""
        del count
        return []


def open_carrier(location: str) -> Carrier:
    """Open what `--mail` names: `smtp://…`, `memory:` or a folder."""
    if location.startswith(("smtp://", "smtps://")):
        return SmtpCarrier(location)
    if location == "memory:":
        return MemoryCarrier()
    if "://" in location:
        raise OperationError(f"mail: {location!r} is not known. Write smtp://… or a folder.")
    return FolderCarrier(Path(location))
