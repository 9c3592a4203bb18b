"""Designs of several models that share partitions and indexes, drawn at random, and their items.

What a query should find is told without the library: from the values that were written, by
functions that stand beside each template.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import product
from typing import Any, cast
from zlib import crc32

from hypothesis import assume
from hypothesis import strategies as st

from tavola import SortCondition, between, part
from tavola.design.load import compile_design
from tavola.table import Table
from tavola.table.dynamic import table_class
from tests.table.stores import Item

Values = Mapping[str, Any]
Write = Callable[[Values], str]

TABLE = """
table:
  name: shared
  partitionKey: PK
{sort}{type}
  indexes:
    whole: {{partitionKey: GPK, sortKey: GSK, projection: all}}
    keys: {{partitionKey: KPK, sortKey: KSK, projection: keysOnly}}
    some: {{partitionKey: IPK, sortKey: ISK, projection: {{include: [note]}}}}
    alone: {{partitionKey: APK, projection: all}}
{local}models:
"""
LOCAL = (
    "    local: {sortKey: LSK, local: true, projection: keysOnly}\n"
    "    turned: {partitionKey: SK, sortKey: PK}\n"
)
ATTRIBUTES = {
    "whole": ("GPK", "GSK"),
    "keys": ("KPK", "KSK"),
    "some": ("IPK", "ISK"),
    "alone": ("APK",),
    "local": ("PK", "LSK"),
    "turned": ("SK", "PK"),
}
OWNERS = ("a", "b", "P#a")
TAGS = ("x", "y#z", "HEAD", "I#0001", "")


@dataclass(frozen=True)
class Way:
    """A key template, and what it should write."""

    text: str
    write: Write
    fields: tuple[str, ...]


def millis(date: datetime) -> int:
    return round(date.timestamp() * 1000)


def escaped(text: str) -> str:
    return text.replace("%", "%25").replace("#", "%23")


DATES = tuple(
    datetime.fromisoformat(text)
    for text in (
        "2025-12-31T23:59:59.999+00:00",
        "2026-01-01T00:00:00+00:00",
        "2026-01-20T10:00:00+00:00",
        "2026-03-05T10:00:00+00:00",
    )
)


def iso(date: datetime) -> str:
    return date.strftime("%Y-%m-%dT%H:%M:%S.") + f"{date.microsecond // 1000:03d}Z"


def shard(text: str, shards: int) -> int:
    return crc32(text.encode()) % shards


PARTITIONS = (
    Way("P#{owner}", lambda v: f"P#{v['owner']}", ("owner",)),
    Way("{owner}", lambda v: v["owner"], ("owner",)),
    Way(
        "P#{owner}#{n:shard:2}",
        lambda v: f"P#{escaped(v['owner'])}#{shard(str(v['n']), 2)}",
        ("owner",),
    ),
    Way(
        "P#{owner}#{at:%Y-%m}",
        lambda v: f"P#{escaped(v['owner'])}#{v['at']:%Y-%m}",
        ("owner", "at"),
    ),
)
INDEX_PARTITIONS = (
    *PARTITIONS,
    Way("ALL", lambda v: "ALL", ()),
    Way("ALL#{tag:shard:3}", lambda v: f"ALL#{shard(v['tag'], 3)}", ()),
    Way("{at:%Y/%m/%d}", lambda v: f"{v['at']:%Y/%m/%d}", ("at",)),
    Way(
        "ALL#{at:%Y}#{tag:shard:2}",
        lambda v: f"ALL#{v['at']:%Y}#{shard(v['tag'], 2)}",
        ("at",),
    ),
    Way(
        "P#{owner}#{tag:shard:3}",
        lambda v: f"P#{escaped(v['owner'])}#{shard(v['tag'], 3)}",
        ("owner",),
    ),
)


def sort_keys(model: str) -> tuple[Way, ...]:
    """Ways to write a primary sort key that no other model writes."""
    return (
        Way(f"HEAD{model}", lambda v: f"HEAD{model}", ()),
        Way("{n:04d}#" + model, lambda v: f"{v['n']:04d}#{model}", ("n",)),
        Way("I#{n:04d}#" + model, lambda v: f"I#{v['n']:04d}#{model}", ("n",)),
        Way(
            "I#{tag}#{n:04d}" + model,
            lambda v: f"I#{escaped(v['tag'])}#{v['n']:04d}{model}",
            ("tag", "n"),
        ),
        Way(model + "#{tag}", lambda v: f"{model}#{v['tag']}", ("tag",)),
        Way(model + "#{at:iso}", lambda v: f"{model}#{iso(v['at'])}", ("at",)),
    )


def lone_keys(model: str) -> tuple[Way, ...]:
    """Ways to write the key of a table without sort key that no other model writes."""
    return (
        Way(model + "#{owner}", lambda v: f"{model}#{v['owner']}", ("owner",)),
        Way(
            model + "#{tag}#{n:04d}",
            lambda v: f"{model}#{escaped(v['tag'])}#{v['n']:04d}",
            ("tag", "n"),
        ),
    )


INDEX_SORTS = (
    Way("{n:04d}", lambda v: f"{v['n']:04d}", ("n",)),
    Way("I#{n:04d}", lambda v: f"I#{v['n']:04d}", ("n",)),
    Way("I#{tag}#{n:04d}", lambda v: f"I#{escaped(v['tag'])}#{v['n']:04d}", ("tag", "n")),
    Way("S{tag}", lambda v: f"S{v['tag']}", ("tag",)),
    Way("{at:iso}", lambda v: iso(v["at"]), ("at",)),
    Way("D{at:desc:014d}", lambda v: f"D{10**14 - 1 - millis(v['at']):014d}", ("at",)),
    Way("{n:04d}#{at:iso}", lambda v: f"{v['n']:04d}#{iso(v['at'])}", ("n", "at")),
)


@dataclass(frozen=True)
class Kind:
    """One model of a drawn design."""

    name: str
    partition: Way
    sort: Way | None
    indexes: Mapping[str, tuple[Way, Way | None]]
    is_unique: bool

    def key(self, values: Values) -> tuple[str, ...]:
        return self.key_in("own", values)

    def key_in(self, index: str, values: Values) -> tuple[str, ...]:
        """Where an item stands in an index, or in the table itself."""
        own = (self.partition, self.sort)
        ways = own if index == "own" else self.indexes[index]
        return tuple(way.write(values) for way in ways if way is not None)

    def text(self) -> str:
        """The model as the design has it."""
        indexes = "".join(
            f"      {name}: {{index: {name}{self._attributes(name)}}}\n" for name in self.indexes
        )
        lock = f'PK: "P#{{owner}}", SK: "I#LOCK#{self.name}#{{tag}}"'
        key = f'PK: "{self.partition.text}"'
        if self.sort is None:
            lock = f'PK: "LOCK#{self.name}#{{owner}}#{{tag}}"'
        else:
            key += f', SK: "{self.sort.text}"'
        unique = f"    uniqueConstraints:\n      uniqueTag: {{field: tag, {lock}}}\n"
        return (
            f"  {self.name}:\n"
            "    fields:\n"
            "      owner: {type: StringField, required: true}\n"
            "      n: {type: IntegerField, required: true}\n"
            "      tag: {type: StringField, required: true}\n"
            "      note: {type: StringField}\n"
            "      at: {type: DateTimeField, required: true}\n"
            f"    key: {{{key}}}\n"
            f"    indexes:\n      own: primaryKey\n{indexes}{unique if self.is_unique else ''}"
        )

    def _attributes(self, index: str) -> str:
        ways = [way.text for way in self.indexes[index] if way is not None]
        pairs = zip(ATTRIBUTES[index], ways, strict=True)
        return "".join(f', {name}: "{text}"' for name, text in pairs if name not in ("PK", "SK"))


@st.composite
def kinds(draw: st.DrawFn, name: str, *, is_flat: bool) -> Kind:
    partition = draw(st.sampled_from(lone_keys(name) if is_flat else PARTITIONS))
    possible = ("whole", "keys", "some", "alone") if is_flat else tuple(ATTRIBUTES)
    names = draw(st.sets(st.sampled_from(possible)))
    indexes = {
        index: (
            partition if index == "local" else draw(st.sampled_from(INDEX_PARTITIONS)),
            None if index == "alone" else draw(st.sampled_from(INDEX_SORTS)),
        )
        for index in sorted(names - {"turned"})
    }
    sort = None if is_flat else draw(st.sampled_from(sort_keys(name)))
    if "turned" in names and sort is not None:
        indexes["turned"] = (sort, partition)
    return Kind(name, partition, sort, indexes, draw(st.booleans()))


ITEMS = st.fixed_dictionaries(
    {
        "owner": st.sampled_from(OWNERS),
        "n": st.integers(0, 3),
        "tag": st.sampled_from(TAGS),
        "at": st.sampled_from(DATES),
        "note": st.sampled_from(["", "text", None]),
    }
)


CHOICES: Mapping[str, tuple[Any, ...]] = {"owner": OWNERS, "tag": TAGS, "n": (0, 1, 2, 3)}


def sort_of(key: tuple[str, ...]) -> str:
    """The sort key of a key; empty where there is none."""
    return key[1] if len(key) > 1 else ""


def fits(value: Any, asked: Any, layout: str) -> bool:
    """Whether a value is what is asked for."""
    if not isinstance(asked, SortCondition):
        return bool(value == asked)
    if asked.operator == "part":
        return bool(f"{value:{layout}}" == asked.value)
    low, high = cast("tuple[datetime, datetime]", (asked.value, asked.high))
    return bool(low <= value <= high)


@dataclass(frozen=True)
class World:
    """A design and all that is stored."""

    kinds: tuple[Kind, ...]
    items: Mapping[str, list[dict[str, Any]]]
    strangers: tuple[Item, ...]
    """Items that no model of the design describes."""
    has_type: bool
    is_flat: bool
    """The table has no sort key."""

    def table_class(self) -> type[Table]:
        sort = "" if self.is_flat else "  sortKey: SK\n"
        local = "" if self.is_flat else LOCAL
        type_line = "  typeAttribute: kind" if self.has_type else ""
        table = TABLE.format(type=type_line, sort=sort, local=local)
        text = table + "".join(kind.text() for kind in self.kinds)
        design, findings = compile_design([("shared.yaml", text)], "shared")
        assume(not any(finding.is_error for finding in findings))
        return table_class(design)

    def questions(self) -> Iterator[tuple[Kind, str, dict[str, Any]]]:
        """Every index of every model, with every partition that anything stands in."""
        for kind in self.kinds:
            for index in ("own", *kind.indexes):
                partition = kind.partition if index == "own" else kind.indexes[index][0]
                choices = [self._choices(name, partition) for name in partition.fields]
                for chosen in product(*choices):
                    yield kind, index, dict(zip(partition.fields, chosen, strict=True))

    def _choices(self, name: str, partition: Way) -> Iterable[Any]:
        """What is asked of a field of a partition key."""
        return self._times(partition) if name == "at" else CHOICES[name]

    def _times(self, partition: Way) -> Iterator[Any]:
        """What is asked of a date of which the partition key has a part."""
        layout = partition.text.partition("{at:")[2].partition("}")[0]
        if "%" not in layout:
            yield from DATES
            return
        yield between(DATES[0], DATES[2])
        yield DATES[1]
        yield part(f"{DATES[2]:{layout}}")

    def layout(self, kind: Kind, index: str) -> str:
        """Which part of the date stands in a partition key, if one does."""
        partition = kind.partition if index == "own" else kind.indexes[index][0]
        return partition.text.partition("{at:")[2].partition("}")[0]

    def expected(self, kind: Kind, index: str, given: Values) -> list[tuple[str, list[Any]]]:
        """The items that a query should find: sort keys in order, with what stands at each."""
        found: dict[str, list[Any]] = {}
        for values in self.items[kind.name]:
            if all(
                fits(values[name], value, self.layout(kind, index)) for name, value in given.items()
            ):
                found.setdefault(sort_of(kind.key_in(index, values)), []).append(values)
        return [(sort, found[sort]) for sort in sorted(found)]


def _stored_once(kind: Kind, drawn: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Leave out what has the key, or the unique value, of an item before it."""
    made: dict[tuple[str, ...], dict[str, Any]] = {}
    taken: set[tuple[str, str]] = set()
    for values in drawn:
        unique = (values["owner"], values["tag"])
        if kind.key(values) not in made and not (kind.is_unique and unique in taken):
            made[kind.key(values)] = values
            taken.add(unique)
    return list(made.values())


def _stranger(partition: str, sort: str, number: int) -> Item:
    """An item of no model, with all fields and all index keys that a model's item could have."""
    text = {"S": sort}
    where = {"S": partition}
    return {
        "PK": where,
        "GPK": where,
        "KPK": where,
        "IPK": where,
        "APK": where,
        "SK": {"S": f"{sort}~{number}"},
        "GSK": text,
        "KSK": text,
        "ISK": text,
        "LSK": text,
        "owner": {"S": "a"},
        "n": {"N": "1"},
        "tag": {"S": "x"},
        "note": {"S": "stranger"},
        "at": {"N": str(millis(DATES[1]))},
    }


def _without_sort_key(item: Item) -> Item:
    """The same item for a table without sort key; its key is still one of its own."""
    whole = {"S": f"{item['PK']['S']}~{item['SK']['S']}"}
    rest = {name: value for name, value in item.items() if name not in ("SK", "LSK")}
    return {**rest, "PK": whole}


TIMES = ("P#a#2026-01", "2026/01/01", "ALL#2026#0")
STRANGERS = st.builds(
    _stranger,
    st.sampled_from(["a", "P#a", "b", "ALL", "P#a#0", "P#a#1", "P#b#1", "ALL#0", "ALL#2", *TIMES]),
    st.sampled_from(["0001", "I#0001", "I#x#0001", "HEAD", "Sx"]),
    st.integers(0, 1),
)


@st.composite
def worlds(draw: st.DrawFn) -> World:
    """Draw a design that the checker accepts, and items of all its models and of none."""
    is_flat = draw(st.booleans())
    names = ("A", "B", "C")[: draw(st.integers(1, 3))]
    drawn = tuple(draw(kinds(name, is_flat=is_flat)) for name in names)
    items = {kind.name: _stored_once(kind, draw(st.lists(ITEMS, max_size=6))) for kind in drawn}
    strangers = {
        (one["PK"]["S"], one["SK"]["S"]): one for one in draw(st.lists(STRANGERS, max_size=4))
    }
    foreign = tuple(_without_sort_key(one) if is_flat else one for one in strangers.values())
    return World(drawn, items, foreign, draw(st.booleans()), is_flat)
