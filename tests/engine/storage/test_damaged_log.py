"""Damage of the log that a killed process left: it may cost the last writes, and nothing else.

SQLite takes the first frame whose checksum is wrong for the end of the log, as it has to after a
loss of power in the middle of a commit. So it cannot tell that from damage: what follows is lost
without a word. What is answered must still be what the file held at one moment.
"""

from __future__ import annotations

import shutil
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tavola.engine import Engine
from tests.engine.storage.test_damage import (
    ANY_DAMAGE,
    EXAMPLES,
    NAME,
    TABLE,
    Damage,
    answers_of,
    clock,
)
from tests.parts import needs_unix

pytestmark = needs_unix
WRITES = 12
Answers = tuple[bytes | None, ...]


@dataclass(frozen=True)
class Killed:
    """What a killed process left, and what was answered at each moment before."""

    folder: Path
    moments: tuple[Answers, ...] = field(repr=False)

    def answers_with(self, suffix: str, damage: Damage, seed: int) -> Answers:
        """Answer after one of the files was damaged."""
        place = self.folder / "damaged"
        shutil.rmtree(place, ignore_errors=True)
        shutil.copytree(self.folder / "left", place)
        file = place / f"store.db{suffix}"
        file.write_bytes(damage(file.read_bytes(), Random(seed)))
        return tuple(answers_of(place / "store.db"))


def copy_open(store: Path, folder: Path) -> Path:
    """Copy the files of a store that is open, as they are on the disk."""
    folder.mkdir()
    for path in store.parent.glob(f"{store.name}*"):
        shutil.copy(path, folder / path.name)
    return folder / store.name


@pytest.fixture(scope="module")
def killed(tmp_path_factory: pytest.TempPathFactory) -> Killed:
    folder = tmp_path_factory.mktemp("killed")
    store = folder / "open" / "store.db"
    store.parent.mkdir()
    moments: list[Answers] = []
    with Engine.open(str(store), clock=clock) as engine:
        moments.append(tuple(answers_of(copy_open(store, folder / "0"))))
        engine.execute("CreateTable", TABLE)
        for number in range(WRITES):
            moments.append(tuple(answers_of(copy_open(store, folder / f"{number + 1}"))))
            item = {"pk": {"S": f"p{number % 3}"}, "sk": {"S": f"s{number}"}, "mail": {"S": "m1"}}
            engine.execute("PutItem", {"TableName": NAME, "Item": item})
        copy_open(store, folder / "left")
    moments.append(tuple(answers_of(copy_open(folder / "left" / "store.db", folder / "last"))))
    return Killed(folder, tuple(moments))


def test_every_write_is_in_the_log_that_a_kill_leaves(killed: Killed) -> None:
    assert len(set(killed.moments)) == WRITES + 2


@ANY_DAMAGE
@given(seed=st.integers(0, 2**32))
@settings(max_examples=EXAMPLES // 2, derandomize=True)
def test_damage_of_the_log_leaves_what_was_stored_at_one_moment(
    killed: Killed, damage: Damage, seed: int
) -> None:
    found = killed.answers_with("-wal", damage, seed)

    assert found in killed.moments or None in found


@ANY_DAMAGE
@given(seed=st.integers(0, 2**32))
@settings(max_examples=EXAMPLES // 5, derandomize=True)
def test_damage_of_what_processes_share_costs_no_write(
    killed: Killed, damage: Damage, seed: int
) -> None:
    assert killed.answers_with("-shm", damage, seed) == killed.moments[-1]
