"""Every word of three designs misspelt in turn, and what is found: kept beside, and reviewed.

    make generate        writes what is found now; `git diff` then shows what has changed

A word under which nothing stands may be spelt in any way: a name that nothing else in the design
refers to, a constant of a key, a value of an enumeration, or a word of a description.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from tavola.design.load import compile_design

FOLDER = Path(__file__).parent
DESIGNS = ("blog", "branding", "voting")
_WORD = re.compile(r"[A-Za-z]{5,}")


@dataclass(frozen=True, slots=True)
class Misspelling:
    """One word of a design, in its place."""

    design: str
    start: int
    word: str

    @property
    def text(self) -> str:
        """The design with the mistake."""
        right = read_design(self.design)
        return right[: self.start] + misspell(self.word) + right[self.start + len(self.word) :]

    @property
    def name(self) -> str:
        """Where it is, and what it becomes."""
        before = read_design(self.design)[: self.start]
        line, column = before.count("\n") + 1, self.start - before.rfind("\n")
        return f"{line}:{column} {misspell(self.word)}"

    def find(self) -> list[str]:
        """Say what the mistake adds to what is found without it."""
        without = _findings(self.design, read_design(self.design))
        found = _findings(self.design, self.text)
        # What is said without the mistake too may name what is misspelt.
        return [one for one in found if one.replace(misspell(self.word), self.word) not in without]


@cache
def _findings(design: str, text: str) -> tuple[str, ...]:
    _, found = compile_design([(f"{design}.yaml", text)], design)
    return tuple(f"{'' if one.is_error else 'advice: '}{one}" for one in found)


def read_design(name: str) -> str:
    """Read one of the designs."""
    return (FOLDER / "examples" / f"{name}.yaml").read_text("utf-8")


def misspell(word: str) -> str:
    """Change two letters in the middle for each other, or double one."""
    middle = len(word) // 2
    first, second = word[middle - 1], word[middle]
    changed = second + first if first != second else first * 3
    return word[: middle - 1] + changed + word[middle + 1 :]


def misspellings(design: str) -> Iterator[Misspelling]:
    """Take every word that is long enough to be misspelt, but for those of comments."""
    text = re.sub(
        r"#[^{\n]*$", lambda comment: " " * len(comment[0]), read_design(design), flags=re.M
    )
    return (Misspelling(design, word.start(), word[0]) for word in _WORD.finditer(text))


def known_findings(design: str) -> dict[str, list[str]]:
    """Read what was found when somebody looked at it last."""
    known: dict[str, list[str]] = {}
    for line in _file(design).read_text("utf-8").splitlines():
        if line.startswith("    "):
            known[[*known][-1]].append(line.strip())
        else:
            known[line] = []
    return known


def _file(design: str) -> Path:
    return FOLDER / "misspelt" / f"{design}.txt"


def write(design: str) -> None:
    """Write what is found now."""
    lines = [
        line
        for one in misspellings(design)
        for line in (one.name, *map("    {}".format, one.find()))
    ]
    _file(design).write_text("\n".join(lines) + "\n", "utf-8")


if __name__ == "__main__":
    for known in DESIGNS:
        write(known)
