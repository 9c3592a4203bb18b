"""Every key that a design file may hold, with its type, default and meaning.

The single source for unknown keys, for what messages suggest and for the generated reference.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

from tavola.design.schema import FieldType

__all__ = [
    "COMMON_OPTIONS",
    "DATE_TYPES",
    "FIELD_TYPES",
    "SECTIONS",
    "TEMPLATE_FORMS",
    "UNFILLABLE_TYPES",
    "FieldTypeGrammar",
    "GrammarKey",
    "Section",
    "TemplateForm",
]


class GrammarKey(Struct, frozen=True):
    """One key: what may stand there and what it means."""

    name: str
    type: str
    meaning: str
    default: str = ""
    required: bool = False
    layout: Literal["both", "managed", "templates"] = "both"


class Section(Struct, frozen=True):
    """A mapping of the file: its path and its keys."""

    path: str
    meaning: str
    keys: tuple[GrammarKey, ...]
    open_keys: str = ""
    """What other keys mean, where a section takes them (key attributes with their templates)."""

    @property
    def names(self) -> tuple[str, ...]:
        """The keys' names in order."""
        return tuple(key.name for key in self.keys)


class FieldTypeGrammar(Struct, frozen=True):
    """One field type: how Python sees it, how it is stored, and its own options."""

    name: FieldType
    python: str
    stored: str
    meaning: str
    options: tuple[str, ...] = ()


def _key(name: str, kind: str, meaning: str, default: str = "") -> GrammarKey:
    return GrammarKey(name, kind, meaning, default)


def _required(name: str, kind: str, meaning: str) -> GrammarKey:
    return GrammarKey(name, kind, meaning, required=True)


def _managed(name: str, kind: str, meaning: str, default: str = "") -> GrammarKey:
    return GrammarKey(name, kind, meaning, default, layout="managed")


def _templates(name: str, kind: str, meaning: str, default: str = "") -> GrammarKey:
    return GrammarKey(name, kind, meaning, default, layout="templates")


_DESCRIPTION = _key("description", "text", "Stands in the generated docstring.")

_DESIGN = Section(
    "",
    "The file. Several files of one directory are read as one design.",
    (
        _required("models", "mapping", "The models by name."),
        _key("table", "mapping", "The physical table."),
        _templates(
            "collections", "mapping", "Several models read from one partition by one query."
        ),
        _key("accessPatterns", "mapping", "Named questions that the table answers."),
    ),
)

_TABLE = Section(
    "table",
    "The physical table.",
    (
        _key("name", "text", "The table's name; also names the table class.", "the file's name"),
        _templates("partitionKey", "text", "The attribute of the partition key.", "PK"),
        _templates(
            "sortKey",
            "text",
            "The attribute of the sort key.",
            "SK; none when only partitionKey is given",
        ),
        _templates("typeAttribute", "text", "The attribute that holds the model's `type`."),
        _templates("ttlAttribute", "text", "The attribute that expires items.", "ttl"),
        _templates("indexes", "mapping", "The secondary indexes by name."),
        _key("tenancy", "`required` or `none`", "Whether keys carry a tenant.", "none"),
        _key("billing", "`onDemand` or `provisioned`", "How capacity is paid.", "onDemand"),
        _key("readCapacity", "integer", "Read capacity units, with `provisioned`."),
        _key("writeCapacity", "integer", "Write capacity units, with `provisioned`."),
        _key("pointInTimeRecovery", "boolean", "Continuous backups.", "false"),
        _key(
            "encryption", "`owned`, `managed` or a KMS key", "Who owns the encryption key.", "owned"
        ),
        _key("deletionProtection", "boolean", "Refuse DeleteTable.", "false"),
        _key(
            "streams",
            "`keysOnly`, `newImage`, `oldImage` or `newAndOldImages`",
            "What the change stream holds.",
        ),
        _key("tags", "mapping of texts", "The table's tags."),
    ),
)

_TABLE_INDEX = Section(
    "table.indexes.<name>",
    "A secondary index.",
    (
        _key(
            "partitionKey", "text", "Its partition key's attribute; a local index has the table's."
        ),
        _key("sortKey", "text", "Its sort key's attribute."),
        _key(
            "projection",
            "`all`, `keysOnly` or `{include: [fields]}`",
            "Which attributes it holds.",
            "all",
        ),
        _key(
            "local", "boolean", "A local secondary index: same partition key, other order.", "false"
        ),
    ),
)

_MODEL = Section(
    "models.<name>",
    "A model.",
    (
        _required("fields", "mapping", "The fields by name."),
        _managed("modelPrefix", "text", "1 to 4 letters or digits, unique; it can never change."),
        _key(
            "tableType", "`standard` or `mapping`", "Mapping: a many-to-many relation.", "standard"
        ),
        _managed(
            "iterable", "boolean", "Keep an iteration index.", "true; false for mapping tables"
        ),
        _key("iterationBuckets", "integer, 1 to 1000", "Partitions of the iteration index.", "10"),
        _key(
            "formerIterationBuckets",
            "integer, 2 to 1000",
            "How many there were before: iterations go through them too, until `tavola reindex`.",
        ),
        _managed("primaryKey", "mapping", "Where an item lives."),
        _templates("type", "text", "The type attribute's value.", "the model's name"),
        _templates(
            "key", "mapping", "Where an item lives: the table's key attributes with templates."
        ),
        _templates("iteration", "mapping", "The index that iterates over the model."),
        _key("indexes", "mapping", "The ways to query the model by name."),
        _key("uniqueConstraints", "mapping", "Values that one item may hold, by name."),
        _key(
            "tenancy", "`none`", "Keep this model's keys free of the tenant; see `db.untenanted`."
        ),
        _DESCRIPTION,
    ),
)

_FIELD = Section(
    "models.<name>.fields.<field>",
    "A field.",
    (
        _required("type", "field type", "What the field holds."),
        _key("required", "boolean", "An item must have it.", "false"),
        _key("defaultValue", "literal", "What `create` sets when nothing is given."),
        _key("heavy", "boolean", "Leave it out of lists; `get` reads it.", "false"),
        _key("expectedBytes", "integer", "Its usual size, for cost estimates."),
        _DESCRIPTION,
        _key("autoAssign", "boolean", "`create` makes an id when none is given.", "false"),
        _key("maxLength", "integer", "The most characters of the text."),
        _key("maxStringLength", "integer", "The most characters of one member."),
        _key(
            "maxMemberCount", "integer", "The most members; sets and lists keep to it by key too."
        ),
        _key("precision", "integer, 0 to 20", "The decimals that are kept."),
        _key("model", "model", "The model that it refers to."),
        _key("values", "list of texts", "What the field may be."),
        _key("items", "field type", "What its members are."),
        _key(
            "storage",
            "`iso`, `isoSeconds`, `epochMillis` or `epochSeconds`",
            "How the date is stored; `iso` has milliseconds.",
            "epochMillis",
        ),
    ),
)

_PRIMARY_KEY = Section(
    "models.<name>.primaryKey",
    "Where an item lives in the managed layout.",
    (
        _required("partitionKey", "field or `modelPrefix`", "The partition key."),
        _key("sortKey", "field or `modelPrefix`", "The sort key.", "modelPrefix"),
    ),
)

_MANAGED_INDEX = Section(
    "models.<name>.indexes.<name>",
    "A secondary index in the managed layout, or `primaryKey` to name the primary key.",
    (
        _required("partitionKey", "field or `modelPrefix`", "The partition key."),
        _required("sortKey", "field or `modelPrefix`", "The sort key."),
        _required("indexId", "`gsi1` to `gsi5`", "Which of the table's indexes holds it."),
    ),
)

_TEMPLATE_INDEX = Section(
    "models.<name>.indexes.<name> (key templates)",
    "A secondary index of a template model, or `primaryKey` to name the primary key.",
    (_required("index", "index", "The name of one of the table's indexes."),),
    "The index's key attributes, each with its template.",
)

_UNIQUE = Section(
    "models.<name>.uniqueConstraints.<name>",
    "A value that one item may hold. Its look-up is `find_by_` and the name without `unique`.",
    (
        _required("field", "field", "The field."),
        _managed("uniqueConstraintId", "`uc1` to `uc3`", "Which slot holds it."),
    ),
    "In a template design the table's key attributes, each with the template of the lock item.",
)

_ITERATION = Section(
    "models.<name>.iteration",
    "Where a template model's items stand for iteration. `{bucket}` is the item's bucket.",
    (_required("index", "index", "The name of one of the table's indexes."),),
    "The index's key attributes, each with its template.",
)

_COLLECTION = Section(
    "collections.<name>",
    "Items of several models in one partition.",
    (
        _required("models", "list of models", "The models to read."),
        _key("index", "index", "The index to read, if not the table."),
        _DESCRIPTION,
    ),
    "The partition key's attribute with its template; the sort key's with a prefix, if wanted.",
)

_PATTERN = Section(
    "accessPatterns.<name>",
    "A named question to one model.",
    (
        _required("model", "model", "The model."),
        _key(
            "query",
            "index or `primaryKey`",
            "The model's index that answers it.",
            "found by `given`",
        ),
        _key(
            "given",
            "list of fields, or mapping of field to condition",
            "The key fields that a call gives: `equals`, `beginsWith`, `between`, `lessThan`, "
            "`atMost`, `greaterThan`, `atLeast`.",
        ),
        _key("filter", "mapping", "A filter in the `$` form."),
        _key("only", "list of fields", "The fields to read.", "all but heavy ones"),
        _key("limit", "integer", "Items on a page.", "100"),
        _key("newestFirst", "boolean", "In descending order.", "false"),
        _key("maxCapacity", "number", "Read capacity units that one page may cost."),
        _DESCRIPTION,
    ),
)

SECTIONS: Mapping[str, Section] = {
    "design": _DESIGN,
    "table": _TABLE,
    "tableIndex": _TABLE_INDEX,
    "model": _MODEL,
    "field": _FIELD,
    "primaryKey": _PRIMARY_KEY,
    "managedIndex": _MANAGED_INDEX,
    "templateIndex": _TEMPLATE_INDEX,
    "unique": _UNIQUE,
    "iteration": _ITERATION,
    "collection": _COLLECTION,
    "pattern": _PATTERN,
}

_LIST_OPTIONS = ("items", "maxMemberCount")

FIELD_TYPES: Mapping[str, FieldTypeGrammar] = {
    grammar.name: grammar
    for grammar in (
        FieldTypeGrammar("StringField", "str", "S", "Text.", ("maxLength",)),
        FieldTypeGrammar("IntegerField", "int", "N", "A whole number."),
        FieldTypeGrammar("FloatField", "float", "N", "A binary floating number.", ("precision",)),
        FieldTypeGrammar("DecimalField", "Decimal", "N", "An exact decimal, 38 digits."),
        FieldTypeGrammar("BooleanField", "bool", "BOOL", "True or false."),
        FieldTypeGrammar("BinaryField", "bytes", "B", "Bytes."),
        FieldTypeGrammar(
            "StringSetField",
            "set[str]",
            "SS; an empty set has no attribute",
            "A set of texts.",
            ("maxStringLength", "maxMemberCount"),
        ),
        FieldTypeGrammar(
            "EnumField", "Literal of its values", "S", "One of some texts.", ("values",)
        ),
        FieldTypeGrammar("ListField", "list", "L", "A list.", _LIST_OPTIONS),
        FieldTypeGrammar("MapField", "dict[str, …]", "M", "A map.", _LIST_OPTIONS),
        FieldTypeGrammar("JsonField", "any JSON value", "S, as JSON text", "A JSON value."),
        FieldTypeGrammar("UuidField", "UUID", "S", "A UUID.", ("autoAssign",)),
        FieldTypeGrammar("UlidField", "str", "S", "A ULID: sorts by its time.", ("autoAssign",)),
        FieldTypeGrammar(
            "VersionField", "str", "S", "A ULID, larger at every save: optimistic locking."
        ),
        FieldTypeGrammar("CounterField", "int", "N", "A counter that changes by atomic addition."),
        FieldTypeGrammar(
            "RelatedField", "str", "S", "The primary id of another model's item.", ("model",)
        ),
        FieldTypeGrammar("DateTimeField", "datetime", "N or S", "A date and time.", ("storage",)),
        FieldTypeGrammar(
            "CreateDateField", "datetime", "N or S", "Set when the item is created.", ("storage",)
        ),
        FieldTypeGrammar(
            "ModifiedDateField", "datetime", "N or S", "Set at every save.", ("storage",)
        ),
        FieldTypeGrammar(
            "TtlField",
            "datetime",
            "N, epoch seconds",
            "When the item expires; named as the table's ttlAttribute.",
        ),
    )
}

DATE_TYPES: frozenset[str] = frozenset(
    {"DateTimeField", "CreateDateField", "ModifiedDateField", "TtlField"}
)
UNFILLABLE_TYPES: frozenset[str] = frozenset(
    {"StringSetField", "BinaryField", "ListField", "MapField", "JsonField"}
)
"""Types that no key can hold."""

COMMON_OPTIONS: frozenset[str] = frozenset(
    {"type", "required", "defaultValue", "heavy", "expectedBytes", "description"}
)
"""Options that every field type takes."""


class TemplateForm(Struct, frozen=True):
    """One way to write a field in a key template."""

    written: str
    types: str
    meaning: str
    example: str


TEMPLATE_FORMS: tuple[TemplateForm, ...] = (
    TemplateForm("{name}", "texts, ids, enums", "The text; sorts as text.", "ada"),
    TemplateForm("{email:lower}", "StringField", "Lower-cased; not in primary keys.", "ada@x.org"),
    TemplateForm("{flag}", "BooleanField", "1 or 0.", "1"),
    TemplateForm("{n}", "IntegerField, DecimalField", "As it is; only in partition keys.", "42"),
    TemplateForm("{n:08d}", "IntegerField", "Padded; no negative number.", "00000042"),
    TemplateForm(
        "{n:sortable}", "IntegerField", "20 digits, negative too.", "-99999999999999999994"
    ),
    TemplateForm("{x:sortable}", "FloatField", "16 hex digits that sort.", "c00921fb54442d18"),
    TemplateForm("{price:012.2f}", "DecimalField, FloatField", "Fixed point.", "000000012.50"),
    TemplateForm("{at}", "dates stored as iso", "As it is stored.", "2025-01-15T10:30:00.000Z"),
    TemplateForm("{at:iso}", "dates", "ISO 8601, UTC.", "2025-01-15T10:30:00.000Z"),
    TemplateForm("{at:013d}", "dates", "Padded, in its stored unit.", "1736937000000"),
    TemplateForm("{at:sortable}", "dates", "Milliseconds, 20 digits.", "00000001736937000000"),
    TemplateForm("{tenant}", "tables with tenancy", "The tenant; first, then '#'.", "acme"),
    TemplateForm("{bucket}", "iteration", "The item's bucket.", "007"),
)
"""What may stand between braces; `{{` and `}}` are braces themselves."""
