"""Library: typed access to the table `library`.

Generated from its design; change that, and generate again:

    tavola generate library.yaml -o library.py
"""

# fmt: off
# isort: skip_file
# ruff: noqa: PGH004
# ruff: noqa

from __future__ import annotations

import tavola.runtime

tavola.runtime.require(1)

from collections.abc import Iterable
from datetime import datetime
from decimal import Decimal
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Literal, TypedDict, Unpack
from uuid import UUID

from tavola import Record, Table
from tavola.runtime import (CollectionArgument, CollectionPlans, CollectionSchema, Collections, Design, FieldRef, FieldSchema, Fields, Handle,
    IndexSchema, IterationSchema, KeyPair, ListRef, MapRef, Methods, ModelSchema, NumberRef, PatternSchema, PhysicalIndex, Placeholder, Plans, SetRef,
    TableSettings, Template, TextRef, UniqueSchema, create_method, handle, member, method, upsert_method)

if TYPE_CHECKING:
    from tavola import Change, SortCondition
    from tavola.runtime import (BatchWrite, Collect, CollectOptions, Delete, Filter, FindByUnique, Get, GetMany, IndexOptions, OnBadItem,
        PatternOptions, Query, QueryOptions, Update)

__all__ = ["Book", "Library", "Loan", "Shelf"]

_INDEX_1 = PhysicalIndex("GSI1", "GSI1PK", "GSI1SK")
_INDEX_2 = PhysicalIndex("GSI2", "GSI2PK", "GSI2SK", projection="keysOnly")
_INDEX_3 = PhysicalIndex("GSI3", "GSI3PK", "GSI3SK", projection="include", included=("book title",))

_DESIGN = Design(
    name="Library", layout="templates",
    table=TableSettings(name="library", type_attribute="kind", ttl_attribute="expires", indexes=(_INDEX_1, _INDEX_2, _INDEX_3)),
    models={
        "Book": ModelSchema(
            name="Book", handle="book",
            fields={
                "shelf": FieldSchema("shelf", "shelf", "StringField", required=True),
                "number": FieldSchema("number", "number", "IntegerField", required=True),
                "title": FieldSchema("title", "title", "StringField", required=True, attribute="book title"),
                "isbn": FieldSchema("isbn", "isbn", "StringField"),
                "state": FieldSchema("state", "state", "EnumField", default="here", values=("here", "lent", "lost"), attribute="__state__"),
                "price": FieldSchema("price", "price", "DecimalField"),
                "code": FieldSchema("code", "code", "UuidField"),
                "pages": FieldSchema("pages", "pages", "IntegerField"),
                "words": FieldSchema("words", "words", "ListField"),
                "facts": FieldSchema("facts", "facts", "MapField", attribute="facts.all"),
                "extra": FieldSchema("extra", "extra", "JsonField"),
                "cover": FieldSchema("cover", "cover", "BinaryField"),
                "ratio": FieldSchema("ratio", "ratio", "FloatField"),
                "printedAt": FieldSchema("printedAt", "printed_at", "DateTimeField", storage="iso"),
                "boughtAt": FieldSchema("boughtAt", "bought_at", "DateTimeField", storage="epochSeconds"),
                "readAt": FieldSchema("readAt", "read_at", "DateTimeField", storage="epochMillis"),
                "body": FieldSchema("body", "body", "StringField", is_heavy=True),
                "labels": FieldSchema("labels", "labels", "StringSetField"),
                "expires": FieldSchema("expires", "expires", "TtlField", storage="epochSeconds"),
            },
            key=KeyPair("PK", Template(("SHELF#", Placeholder("shelf"))), "SK", Template(("BOOK#", Placeholder("number", "int:8")))),
            primary_id=Template((Placeholder("shelf", escaped="%#"), "#", Placeholder("number", "int:8"))),
            indexes={
                "booksOnShelf": IndexSchema("booksOnShelf", "books_on_shelf",
                    KeyPair("PK", Template(("SHELF#", Placeholder("shelf"))), "SK", Template(("BOOK#", Placeholder("number", "int:8"))))),
                "booksByState": IndexSchema(
                    "booksByState", "books_by_state",
                    KeyPair("GSI1PK", Template(("STATE#", Placeholder("state"))), "GSI1SK",
                        Template((Placeholder("shelf", escaped="%#"), "#", Placeholder("number", "int:8")))),
                    physical=_INDEX_1,
                ),
                "booksByTitle": IndexSchema("booksByTitle", "books_by_title",
                    KeyPair("GSI2PK", Template(("BOOKS",)), "GSI2SK", Template((Placeholder("title"),))), physical=_INDEX_2),
                "booksByPages": IndexSchema("booksByPages", "books_by_pages",
                    KeyPair("GSI3PK", Template(("PAGES#", Placeholder("shelf"))), "GSI3SK", Template((Placeholder("pages", "int:8"),))),
                    physical=_INDEX_3),
            },
            uniques={
                "uniqueIsbn": UniqueSchema(name="uniqueIsbn", fields=("isbn",), python_name="find_by_isbn",
                    key=KeyPair("PK", Template(("ISBN#", Placeholder("isbn"))), "SK", Template(("ISBN",)))),
            },
            type_value="BOOK", ttl_field="expires",
        ),
        "Shelf": ModelSchema(
            name="Shelf", handle="shelf",
            fields={
                "name": FieldSchema("name", "name", "StringField", required=True),
                "room": FieldSchema("room", "room", "StringField"),
                "books": FieldSchema("books", "books", "CounterField"),
            },
            key=KeyPair("PK", Template(("SHELF#", Placeholder("name"))), "SK", Template(("META",))), primary_id=Template((Placeholder("name"),)),
            iteration=IterationSchema(physical=_INDEX_1,
                key=KeyPair("GSI1PK", Template(("SHELVES#", Placeholder("$bucket", "int:3"))), "GSI1SK", Template((Placeholder("name"),))),
                buckets=3),
            type_value="SHELF", counters=("books",),
        ),
        "Loan": ModelSchema(
            name="Loan", handle="loan",
            fields={
                "reader": FieldSchema("reader", "reader", "StringField", required=True),
                "shelf": FieldSchema("shelf", "shelf", "StringField", required=True),
                "number": FieldSchema("number", "number", "IntegerField", required=True),
                "days": FieldSchema("days", "days", "IntegerField"),
            },
            key=KeyPair("PK", Template(("READER#", Placeholder("reader"))), "SK",
                Template(("LOAN#", Placeholder("shelf", escaped="%#"), "#", Placeholder("number", "int:8")))),
            primary_id=Template((Placeholder("reader", escaped="%#"), "#", Placeholder("shelf", escaped="%#"), "#", Placeholder("number", "int:8"))),
            indexes={
                "loansOfReader": IndexSchema(
                    "loansOfReader", "loans_of_reader",
                    KeyPair("PK", Template(("READER#", Placeholder("reader"))), "SK",
                        Template(("LOAN#", Placeholder("shelf", escaped="%#"), "#", Placeholder("number", "int:8")))),
                ),
            },
            type_value="LOAN",
        ),
    },
    collections={
        "wholeShelf": CollectionSchema(name="wholeShelf", python_name="whole_shelf", models=("Shelf", "Book"), partition_attribute="PK",
            partition=Template(("SHELF#", Placeholder("name"))),
            arguments=(CollectionArgument(name="name", python_name="name", field=FieldSchema("name", "name", "StringField", required=True)),),
            sort_attribute="SK"),
    },
    patterns={
        "lentBooks": PatternSchema(name="lentBooks", python_name="lent_books", model="Book", index="booksOnShelf", filter={"state": "lent"},
            only=("title", "state"), limit=2),
    },
)

BookState = Literal["here", "lent", "lost"]
BookField = Literal["shelf", "number", "title", "isbn", "state", "price", "code", "pages", "words", "facts", "extra", "cover", "ratio", "printed_at",
    "bought_at", "read_at", "labels", "expires"]


class BookFields(Fields):
    """Book's fields, for building conditions and changes."""

    shelf: TextRef
    number: NumberRef[int]
    title: TextRef
    isbn: TextRef
    state: FieldRef[BookState]
    price: NumberRef[Decimal]
    code: FieldRef[UUID]
    pages: NumberRef[int]
    words: ListRef
    facts: MapRef
    extra: FieldRef[Any]
    cover: FieldRef[bytes]
    ratio: NumberRef[float]
    printed_at: FieldRef[datetime]
    bought_at: FieldRef[datetime]
    read_at: FieldRef[datetime]
    body: TextRef
    labels: SetRef
    expires: FieldRef[datetime]


class BookChanges(TypedDict, total=False):
    """What an update of a Book may set."""

    title: str
    isbn: str | None
    state: BookState | None
    price: Decimal | None
    code: UUID | None
    pages: int | None
    words: list[Any] | None
    facts: dict[str, Any] | None
    extra: Any
    cover: bytes | None
    ratio: float | None
    printed_at: datetime | None
    bought_at: datetime | None
    read_at: datetime | None
    body: str | None
    labels: set[str]
    expires: datetime | None


class Book(Record, schema=_DESIGN.models["Book"]):
    """A Book.

    - key: PK = SHELF#{shelf}, SK = BOOK#{number:08d}
    - booksOnShelf: key
    - booksByState (GSI1): GSI1PK = STATE#{state}, GSI1SK = {shelf}#{number:08d}
    - booksByTitle (GSI2): GSI2PK = BOOKS, GSI2SK = {title}
    - booksByPages (GSI3): GSI3PK = PAGES#{shelf}, GSI3SK = {pages:08d}
    - uniqueIsbn, a lock: PK = ISBN#{isbn}, SK = ISBN
    """

    fields: ClassVar[BookFields]
    shelf: str
    number: int
    title: str
    isbn: str | None = None
    state: BookState | None = "here"
    price: Decimal | None = None
    code: UUID | None = None
    pages: int | None = None
    words: list[Any] | None = None
    facts: dict[str, Any] | None = None
    extra: Any = None
    cover: bytes | None = None
    ratio: float | None = None
    printed_at: datetime | None = None
    bought_at: datetime | None = None
    read_at: datetime | None = None
    body: str | None = None
    labels: set[str] = member()
    expires: datetime | None = None


ShelfField = Literal["name", "room", "books"]


class ShelfFields(Fields):
    """Shelf's fields, for building conditions and changes."""

    name: TextRef
    room: TextRef
    books: NumberRef[int]


class ShelfChanges(TypedDict, total=False):
    """What an update of a Shelf may set."""

    room: str | None
    books: int


class Shelf(Record, schema=_DESIGN.models["Shelf"]):
    """A Shelf.

    - key: PK = SHELF#{name}, SK = META
    - iteration (GSI1): GSI1PK = SHELVES#{bucket:03d}, GSI1SK = {name}
    """

    fields: ClassVar[ShelfFields]
    name: str
    room: str | None = None
    books: int = 0


LoanField = Literal["reader", "shelf", "number", "days"]


class LoanFields(Fields):
    """Loan's fields, for building conditions and changes."""

    reader: TextRef
    shelf: TextRef
    number: NumberRef[int]
    days: NumberRef[int]


class LoanChanges(TypedDict, total=False):
    """What an update of a Loan may set."""

    days: int | None


class Loan(Record, schema=_DESIGN.models["Loan"]):
    """A Loan.

    - key: PK = READER#{reader}, SK = LOAN#{shelf}#{number:08d}
    - loansOfReader: key
    """

    fields: ClassVar[LoanFields]
    reader: str
    shelf: str
    number: int
    days: int | None = None


class BookMethods(Methods[Book]):
    """The methods of Book's handle and plans."""

    create = create_method(Book)
    """Write a new Book; refuse if there is one with its key."""
    upsert = upsert_method(Book)
    """Change a Book, or create it where there is none."""

    @method
    def get(self, shelf: str, number: int, *, consistent: bool = True, include_expired: bool = False) -> Get[Book]:
        """Read the Book with this key; None if there is none."""
        return self._get((shelf, number), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[tuple[str, int]], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[Book]:
        """Read Book items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, shelf: str, number: int, *changes: Change, condition: Filter | None = None, **values: Unpack[BookChanges]) -> Update[Book]:
        """Change a Book by its key; refuse if there is none."""
        return self._update((shelf, number), changes, values, condition)

    @method
    def delete(self, shelf: str, number: int, *, condition: Filter | None = None) -> Delete[Book]:
        """Delete a Book by its key; say whether there was one."""
        return self._delete((shelf, number), condition)

    @method
    def find_by_isbn(self, isbn: str, *, include_expired: bool = False) -> FindByUnique[Book]:
        """Find the one Book with this `isbn`."""
        return self._find("uniqueIsbn", (isbn,), include_expired)

    @method
    def books_on_shelf(self, *, shelf: str, number: int | SortCondition | None = None, **options: Unpack[QueryOptions[BookField]]) -> Query[Book]:
        """Query `booksOnShelf` in the table: PK = SHELF#{shelf}, SK = BOOK#{number:08d}."""
        return self._query("booksOnShelf", {"shelf": shelf, "number": number}, **options)

    @method
    def books_by_state(self, *, state: BookState, shelf: str | SortCondition | None = None, number: int | SortCondition | None = None,
            **options: Unpack[IndexOptions[BookField]]) -> Query[Book]:
        """Query `booksByState` in GSI1: GSI1PK = STATE#{state}, GSI1SK = {shelf}#{number:08d}."""
        return self._query("booksByState", {"state": state, "shelf": shelf, "number": number}, **options)

    @method
    def books_by_title(self, *, title: str | SortCondition | None = None, **options: Unpack[IndexOptions[BookField]]) -> Query[Book]:
        """Query `booksByTitle` in GSI2: GSI2PK = BOOKS, GSI2SK = {title}."""
        return self._query("booksByTitle", {"title": title}, **options)

    @method
    def books_by_pages(self, *, shelf: str, pages: int | SortCondition | None = None, **options: Unpack[IndexOptions[BookField]]) -> Query[Book]:
        """Query `booksByPages` in GSI3: GSI3PK = PAGES#{shelf}, GSI3SK = {pages:08d}."""
        return self._query("booksByPages", {"shelf": shelf, "pages": pages}, **options)

    @method
    def lent_books(self, *, shelf: str, number: int | SortCondition | None = None, **options: Unpack[PatternOptions]) -> Query[Book]:
        """Query `lentBooks`: booksOnShelf, filtered by state, only title, state."""
        return self._pattern("lentBooks", {"shelf": shelf, "number": number}, **options)


class BookPlans(BookMethods, Plans[Book]):
    """Operations on Book, unsent."""


class BookHandle(BookMethods, Handle[Book, BookPlans]):
    """The Book items of a table."""


class ShelfMethods(Methods[Shelf]):
    """The methods of Shelf's handle and plans."""

    create = create_method(Shelf)
    """Write a new Shelf; refuse if there is one with its key."""
    upsert = upsert_method(Shelf)
    """Change a Shelf, or create it where there is none."""

    @method
    def get(self, name: str, *, consistent: bool = True, include_expired: bool = False) -> Get[Shelf]:
        """Read the Shelf with this key; None if there is none."""
        return self._get((name,), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[Shelf]:
        """Read Shelf items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, name: str, *changes: Change, condition: Filter | None = None, **values: Unpack[ShelfChanges]) -> Update[Shelf]:
        """Change a Shelf by its key; refuse if there is none."""
        return self._update((name,), changes, values, condition)

    @method
    def delete(self, name: str, *, condition: Filter | None = None) -> Delete[Shelf]:
        """Delete a Shelf by its key; say whether there was one."""
        return self._delete((name,), condition)

    @method
    def delete_all(self, keys: Iterable[str]) -> BatchWrite[Shelf]:
        """Delete Shelf items by their keys, in batches."""
        return self._delete_all(keys)


class ShelfPlans(ShelfMethods, Plans[Shelf]):
    """Operations on Shelf, unsent."""


class ShelfHandle(ShelfMethods, Handle[Shelf, ShelfPlans]):
    """The Shelf items of a table."""


class LoanMethods(Methods[Loan]):
    """The methods of Loan's handle and plans."""

    create = create_method(Loan)
    """Write a new Loan; refuse if there is one with its key."""
    upsert = upsert_method(Loan)
    """Change a Loan, or create it where there is none."""

    @method
    def get(self, reader: str, shelf: str, number: int, *, consistent: bool = True, include_expired: bool = False) -> Get[Loan]:
        """Read the Loan with this key; None if there is none."""
        return self._get((reader, shelf, number), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[tuple[str, str, int]], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[Loan]:
        """Read Loan items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, reader: str, shelf: str, number: int, *changes: Change, condition: Filter | None = None,
            **values: Unpack[LoanChanges]) -> Update[Loan]:
        """Change a Loan by its key; refuse if there is none."""
        return self._update((reader, shelf, number), changes, values, condition)

    @method
    def delete(self, reader: str, shelf: str, number: int, *, condition: Filter | None = None) -> Delete[Loan]:
        """Delete a Loan by its key; say whether there was one."""
        return self._delete((reader, shelf, number), condition)

    @method
    def delete_all(self, keys: Iterable[tuple[str, str, int]]) -> BatchWrite[Loan]:
        """Delete Loan items by their keys, in batches."""
        return self._delete_all(keys)

    @method
    def loans_of_reader(self, *, reader: str, shelf: str | SortCondition | None = None, number: int | SortCondition | None = None,
            **options: Unpack[QueryOptions[LoanField]]) -> Query[Loan]:
        """Query `loansOfReader` in the table: PK = READER#{reader}, SK = LOAN#{shelf}#{number:08d}."""
        return self._query("loansOfReader", {"reader": reader, "shelf": shelf, "number": number}, **options)


class LoanPlans(LoanMethods, Plans[Loan]):
    """Operations on Loan, unsent."""


class LoanHandle(LoanMethods, Handle[Loan, LoanPlans]):
    """The Loan items of a table."""


class LibraryCollections(Collections):
    """Reads of several models at once."""

    @method
    def whole_shelf(self, *, name: str, **options: Unpack[CollectOptions]) -> Collect[Shelf | Book]:
        """Read `wholeShelf`: the items of all its models with PK = SHELF#{name}."""
        return self._collect("wholeShelf", {"name": name}, **options)


class LibraryPlans(LibraryCollections, CollectionPlans):
    """The same, unsent."""


class Library(LibraryCollections, Table):
    """The table `library` on a store."""

    design = _DESIGN
    models = (Book, Shelf, Loan)

    book = handle(Book, BookHandle, BookPlans)
    """The Book items."""
    shelf = handle(Shelf, ShelfHandle, ShelfPlans)
    """The Shelf items."""
    loan = handle(Loan, LoanHandle, LoanPlans)
    """The Loan items."""

    @cached_property
    def plan(self) -> LibraryPlans:
        """Collections, unsent."""
        return LibraryPlans(self)
