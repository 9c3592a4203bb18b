"""All differences that are kept: there AWS's documentation is on our side."""

from __future__ import annotations

from tests.difference.compare import Difference
from tests.difference.known_in_expressions import CONDITIONS, UPDATES
from tests.difference.known_in_older_parameters import OLDER_PARAMETERS
from tests.difference.known_in_requests import PARAMETERS, READS, WRITES
from tests.difference.known_in_settings import SETTINGS
from tests.difference.known_in_statements import STATEMENTS
from tests.difference.known_in_tables import TABLES

KNOWN = (*CONDITIONS, *UPDATES, *READS, *WRITES, *TABLES, *OLDER_PARAMETERS, *SETTINGS, *STATEMENTS)
ALL_KNOWN = (*KNOWN, *PARAMETERS)


def is_known(difference: Difference) -> bool:
    """Whether a difference has a reason."""
    return any(known.explains(difference) for known in KNOWN)


def is_known_of_wrong_parameters(difference: Difference) -> bool:
    """Whether a difference in the answers to a request with wrong parameters has a reason."""
    return any(known.explains(difference) for known in ALL_KNOWN)
