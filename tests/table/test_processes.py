"""Several processes write one table: nothing is lost, nothing is taken twice."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from uuid import uuid4

import pytest

from tavola.engine import Engine
from tavola.operations.tables.table_operations import ApplyPlan, PlanTable
from tavola.server import serve
from tests.patience import eventually
from tests.reference.endpoint import REGION, HttpEndpoint
from tests.reference.engines import SERVICES
from tests.table.generated.club import Club

ROOT = Path(__file__).parents[2]
WRITER = """
import sys
from tavola import UniqueTaken
from tests.table.generated.club import Club, Member

location, worker, one = sys.argv[1], int(sys.argv[2]), sys.argv[3]
club = Club.open(location)
taken = 0
for number in range(15):
    club.member.update(one, Member.fields.visits.add(1))
    if worker % 2:
        club.member.update(one, score=number)
    else:
        club.member.update(one, nick=f"nick-{worker}-{number}")
    try:
        club.member.create(email=f"email-{number}")
        taken += 1
    except UniqueTaken:
        pass
print(taken)
"""


@pytest.fixture(params=["file", "http", *SERVICES])
def location(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """A place that several processes can open, with the table in it."""
    if request.param == "file":
        yield str(tmp_path / "club.db")
    elif request.param == "http":
        with Engine.open(str(tmp_path / "club.db")) as engine, serve(engine) as url:
            yield _made(url)
    else:
        endpoint: HttpEndpoint = request.getfixturevalue(request.param)
        yield _made(f"http://127.0.0.1:{endpoint.port}")


def _made(url: str) -> str:
    name = f"club-{uuid4()}"
    location = f"dynamodb://{REGION}/{name}?endpoint={url}"
    with Club.open(location) as club:
        club.run(ApplyPlan(club.run(PlanTable(Club.design, name))))
    return location


def test_processes_share_a_table(location: str) -> None:
    club = Club.open(location)
    one = club.member.create(team="start", score=0)

    writers = [
        subprocess.Popen(
            [sys.executable, "-c", WRITER, location, str(worker), one.member_id],
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
            env={"PYTHONPATH": f"{ROOT / 'src'}:{ROOT}"},
        )
        for worker in range(3)
    ]
    taken = [int(writer.communicate()[0]) for writer in writers]

    one.refresh()
    assert sum(taken) == 15
    assert one.visits == 45
    by_visits = partial(club.member.members_by_visits, team="start", visits=45)
    by_score = partial(club.member.members_for_team, team="start", score=one.score)
    assert eventually(lambda: list(by_visits()), [one]) == [one]
    assert eventually(lambda: list(by_score()), [one]) == [one]
    assert club.member.find_by_nick(one.nick or "") == one
    club.close()
