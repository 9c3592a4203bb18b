"""The immutable schema that a design compiles to: plain data that a generated module can hold.

It knows nothing of YAML. A field's name is the design's own (`userId`) unless it says
`python_name`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

from msgspec import Struct, field

from tavola.design.key_pair import KeyAttribute, KeyPair
from tavola.keys import Placeholder, Template, key_form

__all__ = [
    "DATE_TYPES",
    "CollectionArgument",
    "CollectionSchema",
    "Design",
    "FieldSchema",
    "FieldType",
    "IndexSchema",
    "IterationSchema",
    "KeyAttribute",
    "KeyPair",
    "Layout",
    "Literals",
    "ModelSchema",
    "Number",
    "PatternSchema",
    "PhysicalIndex",
    "Projection",
    "Relation",
    "TableSettings",
    "UniqueSchema",
]

Literals = None | bool | int | float | str | list["Literals"] | dict[str, "Literals"]
"""What YAML can say without a tag: the values of defaults and filters."""

Number = int | float | str
"""A bound of a number; text keeps every digit of a decimal."""

FieldType = Literal[
    "StringField",
    "IntegerField",
    "FloatField",
    "DecimalField",
    "BooleanField",
    "BinaryField",
    "StringSetField",
    "EnumField",
    "ListField",
    "MapField",
    "JsonField",
    "UuidField",
    "UlidField",
    "VersionField",
    "CounterField",
    "RelatedField",
    "DateTimeField",
    "CreateDateField",
    "ModifiedDateField",
    "TtlField",
]

DATE_TYPES: Final = frozenset({"DateTimeField", "CreateDateField", "ModifiedDateField", "TtlField"})
"""The types whose values are dates."""

_NUMBERS: Final = ("IntegerField", "CounterField", "FloatField", "DecimalField")
_TEXTS: Final = ("StringField", "EnumField", "UlidField", "RelatedField", "VersionField")

Projection = Literal["all", "keysOnly", "include"]
Layout = Literal["managed", "templates"]


POSITION_FIELDS: Final = ("line", "file")
"""Where a design says something; no part of what it means."""


class _Located(Struct, frozen=True):
    """Data of a design that is equal to the same data from another line or file."""

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and all(
            getattr(self, name) == getattr(other, name) for name in _meant(self)
        )

    def __hash__(self) -> int:
        return hash(tuple(getattr(self, name) for name in _meant(self)))


def _meant(schema: Struct) -> list[str]:
    return [name for name in schema.__struct_fields__ if name not in POSITION_FIELDS]


class FieldSchema(_Located, frozen=True):
    """One field of a model and how it is stored."""

    name: str
    """Its own name: in the design, in `$` dictionaries and, without `attribute`, in items."""
    python_name: str
    type: FieldType
    required: bool = False
    default: Literals = None
    """A YAML literal; None means no default. A date's default is ISO text, a set's is a list."""
    storage: str | None = None
    """How a date is stored: `iso` (`2025-01-15T10:30:00.000Z`), `isoSeconds`, `epochMillis`,
    `epochSeconds`, or a layout as `%Y-%m-%d`; all are UTC. `number` is for booleans and versions.
    """
    auto_assign: bool = False
    """`create` makes a new id when none is given (ULID, UUID)."""
    model: str | None = None
    """The model that a RelatedField refers to; it holds that model's primary id."""
    values: tuple[str, ...] = ()
    """What an EnumField may be."""
    items: FieldType | None = None
    """What a ListField's or MapField's members are; None for anything."""
    min_length: int | None = None
    max_length: int | None = None
    pattern: str = ""
    """A regular expression that the whole string matches."""
    minimum: Number | None = None
    maximum: Number | None = None
    transitions: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """What each value of an EnumField may become; empty for no rule."""
    initial: tuple[str, ...] = ()
    """What a new item may have; empty for anything."""
    expires_after: int | None = None
    """So many seconds after a date a TtlField ends, if nothing is given."""
    expires_from: str = ""
    """The date field that it follows; empty for the item's creation."""
    max_string_length: int | None = None
    max_member_count: int | None = None
    precision: int | None = None
    """Decimals that a FloatField keeps."""
    is_heavy: bool = False
    """Left out of lists; read by `get` alone."""
    expected_bytes: int | None = None
    description: str = ""
    line: int = 0
    attribute: str = ""
    """Its name in items, where that is another one."""
    members: tuple[FieldSchema, ...] = ()
    """The members of a typed map."""
    class_name: str = ""
    """The class of a typed map."""
    element: FieldSchema | None = None
    """What the members of a list or map are, where the design says more than their type."""
    json_name: str = ""
    """Its name in JSON, where that is another than Python's."""

    @property
    def is_typed(self) -> bool:
        """Whether the design says what its members are, one by one."""
        return bool(self.members) or self.element is not None

    @property
    def attribute_name(self) -> str:
        """The attribute that holds it."""
        return self.attribute or self.name

    @property
    def is_date(self) -> bool:
        """Whether its value is a datetime."""
        return self.type in DATE_TYPES

    @property
    def compared_as(self) -> str:
        """What its values are: those of one kind can be compared with each other."""
        if self.is_date:
            return f"date stored as {self.storage}"
        if self.type in _NUMBERS or (self.type == "VersionField" and self.is_numbered):
            return "number"
        if self.type in _TEXTS:
            return "string"
        return f"{self.type} stored as {self.storage}" if self.storage else self.type

    def find_map(self, class_name: str) -> FieldSchema | None:
        """Find the typed map with this class, here or inside."""
        if self.class_name == class_name:
            return self
        inner = (*self.members, *((self.element,) if self.element else ()))
        return next((found for one in inner if (found := one.find_map(class_name))), None)

    @property
    def is_numbered(self) -> bool:
        """Whether it is stored as a number, though its type usually is not."""
        return self.storage == "number"


class PhysicalIndex(Struct, frozen=True):
    """A secondary index of the table."""

    name: str
    partition_key: str
    sort_key: str | None = None
    projection: Projection = "all"
    included: tuple[str, ...] = ()
    """The attributes beside the keys, with projection `include`."""
    is_local: bool = False
    more_partition_keys: tuple[str, ...] = ()
    """The other attributes of a partition key that has several."""
    more_sort_keys: tuple[str, ...] = ()
    """The other attributes of a sort key that has several."""

    @property
    def partition_keys(self) -> tuple[str, ...]:
        """The attributes of its partition key."""
        return (self.partition_key, *self.more_partition_keys)

    @property
    def keys(self) -> tuple[str, ...]:
        """The attributes of its key, partition first."""
        sorts = (self.sort_key, *self.more_sort_keys) if self.sort_key else ()
        return tuple(name for name in (*self.partition_keys, *sorts) if name)


class IndexSchema(_Located, frozen=True):
    """A named way to query a model: a secondary index, or the primary key under a name."""

    name: str
    python_name: str
    key: KeyPair
    physical: PhysicalIndex | None = None
    """None for the table itself."""
    foreign: tuple[str, ...] = ()
    """Who else may stand in its range: other models, and constraints with their locks."""
    shards: int = 0
    """Over how many shards its partitions are spread, former ones included; 0 for none."""
    date_part: str = ""
    """The date of which its partition key has a part; empty for none."""
    line: int = 0

    @property
    def is_primary(self) -> bool:
        """Whether this is the table's own key."""
        return self.physical is None

    @property
    def is_sealed(self) -> bool:
        """Whether every key in its range is one of the model's, whoever wrote the item."""
        if self.foreign or self.physical is not None:
            return False
        sort = self.key.sort
        if self.shards or self.date_part:
            return False
        if sort is None or sort.is_constant:
            return True
        if not set(self.key.partition.fields).isdisjoint(sort.fields):
            return False
        *lead, last = sort.parts
        is_any_text = isinstance(last, Placeholder) and last.form == "text"
        return is_any_text and all(isinstance(part, str) for part in lead)


class UniqueSchema(_Located, frozen=True):
    """A value, or several together, that one item may hold: a lock item at `key` in the table.

    The lock has `relatedId` (the owner's primary id), `relatedModel` (its model's name),
    `uniqueValue` (the text of its partition key), the type attribute's value "UNIQUE" in a
    template design, and the owner's ttl.
    """

    name: str
    fields: tuple[str, ...]
    """The fields of the lock's key, in its order, without the tenant. One without a value means
    that there is no lock."""
    python_name: str
    """`find_by_email`."""
    key: KeyPair
    condition: Mapping[str, Literals] = field(default_factory=dict[str, Literals])
    """In the `$` form: only while it holds an item has a lock."""
    condition_fields: tuple[str, ...] = ()
    """The fields that the condition names."""
    line: int = 0

    @property
    def parts(self) -> tuple[str, ...]:
        """All fields that decide about the lock."""
        return (*self.fields, *self.condition_fields)


class IterationSchema(Struct, frozen=True):
    """Where a model's items stand for iteration; `{bucket}` in the key is `bucket_of`'s."""

    physical: PhysicalIndex
    key: KeyPair
    buckets: int
    former: int = 0
    """How many buckets there were before, as long as items may still stand there."""
    foreign: tuple[str, ...] = ()
    """Other models whose items may stand in its buckets."""

    @property
    def read_buckets(self) -> int:
        """How many buckets an iteration goes through."""
        return max(self.buckets, self.former)


class Relation(Struct, frozen=True):
    """A method of `model`'s instances that leads to items of `target`.

    - `getter`: `post.get_user()` reads `target` by the primary id in this item's `field`.
    - `query`: `user.query_posts()` queries `index` of `source` with `field` = this primary id;
      `source` is `target`.
    - `mapping`: `tag.get_posts()` queries `index` of the mapping `source` with `field` = this
      primary id and reads `target` by the ids in `other_field`.
    """

    kind: Literal["getter", "query", "mapping"]
    model: str
    python_name: str
    target: str
    field: str
    source: str = ""
    index: str = ""
    other_field: str = ""


class ModelSchema(_Located, frozen=True):
    """One model: its fields and where its items live."""

    name: str
    handle: str
    """`db.tagged_post`."""
    fields: Mapping[str, FieldSchema]
    key: KeyPair
    primary_id: Template
    """The item's public id as a string, in RelatedFields, locks and iteration keys; no tenant."""
    indexes: Mapping[str, IndexSchema] = field(default_factory=dict[str, IndexSchema])
    uniques: Mapping[str, UniqueSchema] = field(default_factory=dict[str, UniqueSchema])
    relations: tuple[Relation, ...] = ()
    """The relation methods on this model's instances."""
    iteration: IterationSchema | None = None
    type_value: str | None = None
    """The value of the table's type attribute; None in the managed layout."""
    model_prefix: str | None = None
    version_field: str | None = None
    ttl_field: str | None = None
    counters: tuple[str, ...] = ()
    is_mapping: bool = False
    mixin: str = ""
    """The class with methods of one's own, as `shop.orders:OrderMethods`."""
    is_tenanted: bool = False
    """Its keys carry the tenant; False for `tenancy: none` and in a table without tenancy."""
    table: str = ""
    """The table that its items are in; empty in a design of one table."""
    shares: tuple[str, ...] = ()
    """Other models whose items may have its primary keys; their types tell them apart."""
    description: str = ""
    line: int = 0

    @property
    def key_fields(self) -> tuple[str, ...]:
        """The fields of the primary key, partition first, without the tenant."""
        return tuple(name for name in self.key.fields if name in self.fields)

    @property
    def folded_key_fields(self) -> tuple[str, ...]:
        """The fields of which the primary key holds no more than a folded text."""
        templates = (self.key.partition, self.key.sort)
        parts = [part for one in templates if one is not None for part in one.placeholders]
        exact = {part.field for part in parts if key_form(part.form).is_exact}
        return tuple(name for name in self.key_fields if name not in exact)

    def map_named(self, class_name: str) -> FieldSchema:
        """Give the typed map with this class."""
        found = (one.find_map(class_name) for one in self.fields.values())
        return next(one for one in found if one is not None)

    @property
    def heavy_fields(self) -> tuple[str, ...]:
        """The fields that lists leave out."""
        return tuple(item.name for item in self.fields.values() if item.is_heavy)


class CollectionArgument(Struct, frozen=True):
    """What a collection is asked by: a name, and the field whose type it has."""

    name: str
    python_name: str
    field: FieldSchema


class CollectionSchema(_Located, frozen=True):
    """Items of several models that stand in one partition and are read by one query."""

    name: str
    python_name: str
    models: tuple[str, ...]
    partition_attribute: str
    partition: Template
    arguments: tuple[CollectionArgument, ...]
    """In the order of the template, without the tenant."""
    physical: PhysicalIndex | None = None
    """None for the table itself."""
    sort_attribute: str | None = None
    sort_prefix: Template | None = None
    """When given, only sort keys that begin with this string."""
    sort_from: Template | None = None
    """When given, only sort keys that begin with this string, or sort after it."""
    sort_to: Template | None = None
    """When given, only sort keys that begin with this string, or sort before it."""
    is_tenanted: bool = False
    foreign: tuple[str, ...] = ()
    """Who else may stand in its range: other models, and constraints with their locks."""
    line: int = 0


class PatternSchema(_Located, frozen=True):
    """A named question to one model: an index, and what is fixed about the query."""

    name: str
    python_name: str
    model: str
    index: str
    """A name in the model's `indexes`."""
    filter: Mapping[str, Literals] = field(default_factory=dict[str, Literals])
    """In the `$` form, by the fields' own names."""
    only: tuple[str, ...] = ()
    """The fields to read; empty for all but heavy ones."""
    given: Mapping[str, str] = field(default_factory=dict[str, str])
    """Which key fields are known, each with its condition (`equals`, `beginsWith`, …)."""
    constants: Mapping[str, Literals] = field(default_factory=dict[str, Literals])
    """Those that are not arguments of a call, with their values; a list of two for `between`."""
    limit: int | None = None
    descending: bool = False
    max_capacity: float | None = None
    """Read capacity units that one page may cost."""
    max_reads: int | None = None
    """Requests that one page may take."""
    max_items: int | None = None
    """Items that one page may read, also those that a filter leaves out."""
    description: str = ""
    line: int = 0

    @property
    def has_budget(self) -> bool:
        """Whether the design says what a page may cost."""
        return any(each is not None for each in (self.max_capacity, self.max_reads, self.max_items))


class TableSettings(Struct, frozen=True):
    """The physical table."""

    name: str
    partition_key: str = "PK"
    sort_key: str | None = "SK"
    type_attribute: str | None = None
    ttl_attribute: str | None = None
    indexes: tuple[PhysicalIndex, ...] = ()
    key_types: Mapping[str, str] = field(default_factory=dict[str, str])
    """`N` or `B` for key attributes of the table and its indexes that are not strings."""
    billing: Literal["onDemand", "provisioned"] = "onDemand"
    read_capacity: int | None = None
    write_capacity: int | None = None
    point_in_time_recovery: bool = False
    encryption: str = "owned"
    """`owned`, `managed`, or the ARN or alias of a KMS key."""
    deletion_protection: bool = False
    streams: Literal["keysOnly", "newImage", "oldImage", "newAndOldImages"] | None = None
    tags: Mapping[str, str] = field(default_factory=dict[str, str])
    has_tenancy: bool = False
    """`tenancy: required`: every call but those of `tenancy: none` models needs a tenant."""

    @property
    def keys(self) -> tuple[str, ...]:
        """The attributes of its key, partition first."""
        return tuple(name for name in (self.partition_key, self.sort_key) if name)

    @property
    def key_attributes(self) -> tuple[str, ...]:
        """Every attribute that is a key of the table or of an index, each once."""
        names = (*self.keys, *(name for index in self.indexes for name in index.keys))
        return tuple(dict.fromkeys(names))

    def index(self, name: str) -> PhysicalIndex:
        """Give the index with this name."""
        return next(index for index in self.indexes if index.name == name)


class Design(_Located, frozen=True):
    """A whole design: a table, or several, and everything that lives in them."""

    name: str
    """The table class, in PascalCase."""
    layout: Layout
    table: TableSettings
    """The only table, or the first of several."""
    models: Mapping[str, ModelSchema]
    collections: Mapping[str, CollectionSchema] = field(default_factory=dict[str, CollectionSchema])
    patterns: Mapping[str, PatternSchema] = field(default_factory=dict[str, PatternSchema])
    more_tables: tuple[TableSettings, ...] = ()
    """The other tables of a design that has several."""
    file: str = ""

    @property
    def tables(self) -> tuple[TableSettings, ...]:
        """All tables, in the design's order."""
        return (self.table, *self.more_tables)

    @property
    def has_tenancy(self) -> bool:
        """Whether any of its tables keeps tenants apart."""
        return any(table.has_tenancy for table in self.tables)

    @property
    def parts(self) -> tuple[Design, ...]:
        """The design of each table by itself: its settings, and what lives in it."""
        if not self.more_tables:
            return (self,)
        return tuple(self._part(table) for table in self.tables)

    def _part(self, table: TableSettings) -> Design:
        models = {name: one for name, one in self.models.items() if one.table == table.name}
        return Design(
            name=self.name,
            layout=self.layout,
            table=table,
            models=models,
            collections={
                name: one for name, one in self.collections.items() if one.models[0] in models
            },
            patterns={name: one for name, one in self.patterns.items() if one.model in models},
            file=self.file,
        )

    def patterns_of(self, model: str) -> tuple[PatternSchema, ...]:
        """Give the access patterns of one model in the design's order."""
        return tuple(item for item in self.patterns.values() if item.model == model)
