"""The part of a partition that a collection reads: one prefix, or all from one to another."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct
from msgspec.structs import replace

from tavola.design.keys.key_reader import report_template
from tavola.design.keys.key_templates import TemplateProblem, TemplateScope, build_template
from tavola.design.reading.reader import Reader
from tavola.design.schema import CollectionArgument, CollectionSchema
from tavola.keys import HIGHEST, Placeholder, Template
from tavola.keys.overlap import find_common_text

__all__ = ["SortPart", "find_absent", "may_hold", "read_sort_part"]

_ANYTHING = Placeholder("*")
_ENDS = ("from", "to")


class SortPart(Struct, frozen=True):
    """Prefixes of sort keys: the one that all have, or the first and the last one."""

    prefix: Template | None = None
    start: Template | None = None
    end: Template | None = None


def read_sort_part(
    reader: Reader,
    attribute: str | None,
    arguments: tuple[CollectionArgument, ...],
    *,
    is_tenanted: bool,
) -> SortPart:
    """Read `SK: "ORDER#"` or `SK: {from: "ISSUE#", to: "REPO#"}`; what is wrong is reported."""
    node = reader.child(attribute) if attribute else None
    if node is None or attribute is None:
        return SortPart()
    fields = {one.name: replace(one.field, name=one.name) for one in arguments}
    scope = TemplateScope(fields, has_tenant=is_tenanted)
    if not isinstance(node.value, dict):
        return SortPart(prefix=_read_template(reader, attribute, scope))
    inner = Reader(node, f"{reader.where}.{attribute}", reader.findings)
    inner.fix_keys(_ENDS)
    if not node.entries:
        inner.error("is empty.", "Write {from: …, to: …}, or leave it out.")
    part = SortPart(
        start=_read_template(inner, "from", scope), end=_read_template(inner, "to", scope)
    )
    if part.start is not None and part.end is not None:
        first, last = _lead(part.start), _lead(part.end)
        if first > last + HIGHEST:
            inner.error(f"'{first}' sorts after '{last}'.", "Swap them.", key="from")
            return SortPart()
    return part


def _read_template(reader: Reader, key: str, scope: TemplateScope) -> Template | None:
    text = reader.text(key)
    if text is None:
        return None
    try:
        return build_template(text, scope, is_sort=True)
    except TemplateProblem as found:
        report_template(reader, key, found)
        return None


def may_hold(collection: CollectionSchema, sort: Template | None) -> bool:
    """Say whether sort keys of this template may stand in what a collection reads."""
    if sort is None:
        return True
    if collection.sort_prefix is not None:
        whole = Template((*collection.sort_prefix.parts, _ANYTHING))
        return find_common_text(whole, sort) is not None
    lead = _lead(sort)
    return not (
        (collection.sort_from is not None and _is_before(lead, _lead(collection.sort_from)))
        or (collection.sort_to is not None and _is_before(_lead(collection.sort_to), lead))
    )


def _lead(template: Template) -> str:
    first = template.parts[0]
    return first if isinstance(first, str) else ""


def _is_before(one: str, other: str) -> bool:
    """Whether all texts that begin as one do sort before all that begin as the other."""
    return one < other and not other.startswith(one)


def find_absent(
    collection: CollectionSchema, sorts: Iterable[tuple[str, Template | None]]
) -> str | None:
    """Name a model that a collection reads, but whose items never stand there."""
    return next((name for name, sort in sorts if not may_hold(collection, sort)), None)
