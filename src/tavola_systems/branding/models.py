"""Branding: typed access to the table `branding`.

Generated from its design; change that, and generate again:

    tavola generate design.yaml -o models.py
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from functools import cached_property
from typing import ClassVar, Literal, Required, TypedDict, Unpack

from tavola.design.schema import (
    CollectionArgument,
    CollectionSchema,
    Design,
    FieldSchema,
    IndexSchema,
    KeyPair,
    ModelSchema,
    PatternSchema,
    TableSettings,
)
from tavola.keys import Placeholder, SortCondition, Template
from tavola.model import Change, FieldRef, Fields, ListRef, MapRef, NumberRef, TextRef, auto
from tavola.operations.filters import Filter
from tavola.operations.read.collection import Collect, Collected
from tavola.operations.read.get import Get, GetMany
from tavola.operations.read.query import Query
from tavola.operations.write.batch import BatchWrite
from tavola.operations.write.operations import Create, Delete, Update, Upsert
from tavola.table import CollectOptions, Handle, Page, Plans, QueryOptions, Record, Table

__all__ = [
    "Asset",
    "AssetLink",
    "Branding",
    "Business",
    "BusinessEntry",
    "Publication",
    "PublishedMarker",
    "RemovedAsset",
    "Theme",
]

_DESIGN = Design(
    name="Branding",
    layout="templates",
    table=TableSettings(
        name="branding",
        type_attribute="type",
        ttl_attribute="ttl",
        point_in_time_recovery=True,
        encryption="managed",
    ),
    models={
        "Business": ModelSchema(
            name="Business",
            handle="business",
            fields={
                "businessId": FieldSchema(
                    name="businessId",
                    python_name="business_id",
                    type="StringField",
                    required=True,
                    max_length=100,
                ),
                "name": FieldSchema(
                    name="name", python_name="name", type="StringField", max_length=200
                ),
                "lastVersion": FieldSchema(
                    name="lastVersion",
                    python_name="last_version",
                    type="CounterField",
                    description="The latest version that was given to a theme.",
                ),
                "createdAt": FieldSchema(
                    name="createdAt",
                    python_name="created_at",
                    type="CreateDateField",
                    storage="isoSeconds",
                ),
                "updatedAt": FieldSchema(
                    name="updatedAt",
                    python_name="updated_at",
                    type="ModifiedDateField",
                    storage="isoSeconds",
                ),
            },
            key=KeyPair(
                partition_attribute="PK",
                partition=Template(("BUS#", Placeholder("businessId"))),
                sort_attribute="SK",
                sort=Template(("META",)),
            ),
            primary_id=Template((Placeholder("businessId"),)),
            type_value="BUSINESS",
            counters=("lastVersion",),
            description="A business, and the number of its latest theme.",
        ),
        "BusinessEntry": ModelSchema(
            name="BusinessEntry",
            handle="business_entry",
            fields={
                "businessId": FieldSchema(
                    name="businessId",
                    python_name="business_id",
                    type="StringField",
                    required=True,
                    max_length=100,
                ),
                "name": FieldSchema(
                    name="name", python_name="name", type="StringField", max_length=200
                ),
                "directory": FieldSchema(
                    name="directory",
                    python_name="directory",
                    type="StringField",
                    required=True,
                    default="ALL",
                ),
            },
            key=KeyPair(
                partition_attribute="PK",
                partition=Template(("BUSINESSES#", Placeholder("directory"))),
                sort_attribute="SK",
                sort=Template((Placeholder("businessId"),)),
            ),
            primary_id=Template(
                (Placeholder("directory", escaped="%#"), "#", Placeholder("businessId"))
            ),
            indexes={
                "allBusinesses": IndexSchema(
                    name="allBusinesses",
                    python_name="all_businesses",
                    key=KeyPair(
                        partition_attribute="PK",
                        partition=Template(("BUSINESSES#", Placeholder("directory"))),
                        sort_attribute="SK",
                        sort=Template((Placeholder("businessId"),)),
                    ),
                ),
            },
            type_value="BUSINESS_ENTRY",
            description="A business in the list of all; written with it.",
        ),
        "Theme": ModelSchema(
            name="Theme",
            handle="theme",
            fields={
                "businessId": FieldSchema(
                    name="businessId",
                    python_name="business_id",
                    type="StringField",
                    required=True,
                    max_length=100,
                ),
                "version": FieldSchema(
                    name="version", python_name="version", type="IntegerField", required=True
                ),
                "status": FieldSchema(
                    name="status",
                    python_name="status",
                    type="EnumField",
                    required=True,
                    values=("draft", "published"),
                ),
                "metadata": FieldSchema(
                    name="metadata",
                    python_name="metadata",
                    type="MapField",
                    required=True,
                    items="StringField",
                    expected_bytes=600,
                    description="Colours, fonts and other settings by name.",
                ),
                "assets": FieldSchema(
                    name="assets",
                    python_name="assets",
                    type="ListField",
                    required=True,
                    items="StringField",
                    description="The ids of its assets.",
                ),
                "files": FieldSchema(
                    name="files",
                    python_name="files",
                    type="MapField",
                    items="StringField",
                    description="The digests of its assets by id; they spare CSS a read.",
                ),
                "rev": FieldSchema(
                    name="rev",
                    python_name="rev",
                    type="CounterField",
                    description="Grows with every edit; an edit names the one it saw.",
                ),
                "basedOn": FieldSchema(
                    name="basedOn",
                    python_name="based_on",
                    type="IntegerField",
                    description="The version that it was copied from.",
                ),
                "publishedAt": FieldSchema(
                    name="publishedAt",
                    python_name="published_at",
                    type="DateTimeField",
                    storage="isoSeconds",
                ),
                "publishedBy": FieldSchema(
                    name="publishedBy",
                    python_name="published_by",
                    type="StringField",
                    max_length=200,
                ),
                "firstPublishedAt": FieldSchema(
                    name="firstPublishedAt",
                    python_name="first_published_at",
                    type="DateTimeField",
                    storage="isoSeconds",
                    description="From then on it never changes and never expires.",
                ),
                "createdAt": FieldSchema(
                    name="createdAt",
                    python_name="created_at",
                    type="CreateDateField",
                    storage="isoSeconds",
                ),
                "updatedAt": FieldSchema(
                    name="updatedAt",
                    python_name="updated_at",
                    type="ModifiedDateField",
                    storage="isoSeconds",
                ),
                "ttl": FieldSchema(
                    name="ttl",
                    python_name="ttl",
                    type="TtlField",
                    storage="epochSeconds",
                    description="When a stale draft goes away.",
                ),
            },
            key=KeyPair(
                partition_attribute="PK",
                partition=Template(("BUS#", Placeholder("businessId"))),
                sort_attribute="SK",
                sort=Template(("THEME#", Placeholder("version", form="int:8"))),
            ),
            primary_id=Template(
                (Placeholder("businessId", escaped="%#"), "#", Placeholder("version", form="int:8"))
            ),
            indexes={
                "themesForBusiness": IndexSchema(
                    name="themesForBusiness",
                    python_name="themes_for_business",
                    key=KeyPair(
                        partition_attribute="PK",
                        partition=Template(("BUS#", Placeholder("businessId"))),
                        sort_attribute="SK",
                        sort=Template(("THEME#", Placeholder("version", form="int:8"))),
                    ),
                ),
            },
            type_value="THEME",
            ttl_field="ttl",
            counters=("rev",),
            description="One version of how a business looks.",
        ),
        "PublishedMarker": ModelSchema(
            name="PublishedMarker",
            handle="published_marker",
            fields={
                "businessId": FieldSchema(
                    name="businessId",
                    python_name="business_id",
                    type="StringField",
                    required=True,
                    max_length=100,
                ),
                "version": FieldSchema(
                    name="version", python_name="version", type="IntegerField", required=True
                ),
                "sequence": FieldSchema(
                    name="sequence",
                    python_name="sequence",
                    type="CounterField",
                    description="How often something was published.",
                ),
                "publishedAt": FieldSchema(
                    name="publishedAt",
                    python_name="published_at",
                    type="DateTimeField",
                    storage="isoSeconds",
                ),
                "publishedBy": FieldSchema(
                    name="publishedBy",
                    python_name="published_by",
                    type="StringField",
                    max_length=200,
                ),
                "updatedAt": FieldSchema(
                    name="updatedAt",
                    python_name="updated_at",
                    type="ModifiedDateField",
                    storage="isoSeconds",
                ),
            },
            key=KeyPair(
                partition_attribute="PK",
                partition=Template(("BUS#", Placeholder("businessId"))),
                sort_attribute="SK",
                sort=Template(("PUBLISHED",)),
            ),
            primary_id=Template((Placeholder("businessId"),)),
            type_value="PUBLISHED_MARKER",
            counters=("sequence",),
            description="The one published version of a business; the truth that statuses follow.",
        ),
        "Publication": ModelSchema(
            name="Publication",
            handle="publication",
            fields={
                "businessId": FieldSchema(
                    name="businessId",
                    python_name="business_id",
                    type="StringField",
                    required=True,
                    max_length=100,
                ),
                "sequence": FieldSchema(
                    name="sequence", python_name="sequence", type="IntegerField", required=True
                ),
                "action": FieldSchema(
                    name="action",
                    python_name="action",
                    type="EnumField",
                    required=True,
                    values=("publish", "rollback"),
                ),
                "version": FieldSchema(
                    name="version", python_name="version", type="IntegerField", required=True
                ),
                "previous": FieldSchema(
                    name="previous",
                    python_name="previous",
                    type="IntegerField",
                    description="The version that was published before.",
                ),
                "publishedAt": FieldSchema(
                    name="publishedAt",
                    python_name="published_at",
                    type="DateTimeField",
                    required=True,
                    storage="isoSeconds",
                ),
                "publishedBy": FieldSchema(
                    name="publishedBy",
                    python_name="published_by",
                    type="StringField",
                    required=True,
                    max_length=200,
                ),
            },
            key=KeyPair(
                partition_attribute="PK",
                partition=Template(("BUS#", Placeholder("businessId"))),
                sort_attribute="SK",
                sort=Template(("HISTORY#", Placeholder("sequence", form="int:8"))),
            ),
            primary_id=Template(
                (
                    Placeholder("businessId", escaped="%#"),
                    "#",
                    Placeholder("sequence", form="int:8"),
                ),
            ),
            indexes={
                "publicationsForBusiness": IndexSchema(
                    name="publicationsForBusiness",
                    python_name="publications_for_business",
                    key=KeyPair(
                        partition_attribute="PK",
                        partition=Template(("BUS#", Placeholder("businessId"))),
                        sort_attribute="SK",
                        sort=Template(("HISTORY#", Placeholder("sequence", form="int:8"))),
                    ),
                ),
            },
            type_value="PUBLICATION",
            description="Who published what, and when.",
        ),
        "Asset": ModelSchema(
            name="Asset",
            handle="asset",
            fields={
                "assetId": FieldSchema(
                    name="assetId",
                    python_name="asset_id",
                    type="StringField",
                    required=True,
                    max_length=100,
                ),
                "businessId": FieldSchema(
                    name="businessId",
                    python_name="business_id",
                    type="StringField",
                    required=True,
                    max_length=100,
                ),
                "assetType": FieldSchema(
                    name="assetType",
                    python_name="asset_type",
                    type="EnumField",
                    required=True,
                    values=("logo", "banner", "icon"),
                ),
                "uri": FieldSchema(
                    name="uri", python_name="uri", type="StringField", required=True
                ),
                "checksum": FieldSchema(
                    name="checksum",
                    python_name="checksum",
                    type="StringField",
                    required=True,
                    description="The algorithm and the digest, as in sha256:9f86…",
                ),
                "mediaType": FieldSchema(
                    name="mediaType", python_name="media_type", type="StringField"
                ),
                "size": FieldSchema(
                    name="size", python_name="size", type="IntegerField", description="Bytes."
                ),
                "frozenAt": FieldSchema(
                    name="frozenAt",
                    python_name="frozen_at",
                    type="DateTimeField",
                    storage="isoSeconds",
                    description="When a theme with it was published; it is never deleted then.",
                ),
                "updatedAt": FieldSchema(
                    name="updatedAt",
                    python_name="updated_at",
                    type="ModifiedDateField",
                    storage="isoSeconds",
                ),
            },
            key=KeyPair(
                partition_attribute="PK",
                partition=Template(("ASSET#", Placeholder("assetId"))),
                sort_attribute="SK",
                sort=Template(("META",)),
            ),
            primary_id=Template((Placeholder("assetId"),)),
            type_value="ASSET",
            description="An image that themes use; it never changes.",
        ),
        "RemovedAsset": ModelSchema(
            name="RemovedAsset",
            handle="removed_asset",
            fields={
                "assetId": FieldSchema(
                    name="assetId",
                    python_name="asset_id",
                    type="StringField",
                    required=True,
                    max_length=100,
                ),
                "checksum": FieldSchema(
                    name="checksum", python_name="checksum", type="StringField", required=True
                ),
                "removedAt": FieldSchema(
                    name="removedAt",
                    python_name="removed_at",
                    type="CreateDateField",
                    storage="isoSeconds",
                ),
            },
            key=KeyPair(
                partition_attribute="PK",
                partition=Template(("ASSET#", Placeholder("assetId"))),
                sort_attribute="SK",
                sort=Template(("REMOVED",)),
            ),
            primary_id=Template((Placeholder("assetId"),)),
            type_value="REMOVED_ASSET",
            description="What a deleted id stood for; it is never given to other bytes.",
        ),
        "AssetLink": ModelSchema(
            name="AssetLink",
            handle="asset_link",
            fields={
                "businessId": FieldSchema(
                    name="businessId",
                    python_name="business_id",
                    type="StringField",
                    required=True,
                    max_length=100,
                ),
                "assetId": FieldSchema(
                    name="assetId",
                    python_name="asset_id",
                    type="StringField",
                    required=True,
                    max_length=100,
                ),
                "scope": FieldSchema(
                    name="scope", python_name="scope", type="StringField", max_length=50
                ),
            },
            key=KeyPair(
                partition_attribute="PK",
                partition=Template(("BUS#", Placeholder("businessId"))),
                sort_attribute="SK",
                sort=Template(("ASSET#", Placeholder("assetId"))),
            ),
            primary_id=Template(
                (Placeholder("businessId", escaped="%#"), "#", Placeholder("assetId"))
            ),
            indexes={
                "assetsForBusiness": IndexSchema(
                    name="assetsForBusiness",
                    python_name="assets_for_business",
                    key=KeyPair(
                        partition_attribute="PK",
                        partition=Template(("BUS#", Placeholder("businessId"))),
                        sort_attribute="SK",
                        sort=Template(("ASSET#", Placeholder("assetId"))),
                    ),
                ),
            },
            type_value="ASSET_LINK",
            description="An asset in its business, so that assets are listed by business.",
        ),
    },
    collections={
        "businessFile": CollectionSchema(
            name="businessFile",
            python_name="business_file",
            models=("Business", "Theme", "PublishedMarker", "Publication", "AssetLink"),
            partition_attribute="PK",
            partition=Template(("BUS#", Placeholder("businessId"))),
            arguments=(
                CollectionArgument(
                    name="businessId",
                    python_name="business_id",
                    field=FieldSchema(
                        name="businessId",
                        python_name="business_id",
                        type="StringField",
                        required=True,
                        max_length=100,
                    ),
                ),
            ),
            sort_attribute="SK",
        ),
    },
    patterns={
        "drafts": PatternSchema(
            name="drafts",
            python_name="drafts",
            model="Theme",
            index="themesForBusiness",
            filter={"status": "draft", "firstPublishedAt": {"$exists": False}},
            descending=True,
            description="Themes that were never published, latest first.",
        ),
        "history": PatternSchema(
            name="history",
            python_name="history",
            model="Publication",
            index="publicationsForBusiness",
            descending=True,
            description="What was published, latest first.",
        ),
    },
)

BusinessField = Literal["business_id", "name", "last_version", "created_at", "updated_at"]


class BusinessFields(Fields):
    """Business's fields, to make conditions and changes of."""

    business_id: TextRef
    name: TextRef
    last_version: NumberRef[int]
    created_at: FieldRef[datetime]
    updated_at: FieldRef[datetime]


class BusinessValues(TypedDict, total=False):
    """What a new Business is made of."""

    business_id: Required[str]
    name: str | None
    last_version: int
    created_at: datetime
    updated_at: datetime


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
    """BusinessEntry's fields, to make conditions and changes of."""

    business_id: TextRef
    name: TextRef
    directory: TextRef


class BusinessEntryValues(TypedDict, total=False):
    """What a new BusinessEntry is made of."""

    business_id: Required[str]
    name: str | None
    directory: str


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
ThemeField = Literal[
    "business_id",
    "version",
    "status",
    "metadata",
    "assets",
    "files",
    "rev",
    "based_on",
    "published_at",
    "published_by",
    "first_published_at",
    "created_at",
    "updated_at",
    "ttl",
]


class ThemeFields(Fields):
    """Theme's fields, to make conditions and changes of."""

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


class ThemeValues(TypedDict, total=False):
    """What a new Theme is made of."""

    business_id: Required[str]
    version: Required[int]
    status: Required[ThemeStatus]
    metadata: Required[dict[str, str]]
    assets: Required[list[str]]
    files: dict[str, str] | None
    rev: int
    based_on: int | None
    published_at: datetime | None
    published_by: str | None
    first_published_at: datetime | None
    created_at: datetime
    updated_at: datetime
    ttl: datetime | None


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


PublishedMarkerField = Literal[
    "business_id", "version", "sequence", "published_at", "published_by", "updated_at"
]


class PublishedMarkerFields(Fields):
    """PublishedMarker's fields, to make conditions and changes of."""

    business_id: TextRef
    version: NumberRef[int]
    sequence: NumberRef[int]
    published_at: FieldRef[datetime]
    published_by: TextRef
    updated_at: FieldRef[datetime]


class PublishedMarkerValues(TypedDict, total=False):
    """What a new PublishedMarker is made of."""

    business_id: Required[str]
    version: Required[int]
    sequence: int
    published_at: datetime | None
    published_by: str | None
    updated_at: datetime


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
PublicationField = Literal[
    "business_id", "sequence", "action", "version", "previous", "published_at", "published_by"
]


class PublicationFields(Fields):
    """Publication's fields, to make conditions and changes of."""

    business_id: TextRef
    sequence: NumberRef[int]
    action: FieldRef[PublicationAction]
    version: NumberRef[int]
    previous: NumberRef[int]
    published_at: FieldRef[datetime]
    published_by: TextRef


class PublicationValues(TypedDict, total=False):
    """What a new Publication is made of."""

    business_id: Required[str]
    sequence: Required[int]
    action: Required[PublicationAction]
    version: Required[int]
    previous: int | None
    published_at: Required[datetime]
    published_by: Required[str]


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
AssetField = Literal[
    "asset_id",
    "business_id",
    "asset_type",
    "uri",
    "checksum",
    "media_type",
    "size",
    "frozen_at",
    "updated_at",
]


class AssetFields(Fields):
    """Asset's fields, to make conditions and changes of."""

    asset_id: TextRef
    business_id: TextRef
    asset_type: FieldRef[AssetAssetType]
    uri: TextRef
    checksum: TextRef
    media_type: TextRef
    size: NumberRef[int]
    frozen_at: FieldRef[datetime]
    updated_at: FieldRef[datetime]


class AssetValues(TypedDict, total=False):
    """What a new Asset is made of."""

    asset_id: Required[str]
    business_id: Required[str]
    asset_type: Required[AssetAssetType]
    uri: Required[str]
    checksum: Required[str]
    media_type: str | None
    size: int | None
    frozen_at: datetime | None
    updated_at: datetime


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
    """RemovedAsset's fields, to make conditions and changes of."""

    asset_id: TextRef
    checksum: TextRef
    removed_at: FieldRef[datetime]


class RemovedAssetValues(TypedDict, total=False):
    """What a new RemovedAsset is made of."""

    asset_id: Required[str]
    checksum: Required[str]
    removed_at: datetime


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
    """AssetLink's fields, to make conditions and changes of."""

    business_id: TextRef
    asset_id: TextRef
    scope: TextRef


class AssetLinkValues(TypedDict, total=False):
    """What a new AssetLink is made of."""

    business_id: Required[str]
    asset_id: Required[str]
    scope: str | None


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


class BusinessPlans(Plans[Business]):
    """Operations on Business, unsent."""

    def create(self, **values: Unpack[BusinessValues]) -> Create[Business]:
        """Write a new Business; refuse if there is one with its key."""
        return self._create(values)

    def get(
        self, business_id: str, *, consistent: bool = True, include_expired: bool = False
    ) -> Get[Business]:
        """Read the Business with this key; None if there is none."""
        return self._get((business_id,), consistent, include_expired)

    def get_many(
        self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False
    ) -> GetMany[Business]:
        """Read items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired)

    def update(
        self,
        business_id: str,
        *changes: Change,
        condition: Filter | None = None,
        **values: Unpack[BusinessChanges],
    ) -> Update[Business]:
        """Change a Business by its key; refuse if there is none."""
        return self._update((business_id,), changes, values, condition)

    def upsert(self, **values: Unpack[BusinessValues]) -> Upsert[Business]:
        """Change a Business, or create it where there is none."""
        return self._upsert(values)

    def delete(self, business_id: str, *, condition: Filter | None = None) -> Delete[Business]:
        """Delete a Business by its key; say whether there was one."""
        return self._delete((business_id,), condition)

    def delete_all(self, keys: Iterable[str]) -> BatchWrite[Business]:
        """Delete items by their keys, in batches."""
        return self._delete_all(keys)


class BusinessHandle(Handle[Business, BusinessPlans]):
    """The Business items of a table."""

    def create(self, **values: Unpack[BusinessValues]) -> Business:
        """Write a new Business; refuse if there is one with its key."""
        return self._table.create(self._codec, values)

    def get(
        self, business_id: str, *, consistent: bool = True, include_expired: bool = False
    ) -> Business | None:
        """Read the Business with this key; None if there is none."""
        return self._table.get(self._plan_get((business_id,), consistent, include_expired))

    def get_many(
        self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False
    ) -> list[Business | None]:
        """Read items by their keys; the result is in the keys' order."""
        return self._run(
            self.plan.get_many(keys, consistent=consistent, include_expired=include_expired)
        )

    def update(
        self,
        business_id: str,
        *changes: Change,
        condition: Filter | None = None,
        **values: Unpack[BusinessChanges],
    ) -> Business:
        """Change a Business by its key; refuse if there is none."""
        return self._run(self.plan.update(business_id, *changes, condition=condition, **values))

    def upsert(self, **values: Unpack[BusinessValues]) -> Business:
        """Change a Business, or create it where there is none."""
        return self._run(self.plan.upsert(**values))

    def delete(self, business_id: str, *, condition: Filter | None = None) -> bool:
        """Delete a Business by its key; say whether there was one."""
        return self._run(self.plan.delete(business_id, condition=condition))

    def delete_all(self, keys: Iterable[str]) -> None:
        """Delete items by their keys, in batches."""
        self._run(self.plan.delete_all(keys))


class BusinessEntryPlans(Plans[BusinessEntry]):
    """Operations on BusinessEntry, unsent."""

    def create(self, **values: Unpack[BusinessEntryValues]) -> Create[BusinessEntry]:
        """Write a new BusinessEntry; refuse if there is one with its key."""
        return self._create(values)

    def get(
        self,
        directory: str,
        business_id: str,
        *,
        consistent: bool = True,
        include_expired: bool = False,
    ) -> Get[BusinessEntry]:
        """Read the BusinessEntry with this key; None if there is none."""
        return self._get((directory, business_id), consistent, include_expired)

    def get_many(
        self,
        keys: Iterable[tuple[str, str]],
        *,
        consistent: bool = True,
        include_expired: bool = False,
    ) -> GetMany[BusinessEntry]:
        """Read items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired)

    def update(
        self,
        directory: str,
        business_id: str,
        *changes: Change,
        condition: Filter | None = None,
        **values: Unpack[BusinessEntryChanges],
    ) -> Update[BusinessEntry]:
        """Change a BusinessEntry by its key; refuse if there is none."""
        return self._update((directory, business_id), changes, values, condition)

    def upsert(self, **values: Unpack[BusinessEntryValues]) -> Upsert[BusinessEntry]:
        """Change a BusinessEntry, or create it where there is none."""
        return self._upsert(values)

    def delete(
        self, directory: str, business_id: str, *, condition: Filter | None = None
    ) -> Delete[BusinessEntry]:
        """Delete a BusinessEntry by its key; say whether there was one."""
        return self._delete((directory, business_id), condition)

    def delete_all(self, keys: Iterable[tuple[str, str]]) -> BatchWrite[BusinessEntry]:
        """Delete items by their keys, in batches."""
        return self._delete_all(keys)

    def all_businesses(
        self,
        *,
        directory: str,
        business_id: str | SortCondition | None = None,
        **options: Unpack[QueryOptions[BusinessEntryField]],
    ) -> Query[BusinessEntry]:
        """Query the table: PK = BUSINESSES#{directory}, SK = {businessId}."""
        return self._query(
            "allBusinesses", {"directory": directory, "business_id": business_id}, **options
        )


class BusinessEntryHandle(Handle[BusinessEntry, BusinessEntryPlans]):
    """The BusinessEntry items of a table."""

    def create(self, **values: Unpack[BusinessEntryValues]) -> BusinessEntry:
        """Write a new BusinessEntry; refuse if there is one with its key."""
        return self._table.create(self._codec, values)

    def get(
        self,
        directory: str,
        business_id: str,
        *,
        consistent: bool = True,
        include_expired: bool = False,
    ) -> BusinessEntry | None:
        """Read the BusinessEntry with this key; None if there is none."""
        return self._table.get(
            self._plan_get((directory, business_id), consistent, include_expired)
        )

    def get_many(
        self,
        keys: Iterable[tuple[str, str]],
        *,
        consistent: bool = True,
        include_expired: bool = False,
    ) -> list[BusinessEntry | None]:
        """Read items by their keys; the result is in the keys' order."""
        return self._run(
            self.plan.get_many(keys, consistent=consistent, include_expired=include_expired)
        )

    def update(
        self,
        directory: str,
        business_id: str,
        *changes: Change,
        condition: Filter | None = None,
        **values: Unpack[BusinessEntryChanges],
    ) -> BusinessEntry:
        """Change a BusinessEntry by its key; refuse if there is none."""
        return self._run(
            self.plan.update(directory, business_id, *changes, condition=condition, **values)
        )

    def upsert(self, **values: Unpack[BusinessEntryValues]) -> BusinessEntry:
        """Change a BusinessEntry, or create it where there is none."""
        return self._run(self.plan.upsert(**values))

    def delete(self, directory: str, business_id: str, *, condition: Filter | None = None) -> bool:
        """Delete a BusinessEntry by its key; say whether there was one."""
        return self._run(self.plan.delete(directory, business_id, condition=condition))

    def delete_all(self, keys: Iterable[tuple[str, str]]) -> None:
        """Delete items by their keys, in batches."""
        self._run(self.plan.delete_all(keys))

    def all_businesses(
        self,
        *,
        directory: str,
        business_id: str | SortCondition | None = None,
        **options: Unpack[QueryOptions[BusinessEntryField]],
    ) -> Page[BusinessEntry]:
        """Query the table: PK = BUSINESSES#{directory}, SK = {businessId}."""
        return self._page(
            self.plan.all_businesses(directory=directory, business_id=business_id, **options)
        )


class ThemePlans(Plans[Theme]):
    """Operations on Theme, unsent."""

    def create(self, **values: Unpack[ThemeValues]) -> Create[Theme]:
        """Write a new Theme; refuse if there is one with its key."""
        return self._create(values)

    def get(
        self,
        business_id: str,
        version: int,
        *,
        consistent: bool = True,
        include_expired: bool = False,
    ) -> Get[Theme]:
        """Read the Theme with this key; None if there is none."""
        return self._get((business_id, version), consistent, include_expired)

    def get_many(
        self,
        keys: Iterable[tuple[str, int]],
        *,
        consistent: bool = True,
        include_expired: bool = False,
    ) -> GetMany[Theme]:
        """Read items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired)

    def update(
        self,
        business_id: str,
        version: int,
        *changes: Change,
        condition: Filter | None = None,
        **values: Unpack[ThemeChanges],
    ) -> Update[Theme]:
        """Change a Theme by its key; refuse if there is none."""
        return self._update((business_id, version), changes, values, condition)

    def upsert(self, **values: Unpack[ThemeValues]) -> Upsert[Theme]:
        """Change a Theme, or create it where there is none."""
        return self._upsert(values)

    def delete(
        self, business_id: str, version: int, *, condition: Filter | None = None
    ) -> Delete[Theme]:
        """Delete a Theme by its key; say whether there was one."""
        return self._delete((business_id, version), condition)

    def delete_all(self, keys: Iterable[tuple[str, int]]) -> BatchWrite[Theme]:
        """Delete items by their keys, in batches."""
        return self._delete_all(keys)

    def themes_for_business(
        self,
        *,
        business_id: str,
        version: int | SortCondition | None = None,
        **options: Unpack[QueryOptions[ThemeField]],
    ) -> Query[Theme]:
        """Query the table: PK = BUS#{businessId}, SK = THEME#{version:08d}."""
        return self._query(
            "themesForBusiness", {"business_id": business_id, "version": version}, **options
        )

    def drafts(
        self,
        *,
        business_id: str,
        version: int | SortCondition | None = None,
        **options: Unpack[QueryOptions[ThemeField]],
    ) -> Query[Theme]:
        """Query Themes that were never published, latest first."""
        return self._pattern("drafts", {"business_id": business_id, "version": version}, **options)


class ThemeHandle(Handle[Theme, ThemePlans]):
    """The Theme items of a table."""

    def create(self, **values: Unpack[ThemeValues]) -> Theme:
        """Write a new Theme; refuse if there is one with its key."""
        return self._table.create(self._codec, values)

    def get(
        self,
        business_id: str,
        version: int,
        *,
        consistent: bool = True,
        include_expired: bool = False,
    ) -> Theme | None:
        """Read the Theme with this key; None if there is none."""
        return self._table.get(self._plan_get((business_id, version), consistent, include_expired))

    def get_many(
        self,
        keys: Iterable[tuple[str, int]],
        *,
        consistent: bool = True,
        include_expired: bool = False,
    ) -> list[Theme | None]:
        """Read items by their keys; the result is in the keys' order."""
        return self._run(
            self.plan.get_many(keys, consistent=consistent, include_expired=include_expired)
        )

    def update(
        self,
        business_id: str,
        version: int,
        *changes: Change,
        condition: Filter | None = None,
        **values: Unpack[ThemeChanges],
    ) -> Theme:
        """Change a Theme by its key; refuse if there is none."""
        return self._run(
            self.plan.update(business_id, version, *changes, condition=condition, **values)
        )

    def upsert(self, **values: Unpack[ThemeValues]) -> Theme:
        """Change a Theme, or create it where there is none."""
        return self._run(self.plan.upsert(**values))

    def delete(self, business_id: str, version: int, *, condition: Filter | None = None) -> bool:
        """Delete a Theme by its key; say whether there was one."""
        return self._run(self.plan.delete(business_id, version, condition=condition))

    def delete_all(self, keys: Iterable[tuple[str, int]]) -> None:
        """Delete items by their keys, in batches."""
        self._run(self.plan.delete_all(keys))

    def themes_for_business(
        self,
        *,
        business_id: str,
        version: int | SortCondition | None = None,
        **options: Unpack[QueryOptions[ThemeField]],
    ) -> Page[Theme]:
        """Query the table: PK = BUS#{businessId}, SK = THEME#{version:08d}."""
        return self._page(
            self.plan.themes_for_business(business_id=business_id, version=version, **options)
        )

    def drafts(
        self,
        *,
        business_id: str,
        version: int | SortCondition | None = None,
        **options: Unpack[QueryOptions[ThemeField]],
    ) -> Page[Theme]:
        """Query Themes that were never published, latest first."""
        return self._page(self.plan.drafts(business_id=business_id, version=version, **options))


class PublishedMarkerPlans(Plans[PublishedMarker]):
    """Operations on PublishedMarker, unsent."""

    def create(self, **values: Unpack[PublishedMarkerValues]) -> Create[PublishedMarker]:
        """Write a new PublishedMarker; refuse if there is one with its key."""
        return self._create(values)

    def get(
        self, business_id: str, *, consistent: bool = True, include_expired: bool = False
    ) -> Get[PublishedMarker]:
        """Read the PublishedMarker with this key; None if there is none."""
        return self._get((business_id,), consistent, include_expired)

    def get_many(
        self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False
    ) -> GetMany[PublishedMarker]:
        """Read items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired)

    def update(
        self,
        business_id: str,
        *changes: Change,
        condition: Filter | None = None,
        **values: Unpack[PublishedMarkerChanges],
    ) -> Update[PublishedMarker]:
        """Change a PublishedMarker by its key; refuse if there is none."""
        return self._update((business_id,), changes, values, condition)

    def upsert(self, **values: Unpack[PublishedMarkerValues]) -> Upsert[PublishedMarker]:
        """Change a PublishedMarker, or create it where there is none."""
        return self._upsert(values)

    def delete(
        self, business_id: str, *, condition: Filter | None = None
    ) -> Delete[PublishedMarker]:
        """Delete a PublishedMarker by its key; say whether there was one."""
        return self._delete((business_id,), condition)

    def delete_all(self, keys: Iterable[str]) -> BatchWrite[PublishedMarker]:
        """Delete items by their keys, in batches."""
        return self._delete_all(keys)


class PublishedMarkerHandle(Handle[PublishedMarker, PublishedMarkerPlans]):
    """The PublishedMarker items of a table."""

    def create(self, **values: Unpack[PublishedMarkerValues]) -> PublishedMarker:
        """Write a new PublishedMarker; refuse if there is one with its key."""
        return self._table.create(self._codec, values)

    def get(
        self, business_id: str, *, consistent: bool = True, include_expired: bool = False
    ) -> PublishedMarker | None:
        """Read the PublishedMarker with this key; None if there is none."""
        return self._table.get(self._plan_get((business_id,), consistent, include_expired))

    def get_many(
        self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False
    ) -> list[PublishedMarker | None]:
        """Read items by their keys; the result is in the keys' order."""
        return self._run(
            self.plan.get_many(keys, consistent=consistent, include_expired=include_expired)
        )

    def update(
        self,
        business_id: str,
        *changes: Change,
        condition: Filter | None = None,
        **values: Unpack[PublishedMarkerChanges],
    ) -> PublishedMarker:
        """Change a PublishedMarker by its key; refuse if there is none."""
        return self._run(self.plan.update(business_id, *changes, condition=condition, **values))

    def upsert(self, **values: Unpack[PublishedMarkerValues]) -> PublishedMarker:
        """Change a PublishedMarker, or create it where there is none."""
        return self._run(self.plan.upsert(**values))

    def delete(self, business_id: str, *, condition: Filter | None = None) -> bool:
        """Delete a PublishedMarker by its key; say whether there was one."""
        return self._run(self.plan.delete(business_id, condition=condition))

    def delete_all(self, keys: Iterable[str]) -> None:
        """Delete items by their keys, in batches."""
        self._run(self.plan.delete_all(keys))


class PublicationPlans(Plans[Publication]):
    """Operations on Publication, unsent."""

    def create(self, **values: Unpack[PublicationValues]) -> Create[Publication]:
        """Write a new Publication; refuse if there is one with its key."""
        return self._create(values)

    def get(
        self,
        business_id: str,
        sequence: int,
        *,
        consistent: bool = True,
        include_expired: bool = False,
    ) -> Get[Publication]:
        """Read the Publication with this key; None if there is none."""
        return self._get((business_id, sequence), consistent, include_expired)

    def get_many(
        self,
        keys: Iterable[tuple[str, int]],
        *,
        consistent: bool = True,
        include_expired: bool = False,
    ) -> GetMany[Publication]:
        """Read items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired)

    def update(
        self,
        business_id: str,
        sequence: int,
        *changes: Change,
        condition: Filter | None = None,
        **values: Unpack[PublicationChanges],
    ) -> Update[Publication]:
        """Change a Publication by its key; refuse if there is none."""
        return self._update((business_id, sequence), changes, values, condition)

    def upsert(self, **values: Unpack[PublicationValues]) -> Upsert[Publication]:
        """Change a Publication, or create it where there is none."""
        return self._upsert(values)

    def delete(
        self, business_id: str, sequence: int, *, condition: Filter | None = None
    ) -> Delete[Publication]:
        """Delete a Publication by its key; say whether there was one."""
        return self._delete((business_id, sequence), condition)

    def delete_all(self, keys: Iterable[tuple[str, int]]) -> BatchWrite[Publication]:
        """Delete items by their keys, in batches."""
        return self._delete_all(keys)

    def publications_for_business(
        self,
        *,
        business_id: str,
        sequence: int | SortCondition | None = None,
        **options: Unpack[QueryOptions[PublicationField]],
    ) -> Query[Publication]:
        """Query the table: PK = BUS#{businessId}, SK = HISTORY#{sequence:08d}."""
        return self._query(
            "publicationsForBusiness", {"business_id": business_id, "sequence": sequence}, **options
        )

    def history(
        self,
        *,
        business_id: str,
        sequence: int | SortCondition | None = None,
        **options: Unpack[QueryOptions[PublicationField]],
    ) -> Query[Publication]:
        """Query What was published, latest first."""
        return self._pattern(
            "history", {"business_id": business_id, "sequence": sequence}, **options
        )


class PublicationHandle(Handle[Publication, PublicationPlans]):
    """The Publication items of a table."""

    def create(self, **values: Unpack[PublicationValues]) -> Publication:
        """Write a new Publication; refuse if there is one with its key."""
        return self._table.create(self._codec, values)

    def get(
        self,
        business_id: str,
        sequence: int,
        *,
        consistent: bool = True,
        include_expired: bool = False,
    ) -> Publication | None:
        """Read the Publication with this key; None if there is none."""
        return self._table.get(self._plan_get((business_id, sequence), consistent, include_expired))

    def get_many(
        self,
        keys: Iterable[tuple[str, int]],
        *,
        consistent: bool = True,
        include_expired: bool = False,
    ) -> list[Publication | None]:
        """Read items by their keys; the result is in the keys' order."""
        return self._run(
            self.plan.get_many(keys, consistent=consistent, include_expired=include_expired)
        )

    def update(
        self,
        business_id: str,
        sequence: int,
        *changes: Change,
        condition: Filter | None = None,
        **values: Unpack[PublicationChanges],
    ) -> Publication:
        """Change a Publication by its key; refuse if there is none."""
        return self._run(
            self.plan.update(business_id, sequence, *changes, condition=condition, **values)
        )

    def upsert(self, **values: Unpack[PublicationValues]) -> Publication:
        """Change a Publication, or create it where there is none."""
        return self._run(self.plan.upsert(**values))

    def delete(self, business_id: str, sequence: int, *, condition: Filter | None = None) -> bool:
        """Delete a Publication by its key; say whether there was one."""
        return self._run(self.plan.delete(business_id, sequence, condition=condition))

    def delete_all(self, keys: Iterable[tuple[str, int]]) -> None:
        """Delete items by their keys, in batches."""
        self._run(self.plan.delete_all(keys))

    def publications_for_business(
        self,
        *,
        business_id: str,
        sequence: int | SortCondition | None = None,
        **options: Unpack[QueryOptions[PublicationField]],
    ) -> Page[Publication]:
        """Query the table: PK = BUS#{businessId}, SK = HISTORY#{sequence:08d}."""
        return self._page(
            self.plan.publications_for_business(
                business_id=business_id, sequence=sequence, **options
            ),
        )

    def history(
        self,
        *,
        business_id: str,
        sequence: int | SortCondition | None = None,
        **options: Unpack[QueryOptions[PublicationField]],
    ) -> Page[Publication]:
        """Query What was published, latest first."""
        return self._page(self.plan.history(business_id=business_id, sequence=sequence, **options))


class AssetPlans(Plans[Asset]):
    """Operations on Asset, unsent."""

    def create(self, **values: Unpack[AssetValues]) -> Create[Asset]:
        """Write a new Asset; refuse if there is one with its key."""
        return self._create(values)

    def get(
        self, asset_id: str, *, consistent: bool = True, include_expired: bool = False
    ) -> Get[Asset]:
        """Read the Asset with this key; None if there is none."""
        return self._get((asset_id,), consistent, include_expired)

    def get_many(
        self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False
    ) -> GetMany[Asset]:
        """Read items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired)

    def update(
        self,
        asset_id: str,
        *changes: Change,
        condition: Filter | None = None,
        **values: Unpack[AssetChanges],
    ) -> Update[Asset]:
        """Change an Asset by its key; refuse if there is none."""
        return self._update((asset_id,), changes, values, condition)

    def upsert(self, **values: Unpack[AssetValues]) -> Upsert[Asset]:
        """Change an Asset, or create it where there is none."""
        return self._upsert(values)

    def delete(self, asset_id: str, *, condition: Filter | None = None) -> Delete[Asset]:
        """Delete an Asset by its key; say whether there was one."""
        return self._delete((asset_id,), condition)

    def delete_all(self, keys: Iterable[str]) -> BatchWrite[Asset]:
        """Delete items by their keys, in batches."""
        return self._delete_all(keys)


class AssetHandle(Handle[Asset, AssetPlans]):
    """The Asset items of a table."""

    def create(self, **values: Unpack[AssetValues]) -> Asset:
        """Write a new Asset; refuse if there is one with its key."""
        return self._table.create(self._codec, values)

    def get(
        self, asset_id: str, *, consistent: bool = True, include_expired: bool = False
    ) -> Asset | None:
        """Read the Asset with this key; None if there is none."""
        return self._table.get(self._plan_get((asset_id,), consistent, include_expired))

    def get_many(
        self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False
    ) -> list[Asset | None]:
        """Read items by their keys; the result is in the keys' order."""
        return self._run(
            self.plan.get_many(keys, consistent=consistent, include_expired=include_expired)
        )

    def update(
        self,
        asset_id: str,
        *changes: Change,
        condition: Filter | None = None,
        **values: Unpack[AssetChanges],
    ) -> Asset:
        """Change an Asset by its key; refuse if there is none."""
        return self._run(self.plan.update(asset_id, *changes, condition=condition, **values))

    def upsert(self, **values: Unpack[AssetValues]) -> Asset:
        """Change an Asset, or create it where there is none."""
        return self._run(self.plan.upsert(**values))

    def delete(self, asset_id: str, *, condition: Filter | None = None) -> bool:
        """Delete an Asset by its key; say whether there was one."""
        return self._run(self.plan.delete(asset_id, condition=condition))

    def delete_all(self, keys: Iterable[str]) -> None:
        """Delete items by their keys, in batches."""
        self._run(self.plan.delete_all(keys))


class RemovedAssetPlans(Plans[RemovedAsset]):
    """Operations on RemovedAsset, unsent."""

    def create(self, **values: Unpack[RemovedAssetValues]) -> Create[RemovedAsset]:
        """Write a new RemovedAsset; refuse if there is one with its key."""
        return self._create(values)

    def get(
        self, asset_id: str, *, consistent: bool = True, include_expired: bool = False
    ) -> Get[RemovedAsset]:
        """Read the RemovedAsset with this key; None if there is none."""
        return self._get((asset_id,), consistent, include_expired)

    def get_many(
        self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False
    ) -> GetMany[RemovedAsset]:
        """Read items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired)

    def update(
        self,
        asset_id: str,
        *changes: Change,
        condition: Filter | None = None,
        **values: Unpack[RemovedAssetChanges],
    ) -> Update[RemovedAsset]:
        """Change a RemovedAsset by its key; refuse if there is none."""
        return self._update((asset_id,), changes, values, condition)

    def upsert(self, **values: Unpack[RemovedAssetValues]) -> Upsert[RemovedAsset]:
        """Change a RemovedAsset, or create it where there is none."""
        return self._upsert(values)

    def delete(self, asset_id: str, *, condition: Filter | None = None) -> Delete[RemovedAsset]:
        """Delete a RemovedAsset by its key; say whether there was one."""
        return self._delete((asset_id,), condition)

    def delete_all(self, keys: Iterable[str]) -> BatchWrite[RemovedAsset]:
        """Delete items by their keys, in batches."""
        return self._delete_all(keys)


class RemovedAssetHandle(Handle[RemovedAsset, RemovedAssetPlans]):
    """The RemovedAsset items of a table."""

    def create(self, **values: Unpack[RemovedAssetValues]) -> RemovedAsset:
        """Write a new RemovedAsset; refuse if there is one with its key."""
        return self._table.create(self._codec, values)

    def get(
        self, asset_id: str, *, consistent: bool = True, include_expired: bool = False
    ) -> RemovedAsset | None:
        """Read the RemovedAsset with this key; None if there is none."""
        return self._table.get(self._plan_get((asset_id,), consistent, include_expired))

    def get_many(
        self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False
    ) -> list[RemovedAsset | None]:
        """Read items by their keys; the result is in the keys' order."""
        return self._run(
            self.plan.get_many(keys, consistent=consistent, include_expired=include_expired)
        )

    def update(
        self,
        asset_id: str,
        *changes: Change,
        condition: Filter | None = None,
        **values: Unpack[RemovedAssetChanges],
    ) -> RemovedAsset:
        """Change a RemovedAsset by its key; refuse if there is none."""
        return self._run(self.plan.update(asset_id, *changes, condition=condition, **values))

    def upsert(self, **values: Unpack[RemovedAssetValues]) -> RemovedAsset:
        """Change a RemovedAsset, or create it where there is none."""
        return self._run(self.plan.upsert(**values))

    def delete(self, asset_id: str, *, condition: Filter | None = None) -> bool:
        """Delete a RemovedAsset by its key; say whether there was one."""
        return self._run(self.plan.delete(asset_id, condition=condition))

    def delete_all(self, keys: Iterable[str]) -> None:
        """Delete items by their keys, in batches."""
        self._run(self.plan.delete_all(keys))


class AssetLinkPlans(Plans[AssetLink]):
    """Operations on AssetLink, unsent."""

    def create(self, **values: Unpack[AssetLinkValues]) -> Create[AssetLink]:
        """Write a new AssetLink; refuse if there is one with its key."""
        return self._create(values)

    def get(
        self,
        business_id: str,
        asset_id: str,
        *,
        consistent: bool = True,
        include_expired: bool = False,
    ) -> Get[AssetLink]:
        """Read the AssetLink with this key; None if there is none."""
        return self._get((business_id, asset_id), consistent, include_expired)

    def get_many(
        self,
        keys: Iterable[tuple[str, str]],
        *,
        consistent: bool = True,
        include_expired: bool = False,
    ) -> GetMany[AssetLink]:
        """Read items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired)

    def update(
        self,
        business_id: str,
        asset_id: str,
        *changes: Change,
        condition: Filter | None = None,
        **values: Unpack[AssetLinkChanges],
    ) -> Update[AssetLink]:
        """Change an AssetLink by its key; refuse if there is none."""
        return self._update((business_id, asset_id), changes, values, condition)

    def upsert(self, **values: Unpack[AssetLinkValues]) -> Upsert[AssetLink]:
        """Change an AssetLink, or create it where there is none."""
        return self._upsert(values)

    def delete(
        self, business_id: str, asset_id: str, *, condition: Filter | None = None
    ) -> Delete[AssetLink]:
        """Delete an AssetLink by its key; say whether there was one."""
        return self._delete((business_id, asset_id), condition)

    def delete_all(self, keys: Iterable[tuple[str, str]]) -> BatchWrite[AssetLink]:
        """Delete items by their keys, in batches."""
        return self._delete_all(keys)

    def assets_for_business(
        self,
        *,
        business_id: str,
        asset_id: str | SortCondition | None = None,
        **options: Unpack[QueryOptions[AssetLinkField]],
    ) -> Query[AssetLink]:
        """Query the table: PK = BUS#{businessId}, SK = ASSET#{assetId}."""
        return self._query(
            "assetsForBusiness", {"business_id": business_id, "asset_id": asset_id}, **options
        )


class AssetLinkHandle(Handle[AssetLink, AssetLinkPlans]):
    """The AssetLink items of a table."""

    def create(self, **values: Unpack[AssetLinkValues]) -> AssetLink:
        """Write a new AssetLink; refuse if there is one with its key."""
        return self._table.create(self._codec, values)

    def get(
        self,
        business_id: str,
        asset_id: str,
        *,
        consistent: bool = True,
        include_expired: bool = False,
    ) -> AssetLink | None:
        """Read the AssetLink with this key; None if there is none."""
        return self._table.get(self._plan_get((business_id, asset_id), consistent, include_expired))

    def get_many(
        self,
        keys: Iterable[tuple[str, str]],
        *,
        consistent: bool = True,
        include_expired: bool = False,
    ) -> list[AssetLink | None]:
        """Read items by their keys; the result is in the keys' order."""
        return self._run(
            self.plan.get_many(keys, consistent=consistent, include_expired=include_expired)
        )

    def update(
        self,
        business_id: str,
        asset_id: str,
        *changes: Change,
        condition: Filter | None = None,
        **values: Unpack[AssetLinkChanges],
    ) -> AssetLink:
        """Change an AssetLink by its key; refuse if there is none."""
        return self._run(
            self.plan.update(business_id, asset_id, *changes, condition=condition, **values)
        )

    def upsert(self, **values: Unpack[AssetLinkValues]) -> AssetLink:
        """Change an AssetLink, or create it where there is none."""
        return self._run(self.plan.upsert(**values))

    def delete(self, business_id: str, asset_id: str, *, condition: Filter | None = None) -> bool:
        """Delete an AssetLink by its key; say whether there was one."""
        return self._run(self.plan.delete(business_id, asset_id, condition=condition))

    def delete_all(self, keys: Iterable[tuple[str, str]]) -> None:
        """Delete items by their keys, in batches."""
        self._run(self.plan.delete_all(keys))

    def assets_for_business(
        self,
        *,
        business_id: str,
        asset_id: str | SortCondition | None = None,
        **options: Unpack[QueryOptions[AssetLinkField]],
    ) -> Page[AssetLink]:
        """Query the table: PK = BUS#{businessId}, SK = ASSET#{assetId}."""
        return self._page(
            self.plan.assets_for_business(business_id=business_id, asset_id=asset_id, **options)
        )


class BrandingPlans:
    """Operations on several models at once, unsent."""

    def __init__(self, table: Branding) -> None:
        self._table = table

    def business_file(
        self, *, business_id: str, **options: Unpack[CollectOptions]
    ) -> Collect[Business | Theme | PublishedMarker | Publication | AssetLink]:
        """Read PK = BUS#{businessId}, items of all models."""
        return self._table.collect_plan("businessFile", {"businessId": business_id}, **options)


class Branding(Table):
    """The table `branding` on a store."""

    design = _DESIGN
    models = (
        Business,
        BusinessEntry,
        Theme,
        PublishedMarker,
        Publication,
        Asset,
        RemovedAsset,
        AssetLink,
    )

    @cached_property
    def business(self) -> BusinessHandle:
        """The Business items."""
        return BusinessHandle(self, BusinessPlans(self.own_place, self.codec(Business)))

    @cached_property
    def business_entry(self) -> BusinessEntryHandle:
        """The BusinessEntry items."""
        return BusinessEntryHandle(
            self, BusinessEntryPlans(self.own_place, self.codec(BusinessEntry))
        )

    @cached_property
    def theme(self) -> ThemeHandle:
        """The Theme items."""
        return ThemeHandle(self, ThemePlans(self.own_place, self.codec(Theme)))

    @cached_property
    def published_marker(self) -> PublishedMarkerHandle:
        """The PublishedMarker items."""
        return PublishedMarkerHandle(
            self, PublishedMarkerPlans(self.own_place, self.codec(PublishedMarker))
        )

    @cached_property
    def publication(self) -> PublicationHandle:
        """The Publication items."""
        return PublicationHandle(self, PublicationPlans(self.own_place, self.codec(Publication)))

    @cached_property
    def asset(self) -> AssetHandle:
        """The Asset items."""
        return AssetHandle(self, AssetPlans(self.own_place, self.codec(Asset)))

    @cached_property
    def removed_asset(self) -> RemovedAssetHandle:
        """The RemovedAsset items."""
        return RemovedAssetHandle(self, RemovedAssetPlans(self.own_place, self.codec(RemovedAsset)))

    @cached_property
    def asset_link(self) -> AssetLinkHandle:
        """The AssetLink items."""
        return AssetLinkHandle(self, AssetLinkPlans(self.own_place, self.codec(AssetLink)))

    @cached_property
    def plan(self) -> BrandingPlans:
        """Collections, unsent."""
        return BrandingPlans(self)

    def business_file(
        self, *, business_id: str, **options: Unpack[CollectOptions]
    ) -> Collected[Business | Theme | PublishedMarker | Publication | AssetLink]:
        """Read PK = BUS#{businessId}, items of all models."""
        return self.run(self.plan.business_file(business_id=business_id, **options))
