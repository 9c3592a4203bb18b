"""Typed maps: `fields` of a MapField, and `items` with fields of their own."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from msgspec.structs import replace

from tavola.design.names import name_problem, pascal_case
from tavola.design.reading.reader import Reader
from tavola.design.reading.yaml_tree import Node
from tavola.design.schema import FieldSchema, ModelSchema

__all__ = [
    "MEMBER_NAMES",
    "MEMBER_TYPES",
    "check_classes",
    "name_classes",
    "read_nested",
    "with_json_names",
]

CompileMember = Callable[[str, Node, Reader], FieldSchema]
"""Reads one field, by its name, of the mapping that holds it."""

MEMBER_TYPES = (
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
    "DateTimeField",
)
"""What a member of a map may be: nothing that the table sets, and nothing that it looks after."""

MEMBER_NAMES = frozenset(
    ["set", "set_default", "remove", "exists", "is_missing", "between", "is_in", "member"]
)
"""Names that members may not take: what conditions and changes of a map are made by."""

_REFUSED = ("heavy", "autoAssign", "transitions", "initial")


def read_nested(field: FieldSchema, reader: Reader, compile_member: CompileMember) -> FieldSchema:
    """Read what a list's or map's members are; what is wrong is reported and left out."""
    items, fields = reader.child("items"), reader.child("fields")
    if fields is not None and items is not None:
        reader.error("it has 'fields' and 'items'.", "A map has one of them.", key="items")
        return field
    if fields is not None and field.type == "MapField":
        field = _with_members(field, reader, compile_member)
    elif items is not None and isinstance(items.value, dict):
        element = _read_element(reader, items, compile_member)
        field = replace(field, element=element) if element is not None else field
    if (field.members or field.element) and field.default not in (None, []):
        reader.error(
            "a field with typed members takes no default but an empty list.",
            "Give its members defaults.",
            key="defaultValue",
        )
        field = replace(field, default=None)
    return field


def _with_members(field: FieldSchema, reader: Reader, compile_member: CompileMember) -> FieldSchema:
    entries = reader.entries("fields")
    if not entries:
        reader.error("'fields' is empty.", "Name at least one member.", key="fields")
    members: dict[str, FieldSchema] = {}
    for name, node in entries.items():
        member = compile_member(name, node, reader)
        inner = Reader(node, f"{reader.where}.fields.{name}", reader.findings)
        _check_member(member, inner, {one.python_name for one in members.values()})
        members[name] = member
    if field.max_member_count is not None:
        reader.error(
            "a map with 'fields' takes no 'maxMemberCount'.", "Leave it out.", key="maxMemberCount"
        )
    return replace(field, members=tuple(members.values()), class_name=reader.text("class") or "")


def _check_member(member: FieldSchema, reader: Reader, taken: set[str]) -> None:
    if member.type not in MEMBER_TYPES:
        reader.error(
            f"a map holds no {member.type}.", f"It holds {', '.join(MEMBER_TYPES)}.", key="type"
        )
    for option in _REFUSED:
        if option in reader.node.entries:
            reader.error(f"a member takes no '{option}'.", "Leave it out.", key=option)
    problem = name_problem(member.name, MEMBER_NAMES)
    if problem is not None:
        reader.error(f"'{member.name}' {problem}.", "Choose another, and say 'attribute'.")
    if member.python_name in taken:
        reader.error(f"another member is '{member.python_name}' in Python too.", "Rename one.")


def _read_element(reader: Reader, items: Node, compile_member: CompileMember) -> FieldSchema | None:
    inner = Reader(items, f"{reader.where}.items", reader.findings)
    element = compile_member("items", items, inner)
    if element.type not in MEMBER_TYPES:
        inner.error(
            f"a list or map holds no {element.type}.",
            f"It holds {', '.join(MEMBER_TYPES)}.",
            key="type",
        )
        return None
    for option in (*_REFUSED, "required", "defaultValue", "attribute"):
        if option in items.entries:
            inner.error(f"'items' takes no '{option}'.", "Leave it out.", key=option)
    return element


def name_classes(model: str, field: FieldSchema) -> FieldSchema:
    """Give the class of every typed map in a field a name: the model's and the field's."""
    return _named(model + pascal_case(field.name), field)


def _named(name: str, field: FieldSchema) -> FieldSchema:
    if field.element is not None:
        return replace(field, element=_named(name, field.element))
    if not field.members:
        return field
    own = field.class_name or name
    members = tuple(_named(own + pascal_case(one.name), one) for one in field.members)
    return replace(field, class_name=own, members=members)


def with_json_names(field: FieldSchema) -> FieldSchema:
    """Give a field, and all members inside of it, names in camelCase."""
    first, *others = field.python_name.split("_")
    name = first + "".join(other[:1].upper() + other[1:] for other in others)
    element = None if field.element is None else with_json_names(field.element)
    members = tuple(map(with_json_names, field.members))
    json_name = name if name != field.python_name else ""
    return replace(field, json_name=json_name, element=element, members=members)


def check_classes(models: Mapping[str, ModelSchema], taken: set[str], root: Reader) -> None:
    """Report classes of typed maps whose names are taken, or whose members differ."""
    seen: dict[str, FieldSchema] = {}
    for model in models.values():
        for field in model.fields.values():
            for typed in _typed_in(field):
                _check_class(typed, model, field, taken, seen, root)


def _typed_in(field: FieldSchema) -> Iterator[FieldSchema]:
    if field.element is not None:
        yield from _typed_in(field.element)
    if field.members:
        yield field
        for member in field.members:
            yield from _typed_in(member)


def _check_class(
    typed: FieldSchema,
    model: ModelSchema,
    field: FieldSchema,
    taken: set[str],
    seen: dict[str, FieldSchema],
    root: Reader,
) -> None:
    name = typed.class_name
    at = Node(None, typed.line, root.node.file)
    where = f"{model.name}.fields.{field.name}"
    if not name.isidentifier() or not name[:1].isupper():
        problem = f"'{name}' is not a name for a class."
        root.findings.error(at, where, problem, "Write one as Address.")
    elif name in taken:
        root.findings.error(at, where, f"'{name}' is a model or the table.", "Choose another.")
    elif seen.setdefault(name, typed).members != typed.members:
        line = seen[name].line
        problem = f"class '{name}' has other members than in line {line}."
        root.findings.error(at, where, problem, "Write the same ones, or another class.")
