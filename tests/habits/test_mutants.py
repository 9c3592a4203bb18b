"""What `make mutants` changes: one thing at a time, in what runs, and named so that it is found."""

from __future__ import annotations

import ast
import json
import random
from pathlib import Path
from typing import Any

import pytest

from tools.mutants.__main__ import choose_changes, exit_code, read_equivalent
from tools.mutants.changes import Change, find_changes, is_code
from tools.mutants.reach import find_functions
from tools.mutants.reach_map import DONE, ReachMap, load_map, read_seen

SOURCE = b'''\
"""A module."""

__all__ = ["Box"]
LIMIT: Final = 4


class Box:
    def take(self, n: int) -> int:
        """Take."""
        if n > LIMIT and not self.shut:
            raise ValueError("much")
        self.left = n - 1
        self.tell("taken")
        return self.left

    def tell(self, what: str) -> None:
        def inner() -> bool:
            return True

        for _ in "ab":
            break
'''


def test_each_change_is_one_small_thing() -> None:
    found = [(change.line, change.kind, change.old, change.new) for change in changes_of(SOURCE)]

    assert found == [
        (4, "constant", "4", "5"),
        (10, "if not", "n > LIMIT and not self.shut", "(not (n > LIMIT and not self.shut))"),
        (10, "and → or", "and", "or"),
        (10, "> → >=", ">", ">="),
        (10, "no not", "not self.shut", "(self.shut)"),
        (11, "no raise", 'raise ValueError("much")', "pass"),
        (12, "- → +", "-", "+"),
        (12, "constant", "1", "2"),
        (12, "no assignment", "self.left = n - 1", "pass"),
        (13, "no call", 'self.tell("taken")', "pass"),
        (13, "constant", '"taken"', "'taken_'"),
        (14, "returns None", "self.left", "None"),
        (18, "returns None", "True", "None"),
        (18, "constant", "True", "False"),
        (20, "constant", '"ab"', "'ab_'"),
        (21, "continue", "break", "continue"),
    ]


def changes_of(source: bytes) -> list[Change]:
    return find_changes("src/box.py", source)


def test_a_change_says_which_function_it_is_in_as_python_names_it() -> None:
    functions = {change.line: change.function for change in changes_of(SOURCE)}

    assert (functions[4], functions[10], functions[18]) == (
        "",
        "Box.take",
        "Box.tell.<locals>.inner",
    )


def test_every_change_of_this_module_is_code() -> None:
    assert [one for one in changes_of(SOURCE) if not is_code("box", one.apply(SOURCE))] == []


def test_a_seed_gives_the_same_changes_again() -> None:
    first, again = (
        [next(changes) for _ in range(5)]
        for changes in (choose_changes(["src/tavola/keys"], random.Random(7)) for _ in range(2))
    )

    assert first == again


def test_a_change_is_tried_with_what_runs_its_function_and_speaks_of_it(tmp_path: Path) -> None:
    take, tell = "src/box.py::Box.take", "src/box.py::Box.tell"
    seen = {
        "tests/slow.py": {"seconds": 50.0, "reached": [take, tell], "failed": False},
        "tests/quick.py": {"seconds": 1.0, "reached": [take], "failed": False},
        "tests/apt.py": {"seconds": 60.0, "reached": [take], "failed": False},
        "tests/broken.py": {"seconds": 1.0, "reached": [take, tell], "failed": True},
    }
    keep(tmp_path, "tests", seen)
    for name in ("slow", "quick", "apt"):
        (tmp_path / f"tests/{name}.py").write_text("taken = 1" if name == "apt" else "")
    chosen = load_map(tmp_path)
    by_line = {change.line: change for change in changes_of(SOURCE)}

    found = [chosen.choose_tests(by_line[line], "tell(taken)", tmp_path) for line in (12, 20)]

    assert found == [
        (["tests/apt.py", "tests/quick.py", "tests/slow.py"], []),
        (["tests/slow.py"], []),
    ]


def keep(folder: Path, run: str, seen: dict[str, dict[str, Any]]) -> None:
    """Keep what a run saw, as one of its processes would."""
    (folder / run).mkdir()
    (folder / run / "1.json").write_text(json.dumps(seen))
    (folder / run / DONE).write_text(json.dumps(dict.fromkeys(seen, run)))
    for file in seen:
        (folder / file).parent.mkdir(parents=True, exist_ok=True)
        (folder / file).touch()


def test_of_a_test_file_counts_what_was_seen_last(tmp_path: Path) -> None:
    take, tell = "src/box.py::Box.take", "src/box.py::Box.tell"
    old = {"seconds": 50.0, "reached": [take], "failed": True}
    new = {"seconds": 1.0, "reached": [tell], "failed": False}
    keep(tmp_path, "0001-a", {"tests/a.py": old, "tests/b.py": old})
    keep(tmp_path, "0002-a", {"tests/a.py": new})

    found = load_map(tmp_path)

    assert (found.by_function, found.seconds, found.failed, read_seen(tmp_path)) == (
        {take: {"tests/b.py"}, tell: {"tests/a.py"}},
        {"tests/a.py": 1.0, "tests/b.py": 50.0},
        {"tests/b.py"},
        {"tests/a.py": "0002-a", "tests/b.py": "0001-a"},
    )


def test_what_a_run_saw_that_was_stopped_does_not_count(tmp_path: Path) -> None:
    keep(tmp_path, "tests", {"tests/a.py": {"seconds": 1.0, "reached": ["f"], "failed": False}})
    (tmp_path / "tests" / DONE).unlink()

    assert (load_map(tmp_path), read_seen(tmp_path)) == (ReachMap(), {})


def test_a_test_file_that_is_gone_is_not_tried(tmp_path: Path) -> None:
    take = "src/box.py::Box.take"
    seen = {"seconds": 1.0, "reached": [take], "failed": False}
    keep(tmp_path, "tests", {"tests/a.py": seen, "tests/b.py": seen})
    (tmp_path / "tests/a.py").unlink()
    (change,) = (one for one in changes_of(SOURCE) if one.kind == "- → +")

    assert load_map(tmp_path).choose_tests(change, "", tmp_path) == (["tests/b.py"], [])


def test_a_constant_is_tried_with_what_uses_the_modules_that_import_it(tmp_path: Path) -> None:
    quick = {"seconds": 1.0, "failed": False}
    reached = {
        "tests/lid/test_lid.py": ["src/tavola/lid.py::shut"],
        "tests/shelf/test_shelf.py": ["src/tavola/shelf.py::stack"],
        "tests/other/test_other.py": ["src/tavola/other.py::run"],
    }
    keep(tmp_path, "0001-a", {file: {**quick, "reached": names} for file, names in reached.items()})
    (tmp_path / "src/tavola").mkdir(parents=True)
    (tmp_path / "src/tavola/shelf.py").write_text("from tavola.lid import LIMIT\n")
    (tmp_path / "src/tavola/other.py").write_text("from tavola.lids import LIMIT\n")
    (change,) = find_changes("src/tavola/lid.py", b"LIMIT: Final = 4\n")

    chosen, _ = load_map(tmp_path).choose_tests(change, "", tmp_path)

    assert sorted(chosen) == ["tests/lid/test_lid.py", "tests/shelf/test_shelf.py"]


def test_who_survives_the_first_tests_meets_the_others(tmp_path: Path) -> None:
    take = "src/box.py::Box.take"
    seen = {
        f"tests/{number}.py": {"seconds": 40.0 + number, "reached": [take], "failed": False}
        for number in range(6)
    }
    keep(tmp_path, "tests", seen)
    (change,) = (one for one in changes_of(SOURCE) if one.kind == "- → +")

    first, others = load_map(tmp_path).choose_tests(change, "", tmp_path)

    assert (first, others) == ([f"tests/{n}.py" for n in range(4)], ["tests/4.py", "tests/5.py"])


@pytest.mark.parametrize(
    "code",
    [
        b"def f(x):\n    raise AssertionError\n",
        b'T = TypeVar("T")\n',
        b'P = ParamSpec("P")\n',
        b'x = cast("int", y)\n',
        b'x = y.encode("latin-1").decode("utf-8")\n',
    ],
)
def test_what_nobody_could_see_is_left_alone(code: bytes) -> None:
    assert changes_of(code) == []


def test_how_errors_of_a_codec_are_treated_is_changed() -> None:
    (found,) = changes_of(b'x = y.decode("utf-8", "replace")\n')

    assert (found.old, found.new) == ('"replace"', "'replace_'")


def test_a_function_is_named_for_the_map_as_python_names_it() -> None:
    names = [name for name, _ in find_functions(ast.parse(SOURCE))]

    assert names == ["Box.take", "Box.tell", "Box.tell.<locals>.inner"]


@pytest.mark.parametrize("line", sorted(read_equivalent()))
def test_what_is_listed_as_equivalent_still_stands_in_its_file(line: str) -> None:
    path, _, rest = line.partition(": ")
    text = rest.rpartition("  [")[0]

    assert text in [one.strip() for one in Path(path).read_text().splitlines()]


@pytest.mark.parametrize(
    ("caught", "tried", "code"), [(0, 0, 1), (0, 1, 1), (18, 20, 1), (19, 20, 0), (20, 20, 0)]
)
def test_a_sample_is_good_only_if_there_was_one(caught: int, tried: int, code: int) -> None:
    assert exit_code(caught, tried) == code
