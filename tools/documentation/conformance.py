"""docs/conformance.md: every action of DynamoDB's API, what tests it, what differs and why.

The actions are those of AWS's own model of the service (botocore). Tests are counted in the source
of the tests: one counts for an action if its file is named after it or if it names the action; a
difference test counts for every action that its strategy can draw. Where the engine does something
else than DynamoDB on purpose stands in `deviations.toml`, each entry with the test that shows it.
"""

from __future__ import annotations

import ast
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from botocore.session import get_session

from tavola.engine.actions import ACTIONS
from tavola.engine.unavailable import UNAVAILABLE
from tests.difference.known import Known
from tests.difference.known_differences import ALL_KNOWN

__all__ = ["conformance_page", "deviations", "find_test", "service_actions"]

FOLDER: Final = Path(__file__).parent
ROOT: Final = FOLDER.parents[1]
_DIFFERENCE: Final = "tests/difference"
_PACKAGE: Final = "tests.difference"
_TESTED: Final = ("tests/engine", "tests/server")
_EXAMPLES: Final = {"many": 200, "few": 66}
"""How many examples a run of the difference tests tries (tests/difference/examples.py)."""
_INTRODUCTION: Final = """\
# Conformance

<!-- Written by `python -m tools.documentation` from the tests; do not edit. -->

What each action of DynamoDB's API does here, and what shows it. *Tests* are those of the engine and
of `tavola serve`; from ten on they are counted in tens. *Compared* is how many examples with such a
request one run of the difference tests draws, sends to `tavola serve`, to dynoxide and to ExtendDB
(or to the one that has the action) and compares answer by answer: status, error, message, body.

"""
_REFERENCES: Final = """
## Where the engines that it is compared with answer otherwise

A difference is kept only if AWS is on our side, and with a request that shows it
(`tests/difference/known_*.py`). If the other engine changes, its test fails and the entry goes.

| action | the other engine | what AWS does, and where that stands |
|---|---|---|
"""


def service_actions() -> list[str]:
    """Every action of DynamoDB and of its streams, by AWS's model of the service."""
    session = get_session()
    services = (session.get_service_model(name) for name in ("dynamodb", "dynamodbstreams"))
    return sorted({name for service in services for name in service.operation_names})


def deviations() -> Mapping[str, Any]:
    """What the engine does otherwise on purpose: by action, a text and the test that shows it."""
    return tomllib.loads((FOLDER / "deviations.toml").read_text("utf-8"))


def find_test(name: str) -> bool:
    """Say whether a test is there, by its file and name."""
    path, _, function = name.partition("::")
    return any(each.name == function for each in _test_functions(ROOT / path))


def conformance_page() -> str:
    """The whole page."""
    tests, examples, chosen = _count_tests(), _count_examples(), deviations()
    rows = [
        f"| `{name}` | {_state(name)} | {_rounded(tests[name])} | {examples[name] or ''} |"
        f" {_differs(name, chosen)} |"
        for name in service_actions()
    ]
    here = sum(name in ACTIONS for name in service_actions())
    head = f"{here} of {len(rows)} actions work; the others answer with what to do instead.\n\n"
    table = "| action | here | tests | compared | what differs, and why |\n|---|---|--:|--:|---|\n"
    known = "\n".join(sorted({_describe(each) for each in ALL_KNOWN}))
    return f"{_INTRODUCTION}{head}{table}" + "\n".join(rows) + f"\n{_REFERENCES}{known}\n"


def _state(action: str) -> str:
    return "works" if action in ACTIONS else "not available"


def _rounded(count: int) -> str:
    if not count:
        return ""
    return str(count) if count < 10 else f"{count // 10 * 10}+"


def _differs(action: str, chosen: Mapping[str, Any]) -> str:
    if action not in ACTIONS:
        return UNAVAILABLE.get(action, "").replace("|", "\\|")
    entry = chosen.get(action)
    return "" if entry is None else str(entry["what"]).replace("|", "\\|")


def _describe(known: Known) -> str:
    other = known.reference.replace("|", ", ")
    said = " ".join(text for text in (known.reason, known.source) if text)
    return f"| `{known.example.action}` | {other} | {said.replace('|', '&#124;')} |"


def _count_tests() -> Counter[str]:
    counts: Counter[str] = Counter()
    names = frozenset(service_actions())
    for folder in _TESTED:
        for path in sorted((ROOT / folder).rglob("test_*.py")):
            own = {name for name in names if path.stem == f"test_{_snake(name)}"}
            for function in _test_functions(path):
                counts.update(own | (_texts(function) & names))
    return counts


def _count_examples() -> Counter[str]:
    """Count what difference tests draw: each example has at least one request with the action."""
    counts: Counter[str] = Counter()
    names = frozenset(service_actions())
    modules = {path.stem: _Module(path) for path in sorted((ROOT / _DIFFERENCE).glob("*.py"))}
    drawn = _reachable_texts(modules)
    for stem, module in modules.items():
        for function in module.functions.values():
            examples = sum(_EXAMPLES.get(each, 0) for each in _decorators(function))
            used = {each for one in function.decorator_list for each in module.uses(one)}
            used |= set(module.uses(function)) if stem.startswith("test_") else set()
            texts = {text for each in used for text in drawn.get(each, ())}
            counts.update(dict.fromkeys(texts & names, examples))
    return +counts


Place = tuple[str, str]
"""A module of the difference tests, and a name in it."""


class _Module:
    """What one module defines, and where the names come from that it uses."""

    def __init__(self, path: Path) -> None:
        self._stem = path.stem
        self._imported: dict[str, Place] = {}
        self.defined: dict[str, ast.stmt] = {}
        for node in ast.parse(path.read_text("utf-8")).body:
            for name in _defined(node):
                self.defined[name] = node
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(_PACKAGE):
                module = (node.module or "").removeprefix(_PACKAGE).lstrip(".")
                for each in node.names:
                    place = (module, each.name) if module else (each.name, "")
                    self._imported[each.asname or each.name] = place
        self.functions = {
            name: node for name, node in self.defined.items() if isinstance(node, ast.FunctionDef)
        }

    def uses(self, node: ast.AST) -> Iterator[Place]:
        """Find what a part of the module uses of the difference tests."""
        for each in ast.walk(node):
            if isinstance(each, ast.Name):
                place = self._imported.get(each.id)
                yield (self._stem, each.id) if place is None else place
            elif isinstance(each, ast.Attribute) and isinstance(each.value, ast.Name):
                module = self._imported.get(each.value.id)
                if module is not None and not module[1]:
                    yield module[0], each.attr


def _reachable_texts(modules: Mapping[str, _Module]) -> Mapping[Place, set[str]]:
    """For each function, the texts that stand in it or in what it uses, wherever that is."""
    texts: dict[Place, set[str]] = {}
    uses: dict[Place, set[Place]] = {}
    for stem, module in modules.items():
        for name, node in module.defined.items():
            texts[stem, name] = _texts(node)
            uses[stem, name] = set(module.uses(node))
    before = -1
    while before != (before := sum(map(len, texts.values()))):
        for place, used in uses.items():
            for other in used & texts.keys():
                texts[place] |= texts[other]
    return texts


def _defined(node: ast.stmt) -> Iterator[str]:
    if isinstance(node, ast.FunctionDef):
        yield node.name
    elif isinstance(node, ast.Assign):
        yield from (each.id for each in node.targets if isinstance(each, ast.Name))


def _test_functions(path: Path) -> Iterator[ast.FunctionDef]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            yield node


def _decorators(function: ast.FunctionDef) -> Iterator[str]:
    yield from (each.id for each in function.decorator_list if isinstance(each, ast.Name))


def _texts(node: ast.AST) -> set[str]:
    """Find the texts of a part of a module; requests that only help are left out."""
    if isinstance(node, ast.Call) and any(each.arg == "only_helps" for each in node.keywords):
        return set()
    if isinstance(node, ast.Constant):
        return {node.value} if isinstance(node.value, str) else set()
    return {text for child in ast.iter_child_nodes(node) for text in _texts(child)}


def _snake(action: str) -> str:
    return "".join(f"_{each.lower()}" if each.isupper() else each for each in action).lstrip("_")
