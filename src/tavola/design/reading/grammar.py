"""Every key that a design file may hold, with its type, default and meaning.

The single source for unknown keys, for what messages suggest and for the generated reference.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

from msgspec import Struct

__all__ = [
    "SECTIONS",
    "GrammarKey",
    "Section",
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


def _key(name: str, kind: str, meaning: str, default: str = "") -> GrammarKey:
    return GrammarKey(name, kind, meaning, default)


def _required(name: str, kind: str, meaning: str) -> GrammarKey:
    return GrammarKey(name, kind, meaning, required=True)


def _managed(name: str, kind: str, meaning: str, default: str = "") -> GrammarKey:
    return GrammarKey(name, kind, meaning, default, layout="managed")


def _templates(name: str, kind: str, meaning: str, default: str = "") -> GrammarKey:
    return GrammarKey(name, kind, meaning, default, layout="templates")


_DESCRIPTION = _key("description", "string", "Stands in the generated docstring.")

_DESIGN = Section(
    "",
    "The file. Several files of one directory are read as one design.",
    (
        _required("models", "mapping", "The models by name."),
        _key("name", "string", "Names the table class.", "the table's name, or else the file's"),
        _key("table", "mapping", "The physical table."),
        _templates(
            "tables",
            "mapping",
            "Several tables by name, instead of `table`; each takes its keys, but for `name`.",
        ),
        _templates(
            "collections", "mapping", "Several models read from one partition by one query."
        ),
        _key("accessPatterns", "mapping", "Named questions that the table answers."),
        _key(
            "json",
            "`snake_case` or `camelCase`",
            "How FastAPI and Pydantic name the fields in JSON; both are read.",
            "snake_case",
        ),
    ),
)

_TABLE = Section(
    "table",
    "The physical table.",
    (
        _key("name", "string", "The table's name; also names the table class.", "the file's name"),
        _templates(
            "partitionKey",
            "attribute, or `{name: …, type: N}`",
            "The attribute of the partition key, and its type: `S`, `N` or `B`.",
            "PK",
        ),
        _templates(
            "sortKey",
            "attribute, or `{name: …, type: N}`",
            "The attribute of the sort key, and its type.",
            "SK; none when only partitionKey is given",
        ),
        _templates("typeAttribute", "string", "The attribute that holds the model's `type`."),
        _templates("ttlAttribute", "string", "The attribute that expires items.", "ttl"),
        _templates("indexes", "mapping", "The secondary indexes by name."),
        _key("tenancy", "`required` or `none`", "Whether keys carry a tenant.", "none"),
        _key(
            "billing",
            "`onDemand` or `provisioned`",
            "How capacity is paid. The embedded engine counts units and never throttles.",
            "onDemand",
        ),
        _key("readCapacity", "integer", "Read capacity units, with `provisioned`."),
        _key("writeCapacity", "integer", "Write capacity units, with `provisioned`."),
        _key(
            "pointInTimeRecovery",
            "boolean",
            "Continuous backups. In an embedded file it allows exports; no history is kept.",
            "false",
        ),
        _key(
            "encryption",
            "`owned`, `managed` or a KMS key",
            "Who owns the encryption key. An embedded file is not encrypted; encrypt its disk.",
            "owned",
        ),
        _key(
            "deletionProtection",
            "boolean",
            "Refuse DeleteTable. `open` leaves it off in an embedded file, its owner's to delete.",
            "false",
        ),
        _key(
            "streams",
            "`keysOnly`, `newImage`, `oldImage` or `newAndOldImages`",
            "What the change stream holds.",
        ),
        _key("tags", "mapping of strings", "The table's tags."),
    ),
)

_TABLE_INDEX = Section(
    "table.indexes.<name>",
    "A secondary index.",
    (
        _key(
            "partitionKey",
            "attribute, `{name: …, type: N}`, or a list of up to 4",
            "Its partition key's attributes; a local index has the table's.",
        ),
        _key(
            "sortKey",
            "attribute, `{name: …, type: N}`, or a list of up to 4",
            "Its sort key's attributes, in the order in which they sort.",
        ),
        _key(
            "projection",
            "`all`, `keysOnly` or `{include: [attributes]}`",
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
        _managed("modelPrefix", "string", "1 to 4 letters or digits, unique; it can never change."),
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
        _templates("type", "string", "The type attribute's value.", "the model's name"),
        _templates(
            "key", "mapping", "Where an item lives: the table's key attributes with templates."
        ),
        _templates(
            "table", "table", "The one of `tables` that its items are in.", "the only table"
        ),
        _templates(
            "sharesKeyWith",
            "model or list of models",
            "Other models of the table whose items may have the same keys, of which one exists at "
            "a time: users and organisations that share their names. Needs a `typeAttribute`.",
        ),
        _templates("iteration", "mapping", "The index that iterates over the model."),
        _key("indexes", "mapping", "The ways to query the model by name."),
        _key("uniqueConstraints", "mapping", "Values that one item may hold, by name."),
        _key(
            "mixin",
            "module and class, as `shop.orders:OrderMethods`",
            "A class with methods of your own, which the generated one stands on; it has "
            "`__slots__ = ()`.",
        ),
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
        _key(
            "attribute",
            "string",
            "Its name in items, where that is another one, as `first-name` or `class`.",
            "the field's name",
        ),
        _key("required", "boolean", "An item must have it.", "false"),
        _key(
            "defaultValue",
            "literal",
            "What `create` sets if nothing is given, and items that lack a required field have.",
        ),
        _key("heavy", "boolean", "Leave it out of lists; `get` reads it.", "false"),
        _key("expectedBytes", "integer", "Its usual size, for cost estimates."),
        _DESCRIPTION,
        _key("autoAssign", "boolean", "`create` makes an id when none is given.", "false"),
        _key("minLength", "integer", "The minimum length, in characters."),
        _key("maxLength", "integer", "The maximum length, in characters."),
        _key(
            "pattern",
            "regular expression",
            "What the whole string must match, in Python's regular expressions.",
        ),
        _key("min", "number", "The least that it may be, also after an addition."),
        _key("max", "number", "The most that it may be, also after an addition."),
        _key("maxStringLength", "integer", "The maximum length of one member, in characters."),
        _key(
            "maxMemberCount", "integer", "The most members; sets and lists keep to it by key too."
        ),
        _key("precision", "integer, 0 to 20", "The decimals that are kept."),
        _key("model", "model", "The model that it refers to."),
        _key("values", "list of strings", "What the field may be."),
        _key(
            "transitions",
            "mapping of value to list of values",
            "What each value may become; one that is left out stays. Every write keeps to it, by "
            "a condition on what is stored.",
        ),
        _key("initial", "value or list of values", "What a new item may have.", "any value"),
        _key(
            "items",
            "field type, or a mapping as of a field",
            "What its members are: `{type: MapField, fields: …}` makes them typed maps.",
        ),
        _key("fields", "mapping", "The members of a typed map by name, each as a field."),
        _key(
            "class",
            "string",
            "The class of a typed map; two that name the same class share it.",
            "the model's name and the field's",
        ),
        _key(
            "storage",
            "`iso`, `isoSeconds`, `epochMillis`, `epochSeconds` or a layout; `number`",
            "How a date is stored. `iso` has milliseconds; a layout is `%Y`, `%m`, `%d`, then in "
            "order `%H`, `%M`, `%S`, `%f` with literals between them, and `%z` or `%:z` at the "
            'end: `"%Y-%m-%dT%H:%M:%S.%f%z"` is PynamoDB\'s. `number` is for booleans, 1 and 0, '
            "and for versions, which count from 1.",
            "epochMillis",
        ),
        _key(
            "after",
            "duration, as `90d`, or `{field: endsAt, add: 7d}`",
            "When nothing is given: so long after creation, or after a date of the item, which "
            "it follows. Units are `s`, `m`, `h`, `d` and `w`.",
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
    (
        _required("index", "index", "The name of one of the table's indexes."),
        _key(
            "formerShards",
            "integer, 1 to 100",
            "How many shards there were before: queries read them too, until `tavola reindex`.",
        ),
    ),
    "The index's key attributes, each with its template; one that is a field of that name, or part "
    "of another key of the model, may be left out.",
)

_UNIQUE = Section(
    "models.<name>.uniqueConstraints.<name>",
    "A value, or several together, that one item may hold. Its look-up is `find_by_` and the name "
    "without `unique`.",
    (
        _key("field", "field", "The field; this or `fields` is required."),
        _key(
            "fields",
            "list of fields",
            "The fields whose values are unique together; one without a value means no lock.",
        ),
        _key(
            "while",
            "filter",
            "A condition in the `$` form on the item's own fields; where it does not hold, the "
            "values are free.",
        ),
        _managed("uniqueConstraintId", "`uc1` to `uc3`", "Which slot holds it."),
    ),
    "In a template design the table's key attributes, each with the template of the lock item, "
    "which names these fields and no others; left out, it is `UNIQUE#` with the names of model and "
    "constraint and the fields.",
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
    "The partition key's attribute with its template; the sort key's with a prefix, if wanted, or "
    "with `{from: …, to: …}`, two prefixes that are both included.",
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
            "`atMost`, `greaterThan`, `atLeast`. With a value, as `{equals: open}`, it is a "
            "constant and no argument.",
        ),
        _key(
            "filter",
            "mapping",
            "A filter in the `$` form; `{$field: name}` stands for another field of the item.",
        ),
        _key("only", "list of fields", "The fields to read.", "all but heavy ones"),
        _key("limit", "integer", "Items on a page.", "100"),
        _key("descending", "boolean", "In descending order.", "false"),
        _key("maxCapacity", "number", "Read capacity units that one page may cost."),
        _key("maxReads", "integer", "Requests that one page may take."),
        _key(
            "maxItems",
            "integer",
            "Items that one page may read, also those that a filter leaves out.",
        ),
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
