"""Several processes write one file: nothing is lost, nothing is taken twice."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.table.generated.club import Club

ROOT = Path(__file__).parents[2]
WRITER = """
import sys
from tavola import UniqueTaken
from tests.table.generated.club import Club, Member

path, worker = sys.argv[1], int(sys.argv[2])
club = Club.open(path)
(one,) = club.member.members_for_team(team="start").items or [None]
taken = 0
for number in range(15):
    club.member.update(one.member_id, Member.fields.visits.add(1))
    if worker % 2:
        club.member.update(one.member_id, score=number)
    else:
        club.member.update(one.member_id, nick=f"nick-{worker}-{number}")
    try:
        club.member.create(email=f"email-{number}")
        taken += 1
    except UniqueTaken:
        pass
print(taken)
"""


@pytest.mark.timeout(60)
def test_processes_share_a_file(tmp_path: Path) -> None:
    path = tmp_path / "club.db"
    club = Club.open(str(path))
    one = club.member.create(team="start", score=0)

    writers = [
        subprocess.Popen(
            [sys.executable, "-c", WRITER, str(path), str(worker)],
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
    assert list(club.member.members_by_visits(team="start", visits=45)) == [one]
    assert list(club.member.members_for_team(team="start", score=one.score)) == [one]
    assert club.member.find_by_nick(one.nick or "") == one
    club.close()
