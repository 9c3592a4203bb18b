"""Lines of Python broken where a formatter would break them. Knows nothing of designs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, Self

from msgspec import Struct

__all__ = ["INDENT", "Group", "Node", "Writer", "quote"]

INDENT = 4
_WIDTH = 100


class Group(Struct, frozen=True):
    """Members between brackets; `opening` has all that stands before the first of them.

    The members of a display (a list, a dictionary, a tuple) stand one on a line when they are too
    long for one; those of a call or a definition stand together on the next line if they fit there.
    """

    opening: str
    members: tuple[tuple[str, Node], ...]
    closing: str
    kind: Literal["call", "display"] = "call"

    @classmethod
    def call(cls, name: str, *members: str) -> Self:
        """Make a call of plain arguments."""
        return cls(f"{name}(", tuple(("", member) for member in members), ")")

    def flat(self) -> str:
        """Everything on one line."""
        return f"{self.opening}{self.inner()}{self.closing}"

    def inner(self) -> str:
        """The members on one line."""
        text = ", ".join(label + flat(member) for label, member in self.members)
        is_one_tuple = self.kind == "display" and self.opening == "(" and len(self.members) == 1
        return text + "," if is_one_tuple else text


Node = str | Group


def flat(node: Node) -> str:
    """A node on one line."""
    return node if isinstance(node, str) else node.flat()


def quote(text: str) -> str:
    """Write text as a literal, with double quotes unless single ones need fewer escapes."""
    shown = repr(text)
    body = shown[1:-1]
    if shown[0] == "'":
        body = body.replace("\\'", "'")
    if body.count('"') > body.count("'"):
        return "'" + body.replace("'", "\\'") + "'"
    return '"' + body.replace('"', '\\"') + '"'


class Writer:
    """Collects the lines of a module."""

    def __init__(self) -> None:
        self._lines: list[str] = []

    def line(self, text: str = "", *, indent: int = 0) -> None:
        """Add one line as it is."""
        self._lines.append(" " * indent + text if text else "")

    def statement(self, before: str, node: Node, after: str = "", *, indent: int = 0) -> None:
        """Add a statement, broken inside `node` where it is too long."""
        whole = before + flat(node) + after
        if isinstance(node, str) or indent + len(whole) <= _WIDTH:
            self.line(whole, indent=indent)
            return
        self.line(before + node.opening, indent=indent)
        self._members(node, indent + INDENT)
        self.line(node.closing + after, indent=indent)

    def _members(self, group: Group, indent: int) -> None:
        inner = group.inner()
        is_short = indent + len(inner) <= _WIDTH
        if is_short and (group.kind == "call" or len(group.members) == 1) and inner[-1] != ",":
            self.line(inner, indent=indent)
            return
        for label, member in group.members:
            self.statement(label, member, ",", indent=indent)

    def docstring(self, summary: str, details: Sequence[str] = (), *, indent: int = 0) -> None:
        """Add a docstring: a sentence, and what else there is to say."""
        if not details and indent + len(summary) + 6 > _WIDTH:
            # What a colon announces can stand below.
            head, _, rest = summary.partition(": ")
            if rest:
                summary, details = f"{head}.", wrapped(rest.split(), _WIDTH - indent)
        if not details:
            self.line(f'"""{_harmless(summary)}"""', indent=indent)
            return
        self.line(f'"""{_harmless(summary)}', indent=indent)
        self.line()
        for detail in details:
            self.line(_harmless(detail), indent=indent)
        self.line('"""', indent=indent)

    def blank(self, count: int = 1) -> None:
        """Add empty lines."""
        self._lines.extend([""] * count)

    def extend(self, other: Writer) -> None:
        """Add another writer's lines."""
        self._lines.extend(other._lines)

    def text(self) -> str:
        """Everything, with a line break at its end."""
        return "\n".join(self._lines).rstrip("\n") + "\n"


def _harmless(text: str) -> str:
    """A design's text inside a docstring: it can neither end it nor escape from it."""
    line = "".join(one if one.isprintable() else " " for one in text).rstrip()
    line = line.replace("\\", "\\\\").replace('"""', '\\"\\"\\"')
    return line[:-1] + '\\"' if line.endswith('"') else line


def wrapped(words: Iterable[str], width: int) -> list[str]:
    """Join words to lines of at most this width."""
    lines: list[str] = []
    for word in words:
        if lines and len(lines[-1]) + 1 + len(word) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines
