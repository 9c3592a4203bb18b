"""Files and folders that this user may not use: an error of ours, and nothing lost."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tavola.engine import Engine
from tavola.engine.storage import sqlite
from tavola.errors import StoreUnavailable
from tests.engine.storage.test_files import ASKED, NOBODY, make, outcomes
from tests.parts import needs_unix

pytestmark = [needs_unix, pytest.mark.filterwarnings("ignore:This process:DeprecationWarning")]

Work = Callable[[], list[str]]


@pytest.fixture
def folder() -> Iterator[Path]:
    """A folder that everybody reaches, which those of pytest are not."""
    with tempfile.TemporaryDirectory() as directory:
        Path(directory).chmod(0o777)
        yield Path(directory)


def without_rights(work: Work) -> list[str]:
    """Do something in a child process that is not root, who may do anything."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        said = ["ended"]
        try:
            if os.geteuid() == 0:
                os.setgid(NOBODY)
                os.setuid(NOBODY)
            said = work()
        except BaseException as error:  # noqa: BLE001 - the child must not go on with the tests
            said = [repr(error)]
        finally:
            os.write(writer, json.dumps(said).encode())
            os._exit(0)
    os.close(writer)
    os.waitpid(child, 0)
    with os.fdopen(reader, "rb") as told:
        answer: list[str] = json.loads(told.read())
    return answer


def ask(path: Path) -> list[str]:
    """Open a store and ask it; how that ended. What is no error of ours goes on."""
    try:
        with Engine.open(str(path)) as engine:
            return [kind for action, body in ASKED for kind in outcomes(engine, action, body)]
    except StoreUnavailable as refusal:
        return ["refused" if str(path.parent) in refusal.message else refusal.message]


@pytest.mark.parametrize("name", ["", "a.db", "a.db-lock"])
@pytest.mark.parametrize("mode", [0o000, 0o200, 0o400, 0o500])
def test_what_may_not_be_used_is_refused_and_kept(folder: Path, name: str, mode: int) -> None:
    place = folder / "own"

    def work() -> list[str]:
        place.mkdir()
        make(place / "a.db")
        before = (place / "a.db").read_bytes()
        (place / name).chmod(mode)
        while_shut = ask(place / "a.db")
        (place / name).chmod(0o700)
        is_kept = (place / "a.db").read_bytes() == before
        return [*while_shut, "kept" if is_kept else "changed", *ask(place / "a.db")]

    assert without_rights(work) == ["refused", "kept", *["answered"] * len(ASKED)]


@pytest.mark.parametrize("mode", [0o000, 0o500])
def test_a_folder_that_takes_no_file_is_named(folder: Path, mode: int) -> None:
    place = folder / "own"

    def work() -> list[str]:
        place.mkdir(mode=mode)
        said = ask(place / "new.db")
        place.chmod(0o700)
        return [*said, *(path.name for path in place.iterdir())]

    assert without_rights(work) == ["refused"]


@pytest.mark.parametrize("name", ["", "a.db", "a.db-lock", "a.db-wal"])
def test_rights_that_go_while_a_store_is_open_end_in_answers_or_errors_of_ours(
    folder: Path, name: str
) -> None:
    place = folder / "own"

    def work() -> list[str]:
        place.mkdir()
        make(place / "a.db")
        with Engine.open(str(place / "a.db")) as engine:
            (place / name).chmod(0o000)

            def outcomes_of_all() -> list[str]:
                return [kind for action, body in ASKED for kind in outcomes(engine, action, body)]

            here = outcomes_of_all()
            # A thread of its own opens the path anew.
            with ThreadPoolExecutor(1) as beside:
                there = beside.submit(outcomes_of_all).result()
        if (place / name).exists():  # the log goes with the last who has it open
            (place / name).chmod(0o700)
        return [*sorted({*here, *there}), "and then", *ask(place / "a.db")]

    said = without_rights(work)

    at = said.index("and then")
    assert {*said[:at]} <= {"answered", "refused"}
    assert said[at + 1 :] == ["answered"] * len(ASKED)


def test_a_device_is_refused_before_it_is_opened() -> None:
    with pytest.raises(StoreUnavailable, match="/dev/null is not an ordinary file"):
        sqlite.check_file(Path("/dev/null"))
