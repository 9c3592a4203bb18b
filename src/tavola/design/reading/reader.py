"""Reading a mapping of a design file key by key; all that is wrong is collected, not raised."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from tavola.design.names import find_closest, suggest
from tavola.design.reading.findings import Findings
from tavola.design.reading.grammar import Section
from tavola.design.reading.yaml_tree import Node
from tavola.design.schema import Layout

__all__ = ["Reader"]


class Reader(Struct):
    """One mapping of the file and where it stands (`Post.fields.title`)."""

    node: Node
    where: str
    findings: Findings

    @property
    def owner(self) -> str:
        """The model or the section that it is a part of."""
        return self.where.partition(".")[0]

    def error(
        self, problem: str, remedy: str = "", *, key: str | None = None, topic: str = ""
    ) -> None:
        """Note something wrong with this mapping, or with one of its keys."""
        at = self.node.entries.get(key, self.node) if key else self.node
        self.findings.error(at, self.where, problem, remedy, topic)

    def unknown(
        self, problem: str, name: str, known: Iterable[str], *, key: str, topic: str = ""
    ) -> str | None:
        """Note an unknown name, and give the one that was probably meant, to go on with."""
        choices = list(known)
        self.error(problem, suggest(name, choices), key=key, topic=topic)
        return find_closest(name, choices)

    def fix_keys(
        self, known: Iterable[str], *, others: Iterable[str] = (), what: str = "key"
    ) -> None:
        """Report keys that are neither known nor others; a misspelt one is read as it was meant."""
        choices, passed = list(known), set(others)
        for name in [one for one in self.node.entries if one not in choices and one not in passed]:
            meant = self.unknown(f"has unknown {what} '{name}'.", name, choices, key=name)
            if meant is not None and meant not in self.node.entries:
                self.rename(name, meant)

    def fix_key(self, key: str, *, what: str = "key") -> None:
        """Look for a key among misspelt ones."""
        found = None if key in self.node.entries else find_closest(key, self.node.entries)
        if found is not None:
            self.error(f"has unknown {what} '{found}'.", f"Did you mean '{key}'?", key=found)
            self.rename(found, key)

    def rename(self, name: str, meant: str) -> None:
        """Read a key as another one."""
        entries = self.node.entries
        self.node.value = {meant if key == name else key: entries[key] for key in entries}

    def check_keys(
        self, section: Section, layout: Layout | None = None, more: Iterable[str] = ()
    ) -> None:
        """Report keys that the section does not have, and required ones that are missing."""
        if not isinstance(self.node.value, dict):
            self.error(f"{self.node.kind} stands here.", "Write a mapping.")
            return
        known = {key.name: key for key in section.keys}
        extra = tuple(more)
        here = [
            key.name for key in section.keys if layout is None or key.layout in ("both", layout)
        ]
        self.fix_keys((*here, *extra), others=known)
        for name in self.node.entries:
            if name in known and name not in extra and name not in here:
                self.error(
                    f"'{name}' belongs to the {_LAYOUTS[known[name].layout]}.",
                    "One design has one layout.",
                    key=name,
                )
        for name in here:
            if known[name].required and self.child(name) is None:
                self.error(f"'{name}' is missing.", f"It takes {_with_article(known[name].type)}.")

    def child(self, key: str) -> Node | None:
        """Give the node of a key, if it is there and not null."""
        node = self.node.entries.get(key)
        return None if node is None or node.value is None else node

    def entries(self, key: str) -> dict[str, Node]:
        """Give the entries of a mapping; empty when it is not there."""
        node = self.child(key)
        if node is not None and not isinstance(node.value, dict):
            self.error(f"'{key}' is {node.kind}.", "Write a mapping.", key=key)
        return node.entries if node is not None else {}

    def text(self, key: str) -> str | None:
        """Give a string, if it is there."""
        node = self.child(key)
        if node is None:
            return None
        if not isinstance(node.value, str):
            self.error(f"'{key}' is {node.kind}.", "Write a string, in quotes if need be.", key=key)
            return None
        return node.value

    def texts(self, key: str) -> tuple[str, ...]:
        """Give a list of strings; empty when it is not there."""
        node = self.child(key)
        if node is None:
            return ()
        items = node.value if isinstance(node.value, list) else []
        texts = tuple(item.value for item in items if isinstance(item.value, str))
        if not items or len(texts) != len(items):
            self.error(f"'{key}' is not a list of strings.", "Write [first, second].", key=key)
        repeated = {text for text in texts if texts.count(text) > 1}
        if repeated:
            self.error(f"'{key}' has {_quoted(repeated)} twice.", "Keep one.", key=key)
        return texts

    def flag(self, key: str, *, default: bool = False) -> bool:
        """Give a boolean."""
        node = self.child(key)
        if node is None:
            return default
        if not isinstance(node.value, bool):
            self.error(f"'{key}' is {node.value!r}.", "Write true or false.", key=key)
            return default
        return node.value

    def integer(self, key: str, low: int, high: int) -> int | None:
        """Give an integer within bounds, if it is there."""
        node = self.child(key)
        if node is None:
            return None
        value = node.value
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            self.error(f"'{key}' is {node.plain()!r}.", f"Write {low} to {high}.", key=key)
            return None
        return value

    def number(self, key: str) -> float | None:
        """Give a positive number, if it is there."""
        node = self.child(key)
        if node is None:
            return None
        value = node.value
        if not isinstance(value, int | float) or isinstance(value, bool) or value <= 0:
            self.error(f"'{key}' is {node.plain()!r}.", "Write a number above 0.", key=key)
            return None
        return float(value)

    def choice(self, key: str, options: Iterable[str], default: str | None = None) -> str | None:
        """Give one of some strings; a misspelt one is reported, and read as it was meant."""
        text = self.text(key)
        if text is None:
            return default
        known = list(options)
        if text not in known:
            return self.unknown(f"'{key}' is '{text}'.", text, known, key=key) or default
        return text


_LAYOUTS = {"managed": "managed layout", "templates": "key templates", "both": "other layout"}


def _with_article(kind: str) -> str:
    if kind.startswith("`"):
        return kind
    return f"{'an' if kind[0] in 'aeiou' else 'a'} {kind}"


def _quoted(names: Iterable[str]) -> str:
    return ", ".join(f"'{name}'" for name in sorted(names))
