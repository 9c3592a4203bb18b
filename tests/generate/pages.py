"""What designs are written as for others: kept beside, in `written/`, and reviewed.

`python -m tests.generate.pages` writes it again, as `make generate` does.
"""

from __future__ import annotations

import io
from contextlib import redirect_stdout
from pathlib import Path

from tavola.cli import main
from tavola.design.load import load_design
from tavola.generate.module import generate_module

HERE = Path(__file__).parent
FOLDER = HERE / "written"
DESIGNS = HERE.parent / "table" / "designs"

_READ = ("markdown", "describe")
_BUILT = ("cloudformation", "terraform", "nosql-workbench", "iam", "cli")
PAGES = [
    *((design, form) for design in ("press", "arcade", "offices") for form in (*_READ, *_BUILT)),
    *((design, form) for design in ("club", "forms", "natural", "places") for form in _READ),
    *(("natural", form) for form in ("cloudformation", "terraform", "cli")),
    *(("library", "describe"), ("spread", "describe"), ("press", "generate")),
    *(("types", "generate"), ("types", "describe"), ("press", "generate --async")),
]
"""Each page: a design, and how it is written."""


def path_of(design: str, form: str) -> Path:
    """Where a page is kept."""
    return FOLDER / f"{design}.{form.replace(' --', '-')}.txt"


def page(design: str, form: str) -> str:
    """Write a design as it is written now."""
    own = FOLDER / f"{design}.yaml"
    file = str(own if own.exists() else DESIGNS / f"{design}.yaml")
    if form.startswith("generate"):
        names = {"source": f"{design}.yaml", "output": f"{design}_models.py"}
        return generate_module(load_design(file), **names, is_async=form.endswith("--async"))
    words = ["describe", file] if form == "describe" else ["export", file, "--format", form]
    with redirect_stdout(io.StringIO()) as shown:
        main(words)
    return shown.getvalue()


if __name__ == "__main__":
    for named in PAGES:
        path_of(*named).write_text(page(*named), "utf-8")
