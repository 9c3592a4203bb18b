"""Items as they are stored: what is read and written of them, and what is found to be wrong."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from tavola.errors import ConditionFailed, StoreError, Throttled
from tavola.operations.reindex.inspect import Fault, Inspect
from tavola.operations.reindex.reindex import Reindex
from tavola.operations.reindex.unknown_items import (
    FindUnknownItems,
    UnknownItems,
    find_unknown_items,
)
from tavola.operations.steps import Request, Wait
from tavola.operations.transfer.raw_items import (
    PutClaiming,
    PutItems,
    ReadItems,
    ReadPage,
    TransferPage,
)
from tavola.table.internals import codec_of, context_of
from tests.table.generated.library import Book, Library, Shelf
from tests.table.stores import put_raw, unsent

LIBRARY = unsent(Library, rng=random.Random(1))
CONTEXT = context_of(LIBRARY)
BOOKS = codec_of(LIBRARY, Book)
CODECS = tuple(codec_of(LIBRARY, one) for one in Library.models)
START = {"PK": {"S": "p"}}


def keys(count: int) -> list[dict[str, Any]]:
    return [{"PK": {"S": str(at)}} for at in range(count)]


def drive(operation: Any, *answers: Any) -> tuple[list[Any], Any]:
    """Answer steps one by one, or refuse them; give the steps, and what came of them."""
    steps, given = operation.steps(), iter(answers)
    seen: list[Any] = []
    try:
        seen.append(next(steps))
        for answer in given:
            refused = isinstance(answer, StoreError)
            seen.append(steps.throw(answer) if refused else steps.send(answer))
    except StopIteration as done:
        return seen, done.value
    except StoreError as refused:
        return seen, refused
    raise AssertionError(f"{seen[-1]} waits for an answer.")


def encoded(**answer: Any) -> bytes:
    return msgspec.json.encode(answer)


def test_a_page_of_a_segment_is_read_as_it_is() -> None:
    page = ReadPage(CONTEXT, START, 1, 4, ("a", "b"), 7)

    seen, read = drive(page, encoded(Items=[START], LastEvaluatedKey={"PK": {"S": "q"}}))

    assert seen == [
        Request(
            "Scan",
            {
                "TableName": "library",
                "ConsistentRead": True,
                "Limit": 7,
                "Segment": 1,
                "TotalSegments": 4,
                "ExclusiveStartKey": START,
                "ProjectionExpression": "#n0, #n1",
                "ExpressionAttributeNames": {"#n0": "a", "#n1": "b"},
            },
        )
    ]
    rest = ReadPage(CONTEXT, {"PK": {"S": "q"}}, 1, 4, ("a", "b"), 7)
    assert read == TransferPage([START], rest)


def test_the_last_page_has_no_rest() -> None:
    seen, read = drive(ReadPage(CONTEXT), encoded(Items=[]))

    assert (seen[0].body, read) == (
        {"TableName": "library", "ConsistentRead": True},
        TransferPage([], None),
    )


@pytest.mark.parametrize(("count", "sizes"), [(25, [25]), (26, [25, 1]), (51, [25, 25, 1])])
def test_items_are_put_in_batches_of_25(count: int, sizes: list[int]) -> None:
    seen, _ = drive(PutItems(CONTEXT, keys(count)), [b"{}"] * len(sizes))

    assert [len(one.body["RequestItems"]["library"]) for one in seen[0]] == sizes
    assert {one.action for one in seen[0]} == {"BatchWriteItem"}
    assert seen[0][0].body["RequestItems"]["library"][0] == {"PutRequest": {"Item": keys(1)[0]}}


def test_what_was_left_is_put_again_after_a_pause() -> None:
    put = {"PutRequest": {"Item": keys(1)[0]}}
    left = encoded(UnprocessedItems={"library": [put], "other": [put]})

    seen, _ = drive(PutItems(CONTEXT, keys(2)), [left], None, [b"{}"])

    assert isinstance(seen[1], Wait)
    assert seen[2] == (Request("BatchWriteItem", {"RequestItems": {"library": [put]}}),)


@pytest.mark.parametrize(("count", "sizes"), [(100, [100]), (101, [100, 1])])
def test_items_are_read_in_batches_of_100(count: int, sizes: list[int]) -> None:
    answers = [encoded(Responses={"library": [START]})] * len(sizes)

    seen, found = drive(ReadItems(CONTEXT, keys(count), ("a",)), answers)

    wanted = [one.body["RequestItems"]["library"] for one in seen[0]]
    assert ([len(one["Keys"]) for one in wanted], found) == (sizes, [START] * len(sizes))
    assert wanted[-1] == {
        "Keys": keys(count)[-sizes[-1] :],
        "ConsistentRead": True,
        "ProjectionExpression": "#n0",
        "ExpressionAttributeNames": {"#n0": "a"},
    }


def test_who_leaves_items_unprocessed_nine_times_is_not_asked_again() -> None:
    left = encoded(UnprocessedKeys={"library": {"Keys": keys(1)}})

    seen, ended = drive(ReadItems(CONTEXT, keys(2)), *[[left], None] * 8, [left])

    assert (type(ended), ended.message) == (
        Throttled,
        "library: 1 items were left unprocessed after 9 tries. "
        "Ask for fewer at a time, or raise the table's capacity.",
    )
    assert [isinstance(one, Wait) for one in seen].count(True) == 8


def test_an_item_is_put_with_its_locks_or_not_at_all() -> None:
    item = {"PK": {"S": "a"}, "isbn": {"S": "i"}}
    lock = {"PK": {"S": "l"}, "relatedId": {"S": "r"}, "relatedModel": {"S": "Book"}}

    seen, _ = drive(PutClaiming(CONTEXT, item, (lock,), "PK", ("isbn", "ttl")), b"{}")

    assert seen == [
        Request(
            "TransactWriteItems",
            {
                "TransactItems": [
                    {
                        "Put": {
                            "TableName": "library",
                            "Item": item,
                            "ConditionExpression": "attribute_not_exists(#p) OR "
                            "(#d0 = :d0 AND attribute_not_exists(#d1))",
                            "ExpressionAttributeNames": {"#p": "PK", "#d0": "isbn", "#d1": "ttl"},
                            "ExpressionAttributeValues": {":d0": {"S": "i"}},
                        }
                    },
                    {
                        "Put": {
                            "TableName": "library",
                            "Item": lock,
                            "ConditionExpression": "attribute_not_exists(#p) OR "
                            "(#i = :i AND #m = :m)",
                            "ExpressionAttributeNames": {
                                "#p": "PK",
                                "#i": "relatedId",
                                "#m": "relatedModel",
                            },
                            "ExpressionAttributeValues": {":i": {"S": "r"}, ":m": {"S": "Book"}},
                        }
                    },
                ]
            },
        )
    ]


def stranger(number: int) -> dict[str, Any]:
    return {"PK": {"S": f"X#{number}"}, "SK": {"S": "?"}}


BOOK = {
    "PK": {"S": "SHELF#s"},
    "SK": {"S": "BOOK#00000001"},
    "kind": {"S": "BOOK"},
    "shelf": {"S": "s"},
    "number": {"N": "1"},
    "book title": {"S": "t"},
    "GSI2PK": {"S": "BOOKS"},
    "GSI2SK": {"S": "t"},
}
LOCK = {
    **stranger(0),
    "relatedId": {"S": "s#00000001"},
    "relatedModel": {"S": "Book"},
    "uniqueValue": {"S": "i"},
}
BEHIND = "A changed key template leaves such items behind, which stay as they are:"


@pytest.mark.parametrize(
    ("found", "lines"),
    [
        (UnknownItems(), []),
        (
            UnknownItems(1, ("X#1/?",)),
            [f"1 item belongs to no model of the design. {BEHIND}", "  X#1/?"],
        ),
        (
            UnknownItems(1_002, ("a", "b"), among=5_000),
            [
                f"1,002 items belong of the first 5,000 to no model of the design. {BEHIND}",
                "  a",
                "  b",
                "  … and 1,000 more",
            ],
        ),
        (
            UnknownItems(attributes={("Book", "b"): 2_000, ("Book", "a"): 1}),
            [
                "Book: 1 item has the attribute 'a', which is none of its fields. "
                "If a field was renamed, say `attribute: a` there.",
                "Book: 2,000 items have the attribute 'b', which is none of its fields. "
                "If a field was renamed, say `attribute: b` there.",
            ],
        ),
    ],
)
def test_unknown_items_are_told_in_sentences(found: UnknownItems, lines: list[str]) -> None:
    assert list(found.lines()) == lines


def test_strangers_are_what_no_model_knows() -> None:
    foreign_lock = {**LOCK, "relatedModel": {"S": "Gone"}}
    items = [BOOK, {**BOOK, "old": {"S": "x"}}, LOCK, foreign_lock, stranger(1)]

    found = find_unknown_items(CONTEXT, CODECS, items)

    assert found == UnknownItems(2, ("X#0/?", "X#1/?"), {("Book", "old"): 1})
    many = find_unknown_items(CONTEXT, CODECS, map(stranger, range(30)))
    assert (many.items, len(many.named)) == (30, 20)
    both = many + found
    assert (both.items, both.named, both.attributes) == (32, many.named, found.attributes)


def test_a_sample_says_how_many_were_looked_at() -> None:
    page = {"Items": [stranger(1), BOOK]}

    seen, part = drive(FindUnknownItems(CONTEXT, CODECS), encoded(**page, LastEvaluatedKey=START))
    _, whole = drive(FindUnknownItems(CONTEXT, CODECS), encoded(**page))

    assert (part.among, part.items, whole.among) == (2, 1, None)
    assert seen == [Request("Scan", {"TableName": "library", "Limit": 1000})]


def test_a_reindexing_reads_its_segment_page_by_page() -> None:
    operation = Reindex(CONTEXT, CODECS, START, 2, 3)

    seen, done = drive(operation, encoded(Items=[], LastEvaluatedKey={"PK": {"S": "q"}}))

    assert seen[0].body == {
        "TableName": "library",
        "Limit": 500,
        "ConsistentRead": True,
        "Segment": 2,
        "TotalSegments": 3,
        "ExclusiveStartKey": START,
    }
    assert done.rest == msgspec.structs.replace(operation, start={"PK": {"S": "q"}})
    assert (done.read, done.rewritten, done.claimed, done.unknown) == (0, 0, 0, UnknownItems())


def test_a_reindexing_that_others_outrun_leaves_the_item() -> None:
    stale = {**BOOK, "GSI2SK": {"S": "old"}}
    race = (ConditionFailed("no"), encoded(Item=stale), None)

    seen, done = drive(Reindex(CONTEXT, CODECS), encoded(Items=[stale]), *race * 40)

    assert done.unfit == (
        "Book SHELF#s/BOOK#00000001: Book: the write lost the race to other writers 40 times.",
    )
    assert [type(one) for one in seen[:4]] == [Request, Request, Request, Wait]
    assert [one.action for one in seen[:3]] == ["Scan", "UpdateItem", "GetItem"]


def test_faults_are_told_with_their_remedies() -> None:
    with Library.open("memory:") as db:
        db.shelf.create(name="s", room="r")
        bare = {name: value for name, value in BOOK.items() if name != "GSI2PK"}
        put_raw(db, {**bare, "isbn": {"S": "i"}, "GSI2SK": {"S": "old"}})
        put_raw(db, {**BOOK, "SK": {"S": "BOOK#00000002"}, "book title": {"N": "1"}})
        put_raw(db, stranger(1))
        put_raw(db, LOCK)
        codecs = tuple(codec_of(db, one) for one in (Book, Shelf))
        context = context_of(db)
        found = db.run(Inspect(context, codecs, ReadPage(context)))

    assert found.counts == {"Book": 2, "Shelf": 1, "no model": 1, "lock": 1}
    assert sorted((fault.kind, str(fault)) for fault in found.faults) == [
        (
            "missing lock",
            "Book SHELF#s/BOOK#00000001: isbn 'i' has no lock of its own, so that another item "
            "may take it. `tavola reindex` claims it, or says who has it.",
        ),
        (
            "no model",
            "X#1/?: the item belongs to no model. Delete it, or describe it in the design.",
        ),
        (
            "orphaned lock",
            "X#0/?: it is a lock of Book s#00000001, which does not hold the value. It is taken "
            "over by the next item that wants it; delete it to be rid of it.",
        ),
        (
            "stale key",
            "Book SHELF#s/BOOK#00000001: GSI2PK is 'nothing' and should be 'BOOKS', "
            "GSI2SK is 'old' and should be 't'. "
            "`tavola reindex` fixes it.",
        ),
        (
            "unfit",
            "Book SHELF#s/BOOK#00000002: Book.title: the item SHELF#s/BOOK#00000002 holds "
            "{'N': '1'}, which does not fit StringField, stored as S. Give the item a fitting "
            "value by an update, or change the type in the design.",
        ),
    ]
    assert str(Fault("rule", "a", "b")) == "a: b"
