"""What compiling a model needs to know, and the steps that both layouts share."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

from msgspec import Struct
from msgspec.structs import replace

from tavola.design.names import CLASS_NAMES, handle_name, name_problem, pascal_case
from tavola.design.reading.findings import Findings
from tavola.design.reading.reader import Reader
from tavola.design.reading.yaml_tree import Node
from tavola.design.schema import (
    FieldSchema,
    IndexSchema,
    IterationSchema,
    KeyPair,
    ModelSchema,
    TableSettings,
    UniqueSchema,
)
from tavola.keys import Template

__all__ = [
    "ModelParts",
    "ModelScope",
    "check_attributes",
    "check_key_fields",
    "check_model_name",
    "find_field",
    "finish_model",
    "has_broken_indexes",
    "read_former_buckets",
]

_CHANGING_TYPES = ("CounterField", "VersionField", "ModifiedDateField")


class ModelScope(Struct, frozen=True):
    """One model while it is compiled."""

    name: str
    reader: Reader
    table: TableSettings
    fields: dict[str, FieldSchema]
    is_tenanted: bool

    @property
    def findings(self) -> Findings:
        """Where its problems go."""
        return self.reader.findings

    def part(self, node: Node, path: str) -> Reader:
        """Read a part of the model, as `indexes.postsForUser`."""
        return Reader(node, f"{self.name}.{path}", self.findings)


class ModelParts(Struct, frozen=True):
    """What a layout has found for a model."""

    key: KeyPair
    primary_id: Template
    indexes: Mapping[str, IndexSchema]
    uniques: Mapping[str, UniqueSchema]
    iteration: IterationSchema | None
    is_mapping: bool
    type_value: str | None = None
    model_prefix: str | None = None


def find_field(reader: Reader, key: str, name: str, known: Iterable[str]) -> str | None:
    """Give a field's name; an unknown one is reported, and the one that was meant given."""
    choices = list(known)
    if name in choices:
        return name
    problem = f"'{key}' names unknown field '{name}'."
    return reader.unknown(problem, name, choices, key=key, topic=f"{reader.owner}.{name}")


def has_broken_indexes(model: ModelSchema, node: Node) -> bool:
    """Whether the design gives the model an index that could not be compiled."""
    declared = node.entries.get("indexes")
    return declared is not None and any(name not in model.indexes for name in declared.entries)


def check_attributes(scope: ModelScope, taken: Collection[str | None]) -> None:
    """Report fields that are stored where the table needs attributes of its own."""
    for name, field in scope.fields.items():
        if field.attribute_name in taken:
            at = scope.reader.entries("fields")[name]
            remedy = "Store it as another." if field.attribute else "Give the field another name."
            problem = f"'{field.attribute_name}' is an attribute of the table."
            scope.part(at, f"fields.{name}").error(problem, remedy)


def check_key_fields(scope: ModelScope, path: str, key: KeyPair) -> None:
    """Report fields in the primary key that change by themselves or are left out of lists."""
    reader = scope.part(scope.reader.node.entries.get(path, scope.reader.node), path)
    for name in key.fields:
        field = scope.fields.get(name)
        if field is not None and field.type in _CHANGING_TYPES:
            reader.error(
                f"'{name}' is a {field.type}, which changes, but a primary key never does.",
                "Choose a field that stays.",
            )
        if field is not None and field.is_heavy:
            reader.error(f"the key field '{name}' is heavy.", "Lists need it; leave heavy out.")


def check_model_name(name: str, reader: Reader, table_class: str) -> None:
    """Report a model's name that Python or the generated module needs for something else."""
    problem = name_problem(name)
    if name in CLASS_NAMES:
        problem = "is taken by a class of ours"
    if name == table_class:
        problem = "is also the table class's name"
    if problem is not None:
        reader.error(f"'{name}' {problem}.", "Choose another name.")
    elif name[0].islower():
        # Fields and methods begin with a small letter: none can hide a class in its own body.
        problem = f"the class '{name}' begins with a small letter."
        reader.error(problem, f"Write {pascal_case(name)}.")


def finish_model(scope: ModelScope, parts: ModelParts) -> ModelSchema:
    """Put a model together from its fields and what the layout found."""
    fields = scope.fields
    key_fields = [name for name in parts.key.fields if name in fields]
    return ModelSchema(
        name=scope.name,
        handle=handle_name(scope.name),
        fields={
            name: _require(field) if name in key_fields else field for name, field in fields.items()
        },
        key=parts.key,
        primary_id=parts.primary_id,
        indexes=parts.indexes,
        uniques=parts.uniques,
        iteration=parts.iteration,
        type_value=parts.type_value,
        model_prefix=parts.model_prefix,
        version_field=_single(fields, "VersionField"),
        ttl_field=_single(fields, "TtlField"),
        counters=tuple(field.name for field in fields.values() if field.type == "CounterField"),
        is_mapping=parts.is_mapping,
        is_tenanted=scope.is_tenanted,
        description=scope.reader.text("description") or "",
        line=scope.reader.node.line,
    )


def _require(field: FieldSchema) -> FieldSchema:
    """A key field always has a value, whether the design says so or not."""
    sets_itself = field.auto_assign or field.type == "CreateDateField" or field.default is not None
    return field if sets_itself else replace(field, required=True)


def _single(fields: Mapping[str, FieldSchema], type_name: str) -> str | None:
    return next((field.name for field in fields.values() if field.type == type_name), None)


def read_former_buckets(scope: ModelScope, buckets: int) -> int:
    """Read how many buckets a model had before; 0 if it says nothing."""
    former = scope.reader.integer("formerIterationBuckets", 2, 1000)
    if former is not None and buckets == 1:
        scope.reader.error(
            "its items stand in one partition now, whose key has no bucket.",
            "Keep iterationBuckets at 2 or more until `tavola reindex` has run.",
            key="formerIterationBuckets",
        )
    return former or 0
