"""TXT records of a host, which show whose it is. The only place where the CMS asks the DNS."""

from __future__ import annotations

from importlib import import_module
from typing import Any, Final

from tavola.errors import OperationError

__all__ = ["txt_records"]

_SECONDS: Final = 5.0


def txt_records(
    name: str, *, servers: tuple[str, int] | None = None, seconds: float = _SECONDS
) -> list[str]:
    """Return the texts of a name's TXT records; none if there are none, or no such name.

    `servers` is an address and a port in place of the machine's own resolver.
    """
    # dnspython has a hundred modules; only who proves a host needs them.
    resolver: Any = import_module("dns.resolver")
    asked = resolver.Resolver(configure=servers is None)
    if servers is not None:
        asked.nameservers, asked.port = [servers[0]], servers[1]
    try:
        answer = asked.resolve(name, "TXT", lifetime=seconds, search=False)
    except (resolver.NXDOMAIN, resolver.NoAnswer):
        return []
    except import_module("dns.exception").DNSException as error:
        raise OperationError(
            f"domain: the DNS gave no answer for {name} ({type(error).__name__}). Try again."
        ) from None
    return [b"".join(record.strings).decode("utf-8", "replace") for record in answer]
