"""The pages that are written from the source: `python -m tools.documentation` writes them again.

Each module gives one page as text; `pages` says which file it belongs to. A test compares them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Final

from tools.documentation.commands import commands_page
from tools.documentation.conformance import conformance_page
from tools.documentation.errors import errors_page
from tools.documentation.pictures import flow_picture, table_picture
from tools.documentation.python_api import python_api_page

__all__ = ["PAGES", "write_pages"]

ROOT: Final = Path(__file__).parents[2]
PAGES: Final[Mapping[str, Callable[[], str]]] = {
    "docs/errors.md": errors_page,
    "docs/cli.md": commands_page,
    "docs/python-api.md": python_api_page,
    "docs/conformance.md": conformance_page,
    "docs/pictures/flow.svg": flow_picture,
    "docs/pictures/shop-table.svg": table_picture,
}
"""By file: what writes it."""


def write_pages(root: Path = ROOT) -> None:
    """Write every generated page."""
    for name, page in PAGES.items():
        (root / name).write_text(page(), "utf-8")
