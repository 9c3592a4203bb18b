"""From a template's text and the fields it names to a key template, with the forms that sort."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import timedelta

from msgspec import Struct

from tavola.design.field_types import UNFILLABLE_TYPES
from tavola.design.fields import UnknownField
from tavola.design.names import find_meant, suggest
from tavola.design.schema import FieldSchema
from tavola.keys import (
    BUCKET,
    MAX_SHARDS,
    TENANT,
    Placeholder,
    Template,
    is_layout,
    key_form,
    stored_unit,
)

__all__ = ["TemplateProblem", "TemplateScope", "build_template", "managed_form", "split_template"]

_TOKEN = re.compile(r"\{\{|\}\}|\{([^{}]*)\}|[{}]|[^{}]+")
_PADDED = re.compile(r"0([1-9][0-9]?)d")
_FIXED = re.compile(r"0([1-9][0-9]?)\.([1-9][0-9]?)f")
_SHARDS = re.compile(r"shard:([0-9]{1,4})")
_TENANT_DELIMITERS = "#[]%"
_SECOND = timedelta(seconds=1)
_MILLISECOND = timedelta(milliseconds=1)


class TemplateProblem(Exception):
    """What is wrong with a template, and what would be right."""

    unknown = ""
    """The name that no field has."""
    mended: str | None = None
    """The template with the name that was meant."""

    def __init__(self, problem: str, remedy: str) -> None:
        super().__init__(problem)
        self.problem = problem
        self.remedy = remedy


class _UnknownName(TemplateProblem):
    """A template names what no field is."""

    def __init__(self, text: str, name: str, scope: TemplateScope) -> None:
        known = [
            *scope.fields,
            *(["tenant"] if scope.has_tenant else []),
            *(["bucket"] if scope.has_bucket else []),
        ]
        remedy = suggest(name, known)
        if name == "tenant":
            remedy = "Only a model of a table with tenancy has a tenant."
        super().__init__(f"'{text}' names unknown field '{name}'.", remedy)
        self.unknown = name
        meant = find_meant(name, known) if name != "tenant" else None
        if meant is not None and meant not in _names(split_template(text)):
            self.mended = re.sub(rf"\{{\s*{re.escape(name)}\s*(?=[:}}])", f"{{{meant}", text)


class TemplateScope(Struct, frozen=True):
    """What a template may name."""

    fields: Mapping[str, FieldSchema]
    has_tenant: bool = False
    has_bucket: bool = False
    is_primary: bool = False
    """In the primary key, where two values must never share a text."""


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


def build_template(text: str, scope: TemplateScope, *, is_sort: bool) -> Template:
    """Compile a template; a TemplateProblem says what is wrong with it."""
    if not text:
        raise TemplateProblem("the template is empty.", "DynamoDB takes no empty key.")
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
        return f"int:{_width(part.spec) or 3}"
    field = scope.fields.get(part.name)
    if field is None:
        raise _UnknownName(text, part.name, scope)
    if isinstance(field, UnknownField):
        return "text"
    if field.type in UNFILLABLE_TYPES:
        raise TemplateProblem(
            f"'{text}' names '{field.name}', a {field.type}, which no key can hold.",
            "Use a field with one text, number or date.",
        )
    if field.type == "CounterField" and scope.is_primary:
        raise TemplateProblem(
            f"'{text}' names the counter '{field.name}', but a primary key never changes.",
            "Use an IntegerField.",
        )
    if part.spec.startswith("%"):
        return _part_form(text, field, part.spec, is_sort=is_sort)
    if part.spec.split(":")[0] == "shard":
        return _shard_form(text, field, part.spec, is_sort=is_sort)
    form = _form_of_field(field, part.spec, is_sort=is_sort)
    if form is None:
        raise TemplateProblem(*_form_problem(text, field, part.spec, is_sort=is_sort))
    return form


def _part_form(text: str, field: FieldSchema, spec: str, *, is_sort: bool) -> str:
    """Give the form of `{at:%Y-%m}`."""
    if not field.is_date:
        raise TemplateProblem(
            f"'{text}' asks for a part of '{field.name}', a {field.type}, which is no date.",
            f"Write {{{field.name}}}.",
        )
    if is_sort:
        raise TemplateProblem(
            f"'{text}' has a part of the date '{field.name}' in a sort key.",
            f"Write {{{field.name}:iso}} there; parts divide partitions.",
        )
    if not is_layout(spec):
        raise TemplateProblem(
            f"'{text}' asks for '{field.name}' as '{spec}', which is no part of a date.",
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
    inner = _form_of_field(field, "", is_sort=False)
    if inner is None:
        raise TemplateProblem(
            f"'{text}' has a shard of '{field.name}', a {field.type}, which has no exact text.",
            "Choose a field with one, as the item's id.",
        )
    return f"shard:{int(number[1])}:{inner}"


def _width(spec: str) -> int | None:
    padded = _PADDED.fullmatch(spec)
    return int(padded[1]) if padded else None


def _form_of_field(field: FieldSchema, spec: str, *, is_sort: bool) -> str | None:
    """Give the form's code, or None when the type has no such form or it would not sort."""
    if field.is_date:
        return _date_form(field, spec, is_sort=is_sort)
    if field.type in ("IntegerField", "CounterField") or _is_counted(field):
        return _integer_form(spec, is_sort=is_sort)
    if field.type in ("FloatField", "DecimalField"):
        return _fraction_form(field, spec, is_sort=is_sort)
    if field.type == "StringField" and spec in ("lower", "fold"):
        return spec
    if spec == "raw" and field.type in ("StringField", "EnumField", "RelatedField"):
        return "raw"
    if spec:
        return None
    return {"BooleanField": "bool", "UuidField": "uuid"}.get(field.type, "text")


def _is_counted(field: FieldSchema) -> bool:
    """Whether it is a version that counts."""
    return field.type == "VersionField" and field.is_numbered


def _integer_form(spec: str, *, is_sort: bool) -> str | None:
    if spec == "sortable":
        return "int20"
    if not spec:
        return None if is_sort else "int"
    width, is_descending = _digits(spec)
    return f"{'desc' if is_descending else 'int'}:{width}" if width else None


def _digits(spec: str) -> tuple[int | None, bool]:
    """Read `08d` or `desc:08d`: the width, and whether the numbers sort the other way round."""
    return _width(spec.removeprefix("desc:")), spec.startswith("desc:")


def _fraction_form(field: FieldSchema, spec: str, *, is_sort: bool) -> str | None:
    if spec == "sortable" and field.type == "FloatField":
        return "float16"
    fixed = _FIXED.fullmatch(spec)
    if fixed and int(fixed[1]) > int(fixed[2]) + 1:
        return f"fixed:{int(fixed[1])}.{int(fixed[2])}"
    if not spec and field.type == "DecimalField" and not is_sort:
        return "decimal"
    return None


def _date_form(field: FieldSchema, spec: str, *, is_sort: bool) -> str | None:
    storage = field.storage or ""
    keeps_seconds = stored_unit(storage) >= _SECOND
    unit = "s" if keeps_seconds else "ms"
    if not spec and "%" in storage:
        return f"date:{storage}"
    if stored_unit(storage) < _MILLISECOND:
        return None
    if spec == "sortable":
        return "ms20"
    if spec == "iso" or (not spec and field.storage == "iso"):
        return "iso"
    if (spec == "isoSeconds" and keeps_seconds) or (not spec and field.storage == "isoSeconds"):
        return "isoSeconds"
    width, is_descending = _digits(spec)
    if width:
        return f"{'desc' if is_descending else ''}{unit}:{width}"
    return unit if not spec and not is_sort else None


def _form_problem(text: str, field: FieldSchema, spec: str, *, is_sort: bool) -> tuple[str, str]:
    example = _EXAMPLES.get(field.type, "013d" if field.is_date else "")
    if field.storage == "epochSeconds":
        example = "010d"
    if _is_counted(field):
        example = "08d"
    if field.is_date and stored_unit(field.storage or "") < _MILLISECOND:
        return (
            f"'{text}' drops the microseconds of '{field.name}', so that two items could share "
            "a key.",
            f"Write {{{field.name}}}.",
        )
    written = f"{{{field.name}:{example}}}"
    if not spec and is_sort:
        kind = "date" if field.is_date else "number"
        return f"'{text}' has the {kind} '{field.name}', which does not sort.", f"Write {written}."
    if not spec:
        return f"'{text}' has the number '{field.name}' in no exact form.", f"Write {written}."
    if spec == "isoSeconds":
        return (
            f"'{text}' drops the milliseconds of '{field.name}', so that two items could share "
            "a key.",
            f"Write {{{field.name}:iso}}, or store the field as isoSeconds.",
        )
    remedy = f"Write {written}." if example else f"Write {{{field.name}}}."
    meant = find_meant(spec, ("lower", "fold", "raw", "iso", "sortable", "shard:8"))
    if meant is not None and _form_of_field(field, meant, is_sort=is_sort) is not None:
        remedy = f"Did you mean {{{field.name}:{meant}}}?"
    return f"'{text}' asks for '{field.name}' as '{spec}', which {field.type} has not.", remedy


_EXAMPLES = {
    "IntegerField": "08d",
    "CounterField": "08d",
    "FloatField": "sortable",
    "DecimalField": "012.2f",
}

_MANAGED_FORMS = {
    "IntegerField": "int20",
    "CounterField": "int20",
    "FloatField": "float16",
    "BooleanField": "bool",
    "UuidField": "uuid",
    "DecimalField": "decimal",
}


def managed_form(field: FieldSchema) -> str:
    """Give the form that a field has in keys of the managed layout."""
    if field.is_date:
        return f"date:{field.storage}" if "%" in (field.storage or "") else "ms20"
    if _is_counted(field):
        return "int20"
    return _MANAGED_FORMS.get(field.type, "text")
