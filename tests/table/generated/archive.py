"""Archive: typed access to the table `archive`.

Generated from its design; change that, and generate again:

    tavola generate archive.yaml -o archive.py
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
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, Literal, TypedDict, Unpack

from tavola import Record, Table
from tavola.runtime import (CollectionArgument, CollectionPlans, CollectionSchema, Collections, Design, FieldRef, FieldSchema, Fields, Handle,
    IndexSchema, KeyPair, Methods, ModelSchema, NumberRef, PhysicalIndex, Placeholder, Plans, TableSettings, Template, TextRef, UniqueSchema, auto,
    create_method, handle, method, upsert_method)

if TYPE_CHECKING:
    from tavola import Change, SortCondition
    from tavola.runtime import (BatchWrite, Collect, CollectOptions, Delete, Filter, FindByUnique, Get, GetMany, IndexOptions, OnBadItem, Query,
        QueryOptions, Update)

__all__ = ["Archive", "Letter", "Person", "Sheet"]

_INDEX_1 = PhysicalIndex("GSI1", "GSI1PK", "GSI1SK")
_INDEX_2 = PhysicalIndex("GSI2", "GSI2PK", "GSI2SK", projection="keysOnly")
_INDEX_3 = PhysicalIndex("GSI3", "GSI3PK", "GSI3SK", projection="include", included=("title",))
_INDEX_4 = PhysicalIndex("GSI4", "GSI4PK", "GSI4SK")

_DESIGN = Design(
    name="Archive", layout="templates",
    table=TableSettings(name="archive", type_attribute="kind", ttl_attribute="expires", indexes=(_INDEX_1, _INDEX_2, _INDEX_3, _INDEX_4)),
    models={
        "Letter": ModelSchema(
            name="Letter", handle="letter",
            fields={
                "folder": FieldSchema("folder", "folder", "StringField", required=True, expected_bytes=10),
                "number": FieldSchema("number", "number", "IntegerField", required=True),
                "title": FieldSchema("title", "title", "StringField", required=True, expected_bytes=300),
                "body": FieldSchema("body", "body", "StringField", required=True, expected_bytes=2300),
                "sender": FieldSchema("sender", "sender", "StringField", required=True, expected_bytes=20),
                "state": FieldSchema("state", "state", "EnumField", required=True, values=("new", "read", "answered")),
                "at": FieldSchema("at", "at", "DateTimeField", required=True, storage="iso"),
            },
            key=KeyPair("PK", Template(("FOLDER#", Placeholder("folder"))), "SK", Template(("LETTER#", Placeholder("number", "int:6")))),
            primary_id=Template((Placeholder("folder", escaped="%#"), "#", Placeholder("number", "int:6"))),
            indexes={
                "letters": IndexSchema("letters", "letters",
                    KeyPair("PK", Template(("FOLDER#", Placeholder("folder"))), "SK", Template(("LETTER#", Placeholder("number", "int:6"))))),
                "bySender": IndexSchema(
                    "bySender", "by_sender",
                    KeyPair("GSI1PK", Template(("SENDER#", Placeholder("folder", escaped="%#"), "#", Placeholder("sender"))), "GSI1SK",
                        Template((Placeholder("number", "int:6"),))),
                    physical=_INDEX_1,
                ),
                "byState": IndexSchema(
                    "byState", "by_state",
                    KeyPair("GSI2PK", Template(("STATE#", Placeholder("folder", escaped="%#"), "#", Placeholder("state"))), "GSI2SK",
                        Template((Placeholder("number", "int:6"),))),
                    physical=_INDEX_2,
                ),
                "byTitle": IndexSchema("byTitle", "by_title",
                    KeyPair("GSI3PK", Template(("TITLES#", Placeholder("folder"))), "GSI3SK", Template((Placeholder("number", "int:6"),))),
                    physical=_INDEX_3),
                "byMonth": IndexSchema(
                    "byMonth", "by_month",
                    KeyPair("GSI4PK", Template(("MONTH#", Placeholder("folder", escaped="%#"), "#", Placeholder("at", "part:%Y-%m"))), "GSI4SK",
                        Template((Placeholder("at", "iso"),))),
                    physical=_INDEX_4, date_part="at",
                ),
            },
            type_value="LETTER",
        ),
        "Person": ModelSchema(
            name="Person", handle="person",
            fields={
                "name": FieldSchema("name", "name", "StringField", required=True, expected_bytes=20),
                "email": FieldSchema("email", "email", "StringField", required=True, expected_bytes=40),
                "about": FieldSchema("about", "about", "StringField", required=True, expected_bytes=1500),
                "seen": FieldSchema("seen", "seen", "CounterField"),
                "version": FieldSchema("version", "version", "VersionField"),
            },
            key=KeyPair("PK", Template(("PERSON#", Placeholder("name"))), "SK", Template(("PERSON",))), primary_id=Template((Placeholder("name"),)),
            indexes={
                "byMail": IndexSchema("byMail", "by_mail",
                    KeyPair("GSI1PK", Template(("MAIL#", Placeholder("email"))), "GSI1SK", Template((Placeholder("name"),))), physical=_INDEX_1),
            },
            uniques={
                "uniqueEmail": UniqueSchema(name="uniqueEmail", fields=("email",), python_name="find_by_email",
                    key=KeyPair("PK", Template(("MAIL#", Placeholder("email"))), "SK", Template(("LOCK",)))),
            },
            type_value="PERSON", version_field="version", counters=("seen",),
        ),
        "Sheet": ModelSchema(
            name="Sheet", handle="sheet",
            fields={
                "folder": FieldSchema("folder", "folder", "StringField", required=True, expected_bytes=10),
                "page": FieldSchema("page", "page", "IntegerField", required=True),
                "text": FieldSchema("text", "text", "StringField", required=True, expected_bytes=900),
            },
            key=KeyPair("PK", Template(("FOLDER#", Placeholder("folder"))), "SK", Template(("SHEET#", Placeholder("page", "int:6")))),
            primary_id=Template((Placeholder("folder", escaped="%#"), "#", Placeholder("page", "int:6"))),
            indexes={
                "sheets": IndexSchema("sheets", "sheets",
                    KeyPair("PK", Template(("FOLDER#", Placeholder("folder"))), "SK", Template(("SHEET#", Placeholder("page", "int:6"))))),
                "byShard": IndexSchema(
                    "byShard", "by_shard",
                    KeyPair("GSI1PK", Template(("SHEETS#", Placeholder("folder", escaped="%#"), "#", Placeholder("page", "shard:4:int"))), "GSI1SK",
                        Template((Placeholder("page", "int:6"),))),
                    physical=_INDEX_1, shards=4,
                ),
            },
            type_value="SHEET",
        ),
    },
    collections={
        "wholeFolder": CollectionSchema(
            name="wholeFolder", python_name="whole_folder", models=("Letter", "Sheet"), partition_attribute="PK",
            partition=Template(("FOLDER#", Placeholder("folder"))),
            arguments=(
                CollectionArgument(name="folder", python_name="folder",
                    field=FieldSchema("folder", "folder", "StringField", required=True, expected_bytes=10)),
            ),
            sort_attribute="SK",
        ),
        "stateOfFolder": CollectionSchema(
            name="stateOfFolder", python_name="state_of_folder", models=("Letter",), partition_attribute="GSI2PK",
            partition=Template(("STATE#", Placeholder("folder", escaped="%#"), "#", Placeholder("state"))),
            arguments=(
                CollectionArgument(name="folder", python_name="folder",
                    field=FieldSchema("folder", "folder", "StringField", required=True, expected_bytes=10)),
                CollectionArgument(name="state", python_name="state",
                    field=FieldSchema("state", "state", "EnumField", required=True, values=("new", "read", "answered"))),
            ),
            physical=_INDEX_2, sort_attribute="GSI2SK",
        ),
    },
)

LetterState = Literal["new", "read", "answered"]
LetterField = Literal["folder", "number", "title", "body", "sender", "state", "at"]


class LetterFields(Fields):
    """Letter's fields, for building conditions and changes."""

    folder: TextRef
    number: NumberRef[int]
    title: TextRef
    body: TextRef
    sender: TextRef
    state: FieldRef[LetterState]
    at: FieldRef[datetime]


class LetterChanges(TypedDict, total=False):
    """What an update of a Letter may set."""

    title: str
    body: str
    sender: str
    state: LetterState
    at: datetime


class Letter(Record, schema=_DESIGN.models["Letter"]):
    """A Letter.

    - key: PK = FOLDER#{folder}, SK = LETTER#{number:06d}
    - letters: key
    - bySender (GSI1): GSI1PK = SENDER#{folder}#{sender}, GSI1SK = {number:06d}
    - byState (GSI2): GSI2PK = STATE#{folder}#{state}, GSI2SK = {number:06d}
    - byTitle (GSI3): GSI3PK = TITLES#{folder}, GSI3SK = {number:06d}
    - byMonth (GSI4): GSI4PK = MONTH#{folder}#{at:%Y-%m}, GSI4SK = {at:iso}
    """

    fields: ClassVar[LetterFields]
    folder: str
    number: int
    title: str
    body: str
    sender: str
    state: LetterState
    at: datetime


PersonField = Literal["name", "email", "about", "seen", "version"]


class PersonFields(Fields):
    """Person's fields, for building conditions and changes."""

    name: TextRef
    email: TextRef
    about: TextRef
    seen: NumberRef[int]
    version: TextRef


class PersonChanges(TypedDict, total=False):
    """What an update of a Person may set."""

    email: str
    about: str
    seen: int


class Person(Record, schema=_DESIGN.models["Person"]):
    """A Person.

    - key: PK = PERSON#{name}, SK = PERSON
    - byMail (GSI1): GSI1PK = MAIL#{email}, GSI1SK = {name}
    - uniqueEmail, a lock: PK = MAIL#{email}, SK = LOCK
    """

    fields: ClassVar[PersonFields]
    name: str
    email: str
    about: str
    seen: int = 0
    version: str = auto()


SheetField = Literal["folder", "page", "text"]


class SheetFields(Fields):
    """Sheet's fields, for building conditions and changes."""

    folder: TextRef
    page: NumberRef[int]
    text: TextRef


class SheetChanges(TypedDict, total=False):
    """What an update of a Sheet may set."""

    text: str


class Sheet(Record, schema=_DESIGN.models["Sheet"]):
    """A Sheet.

    - key: PK = FOLDER#{folder}, SK = SHEET#{page:06d}
    - sheets: key
    - byShard (GSI1): GSI1PK = SHEETS#{folder}#{page:shard:4}, GSI1SK = {page:06d}
    """

    fields: ClassVar[SheetFields]
    folder: str
    page: int
    text: str


class LetterMethods(Methods[Letter]):
    """The methods of Letter's handle and plans."""

    create = create_method(Letter)
    """Write a new Letter; refuse if there is one with its key."""
    upsert = upsert_method(Letter)
    """Change a Letter, or create it where there is none."""

    @method
    def get(self, folder: str, number: int, *, consistent: bool = True, include_expired: bool = False) -> Get[Letter]:
        """Read the Letter with this key; None if there is none."""
        return self._get((folder, number), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[tuple[str, int]], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[Letter]:
        """Read Letter items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, folder: str, number: int, *changes: Change, condition: Filter | None = None, **values: Unpack[LetterChanges]) -> Update[Letter]:
        """Change a Letter by its key; refuse if there is none."""
        return self._update((folder, number), changes, values, condition)

    @method
    def delete(self, folder: str, number: int, *, condition: Filter | None = None) -> Delete[Letter]:
        """Delete a Letter by its key; say whether there was one."""
        return self._delete((folder, number), condition)

    @method
    def delete_all(self, keys: Iterable[tuple[str, int]]) -> BatchWrite[Letter]:
        """Delete Letter items by their keys, in batches."""
        return self._delete_all(keys)

    @method
    def letters(self, *, folder: str, number: int | SortCondition | None = None, **options: Unpack[QueryOptions[LetterField]]) -> Query[Letter]:
        """Query `letters` in the table: PK = FOLDER#{folder}, SK = LETTER#{number:06d}."""
        return self._query("letters", {"folder": folder, "number": number}, **options)

    @method
    def by_sender(self, *, folder: str, sender: str, number: int | SortCondition | None = None,
            **options: Unpack[IndexOptions[LetterField]]) -> Query[Letter]:
        """Query `bySender` in GSI1: GSI1PK = SENDER#{folder}#{sender}, GSI1SK = {number:06d}."""
        return self._query("bySender", {"folder": folder, "sender": sender, "number": number}, **options)

    @method
    def by_state(self, *, folder: str, state: LetterState, number: int | SortCondition | None = None,
            **options: Unpack[IndexOptions[LetterField]]) -> Query[Letter]:
        """Query `byState` in GSI2: GSI2PK = STATE#{folder}#{state}, GSI2SK = {number:06d}."""
        return self._query("byState", {"folder": folder, "state": state, "number": number}, **options)

    @method
    def by_title(self, *, folder: str, number: int | SortCondition | None = None, **options: Unpack[IndexOptions[LetterField]]) -> Query[Letter]:
        """Query `byTitle` in GSI3: GSI3PK = TITLES#{folder}, GSI3SK = {number:06d}."""
        return self._query("byTitle", {"folder": folder, "number": number}, **options)

    @method
    def by_month(self, *, folder: str, at: datetime | SortCondition, **options: Unpack[IndexOptions[LetterField]]) -> Query[Letter]:
        """Query `byMonth` in GSI4: GSI4PK = MONTH#{folder}#{at:%Y-%m}, GSI4SK = {at:iso}."""
        return self._query("byMonth", {"folder": folder, "at": at}, **options)


class LetterPlans(LetterMethods, Plans[Letter]):
    """Operations on Letter, unsent."""


class LetterHandle(LetterMethods, Handle[Letter, LetterPlans]):
    """The Letter items of a table."""


class PersonMethods(Methods[Person]):
    """The methods of Person's handle and plans."""

    create = create_method(Person)
    """Write a new Person; refuse if there is one with its key."""
    upsert = upsert_method(Person)
    """Change a Person, or create it where there is none."""

    @method
    def get(self, name: str, *, consistent: bool = True, include_expired: bool = False) -> Get[Person]:
        """Read the Person with this key; None if there is none."""
        return self._get((name,), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[Person]:
        """Read Person items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, name: str, *changes: Change, condition: Filter | None = None, expect_version: str | None = None,
            **values: Unpack[PersonChanges]) -> Update[Person]:
        """Change a Person by its key; refuse if there is none."""
        return self._update((name,), changes, values, condition, expect_version)

    @method
    def delete(self, name: str, *, condition: Filter | None = None, expect_version: str | None = None) -> Delete[Person]:
        """Delete a Person by its key; say whether there was one."""
        return self._delete((name,), condition, expect_version)

    @method
    def find_by_email(self, email: str, *, include_expired: bool = False) -> FindByUnique[Person]:
        """Find the one Person with this `email`."""
        return self._find("uniqueEmail", (email,), include_expired)

    @method
    def by_mail(self, *, email: str, name: str | SortCondition | None = None, **options: Unpack[IndexOptions[PersonField]]) -> Query[Person]:
        """Query `byMail` in GSI1: GSI1PK = MAIL#{email}, GSI1SK = {name}."""
        return self._query("byMail", {"email": email, "name": name}, **options)


class PersonPlans(PersonMethods, Plans[Person]):
    """Operations on Person, unsent."""


class PersonHandle(PersonMethods, Handle[Person, PersonPlans]):
    """The Person items of a table."""


class SheetMethods(Methods[Sheet]):
    """The methods of Sheet's handle and plans."""

    create = create_method(Sheet)
    """Write a new Sheet; refuse if there is one with its key."""
    upsert = upsert_method(Sheet)
    """Change a Sheet, or create it where there is none."""

    @method
    def get(self, folder: str, page: int, *, consistent: bool = True, include_expired: bool = False) -> Get[Sheet]:
        """Read the Sheet with this key; None if there is none."""
        return self._get((folder, page), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[tuple[str, int]], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[Sheet]:
        """Read Sheet items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, folder: str, page: int, *changes: Change, condition: Filter | None = None, **values: Unpack[SheetChanges]) -> Update[Sheet]:
        """Change a Sheet by its key; refuse if there is none."""
        return self._update((folder, page), changes, values, condition)

    @method
    def delete(self, folder: str, page: int, *, condition: Filter | None = None) -> Delete[Sheet]:
        """Delete a Sheet by its key; say whether there was one."""
        return self._delete((folder, page), condition)

    @method
    def delete_all(self, keys: Iterable[tuple[str, int]]) -> BatchWrite[Sheet]:
        """Delete Sheet items by their keys, in batches."""
        return self._delete_all(keys)

    @method
    def sheets(self, *, folder: str, page: int | SortCondition | None = None, **options: Unpack[QueryOptions[SheetField]]) -> Query[Sheet]:
        """Query `sheets` in the table: PK = FOLDER#{folder}, SK = SHEET#{page:06d}."""
        return self._query("sheets", {"folder": folder, "page": page}, **options)

    @method
    def by_shard(self, *, folder: str, page: int | SortCondition | None = None, **options: Unpack[IndexOptions[SheetField]]) -> Query[Sheet]:
        """Query `byShard` in GSI1: GSI1PK = SHEETS#{folder}#{page:shard:4}, GSI1SK = {page:06d}."""
        return self._query("byShard", {"folder": folder, "page": page}, **options)


class SheetPlans(SheetMethods, Plans[Sheet]):
    """Operations on Sheet, unsent."""


class SheetHandle(SheetMethods, Handle[Sheet, SheetPlans]):
    """The Sheet items of a table."""


class ArchiveCollections(Collections):
    """Reads of several models at once."""

    @method
    def whole_folder(self, *, folder: str, **options: Unpack[CollectOptions]) -> Collect[Letter | Sheet]:
        """Read `wholeFolder`: the items of all its models with PK = FOLDER#{folder}."""
        return self._collect("wholeFolder", {"folder": folder}, **options)

    @method
    def state_of_folder(self, *, folder: str, state: LetterState, **options: Unpack[CollectOptions]) -> Collect[Letter]:
        """Read `stateOfFolder`: the items of all its models with GSI2PK = STATE#{folder}#{state}."""
        return self._collect("stateOfFolder", {"folder": folder, "state": state}, **options)


class ArchivePlans(ArchiveCollections, CollectionPlans):
    """The same, unsent."""


class Archive(ArchiveCollections, Table):
    """The table `archive` on a store."""

    design = _DESIGN
    models = (Letter, Person, Sheet)

    letter = handle(Letter, LetterHandle, LetterPlans)
    """The Letter items."""
    person = handle(Person, PersonHandle, PersonPlans)
    """The Person items."""
    sheet = handle(Sheet, SheetHandle, SheetPlans)
    """The Sheet items."""

    @cached_property
    def plan(self) -> ArchivePlans:
        """Collections, unsent."""
        return ArchivePlans(self)
