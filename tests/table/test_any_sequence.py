"""Whatever is done in whatever order: keys, locks and pages are what the values say."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tavola import ConditionFailed, Page
from tavola.table.internals import codec_of
from tests.patience import eventually
from tests.table.generated.club import Club, Member, Visit
from tests.table.generated.library import Book, Library
from tests.table.stores import DAY, Home, Item, clear, plain, scan_raw, tries

IDS = [f"01M7GAV5QJKRFV7RSCNSMV6MC{letter}" for letter in "ABC"]
WORDS = st.sampled_from(["a", "b", "", None])
NUMBERS = st.sampled_from([None, -1, 0, 2])
SECONDS = st.sampled_from([None, 5, 50])
VALUES = st.fixed_dictionaries(
    {},
    optional={
        "email": st.sampled_from(["x", "y", None]),
        "nick": st.sampled_from(["x", "y", None]),
        "team": WORDS,
        "score": NUMBERS,
        "visits": st.integers(0, 3),
        "tags": st.sets(st.sampled_from("pq")),
        "seconds": SECONDS,
    },
)
ROOMS = (None, "odd")
Values = dict[str, Any]
Step = tuple[str, str, str, Values]
STEPS = st.lists(
    st.tuples(
        st.sampled_from(
            ["create", "put", "update", "upsert", "delete", "save", "stale save", "move", "wait"]
        ),
        st.sampled_from(IDS),
        st.sampled_from(IDS),
        VALUES,
    ),
    max_size=14,
)


class World:
    """A club, instances that were read some time ago, and the things that can be done."""

    def __init__(self, home: Home, club: Club) -> None:
        self.home = home
        self.club = club
        self.old: dict[str, Member] = {}

    def values(self, given: Values) -> Any:
        values = dict(given)
        seconds = values.pop("seconds", None)
        if seconds is not None:
            values["ttl"] = datetime.fromtimestamp(self.home.clock() + seconds, UTC)
        return values

    def do(self, step: Step) -> None:
        verb, one, other, given = step
        action: Callable[[str, str, Any], None] = getattr(self, verb.replace(" ", "_"))
        try:
            action(one, other, self.values(given))
        except ConditionFailed:
            return

    def create(self, one: str, other: str, values: Any) -> None:
        self.old[one] = self.club.member.create(member_id=one, **values)

    def put(self, one: str, other: str, values: Any) -> None:
        self.club.member.put(Member(member_id=one, **values))

    def update(self, one: str, other: str, values: Any) -> None:
        self.club.member.update(one, Member.fields.level.add(1), **values)

    def upsert(self, one: str, other: str, values: Any) -> None:
        self.club.member.upsert(member_id=one, **values)

    def delete(self, one: str, other: str, values: Any) -> None:
        self.club.member.delete(one)

    def save(self, one: str, other: str, values: Any) -> None:
        found = self.club.member.get(one)
        if found is not None:
            self.old[one] = found
            self.stale_save(one, other, values)

    def stale_save(self, one: str, other: str, values: Any) -> None:
        instance = self.old.get(one)
        if instance is not None:
            for name, value in values.items():
                setattr(instance, name, value)
            instance.save()

    def move(self, one: str, other: str, values: Any) -> None:
        first, second = self.club.member.get(one), self.club.member.get(other)
        if first is None or second is None or one == other:
            return
        with self.club.transaction() as tx:
            tx.update(first, Member.fields.email.set(second.email))
            tx.update(second, Member.fields.email.set(first.email))

    def wait(self, one: str, other: str, values: Any) -> None:
        self.home.clock.advance(6)


def test_keys_and_locks_are_what_the_values_say(home: Home, empty_club: Club) -> None:
    @tries(home, 80)
    @given(STEPS)
    def check(steps: list[Step]) -> None:
        clear(empty_club)
        world = World(home, empty_club)
        for step in steps:
            world.do(step)

        assert_consistent(world)

    check()


def test_concurrent_writers_leave_keys_and_locks_right(home: Home, empty_club: Club) -> None:
    table = empty_club.table_name
    worlds = [World(home, home.open(Club, table)) for _ in range(4)]

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(write_at_random, worlds, range(4)))

    assert_consistent(worlds[0])


def write_at_random(world: World, seed: int) -> None:
    """Write for a while, as another program would that knows nothing of the others."""
    rng = random.Random(seed)
    verbs = ("create", "put", "update", "upsert", "delete", "save", "stale save", "move")
    for _ in range(60):
        values: Values = {
            "email": rng.choice(["x", "y", None]),
            "nick": rng.choice(["x", "y", None]),
            "team": rng.choice(["a", "b", None]),
            "score": rng.choice([None, 1, 2]),
        }
        given = {name: values[name] for name in rng.sample(sorted(values), 2)}
        world.do((rng.choice(verbs), *rng.sample(IDS, 2), given))  # type: ignore[arg-type]  # two of three


def assert_consistent(world: World) -> None:
    """Every item has the keys of its values; every unique value has one living owner."""
    codec = codec_of(world.club, Member)
    stored = scan_raw(world.club, ConsistentRead=True)
    members = [item for item in stored if item["_sk"]["S"] == "m"]
    decoded = [codec.decoder.raw(item, world.club) for item in members]
    alive = [one for one in decoded if world.club.member.get(one.member_id) is not None]

    expected = [plain(codec.item(codec.values(one), None)) for one in decoded]
    assert expected == [plain(item) for item in members]
    for name in ("email", "nick"):
        held = [value for one in alive if (value := getattr(one, name)) is not None]
        found = [getattr(world.club.member, f"find_by_{name}")(value) for value in held]
        assert [getattr(one, name) for one in found] == held
        assert len(set(held)) == len(held)
    now = world.home.clock()
    locks = [item for item in stored if item["_sk"]["S"] == "_raft_uc"]
    lasting = [item for item in locks if float(item.get("ttl", {"N": "1e20"})["N"]) > now]
    assert [lock["_pk"] for lock in lasting if not is_held(lock, members)] == []


def is_held(lock: Item, members: list[Item]) -> bool:
    field, _, value = lock["_pk"]["S"].rpartition("#")[2].partition(":")
    owners = [item for item in members if item["memberId"] == lock["relatedId"]]
    attribute = "e-mail" if field == "email" else field
    return [item.get(attribute) for item in owners] == [{"S": value}]


FILTERS: list[Any] = [None, {"minutes": {"$gt": 9}}, {"minutes": {"$lt": 3}}, {"room": "odd"}]


def test_pages_are_the_whole_in_order_both_ways(home: Home, club: Club, some: str) -> None:
    names = (f"{some}-{number}" for number in itertools.count())

    @tries(home, 50)
    @given(
        st.lists(st.integers(0, 30), unique=True, max_size=20),
        st.integers(1, 6),
        st.booleans(),
        st.sampled_from(FILTERS),
    )
    def check(numbers: list[int], limit: int, descending: bool, narrow: Any) -> None:
        one = next(names)
        club.visit.put_all(
            Visit(member_id=one, at=DAY + timedelta(days=n), minutes=n, room=ROOMS[n % 2])
            for n in numbers
        )

        def ask(cursor: str | None, wanted: int | None = limit) -> Page[Visit]:
            return club.visit.visits_for_member(
                member_id=one,
                limit=wanted,
                cursor=cursor,
                filter=narrow,
                descending=descending,
                consistent=True,
            )

        assert_pages(ask)

    check()


def test_pages_of_a_hydrated_index_are_the_whole_in_order(home: Home) -> None:
    library = home.empty(Library)

    @tries(home, 25)
    @given(st.lists(st.integers(0, 30), unique=True, max_size=12), st.integers(1, 5))
    def check(numbers: list[int], limit: int) -> None:
        clear(library)
        for number in numbers:
            library.book.create(shelf="s", number=number, title=f"{number:02d}", pages=number % 3)

        def ask(cursor: str | None, wanted: int | None = limit) -> Page[Book]:
            return library.book.books_by_title(
                limit=wanted, cursor=cursor, filter=Book.fields.pages > 0
            )

        expected = sorted(number for number in numbers if number % 3)
        assert eventually(lambda: [book.number for book in ask(None).all()], expected) == expected
        assert_pages(ask)

    check()


def test_pages_through_a_mapping_are_the_whole_in_order(home: Home, club: Club) -> None:
    @tries(home, 25)
    @given(st.lists(st.booleans(), max_size=12), st.integers(1, 5))
    def check(alive: list[bool], limit: int) -> None:
        leader = club.member.create()
        for is_alive in alive:
            follower = club.member.create()
            club.follow.create(leader_id=leader.member_id, follower_id=follower.member_id)
            follower.note = "x"
            if not is_alive:
                follower.delete()

        def ask(cursor: str | None, wanted: int | None = limit) -> Page[Member]:
            return leader.get_followers(limit=wanted, cursor=cursor)

        assert eventually(lambda: len(list(ask(None).all())), sum(alive)) == sum(alive)
        assert_pages(ask)

    check()


def assert_pages(ask: Callable[..., Page[Any]]) -> None:
    """Pages forward, and then back from the last one, hold the same items in the same order."""
    whole = list(ask(None, None).all())
    pages = [ask(None)]
    while pages[-1].cursor is not None:
        pages.append(ask(pages[-1].cursor))
    back = [pages[-1]]
    while back[0].previous is not None:
        back.insert(0, ask(back[0].previous))
    assert [item for page in pages for item in page.items] == whole
    assert [item for page in back for item in page.items] == whole
