"""The tables that the difference tests use, and what stands in those that are only read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

Item = dict[str, Any]


@dataclass(frozen=True, slots=True, eq=False)
class Table:
    """One table's keys and indexes, as tests need them to make requests."""

    name: str
    partition_key: tuple[str, str]
    sort_key: tuple[str, str] | None = None
    local_indexes: Mapping[str, tuple[str, Any]] = field(default_factory=dict[str, Any])
    global_indexes: Mapping[str, tuple[str, str | None, Any]] = field(
        default_factory=dict[str, Any]
    )
    attribute_types: Mapping[str, str] = field(default_factory=dict[str, str])

    @property
    def key_types(self) -> dict[str, str]:
        """The key attributes' names with their types."""
        return dict([self.partition_key] + ([self.sort_key] if self.sort_key else []))

    def creation(self) -> dict[str, Any]:
        """Return the body of CreateTable."""
        body: dict[str, Any] = {
            "TableName": self.name,
            "BillingMode": "PAY_PER_REQUEST",
            "AttributeDefinitions": [
                {"AttributeName": name, "AttributeType": kind}
                for name, kind in (self.key_types | dict(self.attribute_types)).items()
            ],
            "KeySchema": _schema(*self.key_types),
        }
        if self.local_indexes:
            body["LocalSecondaryIndexes"] = [
                _index(name, projection, self.partition_key[0], sort)
                for name, (sort, projection) in self.local_indexes.items()
            ]
        if self.global_indexes:
            body["GlobalSecondaryIndexes"] = [
                _index(name, projection, partition, sort)
                for name, (partition, sort, projection) in self.global_indexes.items()
            ]
        return body

    def key(self, item: Item) -> Item:
        """Return an item's key."""
        return {name: item[name] for name in self.key_types}

    def keys_of(self, index: str | None) -> tuple[str, str | None]:
        """Return the partition and sort key of an index, or of the table itself."""
        if index is not None:
            return self.index_keys()[index]
        return self.partition_key[0], self.sort_key[0] if self.sort_key else None

    def index_keys(self) -> dict[str, tuple[str, str | None]]:
        """Return the partition and sort key of every index."""
        keys: dict[str, tuple[str, str | None]] = {
            name: (self.partition_key[0], sort) for name, (sort, _) in self.local_indexes.items()
        }
        return keys | {name: (pk, sk) for name, (pk, sk, _) in self.global_indexes.items()}


def _schema(partition: str, sort: str | None = None) -> list[dict[str, str]]:
    schema = [{"AttributeName": partition, "KeyType": "HASH"}]
    return schema + ([{"AttributeName": sort, "KeyType": "RANGE"}] if sort else [])


def _index(name: str, projection: Any, partition: str, sort: str | None) -> dict[str, Any]:
    described = (
        {"ProjectionType": projection}
        if isinstance(projection, str)
        else {"ProjectionType": "INCLUDE", "NonKeyAttributes": projection}
    )
    return {"IndexName": name, "KeySchema": _schema(partition, sort), "Projection": described}


def _simple(name: str) -> Table:
    return Table(name, ("id", "S"))


def _compound(name: str) -> Table:
    return Table(
        name,
        ("id", "S"),
        ("at", "N"),
        {
            "localAll": ("label", "ALL"),
            "localKeys": ("rank", "KEYS_ONLY"),
            "localSome": ("label", ["a", "m"]),
        },
        {
            "globalAll": ("label", "serial", "ALL"),
            "globalKeys": ("rank", "serial", "KEYS_ONLY"),
            "globalSome": ("bytes", None, ["a", "l"]),
        },
        {"label": "S", "rank": "N", "bytes": "B", "serial": "N"},
    )


def _binary(name: str) -> Table:
    return Table(
        name,
        ("num", "N"),
        ("bin", "B"),
        {},
        {"swapped": ("bin", "num", "ALL")},
    )


OPEN_SIMPLE = _simple("open-simple")
OPEN_COMPOUND = _compound("open-compound")
OPEN_BINARY = _binary("open-binary")
OPEN_TABLES = (OPEN_SIMPLE, OPEN_COMPOUND, OPEN_BINARY)

FIXED_SIMPLE = _simple("fixed-simple")
FIXED_COMPOUND = _compound("fixed-compound")
FIXED_BINARY = _binary("fixed-binary")
FIXED_TABLES = (FIXED_SIMPLE, FIXED_COMPOUND, FIXED_BINARY)

PARTITIONS = ("p", "q", "é")
SORT_NUMBERS = ("-1.5", "-1", "0", "0.5", "1", "2", "9", "10", "1E+20")
SORT_BINARIES = ("", "AA==", "AAE=", "YQ==", "YWI=", "/w==")


def fixed_items(table: Table) -> Sequence[Item]:
    """Return what stands in a table that is only read."""
    if table is FIXED_SIMPLE:
        return [{"id": {"S": key}, **_extras(n)} for n, key in enumerate("abcdefghijkl")]
    if table is FIXED_BINARY:
        return [
            {"num": {"N": number}, "bin": {"B": binary}, **_extras(n)}
            for number in ("-1", "2", "10")
            for n, binary in enumerate(SORT_BINARIES[1:])
        ]
    return [
        {"id": {"S": partition}, "at": {"N": number}, **_extras(n), **_index_attributes(p, n)}
        for p, partition in enumerate(PARTITIONS)
        for n, number in enumerate(SORT_NUMBERS)
    ]


def _extras(n: int) -> Item:
    """Return attributes of all types, some of which every third or fourth item lacks."""
    extras: Item = {"a": {"S": "x" * n}, "n": {"N": str(n * 10 - 20)}}
    if n % 3:
        extras["m"] = {"M": {"a": {"N": str(n)}, "b": {"S": f"b{n}"}, "l": {"L": [{"N": "1"}]}}}
    if n % 4:
        extras["l"] = {"L": [{"S": "x"}, {"N": str(n)}, {"M": {"a": {"BOOL": n % 2 == 0}}}]}
    if n % 2:
        extras["ss"] = {"SS": ["x", f"y{n}"]}
        extras["status"] = {"BOOL": n % 3 == 0}
    if n == 5:
        extras["z"] = {"NULL": True}
    return extras


def _index_attributes(p: int, n: int) -> Item:
    """Return index keys of which no two are the same: the order of such items is arbitrary."""
    attributes: Item = {"serial": {"N": str(p * 100 - n)}}
    if n % 2 == 0:
        attributes["label"] = {"S": f"l{n % 4}"}
    if n % 3 != 1:
        attributes["rank"] = {"N": str(n - 4)}
    if n < len(SORT_BINARIES) - 1 and p == 0:
        attributes["bytes"] = {"B": SORT_BINARIES[n + 1]}
    return attributes
