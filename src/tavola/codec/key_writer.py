"""From a primary key's values to its attributes, compiled once per model.

The compiled functions know only how to succeed; whatever they raise makes the codec go the long
way, which says what is wrong.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tavola.design.schema import KeyPair
from tavola.keys import TENANT, Placeholder, Template
from tavola.keys.template import writer_of
from tavola.model import inline
from tavola.model.compiled import compile_function
from tavola.model.shape import FieldShape

WriteKey = Callable[[Any, str | None], dict[str, dict[str, Any]]]
"""From values, by name or in order, and a tenant to the attributes of a key."""


class Text:
    """The lines of one function, and the objects that they name."""

    def __init__(
        self,
        name: str = "write_key",
        parameters: str = "_given, _tenant",
        names: dict[str, Any] | None = None,
    ) -> None:
        self._name = name
        self.templates: dict[Template, str] = {}
        """The expressions of the templates that are written already."""
        self.lines = [f"def {name}({parameters}):"]
        self.names: dict[str, Any] = names or {}

    def name(self, thing: Any) -> str:
        """Give an object a name."""
        name = f"_thing{len(self.names)}"
        self.names[name] = thing
        return name

    def compiled(self, model: str) -> Callable[..., Any]:
        """Make the function."""
        return compile_function(model, self._name, self.lines, {**inline.NAMES, **self.names})


def key_from_values(model: str, pair: KeyPair) -> WriteKey:
    """Make the function from checked values by name to the key."""
    text = Text()
    variables: dict[str, str] = {TENANT: "_tenant"}
    for number, field in enumerate(name for name in pair.fields if name != TENANT):
        variables[field] = f"_value{number}"
        text.lines.append(f" _value{number} = _given[{text.name(field)}]")
    text.lines.append(f" return {{{write_entries(text, pair, variables)}}}")
    return text.compiled(model)


def key_from_parts(model: str, pair: KeyPair, fields: Sequence[FieldShape]) -> WriteKey:
    """Make the function from unchecked values in order to the key."""
    text = Text("write_key_from_parts")
    variables: dict[str, str] = {TENANT: "_tenant"}
    values = [f"_value{number}" for number, _ in enumerate(fields)]
    text.lines.append(f" [{', '.join(values)}] = _given")
    for field, value in zip(fields, values, strict=True):
        variables[field.name] = value
        check = text.name(field.kind.check)
        usual = inline.fitting(field.schema, value)
        text.lines.append(f" if not ({usual}): {value} = {check}({value})")
    text.lines.append(f" return {{{write_entries(text, pair, variables)}}}")
    return text.compiled(model)


def write_entries(text: Text, pair: KeyPair, variables: dict[str, str]) -> str:
    """Write the lines that make a key's texts; return the entries of the dictionary of it."""
    made = [(one, write_template(text, one.template, variables)) for one in pair.attributes]
    return ", ".join(f"{one.name!r}: {{{one.template.tag!r}: {source}}}" for one, source in made)


def write_template(text: Text, template: Template, variables: dict[str, str]) -> str:
    """Write the lines that make a template's text, once; return the expression for it."""
    found = text.templates.get(template)
    if found is None:
        found = text.templates[template] = _write_parts(text, template, variables)
    return found


def _write_parts(text: Text, template: Template, variables: dict[str, str]) -> str:
    if template.is_constant and str(template):
        return repr(str(template))
    key = f"_key{len(text.lines)}"
    parts = [
        repr(part) if isinstance(part, str) else _placeholder(text, part, variables)
        for part in template.parts
    ]
    text.lines.append(f" {key} = {' + '.join(parts)}")
    # DynamoDB: a key is never empty. API reference, AttributeValue and key constraints.
    text.lines.append(f" if not {key}: raise ValueError")
    return key


def _placeholder(text: Text, part: Placeholder, variables: dict[str, str]) -> str:
    value = variables[part.field]
    write = text.name(writer_of(part))
    if part.form != "text":
        return f"{write}({value})"
    usual = f"{value}.__class__ is _str and {value}.isascii()"
    usual += "".join(f" and {mark!r} not in {value}" for mark in part.escaped)
    return f"({value} if {usual} else {write}({value}))"
