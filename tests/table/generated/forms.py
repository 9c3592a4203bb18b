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
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, Literal, TypedDict, Unpack

from tavola import Record, Table
from tavola.runtime import (CollectionArgument, CollectionPlans, CollectionSchema, Collections, Design, FieldRef, FieldSchema, Fields, Handle,
    IndexSchema, KeyPair, Methods, ModelSchema, NumberRef, PhysicalIndex, Placeholder, Plans, TableSettings, Template, TextRef, UniqueSchema,
    create_method, handle, method, upsert_method)

if TYPE_CHECKING:
    from tavola import Change, SortCondition
    from tavola.runtime import (BatchWrite, Collect, CollectOptions, Delete, Filter, FindByUnique, Get, GetMany, IndexOptions, OnBadItem, Query,
        QueryOptions, Update)

__all__ = ["Contact", "File", "Forms", "Issue", "Pull", "Release", "Repo", "Star"]

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
                "contactsByCity": IndexSchema("contactsByCity", "contacts_by_city",
                    KeyPair("GSI1PK", Template(("CITY#", Placeholder("city", "lower"))), "GSI1SK", Template((Placeholder("name"),))),
                    physical=_INDEX_1),
            },
            uniques={
                "uniquePhone": UniqueSchema(name="uniquePhone", fields=("phone", "name"), python_name="find_by_phone",
                    key=KeyPair("PK", Template(("PHONE#", Placeholder("phone", escaped="%#"), "#", Placeholder("name"))), "SK", Template(("LOCK",)))),
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
                "releases": IndexSchema("releases", "releases",
                    KeyPair("PK", Template(("RELEASE#", Placeholder("product"))), "SK", Template((Placeholder("number", "desc:6"),)))),
                "latest": IndexSchema(
                    "latest", "latest",
                    KeyPair("GSI1PK", Template(("LATEST#", Placeholder("product"))), "GSI1SK",
                        Template((Placeholder("at", "descms:13"), "#", Placeholder("number", "int:6")))),
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
            key=KeyPair("PK", Template(("FOLDER#", Placeholder("folder", "raw:/##"), "/##")), "SK",
                Template((Placeholder("name", "raw:#"), "#", Placeholder("kind")))),
            primary_id=Template((Placeholder("folder", escaped="%#"), "#", Placeholder("name", escaped="%#"), "#", Placeholder("kind"))),
            indexes={
                "files": IndexSchema(
                    "files", "files",
                    KeyPair("PK", Template(("FOLDER#", Placeholder("folder", "raw:/##"), "/##")), "SK",
                        Template((Placeholder("name", "raw:#"), "#", Placeholder("kind")))),
                ),
            },
            type_value="File",
        ),
        "Repo": ModelSchema(
            name="Repo", handle="repo",
            fields={
                "owner": FieldSchema("owner", "owner", "StringField", required=True),
                "name": FieldSchema("name", "name", "StringField", required=True),
            },
            key=KeyPair("PK", Template(("REPO#", Placeholder("owner", escaped="%#"), "#", Placeholder("name"))), "SK", Template(("REPO#",))),
            primary_id=Template((Placeholder("owner", escaped="%#"), "#", Placeholder("name"))), type_value="Repo",
        ),
        "Issue": ModelSchema(
            name="Issue", handle="issue",
            fields={
                "owner": FieldSchema("owner", "owner", "StringField", required=True),
                "repo": FieldSchema("repo", "repo", "StringField", required=True),
                "number": FieldSchema("number", "number", "IntegerField", required=True),
            },
            key=KeyPair("PK", Template(("REPO#", Placeholder("owner", escaped="%#"), "#", Placeholder("repo"))), "SK",
                Template(("ISSUE#", Placeholder("number", "int:6")))),
            primary_id=Template((Placeholder("owner", escaped="%#"), "#", Placeholder("repo", escaped="%#"), "#", Placeholder("number", "int:6"))),
            type_value="Issue",
        ),
        "Pull": ModelSchema(
            name="Pull", handle="pull",
            fields={
                "owner": FieldSchema("owner", "owner", "StringField", required=True),
                "repo": FieldSchema("repo", "repo", "StringField", required=True),
                "number": FieldSchema("number", "number", "IntegerField", required=True),
            },
            key=KeyPair("PK", Template(("REPO#", Placeholder("owner", escaped="%#"), "#", Placeholder("repo"))), "SK",
                Template(("PULL#", Placeholder("number", "int:6")))),
            primary_id=Template((Placeholder("owner", escaped="%#"), "#", Placeholder("repo", escaped="%#"), "#", Placeholder("number", "int:6"))),
            type_value="Pull",
        ),
        "Star": ModelSchema(
            name="Star", handle="star",
            fields={
                "owner": FieldSchema("owner", "owner", "StringField", required=True),
                "repo": FieldSchema("repo", "repo", "StringField", required=True),
                "who": FieldSchema("who", "who", "StringField", required=True),
            },
            key=KeyPair("PK", Template(("REPO#", Placeholder("owner", escaped="%#"), "#", Placeholder("repo"))), "SK",
                Template(("STAR#", Placeholder("who")))),
            primary_id=Template((Placeholder("owner", escaped="%#"), "#", Placeholder("repo", escaped="%#"), "#", Placeholder("who"))),
            type_value="Star",
        ),
    },
    collections={
        "repoAndIssues": CollectionSchema(
            name="repoAndIssues", python_name="repo_and_issues", models=("Repo", "Issue"), partition_attribute="PK",
            partition=Template(("REPO#", Placeholder("owner", escaped="%#"), "#", Placeholder("name"))),
            arguments=(
                CollectionArgument(name="owner", python_name="owner", field=FieldSchema("owner", "owner", "StringField", required=True)),
                CollectionArgument(name="name", python_name="name", field=FieldSchema("name", "name", "StringField", required=True)),
            ),
            sort_attribute="SK", sort_from=Template(("ISSUE#",)), sort_to=Template(("REPO#",)), foreign=("Pull",),
        ),
        "fromPulls": CollectionSchema(
            name="fromPulls", python_name="from_pulls", models=("Repo", "Pull", "Star"), partition_attribute="PK",
            partition=Template(("REPO#", Placeholder("owner", escaped="%#"), "#", Placeholder("name"))),
            arguments=(
                CollectionArgument(name="owner", python_name="owner", field=FieldSchema("owner", "owner", "StringField", required=True)),
                CollectionArgument(name="name", python_name="name", field=FieldSchema("name", "name", "StringField", required=True)),
            ),
            sort_attribute="SK", sort_from=Template(("PULL#",)),
        ),
        "upToPulls": CollectionSchema(
            name="upToPulls", python_name="up_to_pulls", models=("Issue", "Pull"), partition_attribute="PK",
            partition=Template(("REPO#", Placeholder("owner", escaped="%#"), "#", Placeholder("name"))),
            arguments=(
                CollectionArgument(name="owner", python_name="owner", field=FieldSchema("owner", "owner", "StringField", required=True)),
                CollectionArgument(name="name", python_name="name", field=FieldSchema("repo", "repo", "StringField", required=True)),
            ),
            sort_attribute="SK", sort_to=Template(("PULL#",)),
        ),
    },
)

ContactField = Literal["name", "city", "phone"]


class ContactFields(Fields):
    """Contact's fields, for building conditions and changes."""

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
    """Release's fields, for building conditions and changes."""

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
    """File's fields, for building conditions and changes."""

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


RepoField = Literal["owner", "name"]


class RepoFields(Fields):
    """Repo's fields, for building conditions and changes."""

    owner: TextRef
    name: TextRef


class RepoChanges(TypedDict, total=False):
    """What an update of a Repo may set."""


class Repo(Record, schema=_DESIGN.models["Repo"]):
    """A Repo.

    - key: PK = REPO#{owner}#{name}, SK = REPO#
    """

    fields: ClassVar[RepoFields]
    owner: str
    name: str


IssueField = Literal["owner", "repo", "number"]


class IssueFields(Fields):
    """Issue's fields, for building conditions and changes."""

    owner: TextRef
    repo: TextRef
    number: NumberRef[int]


class IssueChanges(TypedDict, total=False):
    """What an update of an Issue may set."""


class Issue(Record, schema=_DESIGN.models["Issue"]):
    """An Issue.

    - key: PK = REPO#{owner}#{repo}, SK = ISSUE#{number:06d}
    """

    fields: ClassVar[IssueFields]
    owner: str
    repo: str
    number: int


PullField = Literal["owner", "repo", "number"]


class PullFields(Fields):
    """Pull's fields, for building conditions and changes."""

    owner: TextRef
    repo: TextRef
    number: NumberRef[int]


class PullChanges(TypedDict, total=False):
    """What an update of a Pull may set."""


class Pull(Record, schema=_DESIGN.models["Pull"]):
    """A Pull.

    - key: PK = REPO#{owner}#{repo}, SK = PULL#{number:06d}
    """

    fields: ClassVar[PullFields]
    owner: str
    repo: str
    number: int


StarField = Literal["owner", "repo", "who"]


class StarFields(Fields):
    """Star's fields, for building conditions and changes."""

    owner: TextRef
    repo: TextRef
    who: TextRef


class StarChanges(TypedDict, total=False):
    """What an update of a Star may set."""


class Star(Record, schema=_DESIGN.models["Star"]):
    """A Star.

    - key: PK = REPO#{owner}#{repo}, SK = STAR#{who}
    """

    fields: ClassVar[StarFields]
    owner: str
    repo: str
    who: str


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
    def get_many(self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[Contact]:
        """Read Contact items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

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
    def contacts_by_city(self, *, city: str, name: str | SortCondition | None = None,
            **options: Unpack[IndexOptions[ContactField]]) -> Query[Contact]:
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
    def get_many(self, keys: Iterable[tuple[str, int]], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[Release]:
        """Read Release items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, product: str, number: int, *changes: Change, condition: Filter | None = None,
            **values: Unpack[ReleaseChanges]) -> Update[Release]:
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
    def latest(self, *, product: str, at: datetime | SortCondition | None = None, number: int | SortCondition | None = None,
            **options: Unpack[IndexOptions[ReleaseField]]) -> Query[Release]:
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
    def get_many(self, keys: Iterable[tuple[str, str, str]], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[File]:
        """Read File items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, folder: str, name: str, kind: str, *changes: Change, condition: Filter | None = None,
            **values: Unpack[FileChanges]) -> Update[File]:
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
    def files(self, *, folder: str, name: str | SortCondition | None = None, kind: str | SortCondition | None = None,
            **options: Unpack[QueryOptions[FileField]]) -> Query[File]:
        """Query `files` in the table: PK = FOLDER#{folder:raw}/##, SK = {name:raw}#{kind}."""
        return self._query("files", {"folder": folder, "name": name, "kind": kind}, **options)


class FilePlans(FileMethods, Plans[File]):
    """Operations on File, unsent."""


class FileHandle(FileMethods, Handle[File, FilePlans]):
    """The File items of a table."""


class RepoMethods(Methods[Repo]):
    """The methods of Repo's handle and plans."""

    create = create_method(Repo)
    """Write a new Repo; refuse if there is one with its key."""
    upsert = upsert_method(Repo)
    """Change a Repo, or create it where there is none."""

    @method
    def get(self, owner: str, name: str, *, consistent: bool = True, include_expired: bool = False) -> Get[Repo]:
        """Read the Repo with this key; None if there is none."""
        return self._get((owner, name), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[tuple[str, str]], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[Repo]:
        """Read Repo items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, owner: str, name: str, *changes: Change, condition: Filter | None = None, **values: Unpack[RepoChanges]) -> Update[Repo]:
        """Change a Repo by its key; refuse if there is none."""
        return self._update((owner, name), changes, values, condition)

    @method
    def delete(self, owner: str, name: str, *, condition: Filter | None = None) -> Delete[Repo]:
        """Delete a Repo by its key; say whether there was one."""
        return self._delete((owner, name), condition)

    @method
    def delete_all(self, keys: Iterable[tuple[str, str]]) -> BatchWrite[Repo]:
        """Delete Repo items by their keys, in batches."""
        return self._delete_all(keys)


class RepoPlans(RepoMethods, Plans[Repo]):
    """Operations on Repo, unsent."""


class RepoHandle(RepoMethods, Handle[Repo, RepoPlans]):
    """The Repo items of a table."""


class IssueMethods(Methods[Issue]):
    """The methods of Issue's handle and plans."""

    create = create_method(Issue)
    """Write a new Issue; refuse if there is one with its key."""
    upsert = upsert_method(Issue)
    """Change an Issue, or create it where there is none."""

    @method
    def get(self, owner: str, repo: str, number: int, *, consistent: bool = True, include_expired: bool = False) -> Get[Issue]:
        """Read the Issue with this key; None if there is none."""
        return self._get((owner, repo, number), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[tuple[str, str, int]], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[Issue]:
        """Read Issue items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, owner: str, repo: str, number: int, *changes: Change, condition: Filter | None = None,
            **values: Unpack[IssueChanges]) -> Update[Issue]:
        """Change an Issue by its key; refuse if there is none."""
        return self._update((owner, repo, number), changes, values, condition)

    @method
    def delete(self, owner: str, repo: str, number: int, *, condition: Filter | None = None) -> Delete[Issue]:
        """Delete an Issue by its key; say whether there was one."""
        return self._delete((owner, repo, number), condition)

    @method
    def delete_all(self, keys: Iterable[tuple[str, str, int]]) -> BatchWrite[Issue]:
        """Delete Issue items by their keys, in batches."""
        return self._delete_all(keys)


class IssuePlans(IssueMethods, Plans[Issue]):
    """Operations on Issue, unsent."""


class IssueHandle(IssueMethods, Handle[Issue, IssuePlans]):
    """The Issue items of a table."""


class PullMethods(Methods[Pull]):
    """The methods of Pull's handle and plans."""

    create = create_method(Pull)
    """Write a new Pull; refuse if there is one with its key."""
    upsert = upsert_method(Pull)
    """Change a Pull, or create it where there is none."""

    @method
    def get(self, owner: str, repo: str, number: int, *, consistent: bool = True, include_expired: bool = False) -> Get[Pull]:
        """Read the Pull with this key; None if there is none."""
        return self._get((owner, repo, number), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[tuple[str, str, int]], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[Pull]:
        """Read Pull items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, owner: str, repo: str, number: int, *changes: Change, condition: Filter | None = None,
            **values: Unpack[PullChanges]) -> Update[Pull]:
        """Change a Pull by its key; refuse if there is none."""
        return self._update((owner, repo, number), changes, values, condition)

    @method
    def delete(self, owner: str, repo: str, number: int, *, condition: Filter | None = None) -> Delete[Pull]:
        """Delete a Pull by its key; say whether there was one."""
        return self._delete((owner, repo, number), condition)

    @method
    def delete_all(self, keys: Iterable[tuple[str, str, int]]) -> BatchWrite[Pull]:
        """Delete Pull items by their keys, in batches."""
        return self._delete_all(keys)


class PullPlans(PullMethods, Plans[Pull]):
    """Operations on Pull, unsent."""


class PullHandle(PullMethods, Handle[Pull, PullPlans]):
    """The Pull items of a table."""


class StarMethods(Methods[Star]):
    """The methods of Star's handle and plans."""

    create = create_method(Star)
    """Write a new Star; refuse if there is one with its key."""
    upsert = upsert_method(Star)
    """Change a Star, or create it where there is none."""

    @method
    def get(self, owner: str, repo: str, who: str, *, consistent: bool = True, include_expired: bool = False) -> Get[Star]:
        """Read the Star with this key; None if there is none."""
        return self._get((owner, repo, who), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[tuple[str, str, str]], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[Star]:
        """Read Star items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, owner: str, repo: str, who: str, *changes: Change, condition: Filter | None = None,
            **values: Unpack[StarChanges]) -> Update[Star]:
        """Change a Star by its key; refuse if there is none."""
        return self._update((owner, repo, who), changes, values, condition)

    @method
    def delete(self, owner: str, repo: str, who: str, *, condition: Filter | None = None) -> Delete[Star]:
        """Delete a Star by its key; say whether there was one."""
        return self._delete((owner, repo, who), condition)

    @method
    def delete_all(self, keys: Iterable[tuple[str, str, str]]) -> BatchWrite[Star]:
        """Delete Star items by their keys, in batches."""
        return self._delete_all(keys)


class StarPlans(StarMethods, Plans[Star]):
    """Operations on Star, unsent."""


class StarHandle(StarMethods, Handle[Star, StarPlans]):
    """The Star items of a table."""


class FormsCollections(Collections):
    """Reads of several models at once."""

    @method
    def repo_and_issues(self, *, owner: str, name: str, **options: Unpack[CollectOptions]) -> Collect[Repo | Issue]:
        """Read `repoAndIssues`: the items of all its models with PK = REPO#{owner}#{name}."""
        return self._collect("repoAndIssues", {"owner": owner, "name": name}, **options)

    @method
    def from_pulls(self, *, owner: str, name: str, **options: Unpack[CollectOptions]) -> Collect[Repo | Pull | Star]:
        """Read `fromPulls`: the items of all its models with PK = REPO#{owner}#{name}."""
        return self._collect("fromPulls", {"owner": owner, "name": name}, **options)

    @method
    def up_to_pulls(self, *, owner: str, name: str, **options: Unpack[CollectOptions]) -> Collect[Issue | Pull]:
        """Read `upToPulls`: the items of all its models with PK = REPO#{owner}#{name}."""
        return self._collect("upToPulls", {"owner": owner, "name": name}, **options)


class FormsPlans(FormsCollections, CollectionPlans):
    """The same, unsent."""


class Forms(FormsCollections, Table):
    """The table `forms` on a store."""

    design = _DESIGN
    models = (Contact, Release, File, Repo, Issue, Pull, Star)

    contact = handle(Contact, ContactHandle, ContactPlans)
    """The Contact items."""
    release = handle(Release, ReleaseHandle, ReleasePlans)
    """The Release items."""
    file = handle(File, FileHandle, FilePlans)
    """The File items."""
    repo = handle(Repo, RepoHandle, RepoPlans)
    """The Repo items."""
    issue = handle(Issue, IssueHandle, IssuePlans)
    """The Issue items."""
    pull = handle(Pull, PullHandle, PullPlans)
    """The Pull items."""
    star = handle(Star, StarHandle, StarPlans)
    """The Star items."""

    @cached_property
    def plan(self) -> FormsPlans:
        """Collections, unsent."""
        return FormsPlans(self)
