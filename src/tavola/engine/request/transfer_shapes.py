"""Parameters that several actions on exports and imports have in common."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from tavola.engine.request.shapes import Predicate, StringShape, fault

_BUCKET_PATTERN = r"^[a-z0-9A-Z]+[\.\-\w]*[a-z0-9A-Z]+$"
# The same names, found in one pass: as it is written above, a long name could take minutes.
_is_bucket_name = re.compile(r"[a-z0-9A-Z][\.\-\w]*[a-z0-9A-Z]", re.ASCII).fullmatch
_MAX_BUCKET_NAME = 255


class BucketNameShape(Struct, frozen=True):
    """The name of an S3 bucket."""

    required: bool = True

    def predicate(self) -> Predicate:
        """Make the quick test."""
        return lambda value: type(value) is str and next(self.faults(value, ""), None) is None

    def read(self, value: Any, depth: int) -> str:
        """Accept a string only."""
        return StringShape().read(value, depth)

    def faults(self, value: Any, path: str) -> Iterator[str]:
        """List broken constraints: pattern, length."""
        if not _is_bucket_name(value):
            wanted = f"Member must satisfy regular expression pattern: {_BUCKET_PATTERN}"
            yield fault(value, path, wanted)
        yield from StringShape(longest=_MAX_BUCKET_NAME).faults(value, path)

    def show(self, value: Any) -> str:
        """Print the name."""
        return str(value)


TRANSFER_ARN = StringShape(required=True, shortest=37, longest=1024)
TABLE_ARN = StringShape(shortest=1, longest=1024)
CLIENT_TOKEN = StringShape(pattern=r"^[^\$]+$")
BUCKET = BucketNameShape()
BUCKET_OWNER = StringShape(pattern="[0-9]{12}")
KEY_PREFIX = StringShape(longest=1024)
