"""The changelog from its fragments: one file in `changes/` for one change.

    make changelog                    shows what the next release will say
    make changelog VERSION=0.2.0      writes it, and takes the fragments away

A fragment is named `<a-few-words>.<kind>.md` and holds one sentence or two for users.
"""

from __future__ import annotations

import re
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[1]
KINDS: Final = {"added": "Added", "changed": "Changed", "fixed": "Fixed", "removed": "Removed"}
UNRELEASED: Final = "## Unreleased\n"
_NAME: Final = re.compile(rf"[a-z0-9-]+\.({'|'.join(KINDS)})\.md")
_README: Final = "README.md"


class BadFragment(Exception):
    """A file in `changes/` that is no fragment; the message says what would be right."""


def find_fragments(folder: Path) -> list[Path]:
    """Return the fragments in the order in which they are shown."""
    found = sorted(path for path in folder.iterdir() if path.name != _README)
    for path in found:
        _check(path)
    return sorted(found, key=lambda path: [*KINDS].index(_kind(path)))


def _check(path: Path) -> None:
    if _NAME.fullmatch(path.name) is None:
        kinds = ", ".join(KINDS)
        raise BadFragment(
            f"{path}: no name of a fragment. Write <a-few-words>.<kind>.md; kinds are {kinds}."
        )
    text = path.read_text("utf-8").strip()
    if not text.endswith(".") or text.startswith(("-", "#", "*")):
        raise BadFragment(f"{path}: {text[:20]!r}… is not a sentence. Write one, without a bullet.")


def _kind(path: Path) -> str:
    return path.name.split(".")[1]


def render(folder: Path) -> str:
    """Write the fragments as they stand in the changelog: one line each, by kind."""
    lines: list[str] = []
    for path in find_fragments(folder):
        heading = f"### {KINDS[_kind(path)]}"
        if heading not in lines:
            lines += ["", heading, ""]
        lines.append(f"- {' '.join(path.read_text('utf-8').split())}")
    return "\n".join(lines[1:])


def release(changelog: str, fragments: str, version: str, day: str) -> str:
    """Put what is not released, and the fragments, under a version."""
    head, begin, rest = changelog.partition(UNRELEASED)
    if not begin:
        raise BadFragment(f"CHANGELOG.md has no {UNRELEASED.strip()!r}. Write it above the rest.")
    now, end, before = rest.partition("\n## ")
    entries = "\n\n".join(part for part in (now.strip("\n"), fragments) if part)
    return f"{head}{UNRELEASED}\n## {version} ({day})\n\n{entries}\n{end}{before}"


def main(arguments: list[str]) -> int:
    """Show the fragments, or write them for a version."""
    folder, changelog = ROOT / "changes", ROOT / "CHANGELOG.md"
    try:
        fragments = render(folder)
        if arguments:
            day = f"{datetime.now(UTC):%Y-%m-%d}"
            text = release(changelog.read_text("utf-8"), fragments, arguments[0], day)
            changelog.write_text(text, "utf-8")
            for path in find_fragments(folder):
                path.unlink()
        else:
            print(fragments)
    except BadFragment as error:
        print(error, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
