"""What all parts of a generated module share: the design, its class names, sync or async."""

from __future__ import annotations

from collections.abc import Collection

from tavola.design.fields.member_paths import has_key_field, key_field
from tavola.design.schema import Design, FieldSchema, IndexSchema, KeyPair, ModelSchema
from tavola.generate.imports import Imports
from tavola.generate.python_types import Annotations, typed_maps

__all__ = ["ModuleScope"]

Parameters = tuple[tuple[str, str], ...]


class ModuleScope:
    """The names and types of one module."""

    def __init__(self, design: Design, *, is_async: bool) -> None:
        self.design = design
        self.is_async = is_async
        self.imports = Imports(_taken(design))
        self.fields = self._claim("Fields")
        self.field_names = self._claim("Field")
        self.changes = self._claim("Changes")
        self.methods = self._claim("Methods")
        self.plans = self._claim("Plans")
        self.handles = self._claim("Handle")
        self.annotations = Annotations(design, self.imports)
        self.define = "async def" if is_async else "def"
        self.wait = "await " if is_async else ""

    def _claim(self, suffix: str) -> dict[str, str]:
        return {name: self.imports.claim(name + suffix) for name in self.design.models}

    def handle_of_instance(self, model: str) -> str:
        """How an instance reaches another model's handle."""
        schema = self.design.models[model]
        table = f"{self.imports.name('table_of')}(self, {self.design.name})"
        if self.design.has_tenancy and not schema.is_tenanted:
            table += ".untenanted"
        return f"{table}.{schema.handle}"

    def key_fields(self, model: ModelSchema) -> list[FieldSchema]:
        """The fields of the primary key."""
        return [model.fields[name] for name in model.key_fields]

    def key_parameters(self, model: ModelSchema) -> Parameters:
        """The primary key as parameters."""
        return tuple(
            ("", f"{field.python_name}: {self.annotations.value(model, field)}")
            for field in self.key_fields(model)
        )

    def key_tuple(self, model: ModelSchema) -> str:
        """The primary key's parameters as a tuple."""
        names = [field.python_name for field in self.key_fields(model)]
        return f"({', '.join(names)}{',' if len(names) == 1 else ''})"

    def partition_names(self, model: ModelSchema, key: KeyPair) -> list[str]:
        """The Python names of the partition key's fields."""
        return [key_field(model, name).python_name for name in _fields(model, key.partition_asked)]

    def partition_parameters(self, model: ModelSchema, key: KeyPair) -> Parameters:
        """The partition key's fields, each by equality, or by a range of the parts of a date."""
        fields = [key_field(model, name) for name in _fields(model, key.partition_asked)]
        parts = {one.field for one in key.partition_placeholders if one.date_layout}
        return tuple(
            ("", f"{field.python_name}: {self._asked(model, field, is_part=field.name in parts)}")
            for field in fields
        )

    def _asked(self, model: ModelSchema, field: FieldSchema, *, is_part: bool) -> str:
        """The type of a field of a partition key; of a date's part a range may be asked too."""
        value = self.annotations.value(model, field)
        return f"{value} | {self.imports.name('SortCondition')}" if is_part else value

    def sort_names(
        self, model: ModelSchema, key: KeyPair, without: Collection[str] = ()
    ) -> list[str]:
        """The Python names of the sort key's fields."""
        return [key_field(model, name).python_name for name in _sort_fields(model, key, without)]

    def sort_parameters(
        self, model: ModelSchema, key: KeyPair, without: Collection[str] = ()
    ) -> Parameters:
        """The sort key's fields, each a value or a condition."""
        fields = [key_field(model, name) for name in _sort_fields(model, key, without)]
        return tuple(
            ("", f"{field.python_name}: {self.annotations.sort(model, field)} = None")
            for field in fields
        )

    def query_options(self, model: ModelSchema, index: IndexSchema) -> str:
        """The type of a query's other arguments; only what the table itself holds is consistent."""
        is_global = index.physical is not None and not index.physical.is_local
        options = self.imports.name("IndexOptions" if is_global else "QueryOptions")
        return f"{self.imports.name('Unpack')}[{options}[{self.field_names[model.name]}]]"


def _fields(model: ModelSchema, names: Collection[str]) -> list[str]:
    return [name for name in dict.fromkeys(names) if has_key_field(model, name)]


def _sort_fields(model: ModelSchema, key: KeyPair, without: Collection[str]) -> list[str]:
    known = {*key.partition_asked, *without}
    return [name for name in _fields(model, key.sort_fields) if name not in known]


def _taken(design: Design) -> set[str]:
    """Every name that the design gives to something in the module."""
    names = {design.name, *design.models}
    for name, (_, typed) in typed_maps(design).items():
        names |= {name, *(member.python_name for member in typed.members)}
    for model in design.models.values():
        names |= {field.python_name for field in model.fields.values()}
        names |= {index.python_name for index in model.indexes.values()}
        names |= {relation.python_name for relation in model.relations}
        names |= {unique.python_name for unique in model.uniques.values()}
    names |= {pattern.python_name for pattern in design.patterns.values()}
    names |= {model.handle for model in design.models.values()}
    return names | {collection.python_name for collection in design.collections.values()}
