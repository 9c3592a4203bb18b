"""What stands in a table that its design does not know: items of no model, attributes of no field.

A changed primary-key template leaves items behind that no model writes any more, and a renamed
field leaves its attribute behind. Neither is an error by itself, for a table may be shared, but
neither may go unsaid.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from tavola.codec.codec import Codec
from tavola.codec.decoder import RawItem
from tavola.operations.context import TableContext
from tavola.operations.steps import Request, Steps

_MOST_NAMED = 20
_SAMPLE = 1000
_OF_LAYOUT = "_"
"""Names of attributes that the managed layout writes beside fields begin so."""


class UnknownItems(Struct, frozen=True):
    """What a design does not know of some items."""

    items: int = 0
    named: tuple[str, ...] = ()
    """The keys of some of the items that belong to no model."""
    attributes: Mapping[tuple[str, str], int] = {}
    """How many items of a model have an attribute that is not one of its fields."""
    among: int | None = None
    """How many items of the table were looked at; None for all."""

    def __add__(self, other: UnknownItems) -> UnknownItems:
        return UnknownItems(
            self.items + other.items,
            (self.named + other.named)[:_MOST_NAMED],
            Counter(dict(self.attributes)) + Counter(dict(other.attributes)),
        )

    def lines(self) -> Iterator[str]:
        """Say what was found, for people; nothing where all is known."""
        among = "" if self.among is None else f" of the first {self.among:,}"
        if self.items:
            what = "1 item belongs" if self.items == 1 else f"{self.items:,} items belong"
            yield (
                f"{what}{among} to no model of the design. A changed key template leaves such "
                "items behind, which stay as they are:"
            )
            yield from (f"  {name}" for name in self.named)
            if self.items > len(self.named):
                yield f"  … and {self.items - len(self.named):,} more"
        for (model, attribute), count in sorted(self.attributes.items()):
            what = "1 item has" if count == 1 else f"{count:,} items have"
            yield (
                f"{model}: {what}{among} the attribute {attribute!r}, which is none of its fields. "
                f"If a field was renamed, say `attribute: {attribute}` there."
            )


class FindUnknownItems(Struct, frozen=True):
    """Look for unknown among the first items of a table."""

    context: TableContext
    codecs: tuple[Codec[Any], ...]

    def steps(self) -> Steps[UnknownItems]:
        """Send one Scan."""
        body = {"TableName": self.context.table, "Limit": _SAMPLE}
        page = msgspec.json.decode((yield Request("Scan", body)))
        found = find_unknown_items(self.context, self.codecs, page["Items"])
        among = len(page["Items"]) if "LastEvaluatedKey" in page else None
        return msgspec.structs.replace(found, among=among)


def find_unknown_items(
    context: TableContext, codecs: Sequence[Codec[Any]], items: Iterable[RawItem]
) -> UnknownItems:
    """Find what a design does not know of some items; `codecs` are all models of the table."""
    known = {codec.schema.name: known_attributes(codec) for codec in codecs}
    named: list[str] = []
    attributes: Counter[tuple[str, str]] = Counter()
    for item in items:
        codec = next((one for one in codecs if one.find_key_values(item) is not None), None)
        if codec is not None:
            name = codec.schema.name
            attributes.update((name, one) for one in item if not _is_known(codec, known[name], one))
        elif not _is_own_lock(known, item):
            named.append(_text(context, item))
    return UnknownItems(len(named), tuple(named[:_MOST_NAMED]), dict(attributes))


def is_lock(item: Mapping[str, Any]) -> bool:
    """Say whether an item is the lock of a unique value."""
    return all(name in item for name in ("relatedId", "relatedModel", "uniqueValue"))


def _is_own_lock(models: Mapping[str, Any], item: RawItem) -> bool:
    return is_lock(item) and item["relatedModel"].get("S") in models


def known_attributes(codec: Codec[Any]) -> frozenset[str]:
    """The attributes that items of a model may have by its design."""
    table = codec.design.table
    keys = [name for index in table.indexes for name in (index.partition_key, index.sort_key)]
    names = (*keys, *codec.key_attributes, table.type_attribute, table.ttl_attribute)
    fields = (field.attribute_name for field in codec.shape.fields)
    return frozenset(str(name) for name in (*names, *fields) if name)


def _is_known(codec: Codec[Any], known: frozenset[str], name: str) -> bool:
    is_of_layout = codec.design.layout == "managed" and name.startswith(_OF_LAYOUT)
    return name in known or is_of_layout


def _text(context: TableContext, item: RawItem) -> str:
    table = context.design.table
    names = [name for name in (table.partition_key, table.sort_key) if name and name in item]
    return "/".join(str(next(iter(item[name].values()))) for name in names)
