"""What an operator may say: by arguments, by TAVOLA_* variables, or in one TOML file."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from msgspec import Struct
from msgspec.structs import asdict, replace

from tavola.errors import OperationError

__all__ = ["Settings", "read_settings"]

_LAST_PORT = 65_535


class Settings(Struct, frozen=True):
    """How the systems run."""

    store: str = "tavola-systems.db"
    """A file, `memory:`, or `dynamodb://region/prefix-*`."""
    uploads: str = ""
    """A folder or `s3://bucket/prefix`; beside the file if it is not given."""
    base_url: str = ""
    """Where browsers reach the systems; links in mails begin with it."""
    host: str = "127.0.0.1"
    port: int = 8080
    workers: int = 1
    allow_host: tuple[str, ...] = ()
    proxy: tuple[str, ...] = ()
    cors: tuple[str, ...] = ()
    mail: str = ""
    """`smtp://user:password@host:587`, or a folder; `mail` beside the file if it is not given."""
    sender: str = ""
    secret: tuple[str, ...] = ()
    """Signing keys, newest first; made and kept in the store if none is given."""
    metrics_token: str = ""
    metrics_port: int = 0
    """A port for the metrics alone, which needs no token; the next process takes the next one."""
    insecure: bool = False

    def with_address(self, host: str, port: int) -> Settings:
        """Fill in the base URL from the address that is listened on."""
        if self.base_url:
            return self
        name = f"[{host}]" if ":" in host else host
        return replace(self, base_url=f"http://{name}:{port}")

    def of_process(self, number: int) -> Settings:
        """Give one of several processes its own port for metrics: each counts for itself."""
        own = self.metrics_port + number if self.metrics_port else 0
        return replace(self, metrics_port=own)

    def check(self) -> Settings:
        """Refuse what cannot be meant."""
        parts = urlsplit(self.base_url)
        if self.base_url and (parts.scheme not in {"http", "https"} or not parts.netloc):
            raise OperationError(
                f"base-url: {self.base_url!r} is not an address. Write https://systems.example.com"
            )
        if parts.path not in {"", "/"}:
            raise OperationError("--base-url has a path. The systems are served at the root.")
        for name, port in (("port", self.port), ("metrics-port", self.metrics_port)):
            if not 0 <= port <= _LAST_PORT:
                raise OperationError(f"{name}: {port} is not a port. Use 0 to {_LAST_PORT}.")
        if self.workers < 1:
            raise OperationError(f"workers: {self.workers} is too few. Use 1 or more.")
        for address in self.proxy:
            _check_network(address)
        for origin in self.cors:
            _check_origin(origin)
        scheme, separator, _ = self.uploads.partition("://")
        if separator and scheme != "s3":
            raise OperationError(
                f"uploads: {self.uploads!r} is not known. Name a folder, or s3://bucket/prefix."
            )
        return self

    @property
    def is_loopback(self) -> bool:
        """Whether only this machine can reach the port."""
        if self.host == "localhost":
            return True
        try:
            return ip_address(self.host).is_loopback
        except ValueError:
            return False

    @property
    def sender_address(self) -> str:
        """Whom mails are from."""
        return self.sender or f"no-reply@{urlsplit(self.base_url).hostname or 'localhost'}"

    def beside_store(self, name: str) -> Path:
        """Return a folder beside the store's file."""
        path = Path(self.store.partition("?")[0])
        return path.with_name(f"{path.name}.{name}")

    @property
    def is_file(self) -> bool:
        """Whether the store is a file of this machine."""
        return not self.store.startswith("memory:") and "://" not in self.store


def _check_network(text: str) -> None:
    try:
        ip_network(text, strict=False)
    except ValueError:
        raise OperationError(
            f"proxy: {text!r} is not a network. Write 127.0.0.1/32 or 10.0.0.0/8."
        ) from None


def _check_origin(text: str) -> None:
    parts = urlsplit(text)
    if parts.scheme not in {"http", "https"} or text != f"{parts.scheme}://{parts.netloc}":
        raise OperationError(f"cors: {text!r} is not an origin. Write https://app.example.com")


def read_settings(
    given: Mapping[str, Any], environment: Mapping[str, str], file: Path | None = None
) -> Settings:
    """Join the sources: arguments win over the environment, which wins over the file."""
    values: dict[str, Any] = _from_file(file) if file else {}
    for name, default in asdict(Settings()).items():
        variable = environment.get(f"TAVOLA_{name.upper()}")
        if variable is not None:
            values[name] = _parse(name, variable, default)
        if given.get(name) not in (None, (), []):
            values[name] = _as_stored(given[name])
    return Settings(**values).check()


def _from_file(path: Path) -> dict[str, Any]:
    try:
        content = tomllib.loads(path.read_text())
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise OperationError(f"{path} cannot be read: {error}.") from None
    known = asdict(Settings())
    values = {name.replace("-", "_"): value for name, value in content.items()}
    unknown = sorted(set(values) - set(known))
    if unknown:
        raise OperationError(f"{path}: {unknown[0]!r} is not a setting. Use {', '.join(known)}.")
    for name, value in values.items():
        values[name] = _as_stored(value)
        if type(values[name]) is not type(known[name]):
            raise OperationError(f"{path}: {name} is {value!r}, which is of the wrong type.")
    return values


def _as_stored(value: str | int | list[str]) -> Any:
    return tuple(value) if isinstance(value, list) else value


def _parse(name: str, text: str, default: Any) -> Any:
    if isinstance(default, bool):
        return text.lower() in {"1", "true", "yes", "on"}
    if isinstance(default, int):
        if not (text.isascii() and text.isdigit() and len(text) < 20):
            raise OperationError(f"TAVOLA_{name.upper()}: {text!r} is not a number.")
        return int(text)
    if isinstance(default, tuple):
        return tuple(part.strip() for part in text.split(",") if part.strip())
    return text
