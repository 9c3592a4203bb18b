"""`tavola init`: a design, a program and a test to begin with."""

from __future__ import annotations

import argparse
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from tavola.cli.data.parsers import Subparsers
from tavola.cli.data.questions import example_values, questions_of
from tavola.cli.data.session import load_module
from tavola.design.load import load_design
from tavola.design.schema import Design
from tavola.errors import OperationError
from tavola.generate.module import generate_module

__all__ = ["add_parser", "run"]

_DESCRIPTION = """\
Make a folder with a small design that explains itself, the models that are generated from
it, a program that uses them, and a test. All of it runs as it is.

With --example the design is one of those that are shipped: larger, and from practice."""

_EXAMPLES = """\
examples:
  tavola init shop
  cd shop && python program.py && python -m pytest
  tavola init --example github
  tavola init tickets --example saas"""

_STARTER = Path(__file__).parent / "starter"
"""The files of a folder for `shop`, whose name is everywhere in them."""
_PYTEST = "# Settings of a folder above do not hold here.\n[pytest]\n"


def examples_folder() -> Path:
    """Where the shipped designs are: in the package, or beside its source."""
    shipped = Path(__file__).parent / "examples"
    return shipped if shipped.exists() else Path(__file__).parents[3] / "examples" / "designs"


def _examples() -> list[str]:
    return sorted(path.stem for path in examples_folder().glob("*.yaml"))


def add_parser(subparsers: Subparsers) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "init",
        help="make a folder with a design, a program and a test to begin with",
        description=_DESCRIPTION,
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument(
        "name", metavar="NAME", nargs="?", help="(default: shop, or the example's name)"
    )
    parser.add_argument(
        "--example", metavar="DESIGN", help=f"begin with a shipped design: {', '.join(_examples())}"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Write the files; nothing that is there is written over."""
    example: str | None = args.example
    if example is not None and example not in _examples():
        near = ", ".join(_examples())
        raise OperationError(f"--example {example}: there is no such design. There are {near}.")
    name: str = args.name or example or "shop"
    if not re.fullmatch(r"[a-z][a-z0-9_]{2,40}", name):
        raise OperationError(
            f"{name} is not a name for a folder and a module. Use small letters, such as shop."
        )
    folder = Path(name)
    if folder.exists():
        raise OperationError(f"{name} already exists. Choose another name.")
    table = "".join(part.capitalize() for part in name.split("_"))
    folder.mkdir()
    texts = _texts(name, table) if example is None else {f"{name}.yaml": _example_text(example)}
    for file, text in texts.items():
        (folder / file).write_text(text, "utf-8")
    design = load_design(folder / f"{name}.yaml")
    models = generate_module(design, source=f"{name}.yaml", output=f"{name}_models.py")
    (folder / f"{name}_models.py").write_text(models, "utf-8")
    (folder / "pytest.ini").write_text(_PYTEST, "utf-8")
    if example is not None:
        for file, text in _texts_around(design, name).items():
            (folder / file).write_text(text, "utf-8")
    print(f"{name}: made. Try: cd {name} && python program.py && python -m pytest")
    return 0


def _texts(name: str, table: str) -> Mapping[str, str]:
    files = {
        f"{name}.yaml": "design.yaml",
        "program.py": "program.txt",
        f"test_{name}.py": "test.txt",
    }
    texts = {file: (_STARTER / source).read_text("utf-8") for file, source in files.items()}
    return {file: text.replace("Shop", table).replace("shop", name) for file, text in texts.items()}


def _example_text(example: str) -> str:
    """A shipped design; what its first line says of a schema holds beside its source alone."""
    text = (examples_folder() / f"{example}.yaml").read_text("utf-8")
    lines = text.splitlines(keepends=True)
    return "".join(line for line in lines if "yaml-language-server" not in line)


def _texts_around(design: Design, name: str) -> Mapping[str, str]:
    """A program and a test for any design: they ask some of its questions."""
    asked = "\n".join(f"        show(db.{one})" for one in _askable(design, f"{name}.yaml"))
    opened = 'table.tenant("acme")' if design.has_tenancy else "table"
    words = {"{name}": name, "{Class}": design.name, "{asked}": asked, "{opened}": opened}
    texts = {
        "program.py": (_STARTER / "example_program.txt").read_text("utf-8"),
        f"test_{name}.py": (_STARTER / "example_test.txt").read_text("utf-8"),
    }
    for word, text in words.items():
        texts = {file: one.replace(word, text) for file, one in texts.items()}
    return texts


_MOST_ASKED = 6


def _askable(design: Design, source: str) -> list[str]:
    """Some questions as Python asks them: those that need strings and numbers alone."""
    kind: Any = getattr(load_module(design, source), design.name)
    found: list[str] = []
    with kind.open("memory:") as table:
        db = table.tenant("acme") if design.has_tenancy else table
        for model in design.models.values():
            if design.has_tenancy and not model.is_tenanted:
                continue
            for question in questions_of(db, model, example_values(model)):
                given = [*question.args, *question.options.values()]
                is_plain = all(isinstance(one, str | int) for one in given)
                if question.name in model.indexes and is_plain:
                    options = (f"{key}={value!r}" for key, value in question.options.items())
                    found.append(f"{model.handle}.plan.{question.method}({', '.join(options)})")
    return found[:_MOST_ASKED]
