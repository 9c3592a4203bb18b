"""Everything that is wrong with a design, each mistake reported once."""

from __future__ import annotations

from msgspec import Struct, field
from msgspec.structs import replace

from tavola.design.reading.yaml_tree import Node
from tavola.errors import Finding

__all__ = ["Findings"]


class Findings(Struct):
    """All that is wrong with a design, and all advice."""

    items: list[Finding] = field(default_factory=list[Finding])
    _topics: dict[int, str] = field(default_factory=dict[int, str])

    def error(self, at: Node, where: str, problem: str, remedy: str = "", topic: str = "") -> None:
        """Note something wrong; errors of one topic have one cause, and are reported as one."""
        if topic:
            self._topics[len(self.items)] = topic
        self.items.append(Finding(at.file, at.line, where, problem, remedy))

    def advise(self, at: Node, where: str, problem: str, remedy: str = "") -> None:
        """Note something that could be better."""
        self.items.append(Finding(at.file, at.line, where, problem, remedy, is_error=False))

    def reported(self) -> list[Finding]:
        """Give the findings by file and line; those of one topic as the first, with all places."""
        groups: dict[int | str, list[Finding]] = {}
        for number, finding in enumerate(self.items):
            groups.setdefault(self._topics.get(number, number), []).append(finding)
        return sorted((_join(group) for group in groups.values()), key=_place)


def _place(finding: Finding) -> tuple[str, int]:
    return finding.file, finding.line


def _join(group: list[Finding]) -> Finding:
    first, *others = sorted(group, key=_place)
    places = dict.fromkeys(_place(other) for other in others if _place(other) != _place(first))
    if not places:
        return first
    named = [f"line {line}" if file == first.file else f"{file}:{line}" for file, line in places]
    return replace(first, remedy=f"{first.remedy} The same in {', '.join(named)}.")
