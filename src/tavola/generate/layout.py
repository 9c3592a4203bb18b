"""Lines of Python, broken where they are too long. Knows nothing of designs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal, Self

from msgspec import Struct

__all__ = ["INDENT", "WIDTH", "Group", "Node", "Writer", "quote"]

INDENT = 4
WIDTH = 150


class Group(Struct, frozen=True):
    """Members between brackets; `opening` has all that stands before the first of them."""

    opening: str
    members: tuple[tuple[str, Node], ...]
    closing: str
    kind: Literal["call", "display"] = "call"
    """A display of one member in round brackets is a tuple, and says so by a comma."""

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
        if isinstance(node, str) or indent + len(whole) <= WIDTH:
            self.line(whole, indent=indent)
            return
        filled = _filled(before, node, after, indent)
        if filled is not None:
            for line in filled:
                self.line(line)
            return
        self.line(before + node.opening, indent=indent)
        self._members(node, indent + INDENT)
        self.line(node.closing + after, indent=indent)

    def _members(self, group: Group, indent: int) -> None:
        """Add the members, as many on a line as fit; groups in a display stand one on a line."""
        line = ""
        for label, member in group.members:
            text = f"{label}{flat(member)},"
            is_alone = group.kind == "display" and isinstance(member, Group)
            if line and (is_alone or indent + len(line) + 1 + len(text) > WIDTH):
                self.line(line, indent=indent)
                line = ""
            if is_alone or indent + len(text) > WIDTH:
                self.statement(label, member, ",", indent=indent)
            else:
                line = f"{line} {text}" if line else text
        if line:
            self.line(line, indent=indent)

    def docstring(self, summary: str, details: Sequence[str] = (), *, indent: int = 0) -> None:
        """Add a docstring: a sentence, and what else there is to say."""
        if not details and indent + len(summary) + 6 > WIDTH:
            # What a colon announces can stand below.
            head, _, rest = summary.partition(": ")
            if rest:
                summary, details = f"{head}.", wrapped(rest.split(), WIDTH - indent)
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


def _filled(before: str, group: Group, after: str, indent: int) -> list[str] | None:
    """Give a call from its first line on, as many members on each as fit; None if one is too long.

    Where a body follows, the second line stands deeper than that.
    """
    if group.kind == "display":
        return None
    margin = " " * (indent + (2 * INDENT if after.endswith(":") else INDENT))
    lines = [" " * indent + before + group.opening]
    for number, (label, member) in enumerate(group.members, 1):
        is_last = number == len(group.members)
        text = label + flat(member) + (group.closing + after if is_last else ",")
        space = "" if number == 1 else " "
        if len(lines[-1]) + len(space) + len(text) <= WIDTH:
            lines[-1] += space + text
        elif len(margin) + len(text) <= WIDTH:
            lines.append(margin + text)
        else:
            return None
    return lines


def _harmless(text: str) -> str:
    """A design's text inside a docstring: it can neither end it nor escape from it."""
    line = "".join(one if one.isprintable() else " " for one in text).rstrip()
    start = line.rstrip('"')
    inner = start.replace("\\", "\\\\").replace('"""', '\\"\\"\\"')
    return inner + '\\"' * (len(line) - len(start))


def wrapped(words: Iterable[str], width: int) -> list[str]:
    """Join words to lines of at most this width."""
    lines: list[str] = []
    for word in words:
        if lines and len(lines[-1]) + 1 + len(word) <= width:
            lines[-1] += f" {word}"
        else:
            lines.append(word)
    return lines
