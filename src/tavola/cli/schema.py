"""`tavola schema`: the JSON Schema of design files, for editors."""

from __future__ import annotations

import argparse
from pathlib import Path

from tavola.cli.data.parsers import Subparsers
from tavola.cli.output_files import check_output
from tavola.generate.json_schema import is_json_schema, json_schema_text

__all__ = ["add_parser", "run"]

_DESCRIPTION = """\
Print the JSON Schema of design files, written from the grammar that `tavola check` uses.
Editors with YAML support complete keys and mark mistakes as you type, once a design names
it in its first line:

  # yaml-language-server: $schema=design.schema.json"""


def add_parser(subparsers: Subparsers) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "schema",
        help="print the JSON Schema of design files, for editors",
        description=_DESCRIPTION,
        epilog="example: tavola schema -o design.schema.json",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("-o", dest="output", type=Path, metavar="FILE", help="(default: stdout)")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Print or write it."""
    if args.output is None:
        print(json_schema_text(), end="")
    else:
        check_output(args.output, "schema", is_json_schema)
        args.output.write_text(json_schema_text(), "utf-8")
        print(f"{args.output}: written.")
    return 0
