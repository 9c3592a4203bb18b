"""What makes a test fail now and then is kept out of all tests: clocks, sleep, ports, haste."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

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
HASTE = "a busy machine takes longer: use PATIENCE_SECONDS"
BROWSER_WAITS = {"set_default_timeout", "set_default_navigation_timeout", "set_options"}
"""Of a page, in milliseconds."""
MEMORY_OF_THE_MACHINE = {"getrusage", "ru_maxrss", "memory_info"}
MEMORY_IN_TEXT = re.compile(r"\bVmRSS\b|/proc/self/stat|\bpsutil\b|\bru_maxrss\b")
ALLOCATOR = "what a process holds is the allocator's affair: use tracemalloc"
FILES_IN_TEXT = re.compile(r"/dev/fd|/proc/self/fd")
LIMIT = re.compile(
    r"timeout|[A-Z]\w*_SECONDS|_?(?:\w+_)?(?:attempt|connect|deadline|linger|lock|patience|request"
    r"|shutdown|timeout|wait|write)_seconds"
)
PACE = re.compile(r"_?(?:\w+_)?(?:idle|sweep)_seconds")
"""How often something is done: as often as one likes, or else as a limit."""
LONGEST_PACE_SECONDS = 0.02
LIMIT_IN_TEXT = re.compile(r"[?&](?:\w*[tT]imeout|deadline|idle)=(\d*\.?\d+)(?![\d.e])")
TRIES_IN_TEXT = re.compile(r"\b(?:[2-9]|\d\d+) (?:attempts|tries|retries)\b")
ONLY_COMPARED = {
    "server/test_bounds.py": "limits that no server has",
    "stores/test_conversation.py": "no time passes but what the test says",
    "stores/test_settings.py": "locations that are only read",
}
"""Files in which no limit runs, each with the reason."""
HASTE_IS_RIGHT = {
    **ONLY_COMPARED,
    "stores/conftest.py": "the clock is the proxy's, which moves when an answer stalls",
    "stores/test_faults.py": "the clock is the proxy's, which moves when an answer stalls",
    "stores/test_connections.py": "the clock is the test's, which jumps beyond the limit",
    "stores/test_timeouts.py": "limits that run out after something has happened within them",
    "stores/test_tls_handshakes.py": "a limit that runs out while a handshake drips",
    "server/test_connections.py": "who sends nothing is closed, for which the test waits",
}
"""Files whose limits of seconds run out, or never run, each with the reason."""
WAITS = {"wait", "wait_for", "acquire", "get", "result", "join", "run", "urlopen", "communicate"}


def faults(code: str) -> list[str]:
    """Say what in a test may fail by bad luck, each with its line."""
    return [f"{line}: {what}" for node in ast.walk(ast.parse(code)) for line, what in _of(node)]


def _of(node: ast.AST) -> Iterator[tuple[int, str]]:
    rule = _RULES.get(type(node))
    if rule is not None:
        yield from rule(node)


def _of_constant(node: ast.Constant) -> Iterator[tuple[int, str]]:
    if not isinstance(node.value, str):
        return
    for port in PORT.findall(node.value):
        if port[1] not in READ_ONLY_PORTS:
            yield node.lineno, f"port {port[1]} may be anybody's: take closed_port, or port 0"
    if MEMORY_IN_TEXT.search(node.value):
        yield node.lineno, ALLOCATOR
    if FILES_IN_TEXT.search(node.value):
        yield node.lineno, "how many files are open is told by tests.patience.open_files"
    found = {_fault_of(float(seconds)) for seconds in LIMIT_IN_TEXT.findall(node.value)}
    yield from ((node.lineno, fault) for fault in found if fault)


def _of_import(node: ast.Import) -> Iterator[tuple[int, str]]:
    if any(one.name == "psutil" for one in node.names):
        yield node.lineno, ALLOCATOR


def _of_import_from(node: ast.ImportFrom) -> Iterator[tuple[int, str]]:
    if node.module == "time":
        yield node.lineno, "import time itself, so that its use is seen"


def _of_name(node: ast.Attribute) -> Iterator[tuple[int, str]]:
    if node.attr in MEMORY_OF_THE_MACHINE:
        yield node.lineno, ALLOCATOR
    elif node.attr in _CLOCK_WORDS:
        name = _dotted(node)
        if name in CLOCKS:
            yield node.lineno, f"{name} is never the same: use tavola.testing.Clock or a fixed date"
        elif name == "time.sleep":
            yield node.lineno, "wait for what happens: tests.patience has until and eventually"


def _of_comparison(node: ast.Compare) -> Iterator[tuple[int, str]]:
    """Digits that shall not stand in a text, though a random id in it may hold them."""
    sought = node.left.value if isinstance(node.left, ast.Constant) else None
    if isinstance(node.ops[0], ast.NotIn) and isinstance(sought, str) and PART_OF_ID.match(sought):
        yield node.lineno, f"{sought!r} may be part of a random id: look at the cells around it"


def _of_statement(node: ast.Expr) -> Iterator[tuple[int, str]]:
    """A wait that ends in False when patience ends, which nobody looks at."""
    call = node.value
    if not isinstance(call, ast.Call) or _last_word(call) not in ("wait", "wait_for", "acquire"):
        return
    text = ast.unparse(call)
    waits = re.match(r"(?:\w+\.)*(\w+)\.(wait|wait_for|acquire)\(.*PATIENCE_SECONDS\)", text)
    # Processes raise by themselves; a page's elements count in milliseconds, and raise too.
    if waits is not None and waits[1] not in ("process", "server"):
        yield node.lineno, f"assert {waits[1]}.{waits[2]}(…): it gives up silently"


def _of_assertion(node: ast.Assert) -> Iterator[tuple[int, str]]:
    """What is expected of this moment, though it comes about in the next one."""
    for call in ast.walk(node.test):
        if not isinstance(call, ast.Call):
            continue
        name = _last_word(call)
        if name == "open_files":
            yield call.lineno, "others close files when they get to it: wait with until"
        elif name in ("wait", "wait_for", "acquire", "join") and call.args:
            short = _fault_of(_number(call.args[-1])) == SHORT_LIMIT
            yield from [(call.lineno, SHORT_LIMIT)] if short else ()


def _of_assignment(node: ast.Assign) -> Iterator[tuple[int, str]]:
    for target in node.targets:
        yield from _of_limit(target, node.value)


def _of_annotated(node: ast.AnnAssign) -> Iterator[tuple[int, str]]:
    yield from _of_limit(node.target, node.value)


def _of_function(node: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[tuple[int, str]]:
    """Defaults that are limits, and numbers of what can be done within one."""
    given = node.args
    names = [*given.posonlyargs, *given.args]
    for name, value in zip(reversed(names), reversed(given.defaults), strict=False):
        yield from _of_limit(name, value)
    for name, default in zip(given.kwonlyargs, given.kw_defaults, strict=True):
        yield from _of_limit(name, default)
    yield from _of_tries(node)


def _of_tries(node: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[tuple[int, str]]:
    parts = list(ast.walk(node))
    texts = [one for one in parts if isinstance(one, ast.Constant) and isinstance(one.value, str)]
    told = [one for one in texts if TRIES_IN_TEXT.search(str(one.value))]
    if not told:
        return
    runs_out = any(isinstance(one, ast.Name) and one.id == "RUNS_OUT_SECONDS" for one in parts)
    limits = [limit for one in texts for limit in LIMIT_IN_TEXT.findall(str(one.value))]
    if runs_out or any(_fault_of(float(limit)) for limit in limits):
        for one in told:
            yield one.lineno, f"{HASTE}, or do not count the tries within a limit"


def _of_limit(target: ast.AST, value: ast.expr | None) -> Iterator[tuple[int, str]]:
    """A number of seconds under a name that makes it a limit."""
    name = next((one for field in ("id", "attr", "arg") if (one := getattr(target, field, ""))), "")
    fault = _fault_of_named(name, value)
    if fault and value is not None:
        yield value.lineno, fault


def _fault_of_named(name: str, value: ast.expr | None) -> str:
    seconds = _number(value)
    if PACE.fullmatch(name):
        return _fault_of(seconds) if seconds > LONGEST_PACE_SECONDS else ""
    return _fault_of(seconds) if LIMIT.fullmatch(name) else ""


def _fault_of(seconds: float) -> str:
    """What is wrong with a limit of so many seconds; none at all is right."""
    if not 0 < seconds < LEAST_PATIENCE_SECONDS:
        return ""
    return SHORT_LIMIT if seconds < 0.5 else HASTE


def _number(node: ast.AST | None) -> float:
    """The number that stands there; 0 for anything else."""
    value = node.value if isinstance(node, ast.Constant) else None
    return value if isinstance(value, int | float) and not isinstance(value, bool) else 0


def _of_call(node: ast.Call) -> Iterator[tuple[int, str]]:
    name = _dotted(node.func)
    given = {keyword.arg: keyword.value for keyword in node.keywords}
    last = _last_word(node)
    for fault in {_fault_of_named(word or "", value) for word, value in given.items()} - {""}:
        # What waits is looked at below.
        if fault == SHORT_LIMIT or last not in WAITS | BROWSER_WAITS:
            yield node.lineno, fault
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
        yield from _of_wait(node, last, given)


def _of_wait(
    node: ast.Call, name: str, given: dict[str | None, ast.expr]
) -> Iterator[tuple[int, str]]:
    if name in BROWSER_WAITS:
        for milliseconds in (given.get("timeout"), *node.args[:1]):
            if isinstance(milliseconds, ast.Constant):
                yield node.lineno, "a busy machine takes longer: use PATIENCE_SECONDS * 1000"
    elif name in SOCKET_LIMITS:
        fault = _fault_of(_number(next(iter(node.args[SOCKET_LIMITS[name] :]), None)))
        if fault:
            yield node.lineno, fault
    elif name in WAITS:
        given_last = node.args[-1:] if name in ("wait", "wait_for", "join") else []
        for seconds in (given.get("timeout"), *given_last):
            # One far below them paces what goes on.
            if _fault_of(_number(seconds)) == HASTE:
                yield node.lineno, HASTE


def _last_word(call: ast.Call) -> str:
    """The last name of what is called."""
    if isinstance(call.func, ast.Attribute):
        return call.func.attr
    return call.func.id if isinstance(call.func, ast.Name) else ""


def _dotted(node: ast.expr) -> str:
    """A name with dots; text of its own for anything else."""
    if isinstance(node, ast.Name):
        return node.id
    return f"{_dotted(node.value)}.{node.attr}" if isinstance(node, ast.Attribute) else "…"


SOCKET_LIMITS = {"settimeout": 0, "setdefaulttimeout": 0, "create_connection": 1}
"""Calls that take a limit by its place, with that."""
_CLOCK_WORDS = {name.rpartition(".")[2] for name in CLOCKS} | {"sleep"}
_RULES: dict[type[ast.AST], Callable[[Any], Iterator[tuple[int, str]]]] = {
    ast.Attribute: _of_name,
    ast.Call: _of_call,
    ast.Compare: _of_comparison,
    ast.Expr: _of_statement,
    ast.Assert: _of_assertion,
    ast.Assign: _of_assignment,
    ast.AnnAssign: _of_annotated,
    ast.FunctionDef: _of_function,
    ast.AsyncFunctionDef: _of_function,
    ast.Import: _of_import,
    ast.ImportFrom: _of_import_from,
    ast.Constant: _of_constant,
}


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_no_test_depends_on_time_or_on_what_else_runs(path: Path) -> None:
    found = [] if path in (WAITING, PROFILE, Path(__file__)) else faults(path.read_text())
    name = path.relative_to(ROOT / "tests").as_posix()
    excused = {SHORT_LIMIT: name in ONLY_COMPARED, HASTE: name in HASTE_IS_RIGHT}

    assert [one for one in found if not any(excused[what] for what in excused if what in one)] == []


def test_every_excuse_is_needed() -> None:
    found = {name: faults((ROOT / "tests" / name).read_text()) for name in HASTE_IS_RIGHT}

    assert [name for name in found if not any(HASTE in one for one in found[name])] == []


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
        ("assert open_files() == before", "1: others close files when they get to it"),
        ("Path('/proc/self/fd').iterdir()", "1: how many files are open"),
        ("os.listdir('/dev/fd')", "1: how many files are open"),
        ("assert 'VmRSS' in text", "1: what a process holds"),
        ("open('/proc/self/status')", "1: what a process holds"),
        ("import psutil", "1: what a process holds"),
        (
            "def test():\n    reach(RUNS_OUT_SECONDS)\n    assert '3 attempts' in told",
            "3: a busy machine takes longer: use PATIENCE_SECONDS, or do not count",
        ),
        ("serve(engine, idle_seconds=0.3)", "1: a limit that is to run out"),
        ("serve(engine, shutdown_seconds=5)", "1: a busy machine takes longer"),
        ("Settings(connect_seconds=0.1)", "1: a limit that is to run out"),
        ("Settings(deadline_seconds=2.0)", "1: a busy machine takes longer"),
        ("Settings(attempt_seconds=.2)", "1: a limit that is to run out"),
        ("Engine.open(path, sweep_seconds=0.1)", "1: a limit that is to run out"),
        ("connect('dynamodb://host?timeout=20')", "1: a busy machine takes longer"),
        ("client.settimeout(0.3)", "1: a limit that is to run out"),
        ("socket.create_connection(there, 5)", "1: a busy machine takes longer"),
        ("assert done.wait(0.1)", "1: a limit that is to run out"),
        ("VISIT_SECONDS = 60", "1: a busy machine takes longer"),
        ("class Endpoint:\n    timeout_seconds: float = 30.0", "2: a busy machine takes longer"),
        ("def reach(port: int, timeout: float = 5): ...", "1: a busy machine takes longer"),
        ("def reach(*, lock_seconds=0.1): ...", "1: a limit that is to run out"),
        ("passwords._wait_seconds = 0.01", "1: a limit that is to run out"),
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
        "before = open_files()",
        "until(lambda: open_files() <= before, 'all files are closed')",
        "worker.run(stop, idle_seconds=0.01)",
        "assert board.get('A', 1) == desk",
        "client.settimeout(PATIENCE_SECONDS)",
        "assert not done.wait(RUNS_OUT_SECONDS)",
        "def reach(timeout: float = PATIENCE_SECONDS): ...",
        "def test():\n    open_client('&attempts=2')\n    '2 attempts'",
    ],
)
def test_what_is_steady_is_not_complained_about(code: str) -> None:
    assert faults(code) == []
