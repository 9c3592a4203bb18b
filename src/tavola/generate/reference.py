"""The reference of every key of a design file, written from its grammar.

python -m tavola.generate.reference docs/reference.md
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

from tavola.design.fields.field_types import FIELD_TYPES, FieldTypeGrammar
from tavola.design.keys.template_forms import TEMPLATE_FORMS
from tavola.design.reading.grammar import SECTIONS, GrammarKey, Section

__all__ = ["reference"]

_INTRODUCTION = """\
# The design file

Every key that a design file may hold. Two layouts say where items live, and a design uses one of
them: the **managed** layout (`primaryKey`, `modelPrefix`) writes keys by itself, **key templates**
(`key`) write them as you say. Where a key belongs to one layout, the table below says so.

This page is written from the grammar that `tavola check` uses:
`python -m tavola.generate.reference docs/reference.md`.
"""

_LAYOUTS = {"both": "", "managed": " Managed layout only.", "templates": " Key templates only."}


def reference() -> str:
    """Write the reference as Markdown."""
    sections = (_section(one) for one in SECTIONS.values())
    parts = [_INTRODUCTION, *sections, _field_types(), _template_forms()]
    return "\n".join(parts)


def _section(section: Section) -> str:
    title = f"`{section.path}`" if section.path else "The file"
    lines = [f"## {title}", "", section.meaning, "", *_table(section)]
    if section.open_keys:
        lines += ["", f"Other keys: {section.open_keys}"]
    return "\n".join([*lines, ""])


def _table(section: Section) -> Iterator[str]:
    yield "| key | value | meaning | default |"
    yield "|---|---|---|---|"
    for key in section.keys:
        meaning = key.meaning + _LAYOUTS[key.layout]
        yield f"| `{key.name}` | {key.type} | {meaning} | {_default(key)} |"


def _default(key: GrammarKey) -> str:
    return "**required**" if key.required else key.default


def _field_types() -> str:
    lines = [
        "## Field types",
        "",
        "Every type takes `required`, `defaultValue`, `heavy`, `expectedBytes` and `description`.",
        "",
        "| type | in Python | in the item | meaning | options of its own |",
        "|---|---|---|---|---|",
        *(_field_type(one) for one in FIELD_TYPES.values()),
    ]
    return "\n".join([*lines, ""])


def _field_type(one: FieldTypeGrammar) -> str:
    options = ", ".join(f"`{option}`" for option in one.options)
    return f"| `{one.name}` | `{one.python}` | {one.stored} | {one.meaning} | {options} |"


def _template_forms() -> str:
    lines = [
        "## Forms in key templates",
        "",
        "What may stand between braces in a key template; `{{` and `}}` are braces themselves. In "
        "a string that another component follows, `%` is written as `%25`, `#` as `%23`, and so "
        "for the first character of what follows; the last string of a template is written as it "
        "is.",
        "",
        "| form | for | meaning | example |",
        "|---|---|---|---|",
        *(
            f"| `{one.written}` | {one.types} | {one.meaning} | `{one.example}` |"
            for one in TEMPLATE_FORMS
        ),
    ]
    return "\n".join([*lines, ""])


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(reference(), "utf-8")
