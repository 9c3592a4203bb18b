"""Fields that are key attributes themselves: texts, numbers and bytes, in tables and indexes."""

from __future__ import annotations

import itertools
import operator
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from typing import Any
from zlib import crc32

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tavola import (
    AlreadyExists,
    OperationError,
    Page,
    begins_with,
    between,
    ge,
    gt,
    le,
    lt,
    part,
)
from tavola.operations.reindex.reindex import Reindex
from tavola.table.internals import codec_of, context_of
from tests.patience import eventually
from tests.table.generated.natural import Natural, Reading, Score, Thread
from tests.table.stores import DAY, Home, plain, tries

SECOND = timedelta(seconds=1)
NUMBERS = st.integers(-(10**37), 10**37) | st.integers(-3, 3)


def stored(natural: Natural, plan: Any) -> dict[str, Any]:
    """The item that a get reads, as it is stored."""
    answer = natural.store.execute("GetItem", plan.body())
    return plain(msgspec.json.decode(answer).get("Item"))


def test_a_key_that_is_a_field_is_written_once(natural: Natural, some: str) -> None:
    score = natural.score.create(
        user_id=some, game_title="Chess", top_score=9, rank=Decimal("1.50")
    )

    item = stored(natural, natural.score.plan.get(some, "Chess"))

    assert {name: item[name] for name in ("userId", "gameTitle", "topScore", "rank")} == {
        "userId": ("S", some),
        "gameTitle": ("S", "Chess"),
        "topScore": 9,
        "rank": Decimal("1.5"),
    }
    assert item.keys() == {"userId", "gameTitle", "topScore", "rank", "version"}
    assert natural.score.get(some, "Chess") == score


def test_numbers_and_bytes_are_keys(natural: Natural, some: str) -> None:
    reading = natural.reading.create(sensor_id=-7, at=DAY, digest=some.encode(), level=0.1)
    blob = natural.blob.create(hash=some.encode(), size=1)

    assert natural.reading.get(-7, DAY) == reading
    assert natural.blob.get(some.encode()) == blob
    assert natural.reading.plan.get(-7, DAY).key == {
        "sensor": {"N": "-7"},
        "at": {"N": str(int(DAY.timestamp()))},
    }
    with pytest.raises(AlreadyExists, match="Blob"):
        natural.blob.create(hash=some.encode())


def test_every_way_to_write_reaches_the_item(natural: Natural, some: str) -> None:
    first = natural.score.create(user_id=some, game_title="Go", top_score=1)
    first.top_score = 5
    first.save()
    natural.score.update(some, "Go", place="Rome", played_at=DAY)
    natural.score.update(some, "Go", Score.fields.wins.add(2))
    natural.score.upsert(user_id=some, game_title="Go", rank=Decimal(3))
    with natural.transaction() as tx:
        tx.update(first.refresh(), Score.fields.top_score.set(6))

    found = natural.score.get(some, "Go")
    assert found is not None
    assert (found.top_score, found.place, found.wins, found.rank) == (6, "Rome", 2, Decimal(3))
    natural.score.delete(some, "Go")
    assert natural.score.get(some, "Go") is None


def test_batches_find_numbers_however_they_are_written(natural: Natural, some: str) -> None:
    number = crc32(some.encode()) % 10**6
    made = [Reading(sensor_id=number, at=DAY + n * SECOND, level=float(n)) for n in range(3)]
    natural.reading.put_all(made)

    keys = [(number, one.at) for one in made]
    assert natural.reading.get_many([*keys, (number, DAY - SECOND)]) == [*made, None]


def test_the_key_never_changes(natural: Natural, some: str) -> None:
    natural.score.create(user_id=some, game_title="Go")

    with pytest.raises(OperationError, match="part of the primary key"):
        natural.score.update(some, "Go", Score.fields.game_title.set("Chess"))
    same = Score.fields.game_title.set("Go")
    kept = natural.score.update(some, "Go", same, wins=1)
    assert kept.wins == 1


def test_an_empty_text_is_refused_not_left_out_of_the_index(natural: Natural, some: str) -> None:
    natural.score.create(user_id=some, game_title="Go")

    with pytest.raises(OperationError, match="place has 0 characters"):
        natural.score.create(user_id=some, game_title="Chess", place="")
    with pytest.raises(OperationError, match="place has 0 characters"):
        natural.score.update(some, "Go", place="")
    with pytest.raises(OperationError, match="user_id"):
        natural.score.create(user_id="", game_title="Go")
    with pytest.raises(OperationError):
        natural.score.get("", "Go")
    with pytest.raises(OperationError, match="digest"):
        natural.reading.create(sensor_id=1, at=DAY, digest=b"")


def test_an_index_is_sparse_where_a_field_has_no_value(natural: Natural, some: str) -> None:
    natural.score.create(user_id=some, game_title=some, top_score=1)
    natural.score.create(user_id=f"{some}-2", game_title=some)

    def users() -> list[str]:
        return [one.user_id for one in natural.score.top_scores(game_title=some)]

    assert eventually(users, [some]) == [some]
    natural.score.update(some, some, Score.fields.top_score.remove())
    assert eventually(users, []) == []


def test_bounds_of_numbers_are_numeric(natural: Natural, some: str) -> None:
    numbers = [-20, -3, 0, 2, 10, 100]
    for number in numbers:
        natural.score.create(user_id=f"{some}{number}", game_title=some, top_score=number)

    def found(condition: Any = None, **options: Any) -> list[int | None]:
        page = natural.score.top_scores(game_title=some, top_score=condition, **options)
        return [one.top_score for one in page]

    assert eventually(found, numbers) == numbers
    assert found(descending=True) == numbers[::-1]
    assert found(ge(2)) == [2, 10, 100]
    assert found(gt(2)) == [10, 100]
    assert found(lt(2)) == [-20, -3, 0]
    assert found(le(-3)) == [-20, -3]
    assert found(between(-3, 10)) == [-3, 0, 2, 10]
    assert found(between(10, -3)) == []
    assert found(10) == [10]


def test_an_index_may_have_a_number_alone(natural: Natural, some: str) -> None:
    rank = Decimal(crc32(some.encode())) / 100
    score = natural.score.create(user_id=some, game_title="Go", rank=rank)

    def found() -> list[Score]:
        return natural.score.scores_by_rank(rank=rank).items

    assert eventually(found, [score]) == [score]
    assert natural.score.scores_by_rank(rank=rank + 1).items == []


def test_an_index_of_keys_alone_reads_the_items(natural: Natural, some: str) -> None:
    score = natural.score.create(user_id=some, game_title="Go", place=some, played_at=DAY, wins=3)

    def found() -> list[Score]:
        return natural.score.scores_by_place(place=some, played_at=ge(DAY)).items

    assert eventually(found, [score]) == [score]
    known = natural.score.plan.scores_by_place(place=some, only=["played_at", "place"])
    assert natural.score.count(known) == 1


def test_nothing_begins_with_a_number(natural: Natural, some: str) -> None:
    with pytest.raises(OperationError, match="stored as N, so that begins_with means nothing"):
        natural.score.top_scores(game_title=some, top_score=begins_with("1"))


def test_bytes_are_compared_as_bytes(natural: Natural, some: str) -> None:
    with pytest.raises(OperationError, match="takes bytes"):
        natural.reading.readings_by_digest(digest="text")  # type: ignore[arg-type]  # on purpose


def test_a_date_between_two_stored_ones_is_a_bound(natural: Natural, some: str) -> None:
    number = crc32(some.encode()) % 10**6 + 10**7
    made = [Reading(sensor_id=number, at=DAY + n * SECOND) for n in range(4)]
    natural.reading.put_all(made)
    half = timedelta(milliseconds=500)

    def seconds(condition: Any) -> list[int]:
        return [one.at.second for one in natural.reading.readings(sensor_id=number, at=condition)]

    assert seconds(ge(DAY + SECOND + half)) == [2, 3]
    assert seconds(lt(DAY + SECOND + half)) == [0, 1]
    assert seconds(between(DAY + half, DAY + 2 * SECOND + half)) == [1, 2]


def test_a_filter_names_no_key_of_what_is_queried(natural: Natural, some: str) -> None:
    with pytest.raises(OperationError, match="which is a key of it"):
        natural.score.top_scores(game_title=some, filter={"topScore": {"$gt": 3}})
    natural.score.create(user_id=some, game_title=some, top_score=3, wins=1)

    def found() -> list[str]:
        narrow = {"wins": 1, "userId": some}
        return [one.user_id for one in natural.score.top_scores(game_title=some, filter=narrow)]

    assert eventually(found, [some]) == [some]


def test_an_index_may_be_the_table_turned_round(natural: Natural, some: str) -> None:
    natural.thread.create(forum=f"{some}-b", subject=some, last_post=DAY)
    natural.thread.create(forum=f"{some}-a", subject=some)

    def forums() -> list[str]:
        return [one.forum for one in natural.thread.threads_by_subject(subject=some)]

    assert eventually(forums, [f"{some}-a", f"{some}-b"]) == [f"{some}-a", f"{some}-b"]


def test_a_local_index_orders_by_a_field_itself(natural: Natural, some: str) -> None:
    for day in (3, 1, 2):
        natural.thread.create(forum=some, subject=f"s{day}", last_post=DAY + timedelta(days=day))
    natural.thread.create(forum=some, subject="none")
    natural.thread.update(some, "s1", last_post=DAY + timedelta(days=9))

    page = natural.thread.latest(forum=some, last_post=ge(DAY), consistent=True)
    assert [one.subject for one in page] == ["s2", "s3", "s1"]
    dropped = natural.thread.update(some, "s1", Thread.fields.last_post.remove())
    assert dropped.last_post is None
    assert len(natural.thread.latest(forum=some, consistent=True).items) == 2


def test_expired_items_are_absent(home: Home, natural: Natural, some: str) -> None:
    ends = datetime.fromtimestamp(home.clock() + 5, UTC)
    natural.score.create(user_id=some, game_title="Go", ends=ends)
    home.clock.advance(6)

    assert natural.score.get(some, "Go") is None
    assert natural.score.count(natural.score.plan.scores(user_id=some)) == 0
    natural.score.create(user_id=some, game_title="Go")


def walk(query: Callable[..., Page[Any]], **options: Any) -> tuple[list[Any], list[Any]]:
    """All items page by page, and the same pages backwards."""
    forward: list[Any] = []
    page = query(**options)
    while True:
        forward += page.items
        last = page
        if page.cursor is None:
            break
        page = query(cursor=page.cursor, **options)
    backward = list(last.items)
    while last.previous is not None:
        last = query(cursor=last.previous, **options)
        backward = [*last.items, *backward]
    return forward, backward


def test_pages_follow_the_numbers_both_ways(home: Home, natural: Natural, some: str) -> None:
    names = (f"{some}-{number}" for number in itertools.count())

    @tries(home, 40)
    @given(
        st.lists(NUMBERS, unique=True, max_size=9),
        st.integers(1, 4),
        st.booleans(),
        NUMBERS,
        st.sampled_from([None, ge, gt, le, lt]),
    )
    def check(numbers: list[int], limit: int, descending: bool, bound: int, how: Any) -> None:
        game = next(names)
        for number in numbers:
            natural.score.create(user_id=str(number), game_title=game, top_score=number)
        eventually(lambda: len(list(natural.score.top_scores(game_title=game).all())), len(numbers))
        compare = {None: None, ge: operator.ge, gt: operator.gt, le: operator.le, lt: operator.lt}
        holds = compare[how]
        kept = [n for n in numbers if holds is None or holds(n, bound)]
        expected = sorted(kept, reverse=descending)

        forward, backward = walk(
            natural.score.top_scores,
            game_title=game,
            top_score=None if how is None else how(bound),
            limit=limit,
            descending=descending,
        )

        assert [one.top_score for one in forward] == expected
        assert [one.top_score for one in backward] == expected

    check()


def test_shards_merge_by_number(home: Home, some: str) -> None:
    natural = home.own(Natural, "natural", some)
    start = DAY + timedelta(days=crc32(some.encode()) % 3000)
    start = start.replace(hour=0)
    base = crc32(some.encode()) % 10**6 * 100
    made = [Reading(sensor_id=base + n, at=start + (n * 7919 % 4000) * SECOND) for n in range(24)]
    natural.reading.put_all(made)
    whole = part(f"{start:%Y-%m-%d}")
    eventually(lambda: len(list(natural.reading.readings_by_day(at=whole).all())), 24)
    low, high = start + 100 * SECOND, start + 3000 * SECOND

    for descending, limit in itertools.product((False, True), (2, 5, 30)):
        forward, backward = walk(
            natural.reading.readings_by_day,
            at=between(low, high),
            limit=limit,
            descending=descending,
        )
        expected = sorted((one.at for one in made if low <= one.at <= high), reverse=descending)
        assert [one.at for one in forward] == expected
        assert [one.at for one in backward] == expected


def test_reindexing_leaves_fields_alone(home: Home, some: str) -> None:
    natural = home.own(Natural, "natural", some)
    number = crc32(some.encode()) % 10**6 + 10**8
    natural.reading.create(sensor_id=number, at=DAY, level=1.5)
    before = stored(natural, natural.reading.plan.get(number, DAY))
    codec = codec_of(natural, Reading)
    context = context_of(natural, codec)
    natural.store.execute(
        "UpdateItem",
        {
            "TableName": context.table,
            "Key": codec.key({"sensorId": number, "at": DAY}, None),
            "UpdateExpression": "SET DPK = :x",
            "ExpressionAttributeValues": {":x": {"S": "lost"}},
        },
    )

    step: Reindex | None = Reindex(context, (codec,))
    while step is not None:
        done = natural.run(step)
        assert done.unfit == ()
        step = done.rest

    assert stored(natural, natural.reading.plan.get(number, DAY)) == before
