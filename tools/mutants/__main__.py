"""Change a random sample of lines, one at a time, and list what no test notices.

Each change is made in a copy of the project and tried with the tests that run the changed function,
first those that speak of it.
Those are found by a first run of the tests, folder by folder, without those of the systems, the
examples and the difference tests. What it saw is kept in .mutants/ (--map looks again), so that a
run that was stopped goes on where it was; test files that are new or have changed are looked at
again. A change that alters nothing that anyone could see is entered in
tools/mutants/equivalent.txt.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from hashlib import sha256
from itertools import islice
from pathlib import Path
from queue import SimpleQueue

from tools.mutants.changes import Change, find_changes, is_code
from tools.mutants.reach import FOLDER_VARIABLE
from tools.mutants.reach_map import DONE, ReachMap, load_map, read_seen

ROOT = Path(__file__).parents[2]
MAP_FOLDER = ROOT / ".mutants"
EQUIVALENT = Path(__file__).with_name("equivalent.txt")
GOAL = 0.95
LEFT_OUT = ("systems", "examples", "difference")
"""Test folders that take long and are about other things than the library's own lines."""
OWN_STORES = ("-k", "not dynoxide and not extenddb")
"""The same tests on other engines see no more of our lines than on our own."""
NO_TESTS_RAN = 5
"""What pytest ends with if nothing is left of what it was asked for."""
_TEST_SECONDS = 120
"""What one test may take: a change after which it does not end is noticed."""
_GROUP_SECONDS = 30 * 60.0
"""What all tests of a change may take; those that are not through by then have noticed nothing."""
_COPIED = (
    *("src", "tests", "tools", "benchmarks", "docs", "examples", "changes", "requirements"),
    *("pyproject.toml", "README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"),
    *("Makefile", "LICENSE", "SECURITY.md", "RELEASING.md", ".ci", ".github"),
)
_LINKED = (".venv", ".reference")


@dataclass(frozen=True, slots=True)
class Result:
    """What became of a change."""

    change: Change
    is_caught: bool
    tests: int
    seconds: float


def copy_project(folder: Path) -> None:
    """Copy what tests need; what is large and never changed is linked."""
    for name in _COPIED:
        source = ROOT / name
        if source.is_dir():
            shutil.copytree(source, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
        elif source.exists():
            shutil.copy2(source, folder / name)
    for name in _LINKED:
        if (ROOT / name).exists():
            (folder / name).symlink_to((ROOT / name).resolve())


def pytest_in(folder: Path, arguments: Sequence[str], limit: float | None) -> int | None:
    """Run tests in a copy; None if they do not end."""
    environment = {
        **os.environ,
        "PYTHONPATH": str(folder / "src"),
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments]
    with subprocess.Popen(  # noqa: S603 - this Python, and names of our own files
        command,
        cwd=folder,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    ) as process:
        try:
            return process.wait(limit)
        except subprocess.TimeoutExpired:
            return None
        finally:
            # With it goes what its tests started; who is gone already has no group any more.
            if process.poll() is None:
                os.killpg(process.pid, 9)


def make_map(workers: int) -> None:
    """Run the tests once, to see what each file of them runs; files that were seen are kept."""
    MAP_FOLDER.mkdir(exist_ok=True)
    for folder in list_test_folders():
        files = {path: digest_of(path) for path in list_test_files(folder)}
        seen = read_seen(MAP_FOLDER)
        unseen = {path: digest for path, digest in files.items() if seen.get(path) != digest}
        if unseen:
            print(f"Running {len(unseen)} files of tests/{folder} once, to see what each runs …")
            sys.stdout.flush()
            look_at(folder, unseen, workers)


def look_at(folder: str, files: dict[str, str], workers: int) -> None:
    """Run test files of a folder and keep what they run, with what stood in them."""
    place = MAP_FOLDER / f"{len(list(MAP_FOLDER.iterdir())):04}-{folder}"
    place.mkdir()
    os.environ[FOLDER_VARIABLE] = str(place)
    arguments = ["-p", "tools.mutants.reach", "-n", str(workers), *OWN_STORES]
    ended = pytest_in(ROOT, [*arguments, *files], None)
    del os.environ[FOLDER_VARIABLE]
    if ended not in (0, 1, NO_TESTS_RAN):
        sys.exit(f"mutants: the tests of tests/{folder} did not run. Try them: make test.")
    (place / DONE).write_text(json.dumps(files))


def list_test_files(folder: str) -> list[str]:
    """List the test files of a folder."""
    found = (ROOT / "tests" / folder).rglob("test_*.py")
    return sorted(path.relative_to(ROOT).as_posix() for path in found)


def digest_of(path: str) -> str:
    """Give what tells one version of a file from another."""
    return sha256((ROOT / path).read_bytes()).hexdigest()


def list_test_folders() -> list[str]:
    """List the folders of tests that changes are tried with."""
    folders = (path for path in (ROOT / "tests").iterdir() if any(path.rglob("test_*.py")))
    return sorted(path.name for path in folders if path.name not in LEFT_OUT)


def choose_changes(paths: Iterable[str], rng: random.Random) -> Iterator[Change]:
    """Give changes in a random order, one of a line at a time."""
    lines: dict[tuple[str, int], list[Change]] = {}
    for given in paths:
        root = ROOT / given
        files = [root] if root.is_file() else sorted(root.rglob("*.py"))
        for file in files:
            path = file.relative_to(ROOT).as_posix()
            for change in find_changes(path, file.read_bytes()):
                lines.setdefault((path, change.line), []).append(change)
    places = list(lines)
    rng.shuffle(places)
    known = read_equivalent()
    for place in places:
        change = rng.choice(lines[place])
        source = (ROOT / change.path).read_bytes()
        if describe(change) not in known and is_code(change.path, change.apply(source)):
            yield change


def read_equivalent() -> set[str]:
    """Read which changes alter nothing; each has its reason in the line above."""
    lines = EQUIVALENT.read_text().splitlines() if EQUIVALENT.exists() else []
    return {line.strip() for line in lines if line.strip() and not line.startswith("#")}


def describe(change: Change) -> str:
    """Name a change so that it is found again when lines have moved."""
    return f"{change.path}: {line_of(change)}  [{_short(change.old)} → {_short(change.new)}]"


def line_of(change: Change) -> str:
    """Give the line that a change is in, as it stands."""
    return (ROOT / change.path).read_text().splitlines()[change.line - 1].strip()


def _short(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= 60 else f"{flat[:57]}…"


def try_change(change: Change, tests: Sequence[Sequence[str]], folder: Path) -> Result:
    """Make a change in a copy, run its tests, one group after the other, and take it back."""
    begun = time.monotonic()
    path = folder / change.path
    original = path.read_bytes()
    path.write_bytes(change.apply(original))
    try:
        is_caught = any(_fails(folder, group) for group in tests if group)
    finally:
        path.write_bytes(original)
    return Result(change, is_caught, sum(map(len, tests)), time.monotonic() - begun)


def _fails(folder: Path, tests: Sequence[str]) -> bool:
    """Return whether a test fails or does not end; running out of tests or time is neither."""
    arguments = ["-x", "-n", "0", f"--timeout={_TEST_SECONDS}", *OWN_STORES, *tests]
    return pytest_in(folder, arguments, _GROUP_SECONDS) not in (0, NO_TESTS_RAN, None)


def run_all(changes: Iterator[Change], reach: ReachMap, args: argparse.Namespace) -> list[Result]:
    """Try changes until there are enough, or time is over."""
    deadline = time.monotonic() + args.minutes * 60
    folders: SimpleQueue[Path] = SimpleQueue()

    def run_one(change: Change) -> Result | None:
        if time.monotonic() > deadline:
            return None
        folder = folders.get()
        try:
            tests = reach.choose_tests(change, line_of(change), ROOT)
            result = try_change(change, tests, folder)
        finally:
            folders.put(folder)
        mark = "caught" if result.is_caught else "LIVES "
        print(f"{mark} {result.seconds:5.1f} s  {change.path}:{change.line}  {describe(change)}")
        sys.stdout.flush()
        return result

    with tempfile.TemporaryDirectory() as place, ThreadPoolExecutor(args.workers) as pool:
        for number in range(args.workers):
            folder = Path(place) / str(number)
            folder.mkdir()
            copy_project(folder)
            folders.put(folder)
        sample = [change for change, _ in zip(changes, range(args.sample), strict=False)]
        return [result for result in pool.map(run_one, sample) if result is not None]


def main() -> int:
    """Try a sample; 1 if fewer than the goal are caught, or none was tried."""
    parser = argparse.ArgumentParser(prog="python -m tools.mutants", description=__doc__)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(1_000_000))
    parser.add_argument("--sample", type=int, default=100, help="how many changes")
    parser.add_argument("--skip", type=int, default=0, help="how many were tried before")
    parser.add_argument("--minutes", type=float, default=30.0, help="no new change after that")
    parser.add_argument("--only", nargs="*", default=["src/tavola"], help="files or folders")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--map", action="store_true", help="look again at what each test runs")
    args = parser.parse_args()
    print(f"seed {args.seed}", flush=True)
    if args.map:
        shutil.rmtree(MAP_FOLDER, ignore_errors=True)
    make_map(args.workers)
    reach = load_map(MAP_FOLDER)
    for file in sorted(reach.failed):
        print(f"{file} fails without any change, and is left out.", flush=True)
    changes = choose_changes(args.only, random.Random(args.seed))  # noqa: S311 - a sample, no secret
    results = run_all(islice(changes, args.skip, None), reach, args)
    living = [result for result in results if not result.is_caught]
    caught = len(results) - len(living)
    print(f"\nseed {args.seed}: {caught} of {len(results)} changes were caught", end="")
    print(f" ({caught / max(len(results), 1):.1%}, goal {GOAL:.0%}). What no test noticed:\n")
    for result in living:
        why = "" if result.tests else "   (no test runs it)"
        print(f"  {result.change.path}:{result.change.line}{why}\n    {describe(result.change)}")
    return exit_code(caught, len(results))


def exit_code(caught: int, tried: int) -> int:
    """Give 0 if the goal is reached; a run that tried nothing has shown nothing."""
    return int(not tried or caught < GOAL * tried)


if __name__ == "__main__":
    sys.exit(main())
