"""Mail addresses in the one form in which they are compared and written to."""

from __future__ import annotations

import re
from typing import Final

from tavola.errors import OperationError

__all__ = ["check_address"]

# What can stand in an address that a mail server takes, without quoting or comments.
_ADDRESS: Final = re.compile(r"[^\s@<>()\[\]\\,;:\"\x00-\x1f]{1,64}@[a-z0-9.-]{1,190}", re.ASCII)


def check_address(text: str) -> str:
    """Return an address in lower case, if it is one."""
    address = text.strip().lower()
    if len(address) > 200 or _ADDRESS.fullmatch(address) is None:
        raise OperationError(f"email: {text[:60]!r} is not an address. Write name@domain.")
    return address
