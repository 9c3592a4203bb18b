"""What `tavola completion` prints completes in the shells that the machine has."""

from __future__ import annotations

import shutil
import subprocess

import pytest

from tavola.cli import whole_parser
from tests.cli.conftest import Words


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (("tavola", "ch"), {"check"}),
        (("tavola", "dump", "--form"), {"--format"}),
        (("tavola", "dump", "--format", "c"), {"csv"}),
        (("tavola", "table", "cr"), {"create"}),
    ],
)
def test_bash_completes(tavola: Words, line: tuple[str, ...], expected: set[str]) -> None:
    script = tavola("completion", "bash")[1]
    words = " ".join(f"'{word}'" for word in line)
    given = f"COMP_WORDS=({words}); COMP_CWORD={len(line) - 1}"
    ask = f'{script}\n{given}; _tavola; echo "${{COMPREPLY[@]}}"'
    bash = shutil.which("bash")
    assert bash is not None
    found = subprocess.run([bash, "-c", ask], capture_output=True, text=True, check=True)
    assert set(found.stdout.split()) == expected


def test_every_command_is_in_every_script(tavola: Words) -> None:
    told = whole_parser().format_help().partition("COMMAND\n")[2]
    names = [
        line.split()[0] for line in told.splitlines() if line.startswith("    ") and line[4] != " "
    ]
    assert len(names) > 15
    for shell in ("bash", "zsh", "fish"):
        code, out, _ = tavola("completion", shell)
        assert code == 0
        assert [name for name in names if name in out] == names


def test_several_designs_are_checked_at_once(tavola: Words) -> None:
    designs = ["tests/table/designs/board.yaml", "tests/table/designs/club.yaml"]
    code, out, _ = tavola("check", *designs)
    assert code == 0
    assert [line.partition(":")[0] for line in out.splitlines()][-1:] == designs[1:]
    assert tavola("check", *designs, "--data", "x.db")[0] == 1
