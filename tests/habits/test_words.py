"""A word means one thing: no two classes or files have one name, unless it is said why."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "src" / "tavola"
SYSTEMS = SOURCE.parent / "tavola_systems"

SHARED: dict[str, str] = {}
"""Names of several classes, each with the reason why one word is right for both."""
GENERATED = "\nGenerated from its design;"
"""What a module says whose classes are named by a design."""


def names_of(path: Path) -> Iterator[str]:
    """The classes that a module defines for others."""
    code = path.read_text()
    if GENERATED in code:
        return
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            yield node.name


def repeated_in(sources: Path) -> set[str]:
    """The names of several classes that somebody can meet in one place.

    Systems know nothing of each other, so that two may have a class of one name; what the library
    or the platform calls so, no system calls so.
    """
    owners: dict[str, list[str]] = {}
    for path in sources.rglob("*.py"):
        system = re.match(
            r"tavola_systems/(?!platform/)(\w+)/", path.relative_to(sources).as_posix()
        )
        owner = system[1] if system else "all"
        for name in names_of(path):
            owners.setdefault(name, []).append(owner)
    return {
        name
        for name, found in owners.items()
        if len(found) > 1 and ("all" in found or len(set(found)) < len(found))
    }


def test_no_two_classes_have_one_name_without_a_reason() -> None:
    assert repeated_in(SOURCE.parent) == set(SHARED)


def test_a_class_named_as_another_that_it_meets_is_found(tmp_path: Path) -> None:
    for path, names in {
        "tavola/engine.py": ("Storage",),
        "tavola_systems/platform/files.py": ("Storage", "Guard"),
        "tavola_systems/blog/service.py": ("Guard", "Desk"),
        "tavola_systems/cms/api/views.py": ("Page", "Desk"),
        "tavola_systems/cms/web/views.py": ("Page",),
    }.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text("".join(f"class {name}: ...\n" for name in names))

    assert repeated_in(tmp_path) == {"Guard", "Page", "Storage"}


SHARED_FILES = {
    "collections": "what a design says of collections, and the handle that reads one",
    "errors": "what a package raises, at the head of it",
    "handles": "handles, and what writes them into a generated module",
    "idempotency": "the pattern, and the header of HTTP that uses it",
    "methods": "the methods of handles, and what writes them into a generated module",
    "models": "the generated module of a design, and what writes the classes of models into it",
    "opening": "how a URL opens the store, the queue, the backend",
    "outbox": "the pattern, and the platform's own for mails",
    "passwords": "how passwords are kept; vote keeps its own, as its users",
    "races": "what is done again when another writer was faster, in patterns and in the CMS",
    "worker": "the pattern's worker, and the CMS's that is one",
}
"""Names of several files that mean one thing, each with what that is."""
OF_EVERY_SYSTEM = {"api", "desk", "pages", "samples", "service", "system", "terminal", "views"}
"""What many systems have, under the same name in each."""
OF_ITS_COMMAND = SOURCE / "cli"
OF_ITS_ACTION = SOURCE / "engine" / "actions"
ROOMS_OF_ONE_SUBJECT = {"api", "services", "web"}
"""The rooms of a system: what the CMS does with comments, its pages and its API of them."""


def places() -> dict[str, set[Path]]:
    """The names of files, each with the folders in which it stands for something of its own."""
    found: dict[str, set[Path]] = {}
    for path in [*SOURCE.rglob("*.py"), *SYSTEMS.rglob("*.py")]:
        is_named_for_use = path.parent in (OF_ITS_COMMAND, OF_ITS_ACTION)
        if path.stem.startswith("__") or is_named_for_use or path.stem in OF_EVERY_SYSTEM:
            continue
        is_room = path.parent.name in ROOMS_OF_ONE_SUBJECT and SYSTEMS in path.parents
        found.setdefault(path.stem, set()).add(path.parent.parent if is_room else path.parent)
    return found


def are_of_different_systems(folders: set[Path]) -> bool:
    """Systems know nothing of each other, so that two may have a file of one name."""
    systems = [path.relative_to(SYSTEMS).parts[:1] for path in folders if SYSTEMS in path.parents]
    return ("platform",) not in systems and len(set(systems)) == len(folders)


def test_no_two_files_have_one_name_without_a_reason() -> None:
    several = {name: folders for name, folders in places().items() if len(folders) > 1}
    mixed_up = {name for name in several if not are_of_different_systems(several[name])}

    assert mixed_up == set(SHARED_FILES)


BANNED_FUNCTIONS = {
    "explained": "explain_refusal, or explaining_errors of a context manager",
    "joined": "join or merge",
    "worded": "describe",
}
"""Participles, each with the verb to use instead."""
BANNED_NAME = re.compile("trouble", re.IGNORECASE)
"""What no name contains: say `fault`, `error` or `cause`."""
BANNED_PHRASES = re.compile(
    r"\b(?:anew|trouble|were faster|said twice|is in no table|is there already|turn them"
    r" round|difference of case)",
    re.IGNORECASE,
)
"""What no message says."""
TRANSLATED = re.compile(
    r"\b(?:anew|mend|mends|mended|mending)\b|weakness in security|\| what stands there"
    r"|(?<!there )\b(?:is|are|was|were) (?:no (?!longer\b|more\b|less\b|fewer\b|reason\b|way\b)"
    r"|(?-i:none)(?: any more|[.,;:]| that))|\b(?:list|set|mapping)s? of texts\b",
    re.IGNORECASE,
)
"""What no docstring and no page says: it reads as translated. Of things that are missing, "there
is no …" is right; of what something is not, "is not a …"."""
NO_MESSAGES = ("models.py", "samples.py", "tour.py")
"""Generated modules, and texts of the systems' people."""


def functions_of(tree: ast.Module) -> Iterator[str]:
    """The functions of a module, without the underscore of private ones."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name.lstrip("_")


def messages_of(tree: ast.Module) -> Iterator[str]:
    """The texts of a module that are no docstrings."""
    nodes = list(ast.walk(tree))
    docstrings = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    for node in nodes:
        if id(node) in docstrings or not isinstance(node, ast.Constant):
            continue
        if isinstance(node.value, str):
            yield node.value


def banned_words(code: str) -> list[str]:
    """What a module names or says in words that the house style replaces."""
    tree = ast.parse(code)
    functions = list(functions_of(tree))
    classes = [node.name for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]
    return [
        *(name for name in functions if name in BANNED_FUNCTIONS),
        *(name for name in [*functions, *classes] if BANNED_NAME.search(name)),
        *(text for text in messages_of(tree) if BANNED_PHRASES.search(text)),
    ]


MODULES = sorted(
    path
    for folder in (SOURCE, SYSTEMS)
    for path in folder.rglob("*.py")
    if not path.name.endswith(NO_MESSAGES)
)


def test_no_module_has_a_word_that_was_replaced() -> None:
    found = {str(path): words for path in MODULES if (words := banned_words(path.read_text()))}

    assert found == {}


@pytest.mark.parametrize(
    "code",
    [
        "def _explained(): ...",
        "async def worded(): ...",
        "class Troubled: ...",
        'raise Error(f"{name}: other writers were faster {count} times.")',
        'raise Error("It is closed. Open it anew.")',
    ],
)
def test_a_word_that_was_replaced_is_found(code: str) -> None:
    assert len(banned_words(code)) == 1


def test_other_names_and_phrases_of_docstrings_are_free() -> None:
    code = '"""Built again."""\n\ndef explain_refusal():\n    """Others were faster."""\n'

    assert banned_words(code) == []


ROOT = SOURCE.parents[1]
PAGES = sorted(
    path
    for pattern in ("*.md", "docs/*.md", "docs/[ehm]*/*.md", "changes/*.md")
    for path in ROOT.glob(pattern)
)
PROSE_TO_QUOTE = {"plainer-messages.changed.md"}
"""Pages that quote the words that were replaced."""


def docstrings_of(code: str) -> Iterator[str]:
    """The docstrings of a module, its classes and functions, and of its constants."""
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            yield str(node.value.value)


def translated_in(text: str) -> list[str]:
    """What of a text reads as translated, whatever the ends of its lines are."""
    plain = re.sub(r"\s+", " ", text)
    return [
        plain[max(found.start() - 30, 0) : found.end() + 30] for found in TRANSLATED.finditer(plain)
    ]


def test_no_docstring_reads_as_translated() -> None:
    found = {
        str(path): phrases
        for path in MODULES
        for text in docstrings_of(path.read_text())
        if (phrases := translated_in(text))
    }

    assert found == {}


def test_no_page_reads_as_translated() -> None:
    found = {
        str(path): phrases
        for path in PAGES
        if path.name not in PROSE_TO_QUOTE and (phrases := translated_in(path.read_text()))
    }

    assert found == {}


@pytest.mark.parametrize(
    "text",
    [
        "The index is built anew.",
        "`tavola reindex` mends them.",
        "A ValueError for what is no\nnumber.",
        "A ValueError if it is none.",
        "A list of texts.",
        "| key | what stands there |",
    ],
)
def test_a_phrase_that_reads_as_translated_is_found(text: str) -> None:
    assert len(translated_in(text)) == 1


@pytest.mark.parametrize(
    "text",
    [
        "There is no table.",
        "It is no longer there.",
        "If there is none, it is made.",
        "Not a text.",
    ],
)
def test_plain_words_are_free(text: str) -> None:
    assert translated_in(text) == []
