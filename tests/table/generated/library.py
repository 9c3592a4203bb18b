"""Library: typed access to the table `library`.

Generated from its design; change that, and generate again:

    tavola generate library.yaml -o library.py
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from decimal import Decimal
from functools import cached_property
from typing import Any, ClassVar, Literal, Required, TypedDict, Unpack
from uuid import UUID

from tavola.design.schema import (
    CollectionArgument,
    CollectionSchema,
    Design,
    FieldSchema,
    IndexSchema,
    IterationSchema,
    KeyPair,
    ModelSchema,
    PatternSchema,
    PhysicalIndex,
    TableSettings,
    UniqueSchema,
)
from tavola.keys import Placeholder, SortCondition, Template
from tavola.model import (
    Change,
    FieldRef,
    Fields,
    ListRef,
    MapRef,
    NumberRef,
    SetRef,
    TextRef,
    member,
)
from tavola.operations.filters import Filter
from tavola.operations.read.collection import Collect, Collected
from tavola.operations.read.get import Get, GetMany
from tavola.operations.read.lookup import FindByUnique
from tavola.operations.read.query import Query
from tavola.operations.write.batch import BatchWrite
from tavola.operations.write.operations import Create, Delete, Update, Upsert
from tavola.table import (
    CollectOptions,
    Handle,
    IndexOptions,
    Page,
    PatternOptions,
    Plans,
    QueryOptions,
    Record,
    Table,
)

__all__ = ["Book", "Library", "Loan", "Shelf"]

_INDEX_1 = PhysicalIndex(name="GSI1", partition_key="GSI1PK", sort_key="GSI1SK")
_INDEX_2 = PhysicalIndex(
    name="GSI2", partition_key="GSI2PK", sort_key="GSI2SK", projection="keysOnly"
)
_INDEX_3 = PhysicalIndex(
    name="GSI3",
    partition_key="GSI3PK",
    sort_key="GSI3SK",
    projection="include",
    included=("title",),
)

_DESIGN = Design(
    name="Library",
    layout="templates",
    table=TableSettings(
        name="library",
        type_attribute="kind",
        ttl_attribute="expires",
        indexes=(_INDEX_1, _INDEX_2, _INDEX_3),
    ),
    models={
        "Book": ModelSchema(
            name="Book",
            handle="book",
            fields={
                "shelf": FieldSchema(
                    name="shelf", python_name="shelf", type="StringField", required=True
                ),
                "number": FieldSchema(
                    name="number", python_name="number", type="IntegerField", required=True
                ),
                "title": FieldSchema(
                    name="title", python_name="title", type="StringField", required=True
                ),
                "isbn": FieldSchema(name="isbn", python_name="isbn", type="StringField"),
                "state": FieldSchema(
                    name="state",
                    python_name="state",
                    type="EnumField",
                    default="here",
                    values=("here", "lent", "lost"),
                ),
                "price": FieldSchema(name="price", python_name="price", type="DecimalField"),
                "code": FieldSchema(name="code", python_name="code", type="UuidField"),
                "pages": FieldSchema(name="pages", python_name="pages", type="IntegerField"),
                "words": FieldSchema(name="words", python_name="words", type="ListField"),
                "facts": FieldSchema(name="facts", python_name="facts", type="MapField"),
                "extra": FieldSchema(name="extra", python_name="extra", type="JsonField"),
                "cover": FieldSchema(name="cover", python_name="cover", type="BinaryField"),
                "ratio": FieldSchema(name="ratio", python_name="ratio", type="FloatField"),
                "printedAt": FieldSchema(
                    name="printedAt", python_name="printed_at", type="DateTimeField", storage="iso"
                ),
                "boughtAt": FieldSchema(
                    name="boughtAt",
                    python_name="bought_at",
                    type="DateTimeField",
                    storage="epochSeconds",
                ),
                "readAt": FieldSchema(
                    name="readAt",
                    python_name="read_at",
                    type="DateTimeField",
                    storage="epochMillis",
                ),
                "body": FieldSchema(
                    name="body", python_name="body", type="StringField", is_heavy=True
                ),
                "labels": FieldSchema(name="labels", python_name="labels", type="StringSetField"),
                "expires": FieldSchema(
                    name="expires", python_name="expires", type="TtlField", storage="epochSeconds"
                ),
            },
            key=KeyPair(
                partition_attribute="PK",
                partition=Template(("SHELF#", Placeholder("shelf"))),
                sort_attribute="SK",
                sort=Template(("BOOK#", Placeholder("number", form="int:8"))),
            ),
            primary_id=Template(
                (Placeholder("shelf", escaped="%#"), "#", Placeholder("number", form="int:8"))
            ),
            indexes={
                "booksOnShelf": IndexSchema(
                    name="booksOnShelf",
                    python_name="books_on_shelf",
                    key=KeyPair(
                        partition_attribute="PK",
                        partition=Template(("SHELF#", Placeholder("shelf"))),
                        sort_attribute="SK",
                        sort=Template(("BOOK#", Placeholder("number", form="int:8"))),
                    ),
                ),
                "booksByState": IndexSchema(
                    name="booksByState",
                    python_name="books_by_state",
                    key=KeyPair(
                        partition_attribute="GSI1PK",
                        partition=Template(("STATE#", Placeholder("state"))),
                        sort_attribute="GSI1SK",
                        sort=Template(
                            (
                                Placeholder("shelf", escaped="%#"),
                                "#",
                                Placeholder("number", form="int:8"),
                            ),
                        ),
                    ),
                    physical=_INDEX_1,
                ),
                "booksByTitle": IndexSchema(
                    name="booksByTitle",
                    python_name="books_by_title",
                    key=KeyPair(
                        partition_attribute="GSI2PK",
                        partition=Template(("BOOKS",)),
                        sort_attribute="GSI2SK",
                        sort=Template((Placeholder("title"),)),
                    ),
                    physical=_INDEX_2,
                ),
                "booksByPages": IndexSchema(
                    name="booksByPages",
                    python_name="books_by_pages",
                    key=KeyPair(
                        partition_attribute="GSI3PK",
                        partition=Template(("PAGES#", Placeholder("shelf"))),
                        sort_attribute="GSI3SK",
                        sort=Template((Placeholder("pages", form="int:8"),)),
                    ),
                    physical=_INDEX_3,
                ),
            },
            uniques={
                "uniqueIsbn": UniqueSchema(
                    name="uniqueIsbn",
                    fields=("isbn",),
                    python_name="find_by_isbn",
                    key=KeyPair(
                        partition_attribute="PK",
                        partition=Template(("ISBN#", Placeholder("isbn"))),
                        sort_attribute="SK",
                        sort=Template(("ISBN",)),
                    ),
                ),
            },
            type_value="BOOK",
            ttl_field="expires",
        ),
        "Shelf": ModelSchema(
            name="Shelf",
            handle="shelf",
            fields={
                "name": FieldSchema(
                    name="name", python_name="name", type="StringField", required=True
                ),
                "room": FieldSchema(name="room", python_name="room", type="StringField"),
                "books": FieldSchema(name="books", python_name="books", type="CounterField"),
            },
            key=KeyPair(
                partition_attribute="PK",
                partition=Template(("SHELF#", Placeholder("name"))),
                sort_attribute="SK",
                sort=Template(("META",)),
            ),
            primary_id=Template((Placeholder("name"),)),
            iteration=IterationSchema(
                physical=_INDEX_1,
                key=KeyPair(
                    partition_attribute="GSI1PK",
                    partition=Template(("SHELVES#", Placeholder("$bucket", form="int:3"))),
                    sort_attribute="GSI1SK",
                    sort=Template((Placeholder("name"),)),
                ),
                buckets=3,
            ),
            type_value="SHELF",
            counters=("books",),
        ),
        "Loan": ModelSchema(
            name="Loan",
            handle="loan",
            fields={
                "reader": FieldSchema(
                    name="reader", python_name="reader", type="StringField", required=True
                ),
                "shelf": FieldSchema(
                    name="shelf", python_name="shelf", type="StringField", required=True
                ),
                "number": FieldSchema(
                    name="number", python_name="number", type="IntegerField", required=True
                ),
                "days": FieldSchema(name="days", python_name="days", type="IntegerField"),
            },
            key=KeyPair(
                partition_attribute="PK",
                partition=Template(("READER#", Placeholder("reader"))),
                sort_attribute="SK",
                sort=Template(
                    (
                        "LOAN#",
                        Placeholder("shelf", escaped="%#"),
                        "#",
                        Placeholder("number", form="int:8"),
                    ),
                ),
            ),
            primary_id=Template(
                (
                    Placeholder("reader", escaped="%#"),
                    "#",
                    Placeholder("shelf", escaped="%#"),
                    "#",
                    Placeholder("number", form="int:8"),
                ),
            ),
            indexes={
                "loansOfReader": IndexSchema(
                    name="loansOfReader",
                    python_name="loans_of_reader",
                    key=KeyPair(
                        partition_attribute="PK",
                        partition=Template(("READER#", Placeholder("reader"))),
                        sort_attribute="SK",
                        sort=Template(
                            (
                                "LOAN#",
                                Placeholder("shelf", escaped="%#"),
                                "#",
                                Placeholder("number", form="int:8"),
                            ),
                        ),
                    ),
                ),
            },
            type_value="LOAN",
        ),
    },
    collections={
        "wholeShelf": CollectionSchema(
            name="wholeShelf",
            python_name="whole_shelf",
            models=("Shelf", "Book"),
            partition_attribute="PK",
            partition=Template(("SHELF#", Placeholder("name"))),
            arguments=(
                CollectionArgument(
                    name="name",
                    python_name="name",
                    field=FieldSchema(
                        name="name", python_name="name", type="StringField", required=True
                    ),
                ),
            ),
            sort_attribute="SK",
        ),
    },
    patterns={
        "lentBooks": PatternSchema(
            name="lentBooks",
            python_name="lent_books",
            model="Book",
            index="booksOnShelf",
            filter={"state": "lent"},
            only=("title", "state"),
            limit=2,
        ),
    },
)

BookState = Literal["here", "lent", "lost"]
BookField = Literal[
    "shelf",
    "number",
    "title",
    "isbn",
    "state",
    "price",
    "code",
    "pages",
    "words",
    "facts",
    "extra",
    "cover",
    "ratio",
    "printed_at",
    "bought_at",
    "read_at",
    "labels",
    "expires",
]


class BookFields(Fields):
    """Book's fields, to make conditions and changes of."""

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


class BookValues(TypedDict, total=False):
    """What a new Book is made of."""

    shelf: Required[str]
    number: Required[int]
    title: Required[str]
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
    """Shelf's fields, to make conditions and changes of."""

    name: TextRef
    room: TextRef
    books: NumberRef[int]


class ShelfValues(TypedDict, total=False):
    """What a new Shelf is made of."""

    name: Required[str]
    room: str | None
    books: int


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
    """Loan's fields, to make conditions and changes of."""

    reader: TextRef
    shelf: TextRef
    number: NumberRef[int]
    days: NumberRef[int]


class LoanValues(TypedDict, total=False):
    """What a new Loan is made of."""

    reader: Required[str]
    shelf: Required[str]
    number: Required[int]
    days: int | None


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


class BookPlans(Plans[Book]):
    """Operations on Book, unsent."""

    def create(self, **values: Unpack[BookValues]) -> Create[Book]:
        """Write a new Book; refuse if there is one with its key."""
        return self._create(values)

    def get(
        self, shelf: str, number: int, *, consistent: bool = True, include_expired: bool = False
    ) -> Get[Book]:
        """Read the Book with this key; None if there is none."""
        return self._get((shelf, number), consistent, include_expired)

    def get_many(
        self,
        keys: Iterable[tuple[str, int]],
        *,
        consistent: bool = True,
        include_expired: bool = False,
    ) -> GetMany[Book]:
        """Read items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired)

    def update(
        self,
        shelf: str,
        number: int,
        *changes: Change,
        condition: Filter | None = None,
        **values: Unpack[BookChanges],
    ) -> Update[Book]:
        """Change a Book by its key; refuse if there is none."""
        return self._update((shelf, number), changes, values, condition)

    def upsert(self, **values: Unpack[BookValues]) -> Upsert[Book]:
        """Change a Book, or create it where there is none."""
        return self._upsert(values)

    def delete(self, shelf: str, number: int, *, condition: Filter | None = None) -> Delete[Book]:
        """Delete a Book by its key; say whether there was one."""
        return self._delete((shelf, number), condition)

    def find_by_isbn(self, isbn: str, *, include_expired: bool = False) -> FindByUnique[Book]:
        """Find the one Book with this `isbn`."""
        return self._find("uniqueIsbn", (isbn,), include_expired)

    def books_on_shelf(
        self,
        *,
        shelf: str,
        number: int | SortCondition | None = None,
        **options: Unpack[QueryOptions[BookField]],
    ) -> Query[Book]:
        """Query the table: PK = SHELF#{shelf}, SK = BOOK#{number:08d}."""
        return self._query("booksOnShelf", {"shelf": shelf, "number": number}, **options)

    def books_by_state(
        self,
        *,
        state: BookState,
        shelf: str | SortCondition | None = None,
        number: int | SortCondition | None = None,
        **options: Unpack[IndexOptions[BookField]],
    ) -> Query[Book]:
        """Query GSI1: GSI1PK = STATE#{state}, GSI1SK = {shelf}#{number:08d}."""
        return self._query(
            "booksByState", {"state": state, "shelf": shelf, "number": number}, **options
        )

    def books_by_title(
        self,
        *,
        title: str | SortCondition | None = None,
        **options: Unpack[IndexOptions[BookField]],
    ) -> Query[Book]:
        """Query GSI2: GSI2PK = BOOKS, GSI2SK = {title}."""
        return self._query("booksByTitle", {"title": title}, **options)

    def books_by_pages(
        self,
        *,
        shelf: str,
        pages: int | SortCondition | None = None,
        **options: Unpack[IndexOptions[BookField]],
    ) -> Query[Book]:
        """Query GSI3: GSI3PK = PAGES#{shelf}, GSI3SK = {pages:08d}."""
        return self._query("booksByPages", {"shelf": shelf, "pages": pages}, **options)

    def lent_books(
        self,
        *,
        shelf: str,
        number: int | SortCondition | None = None,
        **options: Unpack[PatternOptions],
    ) -> Query[Book]:
        """Query books_on_shelf, filtered by state, only title, state."""
        return self._pattern("lentBooks", {"shelf": shelf, "number": number}, **options)


class BookHandle(Handle[Book, BookPlans]):
    """The Book items of a table."""

    def create(self, **values: Unpack[BookValues]) -> Book:
        """Write a new Book; refuse if there is one with its key."""
        return self._table.create(self._codec, values)

    def get(
        self, shelf: str, number: int, *, consistent: bool = True, include_expired: bool = False
    ) -> Book | None:
        """Read the Book with this key; None if there is none."""
        return self._table.get(self._plan_get((shelf, number), consistent, include_expired))

    def get_many(
        self,
        keys: Iterable[tuple[str, int]],
        *,
        consistent: bool = True,
        include_expired: bool = False,
    ) -> list[Book | None]:
        """Read items by their keys; the result is in the keys' order."""
        return self._run(
            self.plan.get_many(keys, consistent=consistent, include_expired=include_expired)
        )

    def update(
        self,
        shelf: str,
        number: int,
        *changes: Change,
        condition: Filter | None = None,
        **values: Unpack[BookChanges],
    ) -> Book:
        """Change a Book by its key; refuse if there is none."""
        return self._run(self.plan.update(shelf, number, *changes, condition=condition, **values))

    def upsert(self, **values: Unpack[BookValues]) -> Book:
        """Change a Book, or create it where there is none."""
        return self._run(self.plan.upsert(**values))

    def delete(self, shelf: str, number: int, *, condition: Filter | None = None) -> bool:
        """Delete a Book by its key; say whether there was one."""
        return self._run(self.plan.delete(shelf, number, condition=condition))

    def find_by_isbn(self, isbn: str, *, include_expired: bool = False) -> Book | None:
        """Find the one Book with this `isbn`."""
        return self._run(self.plan.find_by_isbn(isbn, include_expired=include_expired))

    def books_on_shelf(
        self,
        *,
        shelf: str,
        number: int | SortCondition | None = None,
        **options: Unpack[QueryOptions[BookField]],
    ) -> Page[Book]:
        """Query the table: PK = SHELF#{shelf}, SK = BOOK#{number:08d}."""
        return self._page(self.plan.books_on_shelf(shelf=shelf, number=number, **options))

    def books_by_state(
        self,
        *,
        state: BookState,
        shelf: str | SortCondition | None = None,
        number: int | SortCondition | None = None,
        **options: Unpack[IndexOptions[BookField]],
    ) -> Page[Book]:
        """Query GSI1: GSI1PK = STATE#{state}, GSI1SK = {shelf}#{number:08d}."""
        return self._page(
            self.plan.books_by_state(state=state, shelf=shelf, number=number, **options)
        )

    def books_by_title(
        self,
        *,
        title: str | SortCondition | None = None,
        **options: Unpack[IndexOptions[BookField]],
    ) -> Page[Book]:
        """Query GSI2: GSI2PK = BOOKS, GSI2SK = {title}."""
        return self._page(self.plan.books_by_title(title=title, **options))

    def books_by_pages(
        self,
        *,
        shelf: str,
        pages: int | SortCondition | None = None,
        **options: Unpack[IndexOptions[BookField]],
    ) -> Page[Book]:
        """Query GSI3: GSI3PK = PAGES#{shelf}, GSI3SK = {pages:08d}."""
        return self._page(self.plan.books_by_pages(shelf=shelf, pages=pages, **options))

    def lent_books(
        self,
        *,
        shelf: str,
        number: int | SortCondition | None = None,
        **options: Unpack[PatternOptions],
    ) -> Page[Book]:
        """Query books_on_shelf, filtered by state, only title, state."""
        return self._page(self.plan.lent_books(shelf=shelf, number=number, **options))


class ShelfPlans(Plans[Shelf]):
    """Operations on Shelf, unsent."""

    def create(self, **values: Unpack[ShelfValues]) -> Create[Shelf]:
        """Write a new Shelf; refuse if there is one with its key."""
        return self._create(values)

    def get(
        self, name: str, *, consistent: bool = True, include_expired: bool = False
    ) -> Get[Shelf]:
        """Read the Shelf with this key; None if there is none."""
        return self._get((name,), consistent, include_expired)

    def get_many(
        self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False
    ) -> GetMany[Shelf]:
        """Read items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired)

    def update(
        self,
        name: str,
        *changes: Change,
        condition: Filter | None = None,
        **values: Unpack[ShelfChanges],
    ) -> Update[Shelf]:
        """Change a Shelf by its key; refuse if there is none."""
        return self._update((name,), changes, values, condition)

    def upsert(self, **values: Unpack[ShelfValues]) -> Upsert[Shelf]:
        """Change a Shelf, or create it where there is none."""
        return self._upsert(values)

    def delete(self, name: str, *, condition: Filter | None = None) -> Delete[Shelf]:
        """Delete a Shelf by its key; say whether there was one."""
        return self._delete((name,), condition)

    def delete_all(self, keys: Iterable[str]) -> BatchWrite[Shelf]:
        """Delete items by their keys, in batches."""
        return self._delete_all(keys)


class ShelfHandle(Handle[Shelf, ShelfPlans]):
    """The Shelf items of a table."""

    def create(self, **values: Unpack[ShelfValues]) -> Shelf:
        """Write a new Shelf; refuse if there is one with its key."""
        return self._table.create(self._codec, values)

    def get(
        self, name: str, *, consistent: bool = True, include_expired: bool = False
    ) -> Shelf | None:
        """Read the Shelf with this key; None if there is none."""
        return self._table.get(self._plan_get((name,), consistent, include_expired))

    def get_many(
        self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False
    ) -> list[Shelf | None]:
        """Read items by their keys; the result is in the keys' order."""
        return self._run(
            self.plan.get_many(keys, consistent=consistent, include_expired=include_expired)
        )

    def update(
        self,
        name: str,
        *changes: Change,
        condition: Filter | None = None,
        **values: Unpack[ShelfChanges],
    ) -> Shelf:
        """Change a Shelf by its key; refuse if there is none."""
        return self._run(self.plan.update(name, *changes, condition=condition, **values))

    def upsert(self, **values: Unpack[ShelfValues]) -> Shelf:
        """Change a Shelf, or create it where there is none."""
        return self._run(self.plan.upsert(**values))

    def delete(self, name: str, *, condition: Filter | None = None) -> bool:
        """Delete a Shelf by its key; say whether there was one."""
        return self._run(self.plan.delete(name, condition=condition))

    def delete_all(self, keys: Iterable[str]) -> None:
        """Delete items by their keys, in batches."""
        self._run(self.plan.delete_all(keys))


class LoanPlans(Plans[Loan]):
    """Operations on Loan, unsent."""

    def create(self, **values: Unpack[LoanValues]) -> Create[Loan]:
        """Write a new Loan; refuse if there is one with its key."""
        return self._create(values)

    def get(
        self,
        reader: str,
        shelf: str,
        number: int,
        *,
        consistent: bool = True,
        include_expired: bool = False,
    ) -> Get[Loan]:
        """Read the Loan with this key; None if there is none."""
        return self._get((reader, shelf, number), consistent, include_expired)

    def get_many(
        self,
        keys: Iterable[tuple[str, str, int]],
        *,
        consistent: bool = True,
        include_expired: bool = False,
    ) -> GetMany[Loan]:
        """Read items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired)

    def update(
        self,
        reader: str,
        shelf: str,
        number: int,
        *changes: Change,
        condition: Filter | None = None,
        **values: Unpack[LoanChanges],
    ) -> Update[Loan]:
        """Change a Loan by its key; refuse if there is none."""
        return self._update((reader, shelf, number), changes, values, condition)

    def upsert(self, **values: Unpack[LoanValues]) -> Upsert[Loan]:
        """Change a Loan, or create it where there is none."""
        return self._upsert(values)

    def delete(
        self, reader: str, shelf: str, number: int, *, condition: Filter | None = None
    ) -> Delete[Loan]:
        """Delete a Loan by its key; say whether there was one."""
        return self._delete((reader, shelf, number), condition)

    def delete_all(self, keys: Iterable[tuple[str, str, int]]) -> BatchWrite[Loan]:
        """Delete items by their keys, in batches."""
        return self._delete_all(keys)

    def loans_of_reader(
        self,
        *,
        reader: str,
        shelf: str | SortCondition | None = None,
        number: int | SortCondition | None = None,
        **options: Unpack[QueryOptions[LoanField]],
    ) -> Query[Loan]:
        """Query the table: PK = READER#{reader}, SK = LOAN#{shelf}#{number:08d}."""
        return self._query(
            "loansOfReader", {"reader": reader, "shelf": shelf, "number": number}, **options
        )


class LoanHandle(Handle[Loan, LoanPlans]):
    """The Loan items of a table."""

    def create(self, **values: Unpack[LoanValues]) -> Loan:
        """Write a new Loan; refuse if there is one with its key."""
        return self._table.create(self._codec, values)

    def get(
        self,
        reader: str,
        shelf: str,
        number: int,
        *,
        consistent: bool = True,
        include_expired: bool = False,
    ) -> Loan | None:
        """Read the Loan with this key; None if there is none."""
        return self._table.get(self._plan_get((reader, shelf, number), consistent, include_expired))

    def get_many(
        self,
        keys: Iterable[tuple[str, str, int]],
        *,
        consistent: bool = True,
        include_expired: bool = False,
    ) -> list[Loan | None]:
        """Read items by their keys; the result is in the keys' order."""
        return self._run(
            self.plan.get_many(keys, consistent=consistent, include_expired=include_expired)
        )

    def update(
        self,
        reader: str,
        shelf: str,
        number: int,
        *changes: Change,
        condition: Filter | None = None,
        **values: Unpack[LoanChanges],
    ) -> Loan:
        """Change a Loan by its key; refuse if there is none."""
        return self._run(
            self.plan.update(reader, shelf, number, *changes, condition=condition, **values)
        )

    def upsert(self, **values: Unpack[LoanValues]) -> Loan:
        """Change a Loan, or create it where there is none."""
        return self._run(self.plan.upsert(**values))

    def delete(
        self, reader: str, shelf: str, number: int, *, condition: Filter | None = None
    ) -> bool:
        """Delete a Loan by its key; say whether there was one."""
        return self._run(self.plan.delete(reader, shelf, number, condition=condition))

    def delete_all(self, keys: Iterable[tuple[str, str, int]]) -> None:
        """Delete items by their keys, in batches."""
        self._run(self.plan.delete_all(keys))

    def loans_of_reader(
        self,
        *,
        reader: str,
        shelf: str | SortCondition | None = None,
        number: int | SortCondition | None = None,
        **options: Unpack[QueryOptions[LoanField]],
    ) -> Page[Loan]:
        """Query the table: PK = READER#{reader}, SK = LOAN#{shelf}#{number:08d}."""
        return self._page(
            self.plan.loans_of_reader(reader=reader, shelf=shelf, number=number, **options)
        )


class LibraryPlans:
    """Operations on several models at once, unsent."""

    def __init__(self, table: Library) -> None:
        self._table = table

    def whole_shelf(self, *, name: str, **options: Unpack[CollectOptions]) -> Collect[Shelf | Book]:
        """Read PK = SHELF#{name}, items of all models."""
        return self._table.collect_plan("wholeShelf", {"name": name}, **options)


class Library(Table):
    """The table `library` on a store."""

    design = _DESIGN
    models = (Book, Shelf, Loan)

    @cached_property
    def book(self) -> BookHandle:
        """The Book items."""
        return BookHandle(self, BookPlans(self.own_place, self.codec(Book)))

    @cached_property
    def shelf(self) -> ShelfHandle:
        """The Shelf items."""
        return ShelfHandle(self, ShelfPlans(self.own_place, self.codec(Shelf)))

    @cached_property
    def loan(self) -> LoanHandle:
        """The Loan items."""
        return LoanHandle(self, LoanPlans(self.own_place, self.codec(Loan)))

    @cached_property
    def plan(self) -> LibraryPlans:
        """Collections, unsent."""
        return LibraryPlans(self)

    def whole_shelf(
        self, *, name: str, **options: Unpack[CollectOptions]
    ) -> Collected[Shelf | Book]:
        """Read PK = SHELF#{name}, items of all models."""
        return self.run(self.plan.whole_shelf(name=name, **options))
