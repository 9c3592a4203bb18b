"""A YAML file as a tree of plain values with line numbers; nothing in it is ever executed."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import cast

import yaml
from msgspec import Struct

from tavola.design.schema import Literals

__all__ = ["Node", "Report", "parse_yaml"]

Report = Callable[[int, str, str, str], None]
"""Takes a finding: line, where, problem, remedy."""


class Node(Struct):
    """A value of the file; `line` is its key's line where it has a key."""

    value: bool | int | float | str | list[Node] | dict[str, Node] | None
    line: int
    file: str

    @property
    def kind(self) -> str:
        """What it is, in words for messages."""
        if self.value is None:
            return "nothing"
        names = {"dict": "a mapping", "list": "a list", "str": "a string", "bool": "a boolean"}
        return names.get(type(self.value).__name__, "a number")

    @property
    def entries(self) -> dict[str, Node]:
        """Its entries; none when it is not a mapping."""
        return self.value if isinstance(self.value, dict) else {}

    def plain(self) -> Literals:
        """Its value without line numbers."""
        if isinstance(self.value, dict):
            return {name: node.plain() for name, node in self.value.items()}
        if isinstance(self.value, list):
            return [node.plain() for node in self.value]
        return self.value


# YAML 1.2's core schema, so that `on`, `no` and dates stay text.
_INTEGER = re.compile(r"[-+]?[0-9]+|0x[0-9a-fA-F]+|0o[0-7]+")
_FLOAT = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?")
_CONSTANTS = {
    "": None,
    "~": None,
    **dict.fromkeys(("null", "Null", "NULL"), None),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_MAX_DEPTH = 60
# Aliases of aliases can make a small file grow without end.
_MAX_NODES = 100_000


def parse_yaml(text: str, file: str, report: Report) -> Node:
    """Read a YAML text; what is wrong with it is reported and left out."""
    try:
        root = _compose(text)
    except (yaml.YAMLError, RecursionError) as error:
        mark = getattr(error, "problem_mark", None)
        problem = getattr(error, "problem", None) or str(error).splitlines()[0]
        report(mark.line + 1 if mark else 1, "yaml", f"{problem}.", "Write valid YAML.")
        return Node({}, 1, file)
    if root is None:
        return Node({}, 1, file)
    return _Converter(file, report).convert(root, root.start_mark.line + 1, 0)


def _compose(text: str) -> yaml.Node | None:
    compose = cast("Callable[..., yaml.Node | None]", yaml.compose)  # pyright: ignore[reportUnknownMemberType]  # the stubs leave it untyped
    # PyYAML's C loader is faster, but deep nesting overflows its stack and ends the process.
    return compose(text, Loader=yaml.SafeLoader)


class _Converter(Struct):
    file: str
    report: Report
    nodes: int = 0

    def convert(self, node: yaml.Node, line: int, depth: int) -> Node:
        """Turn a composed node into ours."""
        self.nodes += 1
        if depth > _MAX_DEPTH or self.nodes > _MAX_NODES:
            if self.nodes <= _MAX_NODES + 1:
                self.report(
                    line, "yaml", "the file is nested too deep or too large.", "Leave aliases out."
                )
            self.nodes = _MAX_NODES + 1
            return Node(None, line, self.file)
        if isinstance(node, yaml.MappingNode):
            return Node(self._mapping(node, depth), line, self.file)
        if isinstance(node, yaml.SequenceNode):
            items = [self.convert(item, _line(item), depth + 1) for item in node.value]
            return Node(items, line, self.file)
        return Node(self._scalar(node), line, self.file)

    def _mapping(self, node: yaml.MappingNode, depth: int) -> dict[str, Node]:
        entries: dict[str, Node] = {}
        merged: list[Node] = []
        for key, value in node.value:
            line = _line(key)
            if not isinstance(key, yaml.ScalarNode):
                self.report(line, "yaml", "a key is not a string.", "Use plain names as keys.")
            elif key.value == "<<" and not key.style:
                merged.append(self.convert(value, line, depth + 1))
            elif key.value in entries:
                first = entries[key.value].line
                problem = f"the key '{key.value}' is given twice (first in line {first})."
                self.report(line, key.value, problem, "Keep one.")
            else:
                entries[key.value] = self.convert(value, line, depth + 1)
        for source in merged:
            _merge(entries, source)
        return entries

    def _scalar(self, node: yaml.Node) -> bool | int | float | str | None:
        text: str = node.value
        is_quoted = isinstance(node, yaml.ScalarNode) and bool(node.style)
        if not node.tag.startswith("tag:yaml.org,2002:"):
            self.report(_line(node), "yaml", f"the tag {node.tag} is not taken.", "Leave it out.")
        if is_quoted or node.tag == "tag:yaml.org,2002:binary":
            return text
        if text in _CONSTANTS:
            return _CONSTANTS[text]
        if _INTEGER.fullmatch(text) and len(text) < 400:
            return int(text, 0) if text[:2] in ("0x", "0o") else int(text)
        if _FLOAT.fullmatch(text):
            return float(text)
        return text


def _merge(entries: dict[str, Node], source: Node) -> None:
    """Take a merge key's entries where the mapping has none of its own."""
    for mapping in source.value if isinstance(source.value, list) else [source]:
        for name, node in mapping.entries.items():
            entries.setdefault(name, node)


def _line(node: yaml.Node) -> int:
    return int(node.start_mark.line) + 1
