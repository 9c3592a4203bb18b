"""Sixteen processes append to one log."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tavola.operations.tables.table_operations import ApplyPlan, PlanTable
from tests.patterns.bank import Bank, BankEvents, Office

ROOT = Path(__file__).parents[2]
EACH = 4
WRITER = """
import sys
from decimal import Decimal
from tests.patterns.bank import Bank, BankEvents, Office

location, name = sys.argv[1:]
events = BankEvents.open(location, table=f"events-{name}")
bank = Bank.open(location, table=f"bank-{name}", store=events.store)
office = Office(events, bank, patience=60)
sys.stdin.readline()
for _ in range(4):
    print(events.run(office.do("move", "a", amount=Decimal(1))).sequence)
"""


@pytest.fixture
def office(location: str, name: str) -> Iterator[Office]:
    """The tables; on a service they are made first."""
    events = BankEvents.open(location, table=f"events-{name}")
    bank = Bank.open(location, table=f"bank-{name}", store=events.store)
    for table in (events, bank) if location.startswith("dynamodb:") else ():
        plan = table.run(PlanTable(table.design, table.table_name))
        table.run(ApplyPlan(plan))
    yield Office(events, bank)
    events.close()


def test_sixteen_processes_append_without_gap_or_loss(
    location: str, name: str, office: Office
) -> None:
    office.events.run(office.do("open", "a"))
    writers = [
        subprocess.Popen(
            [sys.executable, "-c", WRITER, location, name],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
            env={"PYTHONPATH": f"{ROOT / 'src'}:{ROOT}"},
        )
        for _ in range(16)
    ]
    told = [writer.communicate("go\n")[0] for writer in writers]

    assert [writer.returncode for writer in writers] == [0] * 16
    numbers = [int(line) for text in told for line in text.split()]
    assert sorted(numbers) == list(range(2, 2 + 16 * EACH))
    assert office.events.run(office.log.verify("b")).sequence == 1 + 16 * EACH
    assert office.balances() == {"a": 16 * EACH}
