"""What makes a test fail now and then is kept out of all tests: clocks, sleep, ports, haste."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FILES = sorted((ROOT / "tests").rglob("*.py"))
WAITING = ROOT / "tests" / "patience.py"
PROFILE = ROOT / "tests" / "conftest.py"

CLOCKS = {
    *("time.time", "time.time_ns", "time.monotonic", "time.monotonic_ns", "time.perf_counter"),
    *("time.perf_counter_ns", "time.process_time", "time.thread_time", "time.gmtime"),
    *("time.localtime", "datetime.now", "datetime.utcnow", "datetime.today", "date.today"),
    *("datetime.datetime.now", "datetime.date.today"),
}
PORT = re.compile(r"//(127\.0\.0\.1|localhost):(\d+)")
READ_ONLY_PORTS = {"0", "3000", "8000"}
"""Of texts that are only read: nothing is sent there."""
PART_OF_ID = re.compile(r"(?=[a-f]*\d)[\da-f-]{1,7}$")
LEAST_PATIENCE_SECONDS = 240
SHORT_LIMIT = "a limit that is to run out is RUNS_OUT_SECONDS; all others are long"
BROWSER_WAITS = {"set_default_timeout", "set_default_navigation_timeout", "set_options"}
"""Of a page, in milliseconds."""
MEMORY_OF_THE_MACHINE = {"getrusage", "ru_maxrss", "memory_info"}
LIMIT = re.compile(r"timeout|(?:linger|lock|patience|request|wait|write)_seconds")
LIMIT_IN_TEXT = re.compile(r"(?:[tT]imeout|deadline)=0*\.\d")
WITHOUT_CLOCK = ROOT / "tests" / "stores" / "test_conversation.py"
"""Where no time passes but what the test says."""
WAITS = {"wait", "wait_for", "acquire", "get", "result", "join", "run", "urlopen", "communicate"}


def faults(code: str) -> list[str]:
    """Say what in a test may fail by bad luck, each with its line."""
    return [f"{line}: {what}" for node in ast.walk(ast.parse(code)) for line, what in _of(node)]


def _of(node: ast.AST) -> Iterator[tuple[int, str]]:
    if isinstance(node, ast.Attribute):
        yield from _of_name(node)
    elif isinstance(node, ast.Call):
        yield from _of_call(node)
    elif isinstance(node, ast.Compare):
        yield from _of_comparison(node)
    elif isinstance(node, ast.Expr):
        yield from _of_statement(node.value)
    elif isinstance(node, ast.ImportFrom) and node.module == "time":
        yield node.lineno, "import time itself, so that its use is seen"
    elif isinstance(node, ast.Constant) and isinstance(node.value, str):
        for port in PORT.findall(node.value):
            if port[1] not in READ_ONLY_PORTS:
                yield node.lineno, f"port {port[1]} may be anybody's: take closed_port, or port 0"
        if LIMIT_IN_TEXT.search(node.value):
            yield node.lineno, SHORT_LIMIT


def _of_name(node: ast.Attribute) -> Iterator[tuple[int, str]]:
    name = ast.unparse(node)
    if name in CLOCKS:
        yield node.lineno, f"{name} is never the same: use tavola.testing.Clock or a fixed date"
    elif name == "time.sleep":
        yield node.lineno, "wait for what happens: tests.patience has until and eventually"
    elif node.attr in MEMORY_OF_THE_MACHINE:
        yield node.lineno, "what a process holds is the allocator's affair: use tracemalloc"


def _of_comparison(node: ast.Compare) -> Iterator[tuple[int, str]]:
    """Digits that shall not stand in a text, though a random id in it may hold them."""
    sought = node.left.value if isinstance(node.left, ast.Constant) else None
    if isinstance(node.ops[0], ast.NotIn) and isinstance(sought, str) and PART_OF_ID.match(sought):
        yield node.lineno, f"{sought!r} may be part of a random id: look at the cells around it"


def _of_statement(node: ast.expr) -> Iterator[tuple[int, str]]:
    """A wait that ends in False when patience ends, which nobody looks at."""
    text = ast.unparse(node)
    waits = re.match(r"(?:\w+\.)*(\w+)\.(wait|wait_for|acquire)\(.*PATIENCE_SECONDS\)", text)
    # Processes raise by themselves; a page's elements count in milliseconds, and raise too.
    if waits is not None and waits[1] not in ("process", "server"):
        yield node.lineno, f"assert {waits[1]}.{waits[2]}(…): it gives up silently"


def _of_call(node: ast.Call) -> Iterator[tuple[int, str]]:
    name = ast.unparse(node.func)
    given = {keyword.arg: keyword.value for keyword in node.keywords}
    if any(LIMIT.fullmatch(word or "") and _is_short(given[word]) for word in given):
        yield node.lineno, SHORT_LIMIT
    if name in ("settings", "hypothesis.settings"):
        if "deadline" in given:
            yield node.lineno, "no example is timed: the profile of tests/conftest.py says so"
        checks = given.get("suppress_health_check")
        if checks is not None and "too_slow" not in ast.unparse(checks):
            yield node.lineno, "suppress HealthCheck.too_slow too: it measures time"
    elif name == "gzip.compress" and "mtime" not in given:
        yield node.lineno, "gzip.compress writes the time: say mtime=0"
    elif name == "asyncio.sleep" and ast.unparse(node.args[0]) != "0":
        yield node.lineno, "wait for what happens: tests.patience has awaited"
    elif name == "pytest.mark.timeout":
        yield node.lineno, "the timeout of all tests is long enough for every machine"
    else:
        yield from _of_wait(node, name.rpartition(".")[2], given)


def _of_wait(
    node: ast.Call, name: str, given: dict[str | None, ast.expr]
) -> Iterator[tuple[int, str]]:
    if name in BROWSER_WAITS:
        for milliseconds in (given.get("timeout"), *node.args[:1]):
            if isinstance(milliseconds, ast.Constant):
                yield node.lineno, "a busy machine takes longer: use PATIENCE_SECONDS * 1000"
    elif name in WAITS:
        given_last = node.args[-1:] if name in ("wait", "wait_for", "join") else []
        for seconds in (given.get("timeout"), *given_last):
            if _is_hasty(seconds):
                yield node.lineno, "a busy machine takes longer: use PATIENCE_SECONDS"


def _is_hasty(seconds: ast.AST | None) -> bool:
    """Whether a number of seconds is too few; one far below them paces what goes on."""
    value = seconds.value if isinstance(seconds, ast.Constant) else None
    return isinstance(value, int | float) and 0.5 <= value < LEAST_PATIENCE_SECONDS


def _is_short(seconds: ast.AST) -> bool:
    """Whether a limit is one that a busy machine passes."""
    value = seconds.value if isinstance(seconds, ast.Constant) else None
    return isinstance(value, float) and 0 < value < 0.5


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_test_depends_on_time_or_on_what_else_runs(path: Path) -> None:
    found = [] if path in (WAITING, PROFILE) else faults(path.read_text())
    if path in (WITHOUT_CLOCK, Path(__file__)):
        found = [fault for fault in found if SHORT_LIMIT not in fault]

    assert found == []


@pytest.mark.parametrize(
    ("code", "fault"),
    [
        ("time.time()", "1: time.time is never the same"),
        ("gzip.compress(b'x')", "1: gzip.compress writes the time"),
        ("assert '2027' not in text", "1: '2027' may be part of a random id"),
        ("clock = time.monotonic", "1: time.monotonic is never the same"),
        ("\ndatetime.now(UTC)", "2: datetime.now is never the same"),
        ("from time import sleep", "1: import time itself"),
        ("time.sleep(1)", "1: wait for what happens"),
        ("await asyncio.sleep(0.1)", "1: wait for what happens"),
        ("settings(max_examples=5, deadline=None)", "1: no example is timed"),
        ("settings(suppress_health_check=[HealthCheck.data_too_large])", "1: suppress"),
        ("open('http://{host}:9/')", "1: port 9 may be anybody's"),
        ("open(f'http://{host}:12345/{{x}}')", "1: port 12345 may be anybody's"),
        ("done.wait(timeout=5)", "1: a busy machine takes longer"),
        ("done.wait(10)", "1: a busy machine takes longer"),
        ("writer.communicate(timeout=120)", "1: a busy machine takes longer"),
        ("context.set_default_timeout(60_000)", "1: a busy machine takes longer"),
        ("expect.set_options(timeout=60_000)", "1: a busy machine takes longer"),
        ("asyncio.wait_for(answer(), 5)", "1: a busy machine takes longer"),
        ("asyncio.wait([closing], timeout=0.05)", "1: a limit that is to run out"),
        ("Limits(request_seconds=0.1)", "1: a limit that is to run out"),
        ("connect('http://host?timeout=0.3')", "1: a limit that is to run out"),
        ("connect(f'{host}&deadline=.2&attempts={{x}}')", "1: a limit that is to run out"),
        ("done.wait(PATIENCE_SECONDS)", "1: assert done.wait(…): it gives up silently"),
        ("resource.getrusage(resource.RUSAGE_SELF)", "1: what a process holds"),
        ("@pytest.mark.timeout(10)\ndef test(): ...", "1: the timeout of all tests"),
    ],
)
def test_each_of_them_is_found(code: str, fault: str) -> None:
    [found] = faults(code.format(host="localhost") if "{host}" in code else code)

    assert found.startswith(fault)


@pytest.mark.parametrize(
    "code",
    [
        "await asyncio.sleep(0)",
        "datetime(2026, 1, 1, tzinfo=UTC)",
        "settings(max_examples=5)",
        "parse('http://127.0.0.1:8000')",
        "assert done.wait(timeout=PATIENCE_SECONDS)",
        "process.wait(PATIENCE_SECONDS)",
        "pace.wait(0.02)",
        "Limits(request_seconds=RUNS_OUT_SECONDS)",
        "Engine.open(path, lock_seconds=0.0)",
        "', '.join(names)",
    ],
)
def test_what_is_steady_is_not_complained_about(code: str) -> None:
    assert faults(code) == []
