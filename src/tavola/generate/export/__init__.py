"""A design's table in the words of other tools: each exporter is a function from Design to text."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Final

from tavola.design import Design
from tavola.generate.export.cli import to_cli
from tavola.generate.export.cloudformation import to_cloudformation
from tavola.generate.export.iam import to_iam
from tavola.generate.export.markdown import to_markdown
from tavola.generate.export.terraform import to_terraform
from tavola.generate.export.workbench import to_nosql_workbench

__all__ = [
    "EXPORTERS",
    "is_exported",
    "to_cli",
    "to_cloudformation",
    "to_iam",
    "to_markdown",
    "to_nosql_workbench",
    "to_terraform",
]

EXPORTERS: Final[Mapping[str, Callable[[Design], str]]] = {
    "cloudformation": to_cloudformation,
    "terraform": to_terraform,
    "nosql-workbench": to_nosql_workbench,
    "iam": to_iam,
    "markdown": to_markdown,
    "cli": to_cli,
}

_COMMENT = rb"# The tables? of the design .* written by tavola export --format "
_BEGINNINGS: Final[Mapping[str, bytes]] = {
    "cloudformation": rb'AWSTemplateFormatVersion: .*\nDescription: "The tables? of the design ',
    "terraform": _COMMENT + b"terraform",
    "nosql-workbench": rb'\{\n  "ModelName": .*\n  "ModelMetadata": \{\n    "Author": "",\n'
    rb'    "DateCreated": "",\n    "DateLastModified": "",\n'
    rb'    "Description": "The tables? of the design ',
    "iam": rb'\{\n  "Version": .*\n  "Statement": \[(\]|\n    \{\n'
    rb'      "Sid": "(Table[0-9]+)?((Tenant|Shared)?Items|Index)[^\n]*\n'
    rb'      "Effect": "Allow",\n      "Action": \[\n        "dynamodb:)',
    "markdown": rb"# \w+\n\n(.*\n)*?Costs are estimates by the sizes that the design expects:",
    "cli": _COMMENT + b"cli",
}
"""What an export begins with; JSON takes no comment, so that there its first members tell."""


def is_exported(form: str, text: bytes) -> bool:
    """Say whether a file's text is an export in this format, or nothing at all."""
    return not text.strip() or re.match(_BEGINNINGS[form], text) is not None
