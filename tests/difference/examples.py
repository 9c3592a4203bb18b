"""How many examples the difference tests try, and from which seed.

Every run tries the same examples (see `same_examples`); `TAVOLA_DIFFERENCE_EXAMPLES=2000` tries
more, and new ones each time.
"""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

_WANTED = os.environ.get("TAVOLA_DIFFERENCE_EXAMPLES")
_EXAMPLES = int(_WANTED or 200)


def _settings(examples: int) -> settings:
    return settings(
        max_examples=examples,
        derandomize=_WANTED is None,
        database=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )


many = _settings(_EXAMPLES)
few = _settings(max(_EXAMPLES // 3, 1))
