"""`tavola generate`: typed Python from a design."""

from __future__ import annotations

import argparse
import difflib
import sys
from keyword import iskeyword
from pathlib import Path

__all__ = ["add_parser", "run"]

_DESCRIPTION = """\
Write a design as a Python module: typed models, access patterns and a table class.

The file is written only if it changes. It needs no YAML when it runs, and it is meant to be
committed: its difference shows what a change of the design means for your code."""

_EXAMPLES = """\
examples:
  tavola generate blog.yaml -o blog_models.py            write it
  tavola generate blog.yaml -o blog_models.py --check    exit 1 if it is not up to date (for CI)
  tavola generate blog.yaml -o blog_async.py --async     the same names, with await
  tavola generate designs/ -o models.py --name Shop      a directory is read as one design

then:
  from blog_models import Blog
  db = Blog.open("blog.db")
"""


def add_parser(
    subparsers: argparse._SubParsersAction[argparse.ArgumentParser],  # pyright: ignore[reportPrivateUsage] # argparse has no public name for it
) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "generate",
        help="write a design as typed Python",
        description=_DESCRIPTION,
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("design", metavar="DESIGN", help="a design file, or a directory of them")
    parser.add_argument(
        "-o", "--output", metavar="OUT.py", type=Path, required=True, help="the file to write"
    )
    parser.add_argument(
        "--async", dest="is_async", action="store_true", help="write methods that are awaited"
    )
    parser.add_argument("--name", help="the table class (default: the table's name, in PascalCase)")
    parser.add_argument(
        "--check", action="store_true", help="write nothing; exit 1 if the file would change"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Generate, and write or compare."""
    from tavola.design.load import load_design
    from tavola.generate.module import generate_module

    _check_name(args.name)
    _check_output(args.output, Path(args.design))
    design = load_design(args.design, name=args.name)
    text = generate_module(
        design,
        source=Path(args.design).name,
        output=args.output.name,
        is_async=args.is_async,
        name=args.name,
    )
    before = args.output.read_text("utf-8") if args.output.exists() else ""
    if args.check:
        return _compare(args.output, before, text)
    if before != text:
        args.output.write_text(text, "utf-8")
    state = "is up to date" if before == text else "written"
    models = "1 model" if len(design.models) == 1 else f"{len(design.models)} models"
    print(f"{args.output}: {state} ({design.name}, {models}).")
    return 0


def _check_name(name: str | None) -> None:
    from tavola.errors import OperationError

    if name is not None and not (name.isidentifier() and name[0].isupper()):
        raise OperationError(f"--name {name} is not a class name. Use a word such as Blog.")


def _check_output(output: Path, design: Path) -> None:
    """Refuse to write what nobody could import, or over what was not generated."""
    from tavola.cli.output_files import check_output
    from tavola.errors import OperationError
    from tavola.generate.module import is_generated

    stem = output.stem
    if output.suffix != ".py" or not stem.isidentifier() or iskeyword(stem):
        raise OperationError(
            f"-o {output}: Python could not import it. Name it like blog_models.py."
        )
    check_output(output, "generate", is_generated, design)


def _compare(output: Path, before: str, text: str) -> int:
    if before == text:
        print(f"{output} is up to date.")
        return 0
    difference = difflib.unified_diff(
        before.splitlines(),
        text.splitlines(),
        str(output),
        f"{output} (generated)",
        lineterm="",
        n=2,
    )
    print("\n".join(difference))
    print(f"{output} is not what its design says. Run tavola generate.", file=sys.stderr)
    return 1
