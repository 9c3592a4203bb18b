"""A design's table in the words of other tools: each exporter is a function from Design to text."""

from __future__ import annotations

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
