"""Reindexing claims unique values on every store."""

from __future__ import annotations

from tavola.operations.reindex.claims import Taken
from tavola.operations.reindex.reindex import Reindex, Reindexed
from tavola.table.internals import codecs_of, context_of
from tests.table.generated.library import Library
from tests.table.stores import Home, Item, put_raw, read_raw


def lock_key(isbn: str) -> Item:
    return {"PK": {"S": f"ISBN#{isbn}"}, "SK": {"S": "ISBN"}}


def put_book(library: Library, number: int, isbn: str) -> str:
    """Store a book as a design without the constraint would, and name its item."""
    made = library.book.create(shelf="s", number=number, title="T", isbn=f"{isbn}-{number}")
    key = library.book.plan.get("s", number).key
    put_raw(library, {**(read_raw(library, key) or {}), "isbn": {"S": isbn}})
    lock = {"TableName": library.table_name, "Key": lock_key(str(made.isbn))}
    library.store.execute("DeleteItem", lock)
    return f"Book {key['PK']['S']}/{key['SK']['S']}"


def test_values_without_lock_are_claimed_and_doubles_are_named(home: Home) -> None:
    library = home.empty(Library)
    first, second = put_book(library, 1, "978"), put_book(library, 2, "978")
    operation = Reindex(context_of(library), codecs_of(library))

    result, again = library.run(operation), library.run(operation)

    assert result == Reindexed(
        read=2,
        rewritten=0,
        claimed=1,
        taken=(Taken(second, "isbn", "978", first),),
        unfit=(),
        rest=None,
    )
    assert again == Reindexed(2, 0, 0, result.taken, (), None)
    found = library.book.find_by_isbn("978")
    assert found is not None
    assert found.number == 1
