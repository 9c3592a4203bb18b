"""The two tables: the seed's keys, no scans, each ballot read once, and whoever dies half-way."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tavola.cli import main as tavola
from tavola.errors import StoreError, StoreUnavailable
from tavola.operations.tables.table_operations import ApplyPlan, PlanTable
from tavola.stores.opening import open_store
from tavola.stores.recording import RecordingStore
from tavola_systems.vote.backends.dynamodb_table import TableBackend, open_tables
from tavola_systems.vote.domain.errors import Unavailable, Unsupported, VoteError
from tavola_systems.vote.domain.events import LAST_EVENT_ID
from tavola_systems.vote.event_log_models import VoteEventLog
from tavola_systems.vote.maintenance import verify
from tavola_systems.vote.models import VoteData
from tavola_systems.vote.query_model import Result
from tavola_systems.vote.service import VoteService
from tests.systems.vote.conftest import Clock, new_service
from tests.systems.vote.test_log import lived
from tests.systems.vote.world import BOARD, CANDIDATES, RANKED, VOTERS, World

MEMBERS = [f"m{number:03}" for number in range(120)]
FOLDER = Path(__file__).parents[3] / "src/tavola_systems/vote"


class DyingStore:
    """A store whose process dies before or after a request of a chosen number."""

    def __init__(self, store: Any) -> None:
        self.store = store
        self.left = -1
        self.is_answer_lost = False

    def execute(self, action: str, body: dict[str, Any]) -> bytes:
        """Answer, unless this is the one."""
        self.left -= 1
        if self.left == 0:
            if self.is_answer_lost:
                self.store.execute(action, body)
            raise Died
        return self.store.execute(action, body)  # type: ignore[no-any-return]

    def execute_all(self, calls: Any) -> list[bytes]:
        """Answer several."""
        return [self.execute(action, body) for action, body in calls]

    def close(self) -> None:
        """Close the store behind."""
        self.store.close()


class Died(BaseException):
    """The process is gone."""


@pytest.fixture
def recording() -> Iterator[RecordingStore]:
    store = RecordingStore(open_store("memory:")[0])
    yield store
    store.close()


def tables(store: Any) -> TableBackend:
    """Open both tables on a store."""
    data = VoteData.open("memory:", store=store)
    return TableBackend(data, VoteEventLog.open("memory:", store=store))


@pytest.fixture
def recorded(recording: RecordingStore) -> World:
    clock = Clock()
    return World(new_service(tables(recording), clock), clock)


def items(recording: RecordingStore, table: str) -> dict[tuple[str, str], dict[str, Any]]:
    """All items of a table by their keys."""
    answer = json.loads(recording.store.execute("Scan", {"TableName": table}))
    return {(one["PK"]["S"], one["SK"]["S"]): one for one in answer["Items"]}


@pytest.mark.parametrize("name", ["design.yaml", "event_log.yaml"])
def test_the_designs_are_checked_and_the_models_made_from_them(name: str, tmp_path: Path) -> None:
    made = {"design.yaml": "models.py", "event_log.yaml": "event_log_models.py"}[name]
    assert tavola(["check", str(FOLDER / name)]) == 0
    assert tavola(["generate", str(FOLDER / name), "-o", str(tmp_path / made)]) == 0
    assert (tmp_path / made).read_text() == (FOLDER / made).read_text()


def test_the_log_is_protected() -> None:
    table = VoteEventLog.design.table
    assert (table.deletion_protection, table.point_in_time_recovery) == (True, True)


def test_a_log_that_was_created_is_not_deleted_and_is_backed_up(recording: RecordingStore) -> None:
    log = tables(recording).log
    log.run(ApplyPlan(log.run(PlanTable(log.design, log.table_name))))
    with pytest.raises(StoreError, match="deletion protection"):
        recording.execute("DeleteTable", {"TableName": "vote_event_log"})
    answer = recording.execute("DescribeContinuousBackups", {"TableName": "vote_event_log"})
    backups = json.loads(answer)["ContinuousBackupsDescription"]["PointInTimeRecoveryDescription"]
    assert backups["PointInTimeRecoveryStatus"] == "ENABLED"


def test_items_stand_where_the_seed_says(recorded: World, recording: RecordingStore) -> None:
    recorded.commands.change_email("vera", "vera", "Vera@Example.com")
    recorded.launched(secret_ballot=False)
    receipt = recorded.commands.cast_ballot("vera", BOARD, RANKED[:2])
    found = items(recording, "vote_data")
    user = found["USER#vera", "METADATA"]
    assert user["entity_type"] == {"S": "USER"}
    assert user["email"] == {"S": "Vera@Example.com"}
    assert (user["GSI1PK"], user["GSI1SK"]) == ({"S": "vera@example.com"}, {"S": "USER#vera"})
    partition = f"ELECTION#{BOARD}"
    assert found[partition, "METADATA"]["name"] == {"S": BOARD}
    assert found[partition, "CANDIDATE#Mei Tanaka"]["candidate_name"] == {"S": "Mei Tanaka"}
    assert found[partition, "VOTER#vera"]["entity_type"] == {"S": "VOTER"}
    assert found[partition, "BALLOT#vera"] == {
        "PK": {"S": partition},
        "SK": {"S": "BALLOT#vera"},
        "entity_type": {"S": "BALLOT"},
        "election_name": {"S": BOARD},
        "voter_name": {"S": "vera"},
        "confirmation": {"S": receipt.confirmation},
        "when_cast": {"N": str(int(recorded.clock.now * 1000))},
        "rankings": {
            "L": [
                {"M": {"candidate_name": {"S": "Rosa Lindqvist"}, "rank": {"N": "1"}}},
                {"M": {"candidate_name": {"S": "Tariq Haddad"}, "rank": {"N": "2"}}},
            ]
        },
    }
    assert found["METADATA", "COUNTS"]["user_count"] == {"N": "5"}
    assert found["METADATA", "COUNTS"]["last_updated"] == {"N": str(int(recorded.clock.now * 1000))}
    assert found["METADATA", "SYNC"]["last_event_id"] == {"N": str(receipt.event_id)}


def test_events_stand_where_the_seed_says(recorded: World, recording: RecordingStore) -> None:
    found = items(recording, "vote_event_log")
    event = found["EVENTS", "00000001#2026-03-02T09:00:00.000Z"]
    assert (event["event_id"], event["actor"]) == ({"N": "1"}, {"S": "ada"})
    assert event["event_type"] == {"S": "UserRegistered"}
    assert json.loads(event["event_data"]["S"])["role"] == "OWNER"
    head = recorded.queries.head()
    assert found["HEAD", "HEAD"]["sequence"] == {"N": str(head.sequence)}
    assert found["HEAD", "HEAD"]["hash"] == {"S": head.hash}


def test_the_seeds_own_query_for_an_address_finds_the_user(
    recorded: World, recording: RecordingStore
) -> None:
    assert recorded.queries.counts().users == 5
    answer = recording.execute(
        "Query",
        {
            "TableName": "vote_data",
            "IndexName": "GSI-1",
            "KeyConditionExpression": "GSI1PK = :email",
            "ExpressionAttributeValues": {":email": {"S": "vera@example.com"}},
        },
    )
    assert [item["name"]["S"] for item in json.loads(answer)["Items"]] == ["vera"]


def test_nothing_that_the_system_does_scans(recorded: World, recording: RecordingStore) -> None:
    lived(recorded)
    recorded.queries.tally(BOARD)
    list(recorded.queries.users())
    list(recorded.queries.elections())
    list(recorded.queries.events("ada"))
    backend = recorded.service.backend
    backend.rebuild()
    assert verify(backend).differences == []
    actions = [action for action, _ in recording.calls]
    assert len(actions) > 300
    assert "Scan" not in actions


def test_a_command_is_one_transaction_and_few_reads(
    recorded: World, recording: RecordingStore
) -> None:
    recorded.launched()
    before = len(recording.calls)
    recorded.commands.cast_ballot("vera", BOARD, RANKED)
    actions = [action for action, _ in recording.calls[before:]]
    assert actions.count("TransactWriteItems") == 1
    assert len(actions) <= 3


def test_a_tally_reads_each_ballot_once(recorded: World, recording: RecordingStore) -> None:
    """More than a page of DynamoDB's holds, so that a second page has to be read."""
    names = [f"{number:03}" for number in range(500)]
    for name in names:
        recorded.commands.admit("olga", name, f"{name}@example.com")
    recorded.commands.create_election("olga", BOARD)
    candidates = [f"{number:02} {'of the long name ' * 10}".strip() for number in range(10)]
    recorded.commands.set_candidates("olga", BOARD, candidates)
    recorded.commands.set_eligible_voters("olga", BOARD, names)
    recorded.commands.launch("olga", BOARD)
    full = [(candidate, rank) for rank, candidate in enumerate(candidates, start=1)]
    for name in names:
        recorded.commands.cast_ballot(name, BOARD, full)
    recorded.commands.finalize("olga", BOARD)
    counting = CountingStore(recording.store)
    service = new_service(tables(counting), recorded.clock)
    result = service.queries.result(BOARD)
    assert (result.tally.ballot_count, result.who_voted) == (500, names)
    assert counting.ballots == 500
    assert counting.bytes > 1_000_000
    assert service.queries.tally(BOARD) is result.tally
    assert counting.ballots == 500


def test_who_voted_is_told_of_a_result_that_was_counted_before(recorded: World) -> None:
    recorded.voted()
    counted = recorded.queries.tally(BOARD)
    assert recorded.queries.result(BOARD) == Result(counted, ["vera", "viktor"])


class CountingStore:
    """Counts the ballots in answers, and their bytes."""

    def __init__(self, store: Any) -> None:
        self.store = store
        self.ballots = 0
        self.bytes = 0

    def execute(self, action: str, body: dict[str, Any]) -> bytes:
        """Answer, and count."""
        answer: bytes = self.store.execute(action, body)
        ballots = answer.count(b'"entity_type":{"S":"BALLOT"}')
        self.ballots += ballots
        self.bytes += len(answer) if ballots else 0
        return answer

    def execute_all(self, calls: Any) -> list[bytes]:
        """Answer several."""
        return [self.execute(action, body) for action, body in calls]

    def close(self) -> None:
        """Nothing is held."""


def busy_user(world: World) -> None:
    """Let vera be in so many elections that her rename is more than one transaction."""
    for number in range(24):
        name = world.launched(f"Election {number}")
        if number % 3 == 0:
            world.commands.cast_ballot("vera", name, RANKED)


def die_at(store: DyingStore, number: int, act: Any, *, is_answer_lost: bool) -> bool:
    """Do something in a process that dies at its nth request; says whether it died."""
    store.left, store.is_answer_lost = number, is_answer_lost
    try:
        act()
    except Died:
        return True
    finally:
        store.left = -1
    return False


def recreate(world: World, number: int) -> None:
    """Delete a large election; set it up again if an earlier attempt had deleted it."""
    del number
    if world.queries.search_election("Large") is None:
        world.drafted("Large")
        world.commands.set_eligible_voters("olga", "Large", MEMBERS)
    world.commands.delete_election("olga", "Large")


def rename(world: World, number: int) -> None:
    """Give vera another name, whatever hers is now."""
    name = next(user.name for user in world.queries.users() if user.name.startswith("vera"))
    world.commands.change_name("ada", name, f"vera {number}")


def set_voters(world: World, number: int) -> None:
    """Let another half of the members vote."""
    world.commands.set_eligible_voters("olga", "Large", MEMBERS[:: 1 + number % 2])


@pytest.mark.parametrize("is_answer_lost", [False, True])
@pytest.mark.parametrize("act", [rename, set_voters, recreate])
def test_whoever_dies_at_any_request_leaves_work_that_the_next_one_finishes(
    act: Callable[[World, int], None], is_answer_lost: bool
) -> None:
    clock = Clock()
    store = DyingStore(open_store("memory:")[0])
    world = World(new_service(tables(store), clock), clock)
    busy_user(world)
    for name in MEMBERS:
        world.commands.admit("olga", name, f"{name}@example.com")
    world.drafted("Large")
    number = 1
    while die_at(store, number, partial(act, world, number), is_answer_lost=is_answer_lost):
        world = revived(world, store)
        world.commands.create_election("ada", f"After {number}")
        assert verify(world.service.backend).differences == []
        number += 1 if number < 20 else 7
    assert number > 5
    store.close()


def revived(world: World, store: Any) -> World:
    """Another process, with nothing in memory, on the same tables."""
    other = World.__new__(World)
    other.clock = world.clock
    other.service = new_service(tables(store), world.clock)
    other.commands, other.queries = other.service.commands, other.service.queries
    return other


def test_a_log_is_never_ahead_of_its_head(recorded: World) -> None:
    backend = recorded.service.backend
    assert isinstance(backend, TableBackend)
    backend.data.sync.update(last_event_id=99)
    with pytest.raises(VoteError):
        recorded.commands.create_election("olga", BOARD)
    assert backend.head().sequence == 8


def test_a_full_log_is_told_and_nothing_is_written(
    recorded: World, recording: RecordingStore
) -> None:
    backend = recorded.service.backend
    assert isinstance(backend, TableBackend)
    backend.log.head.update(sequence=LAST_EVENT_ID)
    service = new_service(tables(recording), recorded.clock)
    before = items(recording, "vote_event_log"), items(recording, "vote_data")
    with pytest.raises(Unsupported, match="is full"):
        service.commands.create_election("olga", "One too many")
    assert (items(recording, "vote_event_log"), items(recording, "vote_data")) == before


def test_a_store_that_is_gone_is_told_as_unavailable() -> None:
    class Gone:
        def execute(self, action: str, body: dict[str, Any]) -> bytes:
            raise StoreUnavailable("no route")

        def execute_all(self, calls: Any) -> list[bytes]:
            raise StoreUnavailable("no route")

        def close(self) -> None: ...

    data = VoteData.open("dynamodb://eu-west-1/a", store=Gone())
    log = VoteEventLog.open("dynamodb://eu-west-1/b", store=data.store)
    service = VoteService(TableBackend(data, log), sealing_key=bytes(32))
    with pytest.raises(Unavailable, match="no route"):
        service.queries.counts()


def test_tables_are_named_by_their_prefix() -> None:
    environment = {"AWS_ACCESS_KEY_ID": "a", "AWS_SECRET_ACCESS_KEY": "b"}
    backend = open_tables("dynamodb://eu-west-1/prod-*", environment=environment)
    assert backend.data.table_name == "prod-vote_data"
    assert backend.log.table_name == "prod-vote_event_log"
    backend.close()


def test_actions_cost_what_the_readme_says() -> None:
    text = (FOLDER / "README.md").read_text()
    rows = re.findall(r"^\| (.+?) \| (\d+) \| (\d+) \| (\d+) \| [\d.]+ \|$", text, re.M)
    told = {what: tuple(map(float, numbers)) for what, *numbers in rows}
    with open_tables("memory:") as backend:
        world = World(new_service(backend, Clock()), Clock())
        commands, queries = world.commands, world.queries
        measured = {
            "register": cost(backend, lambda: commands.register("nia", "n@example.com", "x")),
            "set up an election with 3 candidates and 3 voters, and launch it": cost(
                backend, lambda: set_up(world)
            ),
            "cast a ballot": cost(backend, lambda: commands.cast_ballot("vera", BOARD, RANKED)),
            "change it": cost(backend, lambda: commands.cast_ballot("vera", BOARD, RANKED[:1])),
            "sign in by name": cost(backend, lambda: queries.authenticate("vera", VERAS)),
        }
    assert measured == told


VERAS = "vera's password"


def set_up(world: World) -> None:
    """Set an election up and launch it, with nothing that needs no request."""
    world.commands.create_election("olga", BOARD)
    world.commands.set_candidates("olga", BOARD, CANDIDATES)
    world.commands.set_eligible_voters("olga", BOARD, VOTERS)
    world.commands.launch("olga", BOARD)


def cost(backend: TableBackend, work: Callable[[], object]) -> tuple[float, float, float]:
    """The requests and units of both tables; a block counts what is begun within it."""
    with backend.data.consumed() as consumed:
        work()
    return consumed.requests, consumed.read, consumed.write
