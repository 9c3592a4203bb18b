"""`tavola-vote` on every kind of URL that needs no server."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tavola_systems.vote.domain.ballot_files import write_blt
from tavola_systems.vote.opening import open_backend, sealing_key
from tavola_systems.vote.service import VoteService
from tavola_systems.vote.system import SYSTEM
from tavola_systems.vote.terminal import main
from tavola_systems.vote.web.accounts import service_of
from tests.systems.site import open_site
from tests.systems.vote.conftest import Clock, cheap_passwords, numbered_random
from tests.systems.vote.world import BOARD, CANDIDATES, World

Run = Callable[..., str]


@pytest.fixture(params=["vote.db", "sqlite:///vote.sqlite"])
def url(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    url: str = request.param
    return url


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a command that works, and give what it says."""

    def run_it(*words: str) -> str:
        assert main(words) == 0, capsys.readouterr().err
        return capsys.readouterr().out

    return run_it


@pytest.fixture
def held(url: str) -> str:
    """An election that was held at this URL."""
    random, clock = numbered_random(), Clock()
    key = sealing_key(url, {})
    with open_backend(url) as backend:
        passwords = cheap_passwords(random)
        service = VoteService(
            backend, sealing_key=key, clock=clock, random=random, passwords=passwords
        )
        World(service, clock).voted()
    return url


def test_the_owner_is_created_once(
    url: str, run: Run, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "password").write_text("a good one\n")
    words = ("create-owner", "--backend", url, "--name", "ada", "--email", "ada@example.com")
    assert run(*words, "--password-file", "password") == "ada is the OWNER.\n"
    with open_backend(url) as backend:
        service = VoteService(backend, sealing_key=bytes(32))
        assert service.queries.authenticate("ada", "a good one").name == "ada"
    assert main([*words, "--password-file", "password"]) == 1
    assert "there are users already" in capsys.readouterr().err


def test_a_log_is_verified_backed_up_restored_and_rebuilt(held: str, run: Run) -> None:
    said = run("verify", "--backend", held)
    assert said.endswith("Log and rows agree.\n")
    run("backup", "--backend", held, "backup.jsonl")
    run("restore", "--backend", "other.db", "backup.jsonl")
    assert run("verify", "--backend", "other.db") == said
    assert "events applied" in run("rebuild", "--backend", held)


def test_verify_finds_a_row_that_was_changed(held: str, capsys: pytest.CaptureFixture[str]) -> None:
    run_sql_or_update(held)
    assert main(["verify", "--backend", held]) == 1
    said = capsys.readouterr().out
    assert "user 'vera' is not what the log makes of it." in said
    assert "tavola-vote rebuild" in said
    assert main(["rebuild", "--backend", held]) == 0
    assert main(["verify", "--backend", held]) == 0


def run_sql_or_update(url: str) -> None:
    """Make a voter an auditor behind the system's back."""
    if url.startswith("sqlite"):
        from sqlalchemy import create_engine, text

        engine = create_engine(url)
        with engine.begin() as connection:
            connection.execute(text("UPDATE users SET role = 'AUDITOR' WHERE name = 'vera'"))
        engine.dispose()
    else:
        from tavola_systems.vote.models import VoteData

        with VoteData.open(url) as data:
            data.user.update("vera", role="AUDITOR")


def test_an_election_is_counted_with_the_key_beside_the_file(held: str, run: Run) -> None:
    said = run("tally", "--backend", held, BOARD)
    assert "2 ballots" in said
    assert "1 Rosa Lindqvist" in said
    assert "2=" in said


def test_a_file_of_ballots_is_counted_without_a_backend(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    ballots: list[dict[str, int]] = [{CANDIDATES[0]: 1, CANDIDATES[2]: 2}]
    (tmp_path / "b.blt").write_text("".join(write_blt("The board", CANDIDATES, ballots)))
    said = run("tally", "b.blt")
    assert "The board: 1 ballots" in said


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("tally", "nothing.csv"), "No such file"),
        (("backup", "--backend", "sqlite:////nowhere/at/all", "b"), "database"),
        (("restore", "--backend", "vote.db", "nothing.jsonl"), "No such file"),
    ],
)
def test_what_does_not_work_is_told_in_one_line(
    words: tuple[str, ...],
    says: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(words) == 1
    error = capsys.readouterr().err
    assert error.startswith("tavola-vote: ")
    assert says in error
    assert error.count("\n") == 1


def test_what_the_server_sealed_is_counted_at_the_terminal(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    site = open_site([SYSTEM], store="vote.db")
    World(service_of(site.process.application.services["vote"]), site.clock).voted()
    site.process.close()
    assert "2 ballots" in run("tally", BOARD, "--backend", "vote.db")
    assert Path("vote.db.key").stat().st_mode & 0o777 == 0o600


def test_processes_that_make_a_key_file_at_once_end_with_one(tmp_path: Path) -> None:
    path = tmp_path / "vote.db"
    with ThreadPoolExecutor(8) as pool:
        made = [pool.submit(sealing_key, str(path), {}) for _ in range(32)]
    keys = {one.result() for one in made}
    assert len(keys) == 1
    assert [one.name for one in tmp_path.iterdir()] == ["vote.db.key"]
