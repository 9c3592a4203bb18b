"""All differences that are kept: there AWS's documentation is on our side."""

from __future__ import annotations

from tests.difference.compare import Difference
from tests.difference.known_in_expressions import CONDITIONS, UPDATES
from tests.difference.known_in_requests import READS, WRITES

KNOWN = (*CONDITIONS, *UPDATES, *READS, *WRITES)


def is_known(difference: Difference) -> bool:
    """Whether a difference has a reason."""
    return any(known.explains(difference) for known in KNOWN)
