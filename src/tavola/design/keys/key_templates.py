"""From a template's text and the fields it names to a key template, with the forms that sort."""

from __future__ import annotations

import re
from collections.abc import Mapping

from msgspec import Struct

from tavola.design.fields.field_types import UNFILLABLE_TYPES
from tavola.design.fields.fields import UnknownField
from tavola.design.fields.member_paths import find_member, members_on
from tavola.design.keys.field_forms import (
    form_of_field,
    form_problem,
    natural_form,
    padded_width,
    stored_tag,
)
from tavola.design.keys.key_attributes import UNKNOWN_TYPE
from tavola.design.names import find_closest, is_name, suggest, with_article
from tavola.design.schema import FieldSchema
from tavola.keys import (
    BUCKET,
    MAX_SHARDS,
    TENANT,
    Placeholder,
    Template,
    is_layout,
    key_form,
)

__all__ = [
    "TemplateProblem",
    "TemplateScope",
    "build_template",
    "is_field_itself",
    "split_template",
]

_TOKEN = re.compile(r"\{\{|\}\}|\{([^{}]*)\}|[{}]|[^{}]+")
_SHARDS = re.compile(r"shard:([0-9]{1,4})")
_TENANT_DELIMITERS = "#[]%"


class TemplateProblem(Exception):
    """What is wrong with a template, and what would be right."""

    unknown = ""
    """The name that no field has."""
    corrected: str | None = None
    """The template with the name that was meant."""

    def __init__(self, problem: str, remedy: str) -> None:
        super().__init__(problem)
        self.problem = problem
        self.remedy = remedy


class _UnknownName(TemplateProblem):
    """A template names what no field is."""

    def __init__(self, text: str, name: str, scope: TemplateScope) -> None:
        # A name that no field may have is not what was meant: a template reads it as another.
        known = [
            *filter(is_name, scope.fields),
            *(["tenant"] if scope.has_tenant else []),
            *(["bucket"] if scope.has_bucket else []),
        ]
        remedy = suggest(name, known)
        if name == "tenant":
            remedy = "Only a model of a table with tenancy has a tenant."
        super().__init__(f"'{text}' names unknown field '{name}'.", remedy)
        self.unknown = name
        meant = find_closest(name, known) if name != "tenant" else None
        if meant is not None and meant not in _names(split_template(text)):
            self.corrected = re.sub(rf"\{{\s*{re.escape(name)}\s*(?=[:}}])", f"{{{meant}", text)


class TemplateScope(Struct, frozen=True):
    """What a template may name."""

    fields: Mapping[str, FieldSchema]
    has_tenant: bool
    has_bucket: bool = False
    is_primary: bool = False
    """In the primary key, where two values must never share a string."""
    is_index: bool = False
    """In the key of an index, where attributes that an item has anyway may be left out."""
    types: Mapping[str, str] = {}
    """`N` or `B` for key attributes that are not strings."""
    known: Mapping[str, Template] = {}
    """Templates of key attributes that the model has already."""
    primary: tuple[str, ...] = ()
    """The attributes of the primary key, which every item has."""

    def field_at(self, attribute: str) -> FieldSchema | None:
        """Find the field that is stored as this attribute."""
        found = (one for one in self.fields.values() if one.attribute_name == attribute)
        return next(found, None)

    def has(self, attribute: str) -> bool:
        """Whether an item has the attribute anyway."""
        return attribute in self.known or self.field_at(attribute) is not None


class _Name(Struct, frozen=True):
    name: str
    spec: str


def split_template(text: str) -> list[str | _Name]:
    """Split `USER#{name:08d}` into literals and names; `{{` and `}}` stand for braces."""
    parts: list[str | _Name] = []
    for token in _TOKEN.finditer(text):
        if token[1] is not None:
            name, _, spec = token[1].partition(":")
            parts.append(_Name(name.strip(), spec.strip()))
        elif token[0] in ("{", "}"):
            raise TemplateProblem(f"'{text}' has a single '{token[0]}'.", "Write {{ or }} for one.")
        else:
            literal = token[0].replace("{{", "{").replace("}}", "}")
            if parts and isinstance(parts[-1], str):
                literal = str(parts.pop()) + literal
            parts.append(literal)
    return parts


def is_field_itself(text: str, field: FieldSchema) -> bool:
    """Say whether a template is one placeholder without form: the field, and nothing else."""
    try:
        return split_template(text) == [_Name(field.name, "")]
    except TemplateProblem:
        return False


def build_template(
    text: str, scope: TemplateScope, *, is_sort: bool, attribute: str = ""
) -> Template:
    """Compile a template of a key attribute; a TemplateProblem says what is wrong with it."""
    if not text:
        raise TemplateProblem("the template is empty.", "DynamoDB takes no empty key.")
    field = scope.field_at(attribute) if attribute else None
    if field is not None and is_field_itself(text, field):
        return _natural(text, field, scope, attribute)
    if scope.types.get(attribute, UNKNOWN_TYPE) != UNKNOWN_TYPE:
        kind = "a number" if scope.types[attribute] == "N" else "binary"
        raise TemplateProblem(
            f"'{text}' is a string, and the table's '{attribute}' is {kind}.",
            f"Write the field itself, stored as '{attribute}'.",
        )
    split = split_template(text)
    names = _names(split)
    repeated = sorted({name for name in names if names.count(name) > 1})
    if repeated:
        raise TemplateProblem(f"'{text}' names '{repeated[0]}' twice.", "Name it once.")
    parts: list[str | Placeholder] = []
    for index, part in enumerate(split):
        if isinstance(part, str):
            parts.append(part)
            continue
        form = _form(text, part, scope, is_sort=is_sort)
        following = split[index + 1] if index + 1 < len(split) else None
        if form == "raw":
            # As it is, but for what would end it too early.
            form = f"raw:{following}" if isinstance(following, str) else "text"
        name = _placeholder_name(part.name, scope)
        parts.append(Placeholder(name, form, _escaped(text, part.name, form, following)))
    template = Template(tuple(parts))
    if len(template.fields) - len(template.asked) > 1:
        raise TemplateProblem(f"'{text}' has two shards.", "One field chooses the shard.")
    if sum(bool(one.date_layout) for one in template.placeholders) > 1:
        raise TemplateProblem(f"'{text}' has parts of two dates.", "Keep one of them.")
    return template


def _natural(text: str, field: FieldSchema, scope: TemplateScope, attribute: str) -> Template:
    """Compile a key attribute that is a field itself: its form is what the field stores."""
    if isinstance(field, UnknownField):
        return Template((Placeholder(field.name),))
    tag, wanted = stored_tag(field), scope.types.get(attribute, "S")
    if tag is None:
        raise TemplateProblem(
            f"'{text}' is the field '{field.name}', a {field.type}, which no key can hold.",
            "Use a field with one string, number, date or bytes.",
        )
    if field.type == "CounterField" and scope.is_primary:
        raise TemplateProblem(*_counter_problem(text, field))
    if wanted not in (tag, UNKNOWN_TYPE):
        raise TemplateProblem(
            f"'{text}' is the field '{field.name}', stored as {tag}, and the table's "
            f"'{attribute}' is {wanted}.",
            f"Write {{name: {attribute}, type: {tag}}} in the table, or another field here.",
        )
    # All that a field stores sorts as its values do, so that it may be a sort key.
    return Template((Placeholder(field.name, natural_form(field, tag)),))


def _counter_problem(text: str, field: FieldSchema) -> tuple[str, str]:
    return (
        f"'{text}' names the counter '{field.name}', but a primary key never changes.",
        "Use an IntegerField.",
    )


def _names(parts: list[str | _Name]) -> list[str]:
    return [part.name for part in parts if isinstance(part, _Name)]


def _placeholder_name(name: str, scope: TemplateScope) -> str:
    if name == "tenant" and scope.has_tenant:
        return TENANT
    return BUCKET if name == "bucket" and scope.has_bucket else name


def _escaped(text: str, name: str, form: str, following: str | _Name | None) -> str:
    """Find the characters that the placeholder must not write as they are."""
    if following is None or key_form(form).is_fixed_width:
        return ""
    if isinstance(following, _Name):
        raise TemplateProblem(
            f"'{text}' has '{name}' and '{following.name}' without a delimiter between them.",
            f"Write {{{name}}}#{{{following.name}}}.",
        )
    delimiter = following[0]
    if form == "tenant":
        if delimiter not in _TENANT_DELIMITERS:
            raise TemplateProblem(
                f"'{text}' ends the tenant with '{delimiter}', which a tenant id may hold.",
                "End it with '#'.",
            )
        return ""
    if form.startswith("raw:"):
        return ""
    if form in ("text", "lower", "fold"):
        return "%#" if delimiter in "%#" else "%#" + delimiter
    if delimiter in "0123456789-.":
        raise TemplateProblem(
            f"'{text}' ends the number '{name}' with '{delimiter}'.", "End it with '#'."
        )
    return ""


def _form(text: str, part: _Name, scope: TemplateScope, *, is_sort: bool) -> str:
    if part.name == "tenant" and scope.has_tenant:
        return "tenant"
    if part.name == "bucket" and scope.has_bucket:
        return f"int:{padded_width(part.spec) or 3}"
    field = scope.fields.get(part.name) or _find_path(text, part.name, scope)
    if field is None:
        raise _UnknownName(text, part.name, scope)
    if isinstance(field, UnknownField):
        return "text"
    if field.type in UNFILLABLE_TYPES:
        raise TemplateProblem(
            f"'{text}' names '{field.name}', a {field.type}, which no key can hold.",
            "Use a field with one string, number or date.",
        )
    if field.type == "CounterField" and scope.is_primary:
        raise TemplateProblem(*_counter_problem(text, field))
    if part.spec.startswith("%"):
        return _part_form(text, field, part.spec, is_sort=is_sort)
    if part.spec.split(":")[0] == "shard":
        return _shard_form(text, field, part.spec, is_sort=is_sort)
    form = form_of_field(field, part.spec, is_sort=is_sort)
    if form is None:
        raise TemplateProblem(*form_problem(text, field, part.spec, is_sort=is_sort))
    return form


def _find_path(text: str, path: str, scope: TemplateScope) -> FieldSchema | None:
    """Find what stands at the end of a path into a map."""
    first, *rest = path.split(".")
    field = scope.fields.get(first)
    if field is None or not rest:
        return None
    if field.type != "MapField" or not field.members:
        raise TemplateProblem(
            f"'{text}' reads into '{first}', {with_article(field.type)} without members of its "
            "own.",
            "Name them: {type: MapField, fields: …}.",
        )
    if not scope.is_index:
        raise TemplateProblem(
            f"'{text}' reads into the map '{first}', which may change.",
            "Only keys of indexes read into maps; make it a field of the item.",
        )
    member = find_member(scope.fields, path)
    if member is None:
        inner = members_on(scope.fields, path.rpartition(".")[0])
        known = inner[-1].members if inner else field.members
        raise TemplateProblem(
            f"'{text}' names '{path}', and there is no such member.",
            suggest(rest[-1], [one.name for one in known]),
        )
    if any(one.python_name == member.python_name for one in scope.fields.values()):
        raise TemplateProblem(
            f"'{text}' has '{path}', which is '{member.python_name}' in Python, as a field is.",
            "Rename one.",
        )
    return member


def _part_form(text: str, field: FieldSchema, spec: str, *, is_sort: bool) -> str:
    """Give the form of `{at:%Y-%m}`."""
    if not field.is_date:
        raise TemplateProblem(
            f"'{text}' asks for a part of '{field.name}', {with_article(field.type)}, which is "
            "not a date.",
            f"Write {{{field.name}}}.",
        )
    if "." in field.name:
        raise TemplateProblem(
            f"'{text}' has a part of the date '{field.name}', which stands in a map.",
            "Make it a field of the item.",
        )
    if is_sort:
        raise TemplateProblem(
            f"'{text}' has a part of the date '{field.name}' in a sort key.",
            f"Write {{{field.name}:iso}} there; parts divide partitions.",
        )
    if not is_layout(spec):
        raise TemplateProblem(
            f"'{text}' asks for '{field.name}' as '{spec}', which is not part of a date.",
            f"Begin with %Y, then %m, %d and %H in this order, as {{{field.name}:%Y-%m}}.",
        )
    return f"part:{spec}"


def _shard_form(text: str, field: FieldSchema, spec: str, *, is_sort: bool) -> str:
    """Give the form of `{f:shard:8}`: by the text that `{f}` alone would have."""
    if is_sort:
        raise TemplateProblem(
            f"'{text}' has a shard of '{field.name}' in a sort key.",
            "Shards divide partitions; write it into the partition key.",
        )
    number = _SHARDS.fullmatch(spec)
    if number is None or not 1 <= int(number[1]) <= MAX_SHARDS:
        raise TemplateProblem(
            f"'{text}' asks for '{field.name}' as '{spec}'.",
            f"Write {{{field.name}:shard:8}}, with 1 to {MAX_SHARDS} shards.",
        )
    inner = form_of_field(field, "", is_sort=False)
    if inner is None:
        raise TemplateProblem(
            f"'{text}' has a shard of '{field.name}', a {field.type}, which has no exact string.",
            "Choose a field with one, as the item's id.",
        )
    return f"shard:{int(number[1])}:{inner}"
