"""`tavola init`: a design, a program and a test to begin with."""

from __future__ import annotations

import argparse
import re
from collections.abc import Mapping
from pathlib import Path

from tavola.cli.data.parsers import Subparsers
from tavola.design.load import load_design
from tavola.errors import OperationError
from tavola.generate.module import generate_module

__all__ = ["add_parser", "run"]

_DESCRIPTION = """\
Make a folder with a small design that explains itself, the models that are generated from
it, a program that uses them, and a test. All of it runs as it is."""

_EXAMPLES = """\
examples:
  tavola init shop
  cd shop && python program.py && python -m pytest"""

_STARTER = Path(__file__).parent / "starter"
"""The files of a folder for `shop`, whose name is everywhere in them."""


def add_parser(subparsers: Subparsers) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "init",
        help="make a folder with a design, a program and a test to begin with",
        description=_DESCRIPTION,
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("name", metavar="NAME", nargs="?", default="shop", help="(default: shop)")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Write the files; nothing that is there is written over."""
    name: str = args.name
    if not re.fullmatch(r"[a-z][a-z0-9_]{2,40}", name):
        raise OperationError(
            f"{name}: is no name for a folder and a module. Use small letters, such as shop."
        )
    folder = Path(name)
    if folder.exists():
        raise OperationError(f"{name}: is there already. Choose another name.")
    table = "".join(part.capitalize() for part in name.split("_"))
    folder.mkdir()
    for file, text in _texts(name, table).items():
        (folder / file).write_text(text, "utf-8")
    design = load_design(folder / f"{name}.yaml")
    models = generate_module(design, source=f"{name}.yaml", output=f"{name}_models.py")
    (folder / f"{name}_models.py").write_text(models, "utf-8")
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
