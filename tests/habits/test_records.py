"""There is one way to write an immutable record: a frozen Struct."""

from __future__ import annotations

import re
from pathlib import Path

SOURCE = Path(__file__).parents[2] / "src"
REASONS = {
    "tavola_systems/branding/themes/colours.py": "pydantic writes the API's schema from it",
    "tavola_systems/requests/services/counts.py": "it is added to, so it is no immutable record",
}
"""Where a dataclass is right, and why."""


def test_a_record_is_a_struct() -> None:
    dataclasses = {
        path.relative_to(SOURCE).as_posix()
        for path in SOURCE.rglob("*.py")
        if re.search(r"^@dataclass\b(?!_transform)", path.read_text("utf-8"), re.MULTILINE)
    }

    assert dataclasses == set(REASONS)
