"""The JSON Schema of a design file, written from its grammar, for editors.

python -m tavola.generate.json_schema docs/design.schema.json

It knows keys, options and the forms of values. What one part of a design says about another is
`tavola check`'s business.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from tavola.design.fields.field_types import COMMON_OPTIONS, FIELD_TYPES
from tavola.design.reading.grammar import SECTIONS, GrammarKey, Section

__all__ = ["is_json_schema", "json_schema", "json_schema_text"]

Schema = dict[str, Any]

_TITLE = "A Tavola design"

_ANYTHING: Schema = {}
_TEXTS: Schema = {"type": "array", "items": {"type": "string"}, "minItems": 1}


def _named(section: str) -> Schema:
    """Entries by name, each of one section's form."""
    return {"type": "object", "additionalProperties": {"$ref": f"#/$defs/{section}"}}


_PARTS: Mapping[tuple[str, str], Schema] = {
    ("design", "table"): {"$ref": "#/$defs/table"},
    ("design", "tables"): _named("table"),
    ("design", "models"): {**_named("model"), "minProperties": 1},
    ("design", "collections"): _named("collection"),
    ("design", "accessPatterns"): _named("pattern"),
    ("table", "indexes"): _named("tableIndex"),
    ("model", "fields"): {**_named("field"), "minProperties": 1},
    ("model", "primaryKey"): {"$ref": "#/$defs/primaryKey"},
    ("model", "iteration"): {"$ref": "#/$defs/iteration"},
    ("model", "uniqueConstraints"): _named("unique"),
    ("model", "indexes"): {
        "type": "object",
        "additionalProperties": {
            "anyOf": [
                {"const": "primaryKey"},
                {"$ref": "#/$defs/managedIndex"},
                {"$ref": "#/$defs/templateIndex"},
            ]
        },
    },
    ("field", "type"): {"enum": list(FIELD_TYPES)},
}
"""What stands in another section, or is a list of its own."""

_FORMS: Mapping[str, Schema] = {
    "string": {"type": "string"},
    "boolean": {"type": "boolean"},
    "integer": {"type": "integer"},
    "mapping": {"type": "object"},
    "mapping of strings": {"type": "object", "additionalProperties": {"type": "string"}},
    "list of strings": _TEXTS,
    "list of fields": _TEXTS,
    "list of models": _TEXTS,
    "filter": {"type": "object"},
    "field": {"type": "string"},
    "model": {"type": "string"},
    "index": {"type": "string"},
    "field or `modelPrefix`": {"type": "string"},
}
"""What the grammar's words for values mean; others may be anything."""

_RANGE = re.compile(r"integer, (\d+) to (\d+)")
_CHOICE = re.compile(r"`\w+`(?:(?:, | or )`\w+`)*")
_NUMBERED = re.compile(r"`([a-z]+)(\d+)` to `\1(\d+)`")


def json_schema() -> Schema:
    """Write the schema of a whole design file."""
    sections = {name: _section(name, section) for name, section in SECTIONS.items()}
    sections["field"]["allOf"] = _options_of_types()
    whole = sections.pop("design")
    # A directory of files is one design, so that a file of it may lack what another one has.
    whole.pop("required", None)
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": _TITLE,
        **whole,
        "$defs": sections,
    }


def is_json_schema(text: bytes) -> bool:
    """Say whether a file's text is this schema, in this version or another, or nothing at all."""
    return not text.strip() or f'"title": "{_TITLE}"'.encode() in text[:500]


def json_schema_text() -> str:
    """The schema as a file has it."""
    return msgspec.json.format(msgspec.json.encode(json_schema()), indent=1).decode() + "\n"


def _section(name: str, section: Section) -> Schema:
    schema: Schema = {
        "type": "object",
        "description": section.meaning,
        "properties": {key.name: _key(name, key) for key in section.keys},
        "additionalProperties": bool(section.open_keys),
    }
    required = [key.name for key in section.keys if key.required]
    return {**schema, "required": required} if required else schema


def _key(section: str, key: GrammarKey) -> Schema:
    form = _PARTS.get((section, key.name)) or _form(key.type)
    told = f"{key.meaning} Default: {key.default}." if key.default else key.meaning
    return {**form, "description": told}


def _form(words: str) -> Schema:
    found = _FORMS.get(words)
    if found is not None:
        return found
    if bounds := _RANGE.fullmatch(words):
        return {"type": "integer", "minimum": int(bounds[1]), "maximum": int(bounds[2])}
    if numbered := _NUMBERED.fullmatch(words):
        numbers = range(int(numbered[2]), int(numbered[3]) + 1)
        return {"enum": [f"{numbered[1]}{number}" for number in numbers]}
    if _CHOICE.fullmatch(words):
        return {"enum": re.findall(r"`(\w+)`", words)}
    return _ANYTHING


def _options_of_types() -> list[Schema]:
    """Each field type takes its own options, and those that all have."""
    return [
        {
            "if": {"properties": {"type": {"const": name}}, "required": ["type"]},
            "then": {"propertyNames": {"enum": sorted({*COMMON_OPTIONS, *grammar.options})}},
        }
        for name, grammar in FIELD_TYPES.items()
    ]


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(json_schema_text(), "utf-8")
