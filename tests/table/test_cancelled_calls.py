"""A call that is cancelled at any moment leaves whole items or none, and a store that works on."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Callable, Coroutine, Generator, Iterator
from contextlib import ExitStack, contextmanager
from datetime import timedelta
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from tavola.engine import Engine
from tavola.engine.faults import Faults
from tavola.engine.storage.locking import Turnstile
from tavola.errors import StoreUnavailable
from tavola.server import serve
from tavola.stores.async_dynamodb import AsyncDynamoDBStore
from tavola.stores.embedded import AsyncEmbeddedStore, EmbeddedStore
from tavola.stores.limiting import AsyncLimitedStore, RateLimit
from tavola.stores.store import AsyncStore
from tests.cancelling import Moment, at_every_moment
from tests.engine.conftest import FLAT
from tests.patience import PATIENCE_SECONDS, RUNS_OUT_SECONDS, awaited, eventually
from tests.stores.certificates import make_certificate
from tests.stores.faulty import faulty
from tests.table.generated import club as sync_club
from tests.table.generated.async_club import Account, Club, Member, Visit
from tests.table.stores import DAY

Call = Callable[[Club, str], Coroutine[Any, Any, object]]
MARK = "a mark that only one item has"
PUT: dict[str, Any] = {"TableName": "flat", "Item": {"id": {"S": "a"}}}
NAMES = [f"{number:02d}" for number in range(30)]


class Place:
    """An engine, how async tables reach it, and what it holds when all is over."""

    def __init__(self, engine: Engine, open_store: Callable[[], AsyncStore]) -> None:
        self.engine = engine
        self.open_store = open_store
        self.stack = ExitStack()
        self.prepare: Callable[[], None] = lambda: None
        self.seen = sync_club.Club.open("memory:", store=EmbeddedStore(engine))
        self.seen.account.create(name="mark", owner=MARK)
        self.seen.account.create(name="counter")

    def raw_items(self) -> list[Any]:
        """Read all that is stored, but for what is drawn anew in every write."""
        return raw_items(self.engine, self.seen.table_name)


def raw_items(engine: Engine, table: str) -> list[Any]:
    found = json.loads(engine.execute("Scan", {"TableName": table}))["Items"]
    drawn = {"_v", "modifiedAt"}
    plain = [{name: one[name] for name in one if name not in drawn} for one in found]
    return sorted(json.dumps(item, sort_keys=True) for item in plain)


@contextmanager
def memory(_: Path) -> Generator[Place]:
    with Engine.open("memory:") as engine:
        yield Place(engine, lambda: AsyncEmbeddedStore(engine))


@contextmanager
def file(folder: Path) -> Generator[Place]:
    """A file that is seen by an engine of its own, so that the other may be closed."""
    path = str(folder / "club.db")
    with Engine.open(path) as engine:
        yield Place(engine, lambda: AsyncEmbeddedStore(Engine.open(path)))


@contextmanager
def http(folder: Path, location: str = "memory:") -> Generator[Place]:
    """One connection, so that one that is lost leaves none."""
    with Engine.open(location) as engine, ExitStack() as stack:
        url = stack.enter_context(serve(engine))
        address = f"dynamodb://us-east-1/club?endpoint={url}&connections=1"
        place = Place(engine, lambda: AsyncDynamoDBStore.open(address, environment={}))
        place.stack = stack
        yield place


@contextmanager
def http_on_a_file(folder: Path) -> Generator[Place]:
    with http(folder, str(folder / "club.db")) as place:
        yield place


@contextmanager
def https(folder: Path) -> Generator[Place]:
    """The same behind TLS."""
    certificate = make_certificate(folder)
    with (
        Engine.open("memory:") as engine,
        serve(engine) as url,
        faulty(url, certificate=certificate) as proxy,
    ):
        address = f"dynamodb://us-east-1/club?endpoint={proxy.url}&connections=1"
        trust = {"AWS_CA_BUNDLE": str(certificate)}
        yield Place(engine, lambda: AsyncDynamoDBStore.open(address, environment=trust))


@contextmanager
def limited(_: Path) -> Generator[Place]:
    with Engine.open("memory:") as engine:
        limit = RateLimit(per_second=1e6, burst=0.001)
        yield Place(engine, lambda: AsyncLimitedStore(AsyncEmbeddedStore(engine), limit))


@contextmanager
def throttled(_: Path) -> Generator[Place]:
    """The first request of a call is refused, so that it is cancelled between two attempts."""
    with Engine.open("memory:") as engine:
        place = Place(engine, lambda: AsyncEmbeddedStore(engine))

        def throttle() -> None:
            engine.faults = Faults()
            for action in ("GetItem", "PutItem", "UpdateItem", "Query", "BatchGetItem"):
                engine.faults.throttle(action)
            for action in ("TransactWriteItems", "BatchWriteItem"):
                engine.faults.throttle(action)

        place.prepare = throttle
        yield place


PLACES = [memory, file, http, https, http_on_a_file, limited, throttled]


@pytest.fixture(params=PLACES, ids=lambda made: made.__name__)
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Place]:
    with request.param(tmp_path) as made:
        yield made


async def cancel(place: Place, call: Call) -> dict[str, Moment]:
    """Cancel a call at every moment, each time with a name of its own."""
    moments: dict[str, Moment] = {}
    store = place.open_store()
    club = await Club.open("memory:", store=store, table=place.seen.table_name)
    names = map(str, count())
    name = ""

    def begin() -> Coroutine[Any, Any, object]:
        nonlocal name
        name = next(names)
        place.prepare()
        return call(club, name)

    async for moment in at_every_moment(begin):
        moments[name] = moment
        async with asyncio.timeout(PATIENCE_SECONDS):
            found = await club.account.get("mark")
        assert found is not None
        assert found.owner == MARK
        check_places(store)
    if isinstance(store, AsyncDynamoDBStore) or place.engine.storage.path is not None:
        await club.close()
    await asyncio.sleep(0)
    return moments


def check_places(store: AsyncStore) -> None:
    if isinstance(store, AsyncDynamoDBStore):
        assert (store.pool.open_count, store.pool.idle_count) == (1, 1)


def run(place: Place, call: Call) -> dict[str, Moment]:
    moments = asyncio.run(cancel(place, call))
    # The server ends what it has begun.
    place.stack.close()
    place.engine.faults = None
    assert {type(one.outcome) for one in moments.values() if not one.is_cancelled} <= {
        type(None),
        Account,
        bool,
        list,
    }
    return moments


def check_whole(place: Place) -> None:
    """What is stored is what its instances would be stored as, with their locks and index keys."""
    with Engine.open("memory:") as engine:
        again = sync_club.Club.open("memory:", store=EmbeddedStore(engine))
        for member in place.seen.member.iterate_all():
            again.member.add(sync_club.Member(**values_of(member)))
        for account in place.seen.account.iterate_all():
            again.account.add(sync_club.Account(**values_of(account)))
        assert place.raw_items() == raw_items(engine, again.table_name)


def values_of(instance: object) -> dict[str, Any]:
    kind: Any = type(instance)
    names: set[str] = {*kind.__match_args__} - {"version", "modified_at"}
    return {name: getattr(instance, name) for name in names}


async def create(club: Club, name: str) -> object:
    return await club.account.create(name=name)


async def put(club: Club, name: str) -> object:
    return await club.account.put(Account(name=name))


async def upsert(club: Club, name: str) -> object:
    return await club.account.upsert(name=name, owner="ada")


@pytest.mark.parametrize("call", [create, put, upsert], ids=lambda call: call.__name__)
def test_a_write_is_whole_or_absent_and_there_once_it_is_acknowledged(
    place: Place, call: Call
) -> None:
    moments = run(place, call)

    stored = {one.name for one in place.seen.account.iterate_all()} - {"mark", "counter"}
    assert acknowledged(moments) <= stored <= moments.keys()
    check_whole(place)


def acknowledged(moments: dict[str, Moment]) -> set[str]:
    return {name for name, moment in moments.items() if not moment.is_cancelled}


async def transaction(club: Club, name: str) -> object:
    async with club.transaction() as block:
        block.create(Account(name=name))
        block.create(Member(nick=name, email=name))
        block.add(club.account.plan.update("counter", Account.fields.balance.add(1)))
    return None


def test_a_transaction_is_whole_or_absent(place: Place) -> None:
    moments = run(place, transaction)

    accounts = {one.name: one for one in place.seen.account.iterate_all()}
    members = sorted(one.nick or "" for one in place.seen.member.iterate_all())
    counted = accounts.pop("counter").balance
    del accounts["mark"]
    assert (sorted(accounts), len(accounts)) == (members, counted)
    assert acknowledged(moments) <= accounts.keys() <= moments.keys()
    check_whole(place)


async def live(club: Club, name: str) -> object:
    """Create, save and delete an item whose unique values need locks."""
    member = await club.member.create(nick=name, email=name, team="red")
    member.nick, member.team = f"new {name}", "blue"
    await member.save()
    return await member.delete()


def test_unique_values_and_index_keys_are_those_of_the_items_that_there_are(place: Place) -> None:
    moments = run(place, live)

    left = {(one.nick or "").removeprefix("new ") for one in place.seen.member.iterate_all()}
    assert left <= moments.keys() - acknowledged(moments)
    check_whole(place)


async def put_many(club: Club, name: str) -> object:
    days = (DAY + timedelta(days=number) for number in range(60))
    await club.visit.put_all(Visit(member_id=name, at=day, room="hall") for day in days)
    return None


def test_items_of_a_batch_are_each_whole_or_absent(place: Place) -> None:
    moments = run(place, put_many)

    found = {name: place.seen.visit.visits_for_member(member_id=name).all() for name in moments}
    stored = {name: [visit.room for visit in visits] for name, visits in found.items()}
    assert {len(stored[name]) for name in acknowledged(moments)} == {60}
    assert {room for rooms in stored.values() for room in rooms} == {"hall"}


async def add(club: Club, _: str) -> object:
    await club.account.update("counter", Account.fields.balance.add(1))
    return None


def test_what_is_counted_is_counted_once(place: Place) -> None:
    moments = run(place, add)

    (counter,) = (one for one in place.seen.account.iterate_all() if one.name == "counter")
    assert len(acknowledged(moments)) <= (counter.balance or 0) <= len(moments)
    check_whole(place)


async def read_all(club: Club, name: str) -> object:
    """Read by key, together, by pages and in buckets."""
    found: list[object] = [
        await club.account.get(name),
        *await asyncio.gather(*(club.account.get(one) for one in NAMES)),
        *await club.account.get_many(NAMES),
    ]
    page = await club.account.accounts_for_owner(owner="ada", limit=7)
    found += [one async for one in page.all()]
    found += [one async for one in club.account.iterate_all()]
    return found


def test_a_reading_takes_nothing_with_it(place: Place) -> None:
    for name in NAMES:
        place.seen.account.create(name=name, owner="ada")
    before = place.raw_items()

    moments = run(place, read_all)

    whole = [moments[name].outcome for name in acknowledged(moments)]
    assert {len(outcome) for outcome in whole} <= {1 + 4 * len(NAMES) + 2}
    assert place.raw_items() == before


def test_gets_of_one_turn_are_answered_when_another_of_them_is_cancelled(place: Place) -> None:
    async def get_beside(club: Club, _: str) -> object:
        others = asyncio.gather(*(club.account.get("mark") for _ in range(3)))
        try:
            await club.account.get("counter")
        finally:
            async with asyncio.timeout(PATIENCE_SECONDS):
                beside.append([found.owner if found else None for found in await others])
        return None

    beside: list[list[str | None]] = []

    run(place, get_beside)

    assert beside
    assert [one for one in beside if one != [MARK] * 3] == []


async def cancel_and_close(other: Engine, path: str) -> bool:
    """Cancel a write that waits for another writer, and close; say whether closing waited."""
    engine = Engine.open(path)
    store = AsyncEmbeddedStore(engine)

    async def count_connections() -> int:
        return engine.storage.connection_count()

    with other.storage.transaction():
        write = asyncio.create_task(store.execute("PutItem", PUT))
        await awaited(count_connections, 2)
        write.cancel()
        await asyncio.wait([write])
        closing = asyncio.create_task(store.close())
        done, _ = await asyncio.wait([closing], timeout=RUNS_OUT_SECONDS)
    await closing
    return not done


def test_a_store_is_closed_when_the_write_that_was_cancelled_is_at_its_end(tmp_path: Path) -> None:
    path = str(tmp_path / "a.db")
    with Engine.open(path) as other:
        other.execute("CreateTable", FLAT)

        assert asyncio.run(cancel_and_close(other, path)) is True
        assert json.loads(other.execute("Scan", {"TableName": "flat"}))["Items"] == [PUT["Item"]]


def test_a_closed_store_takes_no_more_writes(tmp_path: Path) -> None:
    async def write_after_closing() -> None:
        store = AsyncEmbeddedStore(Engine.open(str(tmp_path / "a.db")))
        await store.close()
        await store.execute("PutItem", PUT)

    with pytest.raises(StoreUnavailable, match="closed"):
        asyncio.run(write_after_closing())


def test_an_engine_that_another_thread_uses_says_so_when_it_is_closed(tmp_path: Path) -> None:
    path = str(tmp_path / "a.db")
    with Engine.open(path) as other:
        other.execute("CreateTable", FLAT)
        engine, turnstile = Engine.open(path), Turnstile(Path(f"{path}-lock"))
        write = threading.Thread(target=engine.execute, args=("PutItem", PUT))
        with other.storage.transaction():
            write.start()
            # Whoever waits for the writer before it stands in the turnstile.
            eventually(lambda: is_free(turnstile), False)
            with pytest.raises(StoreUnavailable, match="another thread still uses it"):
                engine.close()
        write.join()
        engine.close()
        turnstile.close()


def is_free(turnstile: Turnstile) -> bool:
    if is_entered := turnstile.enter(0.0):
        turnstile.leave()
    return is_entered
