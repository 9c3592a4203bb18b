"""Branding: typed access to the table `branding`.

Generated from its design; change that, and generate again:

    tavola generate design.yaml -o models.py
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
    IndexSchema, KeyPair, ListRef, MapRef, Methods, ModelSchema, NumberRef, PatternSchema, Placeholder, Plans, TableSettings, Template, TextRef, auto,
    create_method, handle, method, upsert_method)

if TYPE_CHECKING:
    from tavola import Change, SortCondition
    from tavola.runtime import BatchWrite, Collect, CollectOptions, Delete, Filter, Get, GetMany, OnBadItem, Query, QueryOptions, Update

__all__ = ["Asset", "AssetLink", "Branding", "Business", "BusinessEntry", "Publication", "PublishedMarker", "RemovedAsset", "Theme"]

_DESIGN = Design(
    name="Branding", layout="templates",
    table=TableSettings(name="branding", type_attribute="type", ttl_attribute="ttl", point_in_time_recovery=True, encryption="managed"),
    models={
        "Business": ModelSchema(
            name="Business", handle="business",
            fields={
                "businessId": FieldSchema("businessId", "business_id", "StringField", required=True, max_length=100),
                "name": FieldSchema("name", "name", "StringField", max_length=200),
                "lastVersion": FieldSchema("lastVersion", "last_version", "CounterField",
                    description="The latest version that was given to a theme."),
                "createdAt": FieldSchema("createdAt", "created_at", "CreateDateField", default="1970-01-01T00:00:00Z", storage="isoSeconds"),
                "updatedAt": FieldSchema("updatedAt", "updated_at", "ModifiedDateField", default="1970-01-01T00:00:00Z", storage="isoSeconds"),
            },
            key=KeyPair("PK", Template(("BUS#", Placeholder("businessId"))), "SK", Template(("META",))),
            primary_id=Template((Placeholder("businessId"),)), type_value="BUSINESS", counters=("lastVersion",),
            description="A business, and the number of its latest theme.",
        ),
        "BusinessEntry": ModelSchema(
            name="BusinessEntry", handle="business_entry",
            fields={
                "businessId": FieldSchema("businessId", "business_id", "StringField", required=True, max_length=100),
                "name": FieldSchema("name", "name", "StringField", max_length=200),
                "directory": FieldSchema("directory", "directory", "StringField", required=True, default="ALL"),
            },
            key=KeyPair("PK", Template(("BUSINESSES#", Placeholder("directory"))), "SK", Template((Placeholder("businessId"),))),
            primary_id=Template((Placeholder("directory", escaped="%#"), "#", Placeholder("businessId"))),
            indexes={
                "allBusinesses": IndexSchema("allBusinesses", "all_businesses",
                    KeyPair("PK", Template(("BUSINESSES#", Placeholder("directory"))), "SK", Template((Placeholder("businessId"),)))),
            },
            type_value="BUSINESS_ENTRY", description="A business in the list of all; written with it.",
        ),
        "Theme": ModelSchema(
            name="Theme", handle="theme",
            fields={
                "businessId": FieldSchema("businessId", "business_id", "StringField", required=True, max_length=100),
                "version": FieldSchema("version", "version", "IntegerField", required=True),
                "status": FieldSchema("status", "status", "EnumField", required=True, values=("draft", "published")),
                "metadata": FieldSchema("metadata", "metadata", "MapField", required=True, items="StringField", expected_bytes=600,
                    description="Colours, fonts and other settings by name."),
                "assets": FieldSchema("assets", "assets", "ListField", required=True, items="StringField", description="The ids of its assets."),
                "files": FieldSchema("files", "files", "MapField", items="StringField",
                    description="The digests of its assets by id; they spare CSS a read."),
                "rev": FieldSchema("rev", "rev", "CounterField", description="Grows with every edit; an edit names the one it saw."),
                "basedOn": FieldSchema("basedOn", "based_on", "IntegerField", description="The version that it was copied from."),
                "publishedAt": FieldSchema("publishedAt", "published_at", "DateTimeField", storage="isoSeconds"),
                "publishedBy": FieldSchema("publishedBy", "published_by", "StringField", max_length=200),
                "firstPublishedAt": FieldSchema("firstPublishedAt", "first_published_at", "DateTimeField", storage="isoSeconds",
                    description="From then on it never changes and never expires."),
                "createdAt": FieldSchema("createdAt", "created_at", "CreateDateField", default="1970-01-01T00:00:00Z", storage="isoSeconds"),
                "updatedAt": FieldSchema("updatedAt", "updated_at", "ModifiedDateField", default="1970-01-01T00:00:00Z", storage="isoSeconds"),
                "ttl": FieldSchema("ttl", "ttl", "TtlField", storage="epochSeconds", description="When a stale draft goes away."),
            },
            key=KeyPair("PK", Template(("BUS#", Placeholder("businessId"))), "SK", Template(("THEME#", Placeholder("version", "int:8")))),
            primary_id=Template((Placeholder("businessId", escaped="%#"), "#", Placeholder("version", "int:8"))),
            indexes={
                "themesForBusiness": IndexSchema("themesForBusiness", "themes_for_business",
                    KeyPair("PK", Template(("BUS#", Placeholder("businessId"))), "SK", Template(("THEME#", Placeholder("version", "int:8"))))),
            },
            type_value="THEME", ttl_field="ttl", counters=("rev",), description="One version of how a business looks.",
        ),
        "PublishedMarker": ModelSchema(
            name="PublishedMarker", handle="published_marker",
            fields={
                "businessId": FieldSchema("businessId", "business_id", "StringField", required=True, max_length=100),
                "version": FieldSchema("version", "version", "IntegerField", required=True),
                "sequence": FieldSchema("sequence", "sequence", "CounterField", description="How often something was published."),
                "publishedAt": FieldSchema("publishedAt", "published_at", "DateTimeField", storage="isoSeconds"),
                "publishedBy": FieldSchema("publishedBy", "published_by", "StringField", max_length=200),
                "updatedAt": FieldSchema("updatedAt", "updated_at", "ModifiedDateField", default="1970-01-01T00:00:00Z", storage="isoSeconds"),
            },
            key=KeyPair("PK", Template(("BUS#", Placeholder("businessId"))), "SK", Template(("PUBLISHED",))),
            primary_id=Template((Placeholder("businessId"),)), type_value="PUBLISHED_MARKER", counters=("sequence",),
            description="The one published version of a business; the truth that statuses follow.",
        ),
        "Publication": ModelSchema(
            name="Publication", handle="publication",
            fields={
                "businessId": FieldSchema("businessId", "business_id", "StringField", required=True, max_length=100),
                "sequence": FieldSchema("sequence", "sequence", "IntegerField", required=True),
                "action": FieldSchema("action", "action", "EnumField", required=True, values=("publish", "rollback")),
                "version": FieldSchema("version", "version", "IntegerField", required=True),
                "previous": FieldSchema("previous", "previous", "IntegerField", description="The version that was published before."),
                "publishedAt": FieldSchema("publishedAt", "published_at", "DateTimeField", required=True, storage="isoSeconds"),
                "publishedBy": FieldSchema("publishedBy", "published_by", "StringField", required=True, max_length=200),
            },
            key=KeyPair("PK", Template(("BUS#", Placeholder("businessId"))), "SK", Template(("HISTORY#", Placeholder("sequence", "int:8")))),
            primary_id=Template((Placeholder("businessId", escaped="%#"), "#", Placeholder("sequence", "int:8"))),
            indexes={
                "publicationsForBusiness": IndexSchema("publicationsForBusiness", "publications_for_business",
                    KeyPair("PK", Template(("BUS#", Placeholder("businessId"))), "SK", Template(("HISTORY#", Placeholder("sequence", "int:8"))))),
            },
            type_value="PUBLICATION", description="Who published what, and when.",
        ),
        "Asset": ModelSchema(
            name="Asset", handle="asset",
            fields={
                "assetId": FieldSchema("assetId", "asset_id", "StringField", required=True, max_length=100),
                "businessId": FieldSchema("businessId", "business_id", "StringField", required=True, max_length=100),
                "assetType": FieldSchema("assetType", "asset_type", "EnumField", required=True, values=("logo", "banner", "icon")),
                "uri": FieldSchema("uri", "uri", "StringField", required=True),
                "checksum": FieldSchema("checksum", "checksum", "StringField", required=True,
                    description="The algorithm and the digest, as in sha256:9f86…"),
                "mediaType": FieldSchema("mediaType", "media_type", "StringField"),
                "size": FieldSchema("size", "size", "IntegerField", description="Bytes."),
                "frozenAt": FieldSchema("frozenAt", "frozen_at", "DateTimeField", storage="isoSeconds",
                    description="When a theme with it was published; it is never deleted then."),
                "updatedAt": FieldSchema("updatedAt", "updated_at", "ModifiedDateField", default="1970-01-01T00:00:00Z", storage="isoSeconds"),
            },
            key=KeyPair("PK", Template(("ASSET#", Placeholder("assetId"))), "SK", Template(("META",))),
            primary_id=Template((Placeholder("assetId"),)), type_value="ASSET", description="An image that themes use; it never changes.",
        ),
        "RemovedAsset": ModelSchema(
            name="RemovedAsset", handle="removed_asset",
            fields={
                "assetId": FieldSchema("assetId", "asset_id", "StringField", required=True, max_length=100),
                "checksum": FieldSchema("checksum", "checksum", "StringField", required=True),
                "removedAt": FieldSchema("removedAt", "removed_at", "CreateDateField", storage="isoSeconds"),
            },
            key=KeyPair("PK", Template(("ASSET#", Placeholder("assetId"))), "SK", Template(("REMOVED",))),
            primary_id=Template((Placeholder("assetId"),)), type_value="REMOVED_ASSET",
            description="What a deleted id stood for; it is never given to other bytes.",
        ),
        "AssetLink": ModelSchema(
            name="AssetLink", handle="asset_link",
            fields={
                "businessId": FieldSchema("businessId", "business_id", "StringField", required=True, max_length=100),
                "assetId": FieldSchema("assetId", "asset_id", "StringField", required=True, max_length=100),
                "scope": FieldSchema("scope", "scope", "StringField", max_length=50),
            },
            key=KeyPair("PK", Template(("BUS#", Placeholder("businessId"))), "SK", Template(("ASSET#", Placeholder("assetId")))),
            primary_id=Template((Placeholder("businessId", escaped="%#"), "#", Placeholder("assetId"))),
            indexes={
                "assetsForBusiness": IndexSchema("assetsForBusiness", "assets_for_business",
                    KeyPair("PK", Template(("BUS#", Placeholder("businessId"))), "SK", Template(("ASSET#", Placeholder("assetId"))))),
            },
            type_value="ASSET_LINK", description="An asset in its business, so that assets are listed by business.",
        ),
    },
    collections={
        "businessFile": CollectionSchema(
            name="businessFile", python_name="business_file", models=("Business", "Theme", "PublishedMarker", "Publication", "AssetLink"),
            partition_attribute="PK", partition=Template(("BUS#", Placeholder("businessId"))),
            arguments=(
                CollectionArgument(name="businessId", python_name="business_id",
                    field=FieldSchema("businessId", "business_id", "StringField", required=True, max_length=100)),
            ),
            sort_attribute="SK",
        ),
    },
    patterns={
        "drafts": PatternSchema(name="drafts", python_name="drafts", model="Theme", index="themesForBusiness",
            filter={"status": "draft", "firstPublishedAt": {"$exists": False}}, descending=True,
            description="Themes that were never published, latest first."),
        "history": PatternSchema(name="history", python_name="history", model="Publication", index="publicationsForBusiness", descending=True,
            description="What was published, latest first."),
    },
)

BusinessField = Literal["business_id", "name", "last_version", "created_at", "updated_at"]


class BusinessFields(Fields):
    """Business's fields, for building conditions and changes."""

    business_id: TextRef
    name: TextRef
    last_version: NumberRef[int]
    created_at: FieldRef[datetime]
    updated_at: FieldRef[datetime]


class BusinessChanges(TypedDict, total=False):
    """What an update of a Business may set."""

    name: str | None
    last_version: int
    created_at: datetime


class Business(Record, schema=_DESIGN.models["Business"]):
    """A business, and the number of its latest theme.

    - key: PK = BUS#{businessId}, SK = META
    """

    fields: ClassVar[BusinessFields]
    business_id: str
    name: str | None = None
    last_version: int = 0
    """The latest version that was given to a theme."""
    created_at: datetime = auto()
    updated_at: datetime = auto()


BusinessEntryField = Literal["business_id", "name", "directory"]


class BusinessEntryFields(Fields):
    """BusinessEntry's fields, for building conditions and changes."""

    business_id: TextRef
    name: TextRef
    directory: TextRef


class BusinessEntryChanges(TypedDict, total=False):
    """What an update of a BusinessEntry may set."""

    name: str | None


class BusinessEntry(Record, schema=_DESIGN.models["BusinessEntry"]):
    """A business in the list of all; written with it.

    - key: PK = BUSINESSES#{directory}, SK = {businessId}
    - allBusinesses: key
    """

    fields: ClassVar[BusinessEntryFields]
    business_id: str
    name: str | None = None
    directory: str = "ALL"


ThemeStatus = Literal["draft", "published"]
ThemeField = Literal["business_id", "version", "status", "metadata", "assets", "files", "rev", "based_on", "published_at", "published_by",
    "first_published_at", "created_at", "updated_at", "ttl"]


class ThemeFields(Fields):
    """Theme's fields, for building conditions and changes."""

    business_id: TextRef
    version: NumberRef[int]
    status: FieldRef[ThemeStatus]
    metadata: MapRef
    assets: ListRef
    files: MapRef
    rev: NumberRef[int]
    based_on: NumberRef[int]
    published_at: FieldRef[datetime]
    published_by: TextRef
    first_published_at: FieldRef[datetime]
    created_at: FieldRef[datetime]
    updated_at: FieldRef[datetime]
    ttl: FieldRef[datetime]


class ThemeChanges(TypedDict, total=False):
    """What an update of a Theme may set."""

    status: ThemeStatus
    metadata: dict[str, str]
    assets: list[str]
    files: dict[str, str] | None
    rev: int
    based_on: int | None
    published_at: datetime | None
    published_by: str | None
    first_published_at: datetime | None
    created_at: datetime
    ttl: datetime | None


class Theme(Record, schema=_DESIGN.models["Theme"]):
    """One version of how a business looks.

    - key: PK = BUS#{businessId}, SK = THEME#{version:08d}
    - themesForBusiness: key
    """

    fields: ClassVar[ThemeFields]
    business_id: str
    version: int
    status: ThemeStatus
    metadata: dict[str, str]
    """Colours, fonts and other settings by name."""
    assets: list[str]
    """The ids of its assets."""
    files: dict[str, str] | None = None
    """The digests of its assets by id; they spare CSS a read."""
    rev: int = 0
    """Grows with every edit; an edit names the one it saw."""
    based_on: int | None = None
    """The version that it was copied from."""
    published_at: datetime | None = None
    published_by: str | None = None
    first_published_at: datetime | None = None
    """From then on it never changes and never expires."""
    created_at: datetime = auto()
    updated_at: datetime = auto()
    ttl: datetime | None = None
    """When a stale draft goes away."""


PublishedMarkerField = Literal["business_id", "version", "sequence", "published_at", "published_by", "updated_at"]


class PublishedMarkerFields(Fields):
    """PublishedMarker's fields, for building conditions and changes."""

    business_id: TextRef
    version: NumberRef[int]
    sequence: NumberRef[int]
    published_at: FieldRef[datetime]
    published_by: TextRef
    updated_at: FieldRef[datetime]


class PublishedMarkerChanges(TypedDict, total=False):
    """What an update of a PublishedMarker may set."""

    version: int
    sequence: int
    published_at: datetime | None
    published_by: str | None


class PublishedMarker(Record, schema=_DESIGN.models["PublishedMarker"]):
    """The one published version of a business; the truth that statuses follow.

    - key: PK = BUS#{businessId}, SK = PUBLISHED
    """

    fields: ClassVar[PublishedMarkerFields]
    business_id: str
    version: int
    sequence: int = 0
    """How often something was published."""
    published_at: datetime | None = None
    published_by: str | None = None
    updated_at: datetime = auto()


PublicationAction = Literal["publish", "rollback"]
PublicationField = Literal["business_id", "sequence", "action", "version", "previous", "published_at", "published_by"]


class PublicationFields(Fields):
    """Publication's fields, for building conditions and changes."""

    business_id: TextRef
    sequence: NumberRef[int]
    action: FieldRef[PublicationAction]
    version: NumberRef[int]
    previous: NumberRef[int]
    published_at: FieldRef[datetime]
    published_by: TextRef


class PublicationChanges(TypedDict, total=False):
    """What an update of a Publication may set."""

    action: PublicationAction
    version: int
    previous: int | None
    published_at: datetime
    published_by: str


class Publication(Record, schema=_DESIGN.models["Publication"]):
    """Who published what, and when.

    - key: PK = BUS#{businessId}, SK = HISTORY#{sequence:08d}
    - publicationsForBusiness: key
    """

    fields: ClassVar[PublicationFields]
    business_id: str
    sequence: int
    action: PublicationAction
    version: int
    published_at: datetime
    published_by: str
    previous: int | None = None
    """The version that was published before."""


AssetAssetType = Literal["logo", "banner", "icon"]
AssetField = Literal["asset_id", "business_id", "asset_type", "uri", "checksum", "media_type", "size", "frozen_at", "updated_at"]


class AssetFields(Fields):
    """Asset's fields, for building conditions and changes."""

    asset_id: TextRef
    business_id: TextRef
    asset_type: FieldRef[AssetAssetType]
    uri: TextRef
    checksum: TextRef
    media_type: TextRef
    size: NumberRef[int]
    frozen_at: FieldRef[datetime]
    updated_at: FieldRef[datetime]


class AssetChanges(TypedDict, total=False):
    """What an update of an Asset may set."""

    business_id: str
    asset_type: AssetAssetType
    uri: str
    checksum: str
    media_type: str | None
    size: int | None
    frozen_at: datetime | None


class Asset(Record, schema=_DESIGN.models["Asset"]):
    """An image that themes use; it never changes.

    - key: PK = ASSET#{assetId}, SK = META
    """

    fields: ClassVar[AssetFields]
    asset_id: str
    business_id: str
    asset_type: AssetAssetType
    uri: str
    checksum: str
    """The algorithm and the digest, as in sha256:9f86…"""
    media_type: str | None = None
    size: int | None = None
    """Bytes."""
    frozen_at: datetime | None = None
    """When a theme with it was published; it is never deleted then."""
    updated_at: datetime = auto()


RemovedAssetField = Literal["asset_id", "checksum", "removed_at"]


class RemovedAssetFields(Fields):
    """RemovedAsset's fields, for building conditions and changes."""

    asset_id: TextRef
    checksum: TextRef
    removed_at: FieldRef[datetime]


class RemovedAssetChanges(TypedDict, total=False):
    """What an update of a RemovedAsset may set."""

    checksum: str
    removed_at: datetime


class RemovedAsset(Record, schema=_DESIGN.models["RemovedAsset"]):
    """What a deleted id stood for; it is never given to other bytes.

    - key: PK = ASSET#{assetId}, SK = REMOVED
    """

    fields: ClassVar[RemovedAssetFields]
    asset_id: str
    checksum: str
    removed_at: datetime = auto()


AssetLinkField = Literal["business_id", "asset_id", "scope"]


class AssetLinkFields(Fields):
    """AssetLink's fields, for building conditions and changes."""

    business_id: TextRef
    asset_id: TextRef
    scope: TextRef


class AssetLinkChanges(TypedDict, total=False):
    """What an update of an AssetLink may set."""

    scope: str | None


class AssetLink(Record, schema=_DESIGN.models["AssetLink"]):
    """An asset in its business, so that assets are listed by business.

    - key: PK = BUS#{businessId}, SK = ASSET#{assetId}
    - assetsForBusiness: key
    """

    fields: ClassVar[AssetLinkFields]
    business_id: str
    asset_id: str
    scope: str | None = None


class BusinessMethods(Methods[Business]):
    """The methods of Business's handle and plans."""

    create = create_method(Business)
    """Write a new Business; refuse if there is one with its key."""
    upsert = upsert_method(Business)
    """Change a Business, or create it where there is none."""

    @method
    def get(self, business_id: str, *, consistent: bool = True, include_expired: bool = False) -> Get[Business]:
        """Read the Business with this key; None if there is none."""
        return self._get((business_id,), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[Business]:
        """Read Business items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, business_id: str, *changes: Change, condition: Filter | None = None, **values: Unpack[BusinessChanges]) -> Update[Business]:
        """Change a Business by its key; refuse if there is none."""
        return self._update((business_id,), changes, values, condition)

    @method
    def delete(self, business_id: str, *, condition: Filter | None = None) -> Delete[Business]:
        """Delete a Business by its key; say whether there was one."""
        return self._delete((business_id,), condition)

    @method
    def delete_all(self, keys: Iterable[str]) -> BatchWrite[Business]:
        """Delete Business items by their keys, in batches."""
        return self._delete_all(keys)


class BusinessPlans(BusinessMethods, Plans[Business]):
    """Operations on Business, unsent."""


class BusinessHandle(BusinessMethods, Handle[Business, BusinessPlans]):
    """The Business items of a table."""


class BusinessEntryMethods(Methods[BusinessEntry]):
    """The methods of BusinessEntry's handle and plans."""

    create = create_method(BusinessEntry)
    """Write a new BusinessEntry; refuse if there is one with its key."""
    upsert = upsert_method(BusinessEntry)
    """Change a BusinessEntry, or create it where there is none."""

    @method
    def get(self, directory: str, business_id: str, *, consistent: bool = True, include_expired: bool = False) -> Get[BusinessEntry]:
        """Read the BusinessEntry with this key; None if there is none."""
        return self._get((directory, business_id), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[tuple[str, str]], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[BusinessEntry]:
        """Read BusinessEntry items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, directory: str, business_id: str, *changes: Change, condition: Filter | None = None,
            **values: Unpack[BusinessEntryChanges]) -> Update[BusinessEntry]:
        """Change a BusinessEntry by its key; refuse if there is none."""
        return self._update((directory, business_id), changes, values, condition)

    @method
    def delete(self, directory: str, business_id: str, *, condition: Filter | None = None) -> Delete[BusinessEntry]:
        """Delete a BusinessEntry by its key; say whether there was one."""
        return self._delete((directory, business_id), condition)

    @method
    def delete_all(self, keys: Iterable[tuple[str, str]]) -> BatchWrite[BusinessEntry]:
        """Delete BusinessEntry items by their keys, in batches."""
        return self._delete_all(keys)

    @method
    def all_businesses(self, *, directory: str, business_id: str | SortCondition | None = None,
            **options: Unpack[QueryOptions[BusinessEntryField]]) -> Query[BusinessEntry]:
        """Query `allBusinesses` in the table: PK = BUSINESSES#{directory}, SK = {businessId}."""
        return self._query("allBusinesses", {"directory": directory, "business_id": business_id}, **options)


class BusinessEntryPlans(BusinessEntryMethods, Plans[BusinessEntry]):
    """Operations on BusinessEntry, unsent."""


class BusinessEntryHandle(BusinessEntryMethods, Handle[BusinessEntry, BusinessEntryPlans]):
    """The BusinessEntry items of a table."""


class ThemeMethods(Methods[Theme]):
    """The methods of Theme's handle and plans."""

    create = create_method(Theme)
    """Write a new Theme; refuse if there is one with its key."""
    upsert = upsert_method(Theme)
    """Change a Theme, or create it where there is none."""

    @method
    def get(self, business_id: str, version: int, *, consistent: bool = True, include_expired: bool = False) -> Get[Theme]:
        """Read the Theme with this key; None if there is none."""
        return self._get((business_id, version), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[tuple[str, int]], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[Theme]:
        """Read Theme items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, business_id: str, version: int, *changes: Change, condition: Filter | None = None,
            **values: Unpack[ThemeChanges]) -> Update[Theme]:
        """Change a Theme by its key; refuse if there is none."""
        return self._update((business_id, version), changes, values, condition)

    @method
    def delete(self, business_id: str, version: int, *, condition: Filter | None = None) -> Delete[Theme]:
        """Delete a Theme by its key; say whether there was one."""
        return self._delete((business_id, version), condition)

    @method
    def delete_all(self, keys: Iterable[tuple[str, int]]) -> BatchWrite[Theme]:
        """Delete Theme items by their keys, in batches."""
        return self._delete_all(keys)

    @method
    def themes_for_business(self, *, business_id: str, version: int | SortCondition | None = None,
            **options: Unpack[QueryOptions[ThemeField]]) -> Query[Theme]:
        """Query `themesForBusiness` in the table: PK = BUS#{businessId}, SK = THEME#{version:08d}."""
        return self._query("themesForBusiness", {"business_id": business_id, "version": version}, **options)

    @method
    def drafts(self, *, business_id: str, version: int | SortCondition | None = None, **options: Unpack[QueryOptions[ThemeField]]) -> Query[Theme]:
        """Themes that were never published, latest first."""
        return self._pattern("drafts", {"business_id": business_id, "version": version}, **options)


class ThemePlans(ThemeMethods, Plans[Theme]):
    """Operations on Theme, unsent."""


class ThemeHandle(ThemeMethods, Handle[Theme, ThemePlans]):
    """The Theme items of a table."""


class PublishedMarkerMethods(Methods[PublishedMarker]):
    """The methods of PublishedMarker's handle and plans."""

    create = create_method(PublishedMarker)
    """Write a new PublishedMarker; refuse if there is one with its key."""
    upsert = upsert_method(PublishedMarker)
    """Change a PublishedMarker, or create it where there is none."""

    @method
    def get(self, business_id: str, *, consistent: bool = True, include_expired: bool = False) -> Get[PublishedMarker]:
        """Read the PublishedMarker with this key; None if there is none."""
        return self._get((business_id,), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[PublishedMarker]:
        """Read PublishedMarker items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, business_id: str, *changes: Change, condition: Filter | None = None,
            **values: Unpack[PublishedMarkerChanges]) -> Update[PublishedMarker]:
        """Change a PublishedMarker by its key; refuse if there is none."""
        return self._update((business_id,), changes, values, condition)

    @method
    def delete(self, business_id: str, *, condition: Filter | None = None) -> Delete[PublishedMarker]:
        """Delete a PublishedMarker by its key; say whether there was one."""
        return self._delete((business_id,), condition)

    @method
    def delete_all(self, keys: Iterable[str]) -> BatchWrite[PublishedMarker]:
        """Delete PublishedMarker items by their keys, in batches."""
        return self._delete_all(keys)


class PublishedMarkerPlans(PublishedMarkerMethods, Plans[PublishedMarker]):
    """Operations on PublishedMarker, unsent."""


class PublishedMarkerHandle(PublishedMarkerMethods, Handle[PublishedMarker, PublishedMarkerPlans]):
    """The PublishedMarker items of a table."""


class PublicationMethods(Methods[Publication]):
    """The methods of Publication's handle and plans."""

    create = create_method(Publication)
    """Write a new Publication; refuse if there is one with its key."""
    upsert = upsert_method(Publication)
    """Change a Publication, or create it where there is none."""

    @method
    def get(self, business_id: str, sequence: int, *, consistent: bool = True, include_expired: bool = False) -> Get[Publication]:
        """Read the Publication with this key; None if there is none."""
        return self._get((business_id, sequence), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[tuple[str, int]], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[Publication]:
        """Read Publication items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, business_id: str, sequence: int, *changes: Change, condition: Filter | None = None,
            **values: Unpack[PublicationChanges]) -> Update[Publication]:
        """Change a Publication by its key; refuse if there is none."""
        return self._update((business_id, sequence), changes, values, condition)

    @method
    def delete(self, business_id: str, sequence: int, *, condition: Filter | None = None) -> Delete[Publication]:
        """Delete a Publication by its key; say whether there was one."""
        return self._delete((business_id, sequence), condition)

    @method
    def delete_all(self, keys: Iterable[tuple[str, int]]) -> BatchWrite[Publication]:
        """Delete Publication items by their keys, in batches."""
        return self._delete_all(keys)

    @method
    def publications_for_business(self, *, business_id: str, sequence: int | SortCondition | None = None,
            **options: Unpack[QueryOptions[PublicationField]]) -> Query[Publication]:
        """Query `publicationsForBusiness` in the table: PK = BUS#{businessId}, SK = HISTORY#{sequence:08d}."""
        return self._query("publicationsForBusiness", {"business_id": business_id, "sequence": sequence}, **options)

    @method
    def history(self, *, business_id: str, sequence: int | SortCondition | None = None,
            **options: Unpack[QueryOptions[PublicationField]]) -> Query[Publication]:
        """What was published, latest first."""
        return self._pattern("history", {"business_id": business_id, "sequence": sequence}, **options)


class PublicationPlans(PublicationMethods, Plans[Publication]):
    """Operations on Publication, unsent."""


class PublicationHandle(PublicationMethods, Handle[Publication, PublicationPlans]):
    """The Publication items of a table."""


class AssetMethods(Methods[Asset]):
    """The methods of Asset's handle and plans."""

    create = create_method(Asset)
    """Write a new Asset; refuse if there is one with its key."""
    upsert = upsert_method(Asset)
    """Change an Asset, or create it where there is none."""

    @method
    def get(self, asset_id: str, *, consistent: bool = True, include_expired: bool = False) -> Get[Asset]:
        """Read the Asset with this key; None if there is none."""
        return self._get((asset_id,), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[Asset]:
        """Read Asset items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, asset_id: str, *changes: Change, condition: Filter | None = None, **values: Unpack[AssetChanges]) -> Update[Asset]:
        """Change an Asset by its key; refuse if there is none."""
        return self._update((asset_id,), changes, values, condition)

    @method
    def delete(self, asset_id: str, *, condition: Filter | None = None) -> Delete[Asset]:
        """Delete an Asset by its key; say whether there was one."""
        return self._delete((asset_id,), condition)

    @method
    def delete_all(self, keys: Iterable[str]) -> BatchWrite[Asset]:
        """Delete Asset items by their keys, in batches."""
        return self._delete_all(keys)


class AssetPlans(AssetMethods, Plans[Asset]):
    """Operations on Asset, unsent."""


class AssetHandle(AssetMethods, Handle[Asset, AssetPlans]):
    """The Asset items of a table."""


class RemovedAssetMethods(Methods[RemovedAsset]):
    """The methods of RemovedAsset's handle and plans."""

    create = create_method(RemovedAsset)
    """Write a new RemovedAsset; refuse if there is one with its key."""
    upsert = upsert_method(RemovedAsset)
    """Change a RemovedAsset, or create it where there is none."""

    @method
    def get(self, asset_id: str, *, consistent: bool = True, include_expired: bool = False) -> Get[RemovedAsset]:
        """Read the RemovedAsset with this key; None if there is none."""
        return self._get((asset_id,), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[RemovedAsset]:
        """Read RemovedAsset items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, asset_id: str, *changes: Change, condition: Filter | None = None, **values: Unpack[RemovedAssetChanges]) -> Update[RemovedAsset]:
        """Change a RemovedAsset by its key; refuse if there is none."""
        return self._update((asset_id,), changes, values, condition)

    @method
    def delete(self, asset_id: str, *, condition: Filter | None = None) -> Delete[RemovedAsset]:
        """Delete a RemovedAsset by its key; say whether there was one."""
        return self._delete((asset_id,), condition)

    @method
    def delete_all(self, keys: Iterable[str]) -> BatchWrite[RemovedAsset]:
        """Delete RemovedAsset items by their keys, in batches."""
        return self._delete_all(keys)


class RemovedAssetPlans(RemovedAssetMethods, Plans[RemovedAsset]):
    """Operations on RemovedAsset, unsent."""


class RemovedAssetHandle(RemovedAssetMethods, Handle[RemovedAsset, RemovedAssetPlans]):
    """The RemovedAsset items of a table."""


class AssetLinkMethods(Methods[AssetLink]):
    """The methods of AssetLink's handle and plans."""

    create = create_method(AssetLink)
    """Write a new AssetLink; refuse if there is one with its key."""
    upsert = upsert_method(AssetLink)
    """Change an AssetLink, or create it where there is none."""

    @method
    def get(self, business_id: str, asset_id: str, *, consistent: bool = True, include_expired: bool = False) -> Get[AssetLink]:
        """Read the AssetLink with this key; None if there is none."""
        return self._get((business_id, asset_id), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[tuple[str, str]], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[AssetLink]:
        """Read AssetLink items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, business_id: str, asset_id: str, *changes: Change, condition: Filter | None = None,
            **values: Unpack[AssetLinkChanges]) -> Update[AssetLink]:
        """Change an AssetLink by its key; refuse if there is none."""
        return self._update((business_id, asset_id), changes, values, condition)

    @method
    def delete(self, business_id: str, asset_id: str, *, condition: Filter | None = None) -> Delete[AssetLink]:
        """Delete an AssetLink by its key; say whether there was one."""
        return self._delete((business_id, asset_id), condition)

    @method
    def delete_all(self, keys: Iterable[tuple[str, str]]) -> BatchWrite[AssetLink]:
        """Delete AssetLink items by their keys, in batches."""
        return self._delete_all(keys)

    @method
    def assets_for_business(self, *, business_id: str, asset_id: str | SortCondition | None = None,
            **options: Unpack[QueryOptions[AssetLinkField]]) -> Query[AssetLink]:
        """Query `assetsForBusiness` in the table: PK = BUS#{businessId}, SK = ASSET#{assetId}."""
        return self._query("assetsForBusiness", {"business_id": business_id, "asset_id": asset_id}, **options)


class AssetLinkPlans(AssetLinkMethods, Plans[AssetLink]):
    """Operations on AssetLink, unsent."""


class AssetLinkHandle(AssetLinkMethods, Handle[AssetLink, AssetLinkPlans]):
    """The AssetLink items of a table."""


class BrandingCollections(Collections):
    """Reads of several models at once."""

    @method
    def business_file(self, *, business_id: str,
            **options: Unpack[CollectOptions]) -> Collect[Business | Theme | PublishedMarker | Publication | AssetLink]:
        """Read `businessFile`: the items of all its models with PK = BUS#{businessId}."""
        return self._collect("businessFile", {"businessId": business_id}, **options)


class BrandingPlans(BrandingCollections, CollectionPlans):
    """The same, unsent."""


class Branding(BrandingCollections, Table):
    """The table `branding` on a store."""

    design = _DESIGN
    models = (Business, BusinessEntry, Theme, PublishedMarker, Publication, Asset, RemovedAsset, AssetLink)

    business = handle(Business, BusinessHandle, BusinessPlans)
    """The Business items."""
    business_entry = handle(BusinessEntry, BusinessEntryHandle, BusinessEntryPlans)
    """The BusinessEntry items."""
    theme = handle(Theme, ThemeHandle, ThemePlans)
    """The Theme items."""
    published_marker = handle(PublishedMarker, PublishedMarkerHandle, PublishedMarkerPlans)
    """The PublishedMarker items."""
    publication = handle(Publication, PublicationHandle, PublicationPlans)
    """The Publication items."""
    asset = handle(Asset, AssetHandle, AssetPlans)
    """The Asset items."""
    removed_asset = handle(RemovedAsset, RemovedAssetHandle, RemovedAssetPlans)
    """The RemovedAsset items."""
    asset_link = handle(AssetLink, AssetLinkHandle, AssetLinkPlans)
    """The AssetLink items."""

    @cached_property
    def plan(self) -> BrandingPlans:
        """Collections, unsent."""
        return BrandingPlans(self)
