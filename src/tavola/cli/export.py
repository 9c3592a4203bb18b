"""`tavola export`: a design's table in the words of other tools."""

from __future__ import annotations

import argparse
import sys
from functools import partial
from itertools import takewhile
from pathlib import Path

from tavola.cli.output_files import check_output
from tavola.design.load import load_design
from tavola.errors import TavolaError
from tavola.generate.export import EXPORTERS, is_exported, to_iam, to_markdown
from tavola.generate.export.iam import DEFAULT_ARN, TENANT_VARIABLE

__all__ = ["add_parser", "run"]

_FOR_EDITORS = "yaml-language-server:"
"""Begins the comment that names a schema; people need not read it."""

_DESCRIPTION = """\
Write the table of a design for another tool:

  cloudformation    a template with the table, kept when the stack is deleted
  terraform         an aws_dynamodb_table resource
  nosql-workbench   a data model with one facet per model, to be imported there
  iam               a policy for the applications: the design's table and indexes, no
                    scan; with tenancy, only the partitions of the principal's tenant
  markdown          a page with every key, how each question is answered, and its cost
  cli               commands of the AWS CLI that make the table"""

_EXAMPLES = """\
examples:
  tavola export --format cloudformation blog.yaml > blog-table.yaml
  tavola export --format terraform blog.yaml -o blog.tf
  tavola export --format cli blog.yaml | sh
  tavola export --format iam cms.yaml --arn arn:aws:dynamodb:eu-west-1:123456789012
  tavola export --format iam cms.yaml --tenant '${aws:PrincipalTag/customer}'"""


def add_parser(
    subparsers: argparse._SubParsersAction[argparse.ArgumentParser],  # pyright: ignore[reportPrivateUsage] # argparse has no public name for it
) -> None:
    """Add the command."""
    parser = subparsers.add_parser(
        "export",
        help="write a design for CloudFormation, Terraform, NoSQL Workbench, IAM or the AWS CLI",
        description=_DESCRIPTION,
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("design", metavar="DESIGN", help="a design file, or a directory of them")
    parser.add_argument("--format", required=True, choices=tuple(EXPORTERS), help="what to write")
    parser.add_argument("-o", "--output", metavar="FILE", help="where to (default: print it)")
    parser.add_argument(
        "--arn",
        default=DEFAULT_ARN,
        help="iam: the part of the ARNs before :table/ (default: %(default)s)",
    )
    parser.add_argument(
        "--tenant",
        metavar="VARIABLE",
        default=TENANT_VARIABLE,
        help="iam: the policy variable that holds the tenant (default: %(default)s)",
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """Write the export; 1 if the design is wrong or the file cannot be written."""
    try:
        design = load_design(args.design)
        if args.format == "iam":
            text = to_iam(design, arn=args.arn, tenant_variable=args.tenant)
        elif args.format == "markdown":
            text = to_markdown(design, introduction=_first_comment(Path(args.design)))
        else:
            text = EXPORTERS[args.format](design)
        if args.output is None:
            sys.stdout.write(text)
        else:
            is_own = partial(is_exported, args.format)
            check_output(Path(args.output), "export", is_own, Path(args.design))
            Path(args.output).write_text(text, encoding="utf-8")
    except TavolaError as error:
        print(error, file=sys.stderr)
        return 1
    except OSError as error:
        reason = error.strerror or error
        print(f"{args.output} cannot be written: {reason}.", file=sys.stderr)
        return 1
    return 0


def _first_comment(design: Path) -> str:
    """What a design's file says of itself before anything else."""
    if design.is_dir():
        return ""
    lines = takewhile(lambda line: line.startswith("#"), design.read_text("utf-8").splitlines())
    texts = (line.removeprefix("#").strip() for line in lines)
    return "\n".join(text for text in texts if not text.startswith(_FOR_EDITORS))
