"""Namespace: typed access to the table `namespace`.

Generated from its design; change that, and generate again:

    tavola generate namespace.yaml -o namespace.py
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
    IndexSchema, KeyPair, Methods, ModelSchema, NumberRef, PatternSchema, PhysicalIndex, Placeholder, Plans, Relation, TableSettings, Template,
    TextRef, UniqueSchema, auto, create_method, handle, method, table_of, upsert_method)

if TYPE_CHECKING:
    from tavola import Change, SortCondition
    from tavola.runtime import (BatchWrite, Collect, CollectOptions, Delete, Filter, FindByUnique, Get, GetMany, IndexOptions, OnBadItem,
        PatternOptions, Query, QueryOptions, Update)

__all__ = ["Namespace", "Organisation", "Repository", "User"]

_INDEX_1 = PhysicalIndex("GSI1", "GSI1PK", "GSI1SK")
_INDEX_2 = PhysicalIndex("GSI2", "GSI2PK", "GSI2SK", projection="include", included=("name",))

_DESIGN = Design(
    name="Namespace", layout="templates",
    table=TableSettings(name="namespace", type_attribute="kind", ttl_attribute="ttl", indexes=(_INDEX_1, _INDEX_2)),
    models={
        "User": ModelSchema(
            name="User", handle="user",
            fields={
                "name": FieldSchema("name", "name", "StringField", required=True),
                "email": FieldSchema("email", "email", "StringField"),
                "city": FieldSchema("city", "city", "StringField"),
                "stars": FieldSchema("stars", "stars", "CounterField"),
            },
            key=KeyPair("PK", Template(("ACCOUNT#", Placeholder("name"))), "SK", Template(("ACCOUNT",))), primary_id=Template((Placeholder("name"),)),
            indexes={
                "account": IndexSchema("account", "account", KeyPair("PK", Template(("ACCOUNT#", Placeholder("name"))), "SK", Template(("ACCOUNT",))),
                    foreign=("Organisation",)),
                "usersByCity": IndexSchema("usersByCity", "users_by_city",
                    KeyPair("GSI1PK", Template(("CITY#", Placeholder("city"))), "GSI1SK", Template((Placeholder("name"),))), physical=_INDEX_1,
                    foreign=("Organisation",)),
                "userNames": IndexSchema("userNames", "user_names",
                    KeyPair("GSI2PK", Template(("CITY#", Placeholder("city"))), "GSI2SK", Template((Placeholder("name"),))), physical=_INDEX_2,
                    foreign=("Organisation",)),
            },
            uniques={
                "uniqueEmail": UniqueSchema(name="uniqueEmail", fields=("email",), python_name="find_by_email",
                    key=KeyPair("PK", Template(("EMAIL#", Placeholder("email"))), "SK", Template(("LOCK",)))),
            },
            type_value="USER", counters=("stars",), shares=("Organisation",),
        ),
        "Organisation": ModelSchema(
            name="Organisation", handle="organisation",
            fields={
                "name": FieldSchema("name", "name", "StringField", required=True),
                "email": FieldSchema("email", "email", "StringField"),
                "city": FieldSchema("city", "city", "StringField"),
                "ttl": FieldSchema("ttl", "ttl", "TtlField", storage="epochSeconds"),
                "version": FieldSchema("version", "version", "VersionField"),
            },
            key=KeyPair("PK", Template(("ACCOUNT#", Placeholder("name"))), "SK", Template(("ACCOUNT",))), primary_id=Template((Placeholder("name"),)),
            indexes={
                "organisationsByCity": IndexSchema("organisationsByCity", "organisations_by_city",
                    KeyPair("GSI1PK", Template(("CITY#", Placeholder("city"))), "GSI1SK", Template((Placeholder("name"),))), physical=_INDEX_1,
                    foreign=("User",)),
                "organisationNames": IndexSchema("organisationNames", "organisation_names",
                    KeyPair("GSI2PK", Template(("CITY#", Placeholder("city"))), "GSI2SK", Template((Placeholder("name"),))), physical=_INDEX_2,
                    foreign=("User",)),
            },
            uniques={
                "uniqueEmail": UniqueSchema(name="uniqueEmail", fields=("email",), python_name="find_by_email",
                    key=KeyPair("PK", Template(("ORGMAIL#", Placeholder("email"))), "SK", Template(("LOCK",)))),
            },
            type_value="ORG", version_field="version", ttl_field="ttl", shares=("User",),
        ),
        "Repository": ModelSchema(
            name="Repository", handle="repository",
            fields={
                "owner": FieldSchema("owner", "owner", "RelatedField", required=True, model="User"),
                "title": FieldSchema("title", "title", "StringField", required=True),
            },
            key=KeyPair("PK", Template(("ACCOUNT#", Placeholder("owner"))), "SK", Template(("REPO#", Placeholder("title")))),
            primary_id=Template((Placeholder("owner", escaped="%#"), "#", Placeholder("title"))),
            relations=(Relation("getter", "Repository", "get_owner", target="User", field="owner"),), type_value="REPO",
        ),
    },
    collections={
        "everything": CollectionSchema(name="everything", python_name="everything", models=("User", "Organisation", "Repository"),
            partition_attribute="PK", partition=Template(("ACCOUNT#", Placeholder("name"))),
            arguments=(CollectionArgument(name="name", python_name="name", field=FieldSchema("name", "name", "StringField", required=True)),),
            sort_attribute="SK"),
        "people": CollectionSchema(name="people", python_name="people", models=("User", "Repository"), partition_attribute="PK",
            partition=Template(("ACCOUNT#", Placeholder("name"))),
            arguments=(CollectionArgument(name="name", python_name="name", field=FieldSchema("name", "name", "StringField", required=True)),),
            sort_attribute="SK", foreign=("Organisation",)),
    },
    patterns={"shortList": PatternSchema(name="shortList", python_name="short_list", model="User", index="usersByCity", only=("name",))},
)

UserField = Literal["name", "email", "city", "stars"]


class UserFields(Fields):
    """User's fields, for building conditions and changes."""

    name: TextRef
    email: TextRef
    city: TextRef
    stars: NumberRef[int]


class UserChanges(TypedDict, total=False):
    """What an update of a User may set."""

    email: str | None
    city: str | None
    stars: int


class User(Record, schema=_DESIGN.models["User"]):
    """A User.

    - key: PK = ACCOUNT#{name}, SK = ACCOUNT
    - account: key
    - usersByCity (GSI1): GSI1PK = CITY#{city}, GSI1SK = {name}
    - userNames (GSI2): GSI2PK = CITY#{city}, GSI2SK = {name}
    - uniqueEmail, a lock: PK = EMAIL#{email}, SK = LOCK
    """

    fields: ClassVar[UserFields]
    name: str
    email: str | None = None
    city: str | None = None
    stars: int = 0


OrganisationField = Literal["name", "email", "city", "ttl", "version"]


class OrganisationFields(Fields):
    """Organisation's fields, for building conditions and changes."""

    name: TextRef
    email: TextRef
    city: TextRef
    ttl: FieldRef[datetime]
    version: TextRef


class OrganisationChanges(TypedDict, total=False):
    """What an update of an Organisation may set."""

    email: str | None
    city: str | None
    ttl: datetime | None


class Organisation(Record, schema=_DESIGN.models["Organisation"]):
    """An Organisation.

    - key: PK = ACCOUNT#{name}, SK = ACCOUNT
    - organisationsByCity (GSI1): GSI1PK = CITY#{city}, GSI1SK = {name}
    - organisationNames (GSI2): GSI2PK = CITY#{city}, GSI2SK = {name}
    - uniqueEmail, a lock: PK = ORGMAIL#{email}, SK = LOCK
    """

    fields: ClassVar[OrganisationFields]
    name: str
    email: str | None = None
    city: str | None = None
    ttl: datetime | None = None
    version: str = auto()


RepositoryField = Literal["owner", "title"]


class RepositoryFields(Fields):
    """Repository's fields, for building conditions and changes."""

    owner: TextRef
    title: TextRef


class RepositoryChanges(TypedDict, total=False):
    """What an update of a Repository may set."""


class Repository(Record, schema=_DESIGN.models["Repository"]):
    """A Repository.

    - key: PK = ACCOUNT#{owner}, SK = REPO#{title}
    """

    fields: ClassVar[RepositoryFields]
    owner: str
    title: str

    def get_owner(self) -> User | None:
        """Read the User that `owner` refers to."""
        return table_of(self, Namespace).user.get_by_id(self.owner)


class UserMethods(Methods[User]):
    """The methods of User's handle and plans."""

    create = create_method(User)
    """Write a new User; refuse if there is one with its key."""
    upsert = upsert_method(User)
    """Change a User, or create it where there is none."""

    @method
    def get(self, name: str, *, consistent: bool = True, include_expired: bool = False) -> Get[User]:
        """Read the User with this key; None if there is none."""
        return self._get((name,), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[User]:
        """Read User items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, name: str, *changes: Change, condition: Filter | None = None, **values: Unpack[UserChanges]) -> Update[User]:
        """Change a User by its key; refuse if there is none."""
        return self._update((name,), changes, values, condition)

    @method
    def delete(self, name: str, *, condition: Filter | None = None) -> Delete[User]:
        """Delete a User by its key; say whether there was one."""
        return self._delete((name,), condition)

    @method
    def find_by_email(self, email: str, *, include_expired: bool = False) -> FindByUnique[User]:
        """Find the one User with this `email`."""
        return self._find("uniqueEmail", (email,), include_expired)

    @method
    def account(self, *, name: str, **options: Unpack[QueryOptions[UserField]]) -> Query[User]:
        """Query `account` in the table: PK = ACCOUNT#{name}, SK = ACCOUNT."""
        return self._query("account", {"name": name}, **options)

    @method
    def users_by_city(self, *, city: str, name: str | SortCondition | None = None, **options: Unpack[IndexOptions[UserField]]) -> Query[User]:
        """Query `usersByCity` in GSI1: GSI1PK = CITY#{city}, GSI1SK = {name}."""
        return self._query("usersByCity", {"city": city, "name": name}, **options)

    @method
    def user_names(self, *, city: str, name: str | SortCondition | None = None, **options: Unpack[IndexOptions[UserField]]) -> Query[User]:
        """Query `userNames` in GSI2: GSI2PK = CITY#{city}, GSI2SK = {name}."""
        return self._query("userNames", {"city": city, "name": name}, **options)

    @method
    def short_list(self, *, city: str, name: str | SortCondition | None = None, **options: Unpack[PatternOptions]) -> Query[User]:
        """Query `shortList`: usersByCity, only name."""
        return self._pattern("shortList", {"city": city, "name": name}, **options)


class UserPlans(UserMethods, Plans[User]):
    """Operations on User, unsent."""


class UserHandle(UserMethods, Handle[User, UserPlans]):
    """The User items of a table."""


class OrganisationMethods(Methods[Organisation]):
    """The methods of Organisation's handle and plans."""

    create = create_method(Organisation)
    """Write a new Organisation; refuse if there is one with its key."""
    upsert = upsert_method(Organisation)
    """Change an Organisation, or create it where there is none."""

    @method
    def get(self, name: str, *, consistent: bool = True, include_expired: bool = False) -> Get[Organisation]:
        """Read the Organisation with this key; None if there is none."""
        return self._get((name,), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[Organisation]:
        """Read Organisation items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, name: str, *changes: Change, condition: Filter | None = None, expect_version: str | None = None,
            **values: Unpack[OrganisationChanges]) -> Update[Organisation]:
        """Change an Organisation by its key; refuse if there is none."""
        return self._update((name,), changes, values, condition, expect_version)

    @method
    def delete(self, name: str, *, condition: Filter | None = None, expect_version: str | None = None) -> Delete[Organisation]:
        """Delete an Organisation by its key; say whether there was one."""
        return self._delete((name,), condition, expect_version)

    @method
    def find_by_email(self, email: str, *, include_expired: bool = False) -> FindByUnique[Organisation]:
        """Find the one Organisation with this `email`."""
        return self._find("uniqueEmail", (email,), include_expired)

    @method
    def organisations_by_city(self, *, city: str, name: str | SortCondition | None = None,
            **options: Unpack[IndexOptions[OrganisationField]]) -> Query[Organisation]:
        """Query `organisationsByCity` in GSI1: GSI1PK = CITY#{city}, GSI1SK = {name}."""
        return self._query("organisationsByCity", {"city": city, "name": name}, **options)

    @method
    def organisation_names(self, *, city: str, name: str | SortCondition | None = None,
            **options: Unpack[IndexOptions[OrganisationField]]) -> Query[Organisation]:
        """Query `organisationNames` in GSI2: GSI2PK = CITY#{city}, GSI2SK = {name}."""
        return self._query("organisationNames", {"city": city, "name": name}, **options)


class OrganisationPlans(OrganisationMethods, Plans[Organisation]):
    """Operations on Organisation, unsent."""


class OrganisationHandle(OrganisationMethods, Handle[Organisation, OrganisationPlans]):
    """The Organisation items of a table."""


class RepositoryMethods(Methods[Repository]):
    """The methods of Repository's handle and plans."""

    create = create_method(Repository)
    """Write a new Repository; refuse if there is one with its key."""
    upsert = upsert_method(Repository)
    """Change a Repository, or create it where there is none."""

    @method
    def get(self, owner: str, title: str, *, consistent: bool = True, include_expired: bool = False) -> Get[Repository]:
        """Read the Repository with this key; None if there is none."""
        return self._get((owner, title), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[tuple[str, str]], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[Repository]:
        """Read Repository items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, owner: str, title: str, *changes: Change, condition: Filter | None = None,
            **values: Unpack[RepositoryChanges]) -> Update[Repository]:
        """Change a Repository by its key; refuse if there is none."""
        return self._update((owner, title), changes, values, condition)

    @method
    def delete(self, owner: str, title: str, *, condition: Filter | None = None) -> Delete[Repository]:
        """Delete a Repository by its key; say whether there was one."""
        return self._delete((owner, title), condition)

    @method
    def delete_all(self, keys: Iterable[tuple[str, str]]) -> BatchWrite[Repository]:
        """Delete Repository items by their keys, in batches."""
        return self._delete_all(keys)


class RepositoryPlans(RepositoryMethods, Plans[Repository]):
    """Operations on Repository, unsent."""


class RepositoryHandle(RepositoryMethods, Handle[Repository, RepositoryPlans]):
    """The Repository items of a table."""


class NamespaceCollections(Collections):
    """Reads of several models at once."""

    @method
    def everything(self, *, name: str, **options: Unpack[CollectOptions]) -> Collect[User | Organisation | Repository]:
        """Read `everything`: the items of all its models with PK = ACCOUNT#{name}."""
        return self._collect("everything", {"name": name}, **options)

    @method
    def people(self, *, name: str, **options: Unpack[CollectOptions]) -> Collect[User | Repository]:
        """Read `people`: the items of all its models with PK = ACCOUNT#{name}."""
        return self._collect("people", {"name": name}, **options)


class NamespacePlans(NamespaceCollections, CollectionPlans):
    """The same, unsent."""


class Namespace(NamespaceCollections, Table):
    """The table `namespace` on a store."""

    design = _DESIGN
    models = (User, Organisation, Repository)

    user = handle(User, UserHandle, UserPlans)
    """The User items."""
    organisation = handle(Organisation, OrganisationHandle, OrganisationPlans)
    """The Organisation items."""
    repository = handle(Repository, RepositoryHandle, RepositoryPlans)
    """The Repository items."""

    @cached_property
    def plan(self) -> NamespacePlans:
        """Collections, unsent."""
        return NamespacePlans(self)
