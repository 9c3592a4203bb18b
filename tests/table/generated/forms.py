"""Forms: typed access to the table `forms`.

Generated from its design; change that, and generate again:

    tavola generate forms.yaml -o forms.py
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from functools import cached_property
from typing import ClassVar, Literal, Required, TypedDict, Unpack

from tavola.design.schema import (
    Design,
    FieldSchema,
    IndexSchema,
    KeyPair,
    ModelSchema,
    PhysicalIndex,
    TableSettings,
    UniqueSchema,
)
from tavola.keys import Placeholder, SortCondition, Template
from tavola.model import Change, FieldRef, Fields, NumberRef, TextRef
from tavola.operations.filters import Filter
from tavola.operations.read.get import Get, GetMany
from tavola.operations.read.lookup import FindByUnique
from tavola.operations.read.query import Query
from tavola.operations.write.batch import BatchWrite
from tavola.operations.write.operations import Create, Delete, Update, Upsert
from tavola.table import Handle, IndexOptions, Page, Plans, QueryOptions, Record, Table

__all__ = ["Contact", "File", "Forms", "Release"]

_INDEX_1 = PhysicalIndex(name="GSI1", partition_key="GSI1PK", sort_key="GSI1SK")

_DESIGN = Design(
    name="Forms",
    layout="templates",
    table=TableSettings(name="forms", type_attribute="type", indexes=(_INDEX_1,)),
    models={
        "Contact": ModelSchema(
            name="Contact",
            handle="contact",
            fields={
                "name": FieldSchema(
                    name="name", python_name="name", type="StringField", required=True
                ),
                "city": FieldSchema(name="city", python_name="city", type="StringField"),
                "phone": FieldSchema(name="phone", python_name="phone", type="StringField"),
            },
            key=KeyPair(
                partition_attribute="PK",
                partition=Template(("CONTACT#", Placeholder("name", form="fold"))),
                sort_attribute="SK",
                sort=Template(("CONTACT",)),
            ),
            primary_id=Template((Placeholder("name", form="fold"),)),
            indexes={
                "contactsByCity": IndexSchema(
                    name="contactsByCity",
                    python_name="contacts_by_city",
                    key=KeyPair(
                        partition_attribute="GSI1PK",
                        partition=Template(("CITY#", Placeholder("city", form="lower"))),
                        sort_attribute="GSI1SK",
                        sort=Template((Placeholder("name"),)),
                    ),
                    physical=_INDEX_1,
                ),
            },
            uniques={
                "uniquePhone": UniqueSchema(
                    name="uniquePhone",
                    fields=("phone", "name"),
                    python_name="find_by_phone",
                    key=KeyPair(
                        partition_attribute="PK",
                        partition=Template(
                            ("PHONE#", Placeholder("phone", escaped="%#"), "#", Placeholder("name"))
                        ),
                        sort_attribute="SK",
                        sort=Template(("LOCK",)),
                    ),
                ),
            },
            type_value="Contact",
        ),
        "Release": ModelSchema(
            name="Release",
            handle="release",
            fields={
                "product": FieldSchema(
                    name="product", python_name="product", type="StringField", required=True
                ),
                "number": FieldSchema(
                    name="number", python_name="number", type="IntegerField", required=True
                ),
                "notes": FieldSchema(name="notes", python_name="notes", type="StringField"),
                "at": FieldSchema(
                    name="at", python_name="at", type="DateTimeField", storage="epochMillis"
                ),
            },
            key=KeyPair(
                partition_attribute="PK",
                partition=Template(("RELEASE#", Placeholder("product"))),
                sort_attribute="SK",
                sort=Template((Placeholder("number", form="desc:6"),)),
            ),
            primary_id=Template(
                (Placeholder("product", escaped="%#"), "#", Placeholder("number", form="desc:6"))
            ),
            indexes={
                "releases": IndexSchema(
                    name="releases",
                    python_name="releases",
                    key=KeyPair(
                        partition_attribute="PK",
                        partition=Template(("RELEASE#", Placeholder("product"))),
                        sort_attribute="SK",
                        sort=Template((Placeholder("number", form="desc:6"),)),
                    ),
                ),
                "latest": IndexSchema(
                    name="latest",
                    python_name="latest",
                    key=KeyPair(
                        partition_attribute="GSI1PK",
                        partition=Template(("LATEST#", Placeholder("product"))),
                        sort_attribute="GSI1SK",
                        sort=Template(
                            (
                                Placeholder("at", form="descms:13"),
                                "#",
                                Placeholder("number", form="int:6"),
                            ),
                        ),
                    ),
                    physical=_INDEX_1,
                ),
            },
            type_value="Release",
        ),
        "File": ModelSchema(
            name="File",
            handle="file",
            fields={
                "folder": FieldSchema(
                    name="folder", python_name="folder", type="StringField", required=True
                ),
                "name": FieldSchema(
                    name="name", python_name="name", type="StringField", required=True
                ),
                "kind": FieldSchema(
                    name="kind", python_name="kind", type="StringField", required=True
                ),
            },
            key=KeyPair(
                partition_attribute="PK",
                partition=Template(("FOLDER#", Placeholder("folder", form="raw:/##"), "/##")),
                sort_attribute="SK",
                sort=Template((Placeholder("name", form="raw:#"), "#", Placeholder("kind"))),
            ),
            primary_id=Template(
                (
                    Placeholder("folder", escaped="%#"),
                    "#",
                    Placeholder("name", escaped="%#"),
                    "#",
                    Placeholder("kind"),
                ),
            ),
            indexes={
                "files": IndexSchema(
                    name="files",
                    python_name="files",
                    key=KeyPair(
                        partition_attribute="PK",
                        partition=Template(
                            ("FOLDER#", Placeholder("folder", form="raw:/##"), "/##")
                        ),
                        sort_attribute="SK",
                        sort=Template(
                            (Placeholder("name", form="raw:#"), "#", Placeholder("kind"))
                        ),
                    ),
                ),
            },
            type_value="File",
        ),
    },
)

ContactField = Literal["name", "city", "phone"]


class ContactFields(Fields):
    """Contact's fields, to make conditions and changes of."""

    name: TextRef
    city: TextRef
    phone: TextRef


class ContactValues(TypedDict, total=False):
    """What a new Contact is made of."""

    name: Required[str]
    city: str | None
    phone: str | None


class ContactChanges(TypedDict, total=False):
    """What an update of a Contact may set."""

    city: str | None
    phone: str | None


class Contact(Record, schema=_DESIGN.models["Contact"]):
    """A Contact.

    - key: PK = CONTACT#{name:fold}, SK = CONTACT
    - contactsByCity (GSI1): GSI1PK = CITY#{city:lower}, GSI1SK = {name}
    - uniquePhone, a lock: PK = PHONE#{phone}#{name}, SK = LOCK
    """

    fields: ClassVar[ContactFields]
    name: str
    city: str | None = None
    phone: str | None = None


ReleaseField = Literal["product", "number", "notes", "at"]


class ReleaseFields(Fields):
    """Release's fields, to make conditions and changes of."""

    product: TextRef
    number: NumberRef[int]
    notes: TextRef
    at: FieldRef[datetime]


class ReleaseValues(TypedDict, total=False):
    """What a new Release is made of."""

    product: Required[str]
    number: Required[int]
    notes: str | None
    at: datetime | None


class ReleaseChanges(TypedDict, total=False):
    """What an update of a Release may set."""

    notes: str | None
    at: datetime | None


class Release(Record, schema=_DESIGN.models["Release"]):
    """A Release.

    - key: PK = RELEASE#{product}, SK = {number:desc:06d}
    - releases: key
    - latest (GSI1): GSI1PK = LATEST#{product}, GSI1SK = {at:desc:013d}#{number:06d}
    """

    fields: ClassVar[ReleaseFields]
    product: str
    number: int
    notes: str | None = None
    at: datetime | None = None


FileField = Literal["folder", "name", "kind"]


class FileFields(Fields):
    """File's fields, to make conditions and changes of."""

    folder: TextRef
    name: TextRef
    kind: TextRef


class FileValues(TypedDict, total=False):
    """What a new File is made of."""

    folder: Required[str]
    name: Required[str]
    kind: Required[str]


class FileChanges(TypedDict, total=False):
    """What an update of a File may set."""


class File(Record, schema=_DESIGN.models["File"]):
    """A File.

    - key: PK = FOLDER#{folder:raw}/##, SK = {name:raw}#{kind}
    - files: key
    """

    fields: ClassVar[FileFields]
    folder: str
    name: str
    kind: str


class ContactPlans(Plans[Contact]):
    """Operations on Contact, unsent."""

    def create(self, **values: Unpack[ContactValues]) -> Create[Contact]:
        """Write a new Contact; refuse if there is one with its key."""
        return self._create(values)

    def get(
        self, name: str, *, consistent: bool = True, include_expired: bool = False
    ) -> Get[Contact]:
        """Read the Contact with this key; None if there is none."""
        return self._get((name,), consistent, include_expired)

    def get_many(
        self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False
    ) -> GetMany[Contact]:
        """Read items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired)

    def update(
        self,
        name: str,
        *changes: Change,
        condition: Filter | None = None,
        **values: Unpack[ContactChanges],
    ) -> Update[Contact]:
        """Change a Contact by its key; refuse if there is none."""
        return self._update((name,), changes, values, condition)

    def upsert(self, **values: Unpack[ContactValues]) -> Upsert[Contact]:
        """Change a Contact, or create it where there is none."""
        return self._upsert(values)

    def delete(self, name: str, *, condition: Filter | None = None) -> Delete[Contact]:
        """Delete a Contact by its key; say whether there was one."""
        return self._delete((name,), condition)

    def find_by_phone(
        self, phone: str, name: str, *, include_expired: bool = False
    ) -> FindByUnique[Contact]:
        """Find the one Contact with this `phone` and `name`."""
        return self._find("uniquePhone", (phone, name), include_expired)

    def contacts_by_city(
        self,
        *,
        city: str,
        name: str | SortCondition | None = None,
        **options: Unpack[IndexOptions[ContactField]],
    ) -> Query[Contact]:
        """Query GSI1: GSI1PK = CITY#{city:lower}, GSI1SK = {name}."""
        return self._query("contactsByCity", {"city": city, "name": name}, **options)


class ContactHandle(Handle[Contact, ContactPlans]):
    """The Contact items of a table."""

    def create(self, **values: Unpack[ContactValues]) -> Contact:
        """Write a new Contact; refuse if there is one with its key."""
        return self._table.create(self._codec, values)

    def get(
        self, name: str, *, consistent: bool = True, include_expired: bool = False
    ) -> Contact | None:
        """Read the Contact with this key; None if there is none."""
        return self._table.get(self._plan_get((name,), consistent, include_expired))

    def get_many(
        self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False
    ) -> list[Contact | None]:
        """Read items by their keys; the result is in the keys' order."""
        return self._run(
            self.plan.get_many(keys, consistent=consistent, include_expired=include_expired)
        )

    def update(
        self,
        name: str,
        *changes: Change,
        condition: Filter | None = None,
        **values: Unpack[ContactChanges],
    ) -> Contact:
        """Change a Contact by its key; refuse if there is none."""
        return self._run(self.plan.update(name, *changes, condition=condition, **values))

    def upsert(self, **values: Unpack[ContactValues]) -> Contact:
        """Change a Contact, or create it where there is none."""
        return self._run(self.plan.upsert(**values))

    def delete(self, name: str, *, condition: Filter | None = None) -> bool:
        """Delete a Contact by its key; say whether there was one."""
        return self._run(self.plan.delete(name, condition=condition))

    def find_by_phone(
        self, phone: str, name: str, *, include_expired: bool = False
    ) -> Contact | None:
        """Find the one Contact with this `phone` and `name`."""
        return self._run(self.plan.find_by_phone(phone, name, include_expired=include_expired))

    def contacts_by_city(
        self,
        *,
        city: str,
        name: str | SortCondition | None = None,
        **options: Unpack[IndexOptions[ContactField]],
    ) -> Page[Contact]:
        """Query GSI1: GSI1PK = CITY#{city:lower}, GSI1SK = {name}."""
        return self._page(self.plan.contacts_by_city(city=city, name=name, **options))


class ReleasePlans(Plans[Release]):
    """Operations on Release, unsent."""

    def create(self, **values: Unpack[ReleaseValues]) -> Create[Release]:
        """Write a new Release; refuse if there is one with its key."""
        return self._create(values)

    def get(
        self, product: str, number: int, *, consistent: bool = True, include_expired: bool = False
    ) -> Get[Release]:
        """Read the Release with this key; None if there is none."""
        return self._get((product, number), consistent, include_expired)

    def get_many(
        self,
        keys: Iterable[tuple[str, int]],
        *,
        consistent: bool = True,
        include_expired: bool = False,
    ) -> GetMany[Release]:
        """Read items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired)

    def update(
        self,
        product: str,
        number: int,
        *changes: Change,
        condition: Filter | None = None,
        **values: Unpack[ReleaseChanges],
    ) -> Update[Release]:
        """Change a Release by its key; refuse if there is none."""
        return self._update((product, number), changes, values, condition)

    def upsert(self, **values: Unpack[ReleaseValues]) -> Upsert[Release]:
        """Change a Release, or create it where there is none."""
        return self._upsert(values)

    def delete(
        self, product: str, number: int, *, condition: Filter | None = None
    ) -> Delete[Release]:
        """Delete a Release by its key; say whether there was one."""
        return self._delete((product, number), condition)

    def delete_all(self, keys: Iterable[tuple[str, int]]) -> BatchWrite[Release]:
        """Delete items by their keys, in batches."""
        return self._delete_all(keys)

    def releases(
        self,
        *,
        product: str,
        number: int | SortCondition | None = None,
        **options: Unpack[QueryOptions[ReleaseField]],
    ) -> Query[Release]:
        """Query the table: PK = RELEASE#{product}, SK = {number:desc:06d}."""
        return self._query("releases", {"product": product, "number": number}, **options)

    def latest(
        self,
        *,
        product: str,
        at: datetime | SortCondition | None = None,
        number: int | SortCondition | None = None,
        **options: Unpack[IndexOptions[ReleaseField]],
    ) -> Query[Release]:
        """Query GSI1: GSI1PK = LATEST#{product}, GSI1SK = {at:desc:013d}#{number:06d}."""
        return self._query("latest", {"product": product, "at": at, "number": number}, **options)


class ReleaseHandle(Handle[Release, ReleasePlans]):
    """The Release items of a table."""

    def create(self, **values: Unpack[ReleaseValues]) -> Release:
        """Write a new Release; refuse if there is one with its key."""
        return self._table.create(self._codec, values)

    def get(
        self, product: str, number: int, *, consistent: bool = True, include_expired: bool = False
    ) -> Release | None:
        """Read the Release with this key; None if there is none."""
        return self._table.get(self._plan_get((product, number), consistent, include_expired))

    def get_many(
        self,
        keys: Iterable[tuple[str, int]],
        *,
        consistent: bool = True,
        include_expired: bool = False,
    ) -> list[Release | None]:
        """Read items by their keys; the result is in the keys' order."""
        return self._run(
            self.plan.get_many(keys, consistent=consistent, include_expired=include_expired)
        )

    def update(
        self,
        product: str,
        number: int,
        *changes: Change,
        condition: Filter | None = None,
        **values: Unpack[ReleaseChanges],
    ) -> Release:
        """Change a Release by its key; refuse if there is none."""
        return self._run(self.plan.update(product, number, *changes, condition=condition, **values))

    def upsert(self, **values: Unpack[ReleaseValues]) -> Release:
        """Change a Release, or create it where there is none."""
        return self._run(self.plan.upsert(**values))

    def delete(self, product: str, number: int, *, condition: Filter | None = None) -> bool:
        """Delete a Release by its key; say whether there was one."""
        return self._run(self.plan.delete(product, number, condition=condition))

    def delete_all(self, keys: Iterable[tuple[str, int]]) -> None:
        """Delete items by their keys, in batches."""
        self._run(self.plan.delete_all(keys))

    def releases(
        self,
        *,
        product: str,
        number: int | SortCondition | None = None,
        **options: Unpack[QueryOptions[ReleaseField]],
    ) -> Page[Release]:
        """Query the table: PK = RELEASE#{product}, SK = {number:desc:06d}."""
        return self._page(self.plan.releases(product=product, number=number, **options))

    def latest(
        self,
        *,
        product: str,
        at: datetime | SortCondition | None = None,
        number: int | SortCondition | None = None,
        **options: Unpack[IndexOptions[ReleaseField]],
    ) -> Page[Release]:
        """Query GSI1: GSI1PK = LATEST#{product}, GSI1SK = {at:desc:013d}#{number:06d}."""
        return self._page(self.plan.latest(product=product, at=at, number=number, **options))


class FilePlans(Plans[File]):
    """Operations on File, unsent."""

    def create(self, **values: Unpack[FileValues]) -> Create[File]:
        """Write a new File; refuse if there is one with its key."""
        return self._create(values)

    def get(
        self,
        folder: str,
        name: str,
        kind: str,
        *,
        consistent: bool = True,
        include_expired: bool = False,
    ) -> Get[File]:
        """Read the File with this key; None if there is none."""
        return self._get((folder, name, kind), consistent, include_expired)

    def get_many(
        self,
        keys: Iterable[tuple[str, str, str]],
        *,
        consistent: bool = True,
        include_expired: bool = False,
    ) -> GetMany[File]:
        """Read items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired)

    def update(
        self,
        folder: str,
        name: str,
        kind: str,
        *changes: Change,
        condition: Filter | None = None,
        **values: Unpack[FileChanges],
    ) -> Update[File]:
        """Change a File by its key; refuse if there is none."""
        return self._update((folder, name, kind), changes, values, condition)

    def upsert(self, **values: Unpack[FileValues]) -> Upsert[File]:
        """Change a File, or create it where there is none."""
        return self._upsert(values)

    def delete(
        self, folder: str, name: str, kind: str, *, condition: Filter | None = None
    ) -> Delete[File]:
        """Delete a File by its key; say whether there was one."""
        return self._delete((folder, name, kind), condition)

    def delete_all(self, keys: Iterable[tuple[str, str, str]]) -> BatchWrite[File]:
        """Delete items by their keys, in batches."""
        return self._delete_all(keys)

    def files(
        self,
        *,
        folder: str,
        name: str | SortCondition | None = None,
        kind: str | SortCondition | None = None,
        **options: Unpack[QueryOptions[FileField]],
    ) -> Query[File]:
        """Query the table: PK = FOLDER#{folder:raw}/##, SK = {name:raw}#{kind}."""
        return self._query("files", {"folder": folder, "name": name, "kind": kind}, **options)


class FileHandle(Handle[File, FilePlans]):
    """The File items of a table."""

    def create(self, **values: Unpack[FileValues]) -> File:
        """Write a new File; refuse if there is one with its key."""
        return self._table.create(self._codec, values)

    def get(
        self,
        folder: str,
        name: str,
        kind: str,
        *,
        consistent: bool = True,
        include_expired: bool = False,
    ) -> File | None:
        """Read the File with this key; None if there is none."""
        return self._table.get(self._plan_get((folder, name, kind), consistent, include_expired))

    def get_many(
        self,
        keys: Iterable[tuple[str, str, str]],
        *,
        consistent: bool = True,
        include_expired: bool = False,
    ) -> list[File | None]:
        """Read items by their keys; the result is in the keys' order."""
        return self._run(
            self.plan.get_many(keys, consistent=consistent, include_expired=include_expired)
        )

    def update(
        self,
        folder: str,
        name: str,
        kind: str,
        *changes: Change,
        condition: Filter | None = None,
        **values: Unpack[FileChanges],
    ) -> File:
        """Change a File by its key; refuse if there is none."""
        return self._run(
            self.plan.update(folder, name, kind, *changes, condition=condition, **values)
        )

    def upsert(self, **values: Unpack[FileValues]) -> File:
        """Change a File, or create it where there is none."""
        return self._run(self.plan.upsert(**values))

    def delete(self, folder: str, name: str, kind: str, *, condition: Filter | None = None) -> bool:
        """Delete a File by its key; say whether there was one."""
        return self._run(self.plan.delete(folder, name, kind, condition=condition))

    def delete_all(self, keys: Iterable[tuple[str, str, str]]) -> None:
        """Delete items by their keys, in batches."""
        self._run(self.plan.delete_all(keys))

    def files(
        self,
        *,
        folder: str,
        name: str | SortCondition | None = None,
        kind: str | SortCondition | None = None,
        **options: Unpack[QueryOptions[FileField]],
    ) -> Page[File]:
        """Query the table: PK = FOLDER#{folder:raw}/##, SK = {name:raw}#{kind}."""
        return self._page(self.plan.files(folder=folder, name=name, kind=kind, **options))


class Forms(Table):
    """The table `forms` on a store."""

    design = _DESIGN
    models = (Contact, Release, File)

    @cached_property
    def contact(self) -> ContactHandle:
        """The Contact items."""
        return ContactHandle(self, ContactPlans(self.own_place, self.codec(Contact)))

    @cached_property
    def release(self) -> ReleaseHandle:
        """The Release items."""
        return ReleaseHandle(self, ReleasePlans(self.own_place, self.codec(Release)))

    @cached_property
    def file(self) -> FileHandle:
        """The File items."""
        return FileHandle(self, FilePlans(self.own_place, self.codec(File)))
