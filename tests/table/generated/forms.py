"""Forms: typed access to the table `forms`.

Generated from its design; change that, and generate again:

    tavola generate forms.yaml -o forms.py
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
from typing import ClassVar, Literal, TypedDict, Unpack

from tavola import Change, Record, SortCondition, Table
from tavola.runtime import (
    BatchWrite, Delete, Design, FieldRef, FieldSchema, Fields, Filter, FindByUnique, Get, GetMany, Handle, IndexOptions, IndexSchema, KeyPair,
    Methods, ModelSchema, NumberRef, PhysicalIndex, Placeholder, Plans, Query, QueryOptions, TableSettings, Template, TextRef, UniqueSchema, Update,
    create_method, handle, method, upsert_method,
)

__all__ = ["Contact", "File", "Forms", "Release"]

_INDEX_1 = PhysicalIndex("GSI1", "GSI1PK", "GSI1SK")

_DESIGN = Design(
    name="Forms", layout="templates", table=TableSettings(name="forms", type_attribute="type", indexes=(_INDEX_1,)),
    models={
        "Contact": ModelSchema(
            name="Contact", handle="contact",
            fields={
                "name": FieldSchema("name", "name", "StringField", required=True),
                "city": FieldSchema("city", "city", "StringField"),
                "phone": FieldSchema("phone", "phone", "StringField"),
            },
            key=KeyPair("PK", Template(("CONTACT#", Placeholder("name", "fold"))), "SK", Template(("CONTACT",))),
            primary_id=Template((Placeholder("name", "fold"),)),
            indexes={
                "contactsByCity": IndexSchema(
                    "contactsByCity", "contacts_by_city",
                    KeyPair("GSI1PK", Template(("CITY#", Placeholder("city", "lower"))), "GSI1SK", Template((Placeholder("name"),))),
                    physical=_INDEX_1,
                ),
            },
            uniques={
                "uniquePhone": UniqueSchema(
                    name="uniquePhone", fields=("phone", "name"), python_name="find_by_phone",
                    key=KeyPair("PK", Template(("PHONE#", Placeholder("phone", escaped="%#"), "#", Placeholder("name"))), "SK", Template(("LOCK",))),
                ),
            },
            type_value="Contact",
        ),
        "Release": ModelSchema(
            name="Release", handle="release",
            fields={
                "product": FieldSchema("product", "product", "StringField", required=True),
                "number": FieldSchema("number", "number", "IntegerField", required=True),
                "notes": FieldSchema("notes", "notes", "StringField"),
                "at": FieldSchema("at", "at", "DateTimeField", storage="epochMillis"),
            },
            key=KeyPair("PK", Template(("RELEASE#", Placeholder("product"))), "SK", Template((Placeholder("number", "desc:6"),))),
            primary_id=Template((Placeholder("product", escaped="%#"), "#", Placeholder("number", "desc:6"))),
            indexes={
                "releases": IndexSchema(
                    "releases", "releases",
                    KeyPair("PK", Template(("RELEASE#", Placeholder("product"))), "SK", Template((Placeholder("number", "desc:6"),))),
                ),
                "latest": IndexSchema(
                    "latest", "latest",
                    KeyPair(
                        "GSI1PK", Template(("LATEST#", Placeholder("product"))), "GSI1SK",
                        Template((Placeholder("at", "descms:13"), "#", Placeholder("number", "int:6"))),
                    ),
                    physical=_INDEX_1,
                ),
            },
            type_value="Release",
        ),
        "File": ModelSchema(
            name="File", handle="file",
            fields={
                "folder": FieldSchema("folder", "folder", "StringField", required=True),
                "name": FieldSchema("name", "name", "StringField", required=True),
                "kind": FieldSchema("kind", "kind", "StringField", required=True),
            },
            key=KeyPair(
                "PK", Template(("FOLDER#", Placeholder("folder", "raw:/##"), "/##")), "SK",
                Template((Placeholder("name", "raw:#"), "#", Placeholder("kind"))),
            ),
            primary_id=Template((Placeholder("folder", escaped="%#"), "#", Placeholder("name", escaped="%#"), "#", Placeholder("kind"))),
            indexes={
                "files": IndexSchema(
                    "files", "files",
                    KeyPair(
                        "PK", Template(("FOLDER#", Placeholder("folder", "raw:/##"), "/##")), "SK",
                        Template((Placeholder("name", "raw:#"), "#", Placeholder("kind"))),
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


class ContactMethods(Methods[Contact]):
    """The methods of Contact's handle and plans."""

    create = create_method(Contact)
    """Write a new Contact; refuse if there is one with its key."""
    upsert = upsert_method(Contact)
    """Change a Contact, or create it where there is none."""

    @method
    def get(self, name: str, *, consistent: bool = True, include_expired: bool = False) -> Get[Contact]:
        """Read the Contact with this key; None if there is none."""
        return self._get((name,), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False) -> GetMany[Contact]:
        """Read Contact items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired)

    @method
    def update(self, name: str, *changes: Change, condition: Filter | None = None, **values: Unpack[ContactChanges]) -> Update[Contact]:
        """Change a Contact by its key; refuse if there is none."""
        return self._update((name,), changes, values, condition)

    @method
    def delete(self, name: str, *, condition: Filter | None = None) -> Delete[Contact]:
        """Delete a Contact by its key; say whether there was one."""
        return self._delete((name,), condition)

    @method
    def find_by_phone(self, phone: str, name: str, *, include_expired: bool = False) -> FindByUnique[Contact]:
        """Find the one Contact with this `phone` and `name`."""
        return self._find("uniquePhone", (phone, name), include_expired)

    @method
    def contacts_by_city(
        self, *, city: str, name: str | SortCondition | None = None, **options: Unpack[IndexOptions[ContactField]],
    ) -> Query[Contact]:
        """Query `contactsByCity` in GSI1: GSI1PK = CITY#{city:lower}, GSI1SK = {name}."""
        return self._query("contactsByCity", {"city": city, "name": name}, **options)


class ContactPlans(ContactMethods, Plans[Contact]):
    """Operations on Contact, unsent."""


class ContactHandle(ContactMethods, Handle[Contact, ContactPlans]):
    """The Contact items of a table."""


class ReleaseMethods(Methods[Release]):
    """The methods of Release's handle and plans."""

    create = create_method(Release)
    """Write a new Release; refuse if there is one with its key."""
    upsert = upsert_method(Release)
    """Change a Release, or create it where there is none."""

    @method
    def get(self, product: str, number: int, *, consistent: bool = True, include_expired: bool = False) -> Get[Release]:
        """Read the Release with this key; None if there is none."""
        return self._get((product, number), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[tuple[str, int]], *, consistent: bool = True, include_expired: bool = False) -> GetMany[Release]:
        """Read Release items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired)

    @method
    def update(
        self, product: str, number: int, *changes: Change, condition: Filter | None = None, **values: Unpack[ReleaseChanges],
    ) -> Update[Release]:
        """Change a Release by its key; refuse if there is none."""
        return self._update((product, number), changes, values, condition)

    @method
    def delete(self, product: str, number: int, *, condition: Filter | None = None) -> Delete[Release]:
        """Delete a Release by its key; say whether there was one."""
        return self._delete((product, number), condition)

    @method
    def delete_all(self, keys: Iterable[tuple[str, int]]) -> BatchWrite[Release]:
        """Delete Release items by their keys, in batches."""
        return self._delete_all(keys)

    @method
    def releases(self, *, product: str, number: int | SortCondition | None = None, **options: Unpack[QueryOptions[ReleaseField]]) -> Query[Release]:
        """Query `releases` in the table: PK = RELEASE#{product}, SK = {number:desc:06d}."""
        return self._query("releases", {"product": product, "number": number}, **options)

    @method
    def latest(
        self, *, product: str, at: datetime | SortCondition | None = None, number: int | SortCondition | None = None,
        **options: Unpack[IndexOptions[ReleaseField]],
    ) -> Query[Release]:
        """Query `latest` in GSI1: GSI1PK = LATEST#{product}, GSI1SK = {at:desc:013d}#{number:06d}."""
        return self._query("latest", {"product": product, "at": at, "number": number}, **options)


class ReleasePlans(ReleaseMethods, Plans[Release]):
    """Operations on Release, unsent."""


class ReleaseHandle(ReleaseMethods, Handle[Release, ReleasePlans]):
    """The Release items of a table."""


class FileMethods(Methods[File]):
    """The methods of File's handle and plans."""

    create = create_method(File)
    """Write a new File; refuse if there is one with its key."""
    upsert = upsert_method(File)
    """Change a File, or create it where there is none."""

    @method
    def get(self, folder: str, name: str, kind: str, *, consistent: bool = True, include_expired: bool = False) -> Get[File]:
        """Read the File with this key; None if there is none."""
        return self._get((folder, name, kind), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[tuple[str, str, str]], *, consistent: bool = True, include_expired: bool = False) -> GetMany[File]:
        """Read File items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired)

    @method
    def update(
        self, folder: str, name: str, kind: str, *changes: Change, condition: Filter | None = None, **values: Unpack[FileChanges],
    ) -> Update[File]:
        """Change a File by its key; refuse if there is none."""
        return self._update((folder, name, kind), changes, values, condition)

    @method
    def delete(self, folder: str, name: str, kind: str, *, condition: Filter | None = None) -> Delete[File]:
        """Delete a File by its key; say whether there was one."""
        return self._delete((folder, name, kind), condition)

    @method
    def delete_all(self, keys: Iterable[tuple[str, str, str]]) -> BatchWrite[File]:
        """Delete File items by their keys, in batches."""
        return self._delete_all(keys)

    @method
    def files(
        self, *, folder: str, name: str | SortCondition | None = None, kind: str | SortCondition | None = None,
        **options: Unpack[QueryOptions[FileField]],
    ) -> Query[File]:
        """Query `files` in the table: PK = FOLDER#{folder:raw}/##, SK = {name:raw}#{kind}."""
        return self._query("files", {"folder": folder, "name": name, "kind": kind}, **options)


class FilePlans(FileMethods, Plans[File]):
    """Operations on File, unsent."""


class FileHandle(FileMethods, Handle[File, FilePlans]):
    """The File items of a table."""


class Forms(Table):
    """The table `forms` on a store."""

    design = _DESIGN
    models = (Contact, Release, File)

    contact = handle(Contact, ContactHandle, ContactPlans)
    """The Contact items."""
    release = handle(Release, ReleaseHandle, ReleasePlans)
    """The Release items."""
    file = handle(File, FileHandle, FilePlans)
    """The File items."""
