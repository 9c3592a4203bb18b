"""What DynamoDB's own limits leave of a table: the lengths of names, included attributes, tags."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from tavola.design.names import suggest
from tavola.design.reading.findings import Findings
from tavola.design.reading.sources import Sources
from tavola.design.schema import Design, PhysicalIndex

__all__ = ["check_included", "check_table_limits"]

# DynamoDB: names of key attributes and of projected ones; others may be longer. Developer guide,
# HowItWorks.NamingRulesDataTypes.
_MAX_NAME_BYTES = 255
# DynamoDB: at most 20 attributes for each index. API reference, Projection. And 100 over all
# indexes of a table. Developer guide, ServiceQuotas.
_MAX_INCLUDED = 20
_MAX_INCLUDED_OF_ALL = 100
# DynamoDB: tags. Developer guide, Tagging.
_MAX_TAGS = 50
_MAX_TAG_KEY = 128
_MAX_TAG_VALUE = 256
_TAG_CHARACTERS = "_.:/=+-@"
_SHOWN = 40


def check_table_limits(design: Design, sources: Sources, findings: Findings) -> None:
    """Report names that are too long for a key, and tags that no table can have."""
    _check_key_names(design, sources, findings)
    _check_tags(design, sources, findings)


def _check_key_names(design: Design, sources: Sources, findings: Findings) -> None:
    table = design.table
    found = {
        "partitionKey": table.partition_key,
        "sortKey": table.sort_key or "",
        "ttlAttribute": table.ttl_attribute or "",
    }
    for key, name in found.items():
        if _is_too_long(name):
            at, where = sources.table_entry(table.name, key)
            findings.error(at, where, *_too_long(name))
    for index in table.indexes:
        for name in filter(_is_too_long, dict.fromkeys(_own_keys(index))):
            at, where = sources.table_entry(table.name, "indexes", index.name)
            findings.error(at, where, *_too_long(name))


def _own_keys(index: PhysicalIndex) -> tuple[str, ...]:
    # A local index has the table's partition key, of which the table tells.
    return index.keys[1:] if index.is_local else index.keys


def _is_too_long(name: str) -> bool:
    return len(name.encode("utf-8", "surrogatepass")) > _MAX_NAME_BYTES


def _too_long(name: str) -> tuple[str, str]:
    length = len(name.encode("utf-8", "surrogatepass"))
    problem = f"the attribute '{_shown(name)}' has a name of {length} bytes."
    return problem, f"DynamoDB takes {_MAX_NAME_BYTES} there."


def _shown(text: str) -> str:
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}…"


def check_included(design: Design, sources: Sources, findings: Findings) -> None:
    """Report attributes of projections that no model has, that are too long, or too many."""
    table = design.table
    fields = [
        field.attribute_name for model in design.models.values() for field in model.fields.values()
    ]
    for index in table.indexes:
        at, where = sources.table_entry(table.name, "indexes", index.name)
        if len(index.included) > _MAX_INCLUDED:
            problem = f"the projection includes {len(index.included)} attributes."
            remedy = f"DynamoDB takes {_MAX_INCLUDED}; with more, write projection: all."
            findings.error(at, where, problem, remedy)
        for name in index.included:
            if name not in fields and name != table.type_attribute:
                problem = f"the projection includes '{name}', which no model has."
                findings.error(at, where, problem, suggest(name, dict.fromkeys(fields)))
            elif _is_too_long(name):
                findings.error(at, where, *_too_long(name))
    total = sum(len(index.included) for index in table.indexes)
    if total > _MAX_INCLUDED_OF_ALL:
        at, where = sources.table_entry(table.name, "indexes")
        problem = f"the projections include {total} attributes over all indexes."
        remedy = f"DynamoDB takes {_MAX_INCLUDED_OF_ALL}; write projection: all for some."
        findings.error(at, where, problem, remedy)


def _check_tags(design: Design, sources: Sources, findings: Findings) -> None:
    tags = design.table.tags
    for name, value in tags.items():
        at, _ = sources.table_entry(design.table.name, "tags", name)
        where = sources.tables[design.table.name].where
        for problem, remedy in (*_key_problems(name), *_value_problems(name, value)):
            findings.error(at, where, problem, remedy)
    if len(tags) > _MAX_TAGS:
        at, where = sources.table_entry(design.table.name, "tags")
        findings.error(at, where, f"has {len(tags)} tags.", f"DynamoDB takes {_MAX_TAGS}.")


def _key_problems(name: str) -> Iterator[tuple[str, str]]:
    if not 1 <= len(name) <= _MAX_TAG_KEY:
        problem = f"the tag '{_shown(name)}' has a key of {len(name)} characters."
        yield problem, f"DynamoDB takes 1 to {_MAX_TAG_KEY}."
    if name.startswith("aws:"):
        yield f"the tag '{_shown(name)}' begins with 'aws:'.", "AWS keeps that for its own tags."
    if not _is_tag_text(name):
        yield (
            f"the key of the tag '{_shown(name)}' has a character that no tag may have.",
            _TAG_REMEDY,
        )


def _value_problems(name: str, value: str) -> Iterator[tuple[str, str]]:
    if len(value) > _MAX_TAG_VALUE:
        problem = f"the tag '{_shown(name)}' has a value of {len(value)} characters."
        yield problem, f"DynamoDB takes {_MAX_TAG_VALUE}."
    if not _is_tag_text(value):
        yield f"the value of the tag '{_shown(name)}' is '{_shown(value)}'.", _TAG_REMEDY


_TAG_REMEDY = f"DynamoDB takes letters, numbers, spaces and any of {_TAG_CHARACTERS}."


def _is_tag_text(text: str) -> bool:
    return all(one in _TAG_CHARACTERS or unicodedata.category(one)[0] in "LZN" for one in text)
