"""Yard: typed access to the table `yard`.

Generated from its design; change that, and generate again:

    tavola generate yard.yaml -o yard.py
"""

# fmt: off
# isort: skip_file
# ruff: noqa: PGH004
# ruff: noqa

from __future__ import annotations

import tavola.runtime

tavola.runtime.require(1)

from collections.abc import Iterable
from functools import cached_property
from typing import TYPE_CHECKING, ClassVar, Literal, TypedDict, Unpack

from tavola import Record, Table
from tavola.runtime import (CollectionArgument, CollectionPlans, CollectionSchema, Collections, Design, FieldSchema, Fields, Handle, IndexSchema,
    IterationSchema, KeyPair, Methods, ModelSchema, NumberRef, PhysicalIndex, Placeholder, Plans, Relation, TableSettings, Template, TextRef,
    create_method, handle, method, table_of, upsert_method)

if TYPE_CHECKING:
    from tavola import Change, Page, SortCondition
    from tavola.runtime import (BatchWrite, Collect, CollectOptions, Delete, Filter, Get, GetMany, IndexOptions, OnBadItem, PageOptions, Query,
        QueryOptions, Update)

__all__ = ["Crate", "Drawing", "Loading", "Lorry", "Pallet", "Yard"]

_INDEX_1 = PhysicalIndex("GSI1", "GSI1PK", "GSI1SK")
_INDEX_2 = PhysicalIndex("GSI2", "GSI2PK", "GSI2SK", projection="keysOnly")

_DESIGN = Design(
    name="Yard", layout="templates", table=TableSettings(name="yard", type_attribute="kind", indexes=(_INDEX_1, _INDEX_2)),
    models={
        "Crate": ModelSchema(
            name="Crate", handle="crate",
            fields={
                "number": FieldSchema("number", "number", "StringField", required=True, expected_bytes=10),
                "hall": FieldSchema("hall", "hall", "StringField", required=True, expected_bytes=5),
                "contents": FieldSchema("contents", "contents", "StringField", required=True, expected_bytes=3000),
            },
            key=KeyPair("PK", Template(("CRATE#", Placeholder("number"))), "SK", Template(("CRATE",))), primary_id=Template((Placeholder("number"),)),
            indexes={
                "cratesInHall": IndexSchema("cratesInHall", "crates_in_hall",
                    KeyPair("GSI2PK", Template(("HALL#", Placeholder("hall"))), "GSI2SK", Template(("CRATE#", Placeholder("number")))),
                    physical=_INDEX_2),
            },
            relations=(
                Relation("mapping", "Crate", "get_lorries", target="Lorry", field="crate", source="Loading", index="lorriesForCrate",
                    other_field="plate"),
            ),
            iteration=IterationSchema(physical=_INDEX_1,
                key=KeyPair("GSI1PK", Template(("CRATES#", Placeholder("$bucket", "int:3"))), "GSI1SK", Template((Placeholder("number"),))),
                buckets=2),
            type_value="CRATE",
        ),
        "Pallet": ModelSchema(
            name="Pallet", handle="pallet",
            fields={
                "number": FieldSchema("number", "number", "StringField", required=True, expected_bytes=10),
                "hall": FieldSchema("hall", "hall", "StringField", required=True, expected_bytes=5),
                "label": FieldSchema("label", "label", "StringField", required=True, expected_bytes=1200),
            },
            key=KeyPair("PK", Template(("PALLET#", Placeholder("number"))), "SK", Template(("PALLET",))),
            primary_id=Template((Placeholder("number"),)),
            iteration=IterationSchema(physical=_INDEX_2,
                key=KeyPair("GSI2PK", Template(("PALLETS#", Placeholder("$bucket", "int:3"))), "GSI2SK", Template((Placeholder("number"),))),
                buckets=2),
            type_value="PALLET",
        ),
        "Lorry": ModelSchema(
            name="Lorry", handle="lorry",
            fields={
                "plate": FieldSchema("plate", "plate", "StringField", required=True, expected_bytes=10),
                "hall": FieldSchema("hall", "hall", "StringField", required=True, expected_bytes=5),
                "papers": FieldSchema("papers", "papers", "StringField", required=True, expected_bytes=5000),
            },
            key=KeyPair("PK", Template(("LORRY#", Placeholder("plate"))), "SK", Template(("LORRY",))), primary_id=Template((Placeholder("plate"),)),
            indexes={
                "lorriesInHall": IndexSchema("lorriesInHall", "lorries_in_hall",
                    KeyPair("GSI2PK", Template(("HALL#", Placeholder("hall"))), "GSI2SK", Template(("LORRY#", Placeholder("plate")))),
                    physical=_INDEX_2),
            },
            relations=(
                Relation("mapping", "Lorry", "get_crates", target="Crate", field="plate", source="Loading", index="cratesForLorry",
                    other_field="crate"),
            ),
            type_value="LORRY",
        ),
        "Loading": ModelSchema(
            name="Loading", handle="loading",
            fields={
                "plate": FieldSchema("plate", "plate", "RelatedField", required=True, model="Lorry", expected_bytes=10),
                "crate": FieldSchema("crate", "crate", "RelatedField", required=True, model="Crate", expected_bytes=10),
            },
            key=KeyPair("PK", Template(("LORRY#", Placeholder("plate"))), "SK", Template(("CRATE#", Placeholder("crate")))),
            primary_id=Template((Placeholder("plate", escaped="%#"), "#", Placeholder("crate"))),
            indexes={
                "cratesForLorry": IndexSchema("cratesForLorry", "crates_for_lorry",
                    KeyPair("PK", Template(("LORRY#", Placeholder("plate"))), "SK", Template(("CRATE#", Placeholder("crate"))))),
                "lorriesForCrate": IndexSchema("lorriesForCrate", "lorries_for_crate",
                    KeyPair("GSI1PK", Template(("LOADED#", Placeholder("crate"))), "GSI1SK", Template((Placeholder("plate"),))), physical=_INDEX_1),
            },
            relations=(
                Relation("getter", "Loading", "get_plate", target="Lorry", field="plate"),
                Relation("getter", "Loading", "get_crate", target="Crate", field="crate"),
            ),
            type_value="LOADING", is_mapping=True,
        ),
        "Drawing": ModelSchema(
            name="Drawing", handle="drawing",
            fields={
                "hall": FieldSchema("hall", "hall", "StringField", required=True, expected_bytes=5),
                "number": FieldSchema("number", "number", "IntegerField", required=True),
                "image": FieldSchema("image", "image", "StringField", required=True, expected_bytes=200000),
            },
            key=KeyPair("PK", Template(("DRAWINGS#", Placeholder("hall"))), "SK", Template((Placeholder("number", "int:6"),))),
            primary_id=Template((Placeholder("hall", escaped="%#"), "#", Placeholder("number", "int:6"))),
            indexes={
                "drawings": IndexSchema("drawings", "drawings",
                    KeyPair("PK", Template(("DRAWINGS#", Placeholder("hall"))), "SK", Template((Placeholder("number", "int:6"),)))),
            },
            type_value="DRAWING",
        ),
    },
    collections={
        "hall": CollectionSchema(
            name="hall", python_name="hall", models=("Crate", "Lorry"), partition_attribute="GSI2PK",
            partition=Template(("HALL#", Placeholder("hall"))),
            arguments=(
                CollectionArgument(name="hall", python_name="hall",
                    field=FieldSchema("hall", "hall", "StringField", required=True, expected_bytes=5)),
            ),
            physical=_INDEX_2, sort_attribute="GSI2SK",
        ),
    },
)

CrateField = Literal["number", "hall", "contents"]


class CrateFields(Fields):
    """Crate's fields, for building conditions and changes."""

    number: TextRef
    hall: TextRef
    contents: TextRef


class CrateChanges(TypedDict, total=False):
    """What an update of a Crate may set."""

    hall: str
    contents: str


class Crate(Record, schema=_DESIGN.models["Crate"]):
    """A Crate.

    - key: PK = CRATE#{number}, SK = CRATE
    - cratesInHall (GSI2): GSI2PK = HALL#{hall}, GSI2SK = CRATE#{number}
    - iteration (GSI1): GSI1PK = CRATES#{bucket:03d}, GSI1SK = {number}
    """

    fields: ClassVar[CrateFields]
    number: str
    hall: str
    contents: str

    def get_lorries(self, *, plate: str | SortCondition | None = None, **options: Unpack[PageOptions]) -> Page[Lorry]:
        """Read the Lorry items of this one, in the order of Loading's `lorriesForCrate`."""
        mapping = table_of(self, Yard).loading.plan.lorries_for_crate(crate=self.number, plate=plate, **options)
        return table_of(self, Yard).lorry.reach(mapping, "plate")


PalletField = Literal["number", "hall", "label"]


class PalletFields(Fields):
    """Pallet's fields, for building conditions and changes."""

    number: TextRef
    hall: TextRef
    label: TextRef


class PalletChanges(TypedDict, total=False):
    """What an update of a Pallet may set."""

    hall: str
    label: str


class Pallet(Record, schema=_DESIGN.models["Pallet"]):
    """A Pallet.

    - key: PK = PALLET#{number}, SK = PALLET
    - iteration (GSI2): GSI2PK = PALLETS#{bucket:03d}, GSI2SK = {number}
    """

    fields: ClassVar[PalletFields]
    number: str
    hall: str
    label: str


LorryField = Literal["plate", "hall", "papers"]


class LorryFields(Fields):
    """Lorry's fields, for building conditions and changes."""

    plate: TextRef
    hall: TextRef
    papers: TextRef


class LorryChanges(TypedDict, total=False):
    """What an update of a Lorry may set."""

    hall: str
    papers: str


class Lorry(Record, schema=_DESIGN.models["Lorry"]):
    """A Lorry.

    - key: PK = LORRY#{plate}, SK = LORRY
    - lorriesInHall (GSI2): GSI2PK = HALL#{hall}, GSI2SK = LORRY#{plate}
    """

    fields: ClassVar[LorryFields]
    plate: str
    hall: str
    papers: str

    def get_crates(self, *, crate: str | SortCondition | None = None, **options: Unpack[PageOptions]) -> Page[Crate]:
        """Read the Crate items of this one, in the order of Loading's `cratesForLorry`."""
        mapping = table_of(self, Yard).loading.plan.crates_for_lorry(plate=self.plate, crate=crate, **options)
        return table_of(self, Yard).crate.reach(mapping, "crate")


LoadingField = Literal["plate", "crate"]


class LoadingFields(Fields):
    """Loading's fields, for building conditions and changes."""

    plate: TextRef
    crate: TextRef


class LoadingChanges(TypedDict, total=False):
    """What an update of a Loading may set."""


class Loading(Record, schema=_DESIGN.models["Loading"]):
    """A Loading.

    - key: PK = LORRY#{plate}, SK = CRATE#{crate}
    - cratesForLorry: key
    - lorriesForCrate (GSI1): GSI1PK = LOADED#{crate}, GSI1SK = {plate}
    """

    fields: ClassVar[LoadingFields]
    plate: str
    crate: str

    def get_plate(self) -> Lorry | None:
        """Read the Lorry that `plate` refers to."""
        return table_of(self, Yard).lorry.get_by_id(self.plate)

    def get_crate(self) -> Crate | None:
        """Read the Crate that `crate` refers to."""
        return table_of(self, Yard).crate.get_by_id(self.crate)


DrawingField = Literal["hall", "number", "image"]


class DrawingFields(Fields):
    """Drawing's fields, for building conditions and changes."""

    hall: TextRef
    number: NumberRef[int]
    image: TextRef


class DrawingChanges(TypedDict, total=False):
    """What an update of a Drawing may set."""

    image: str


class Drawing(Record, schema=_DESIGN.models["Drawing"]):
    """A Drawing.

    - key: PK = DRAWINGS#{hall}, SK = {number:06d}
    - drawings: key
    """

    fields: ClassVar[DrawingFields]
    hall: str
    number: int
    image: str


class CrateMethods(Methods[Crate]):
    """The methods of Crate's handle and plans."""

    create = create_method(Crate)
    """Write a new Crate; refuse if there is one with its key."""
    upsert = upsert_method(Crate)
    """Change a Crate, or create it where there is none."""

    @method
    def get(self, number: str, *, consistent: bool = True, include_expired: bool = False) -> Get[Crate]:
        """Read the Crate with this key; None if there is none."""
        return self._get((number,), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[Crate]:
        """Read Crate items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, number: str, *changes: Change, condition: Filter | None = None, **values: Unpack[CrateChanges]) -> Update[Crate]:
        """Change a Crate by its key; refuse if there is none."""
        return self._update((number,), changes, values, condition)

    @method
    def delete(self, number: str, *, condition: Filter | None = None) -> Delete[Crate]:
        """Delete a Crate by its key; say whether there was one."""
        return self._delete((number,), condition)

    @method
    def delete_all(self, keys: Iterable[str]) -> BatchWrite[Crate]:
        """Delete Crate items by their keys, in batches."""
        return self._delete_all(keys)

    @method
    def crates_in_hall(self, *, hall: str, number: str | SortCondition | None = None, **options: Unpack[IndexOptions[CrateField]]) -> Query[Crate]:
        """Query `cratesInHall` in GSI2: GSI2PK = HALL#{hall}, GSI2SK = CRATE#{number}."""
        return self._query("cratesInHall", {"hall": hall, "number": number}, **options)


class CratePlans(CrateMethods, Plans[Crate]):
    """Operations on Crate, unsent."""


class CrateHandle(CrateMethods, Handle[Crate, CratePlans]):
    """The Crate items of a table."""


class PalletMethods(Methods[Pallet]):
    """The methods of Pallet's handle and plans."""

    create = create_method(Pallet)
    """Write a new Pallet; refuse if there is one with its key."""
    upsert = upsert_method(Pallet)
    """Change a Pallet, or create it where there is none."""

    @method
    def get(self, number: str, *, consistent: bool = True, include_expired: bool = False) -> Get[Pallet]:
        """Read the Pallet with this key; None if there is none."""
        return self._get((number,), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[Pallet]:
        """Read Pallet items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, number: str, *changes: Change, condition: Filter | None = None, **values: Unpack[PalletChanges]) -> Update[Pallet]:
        """Change a Pallet by its key; refuse if there is none."""
        return self._update((number,), changes, values, condition)

    @method
    def delete(self, number: str, *, condition: Filter | None = None) -> Delete[Pallet]:
        """Delete a Pallet by its key; say whether there was one."""
        return self._delete((number,), condition)

    @method
    def delete_all(self, keys: Iterable[str]) -> BatchWrite[Pallet]:
        """Delete Pallet items by their keys, in batches."""
        return self._delete_all(keys)


class PalletPlans(PalletMethods, Plans[Pallet]):
    """Operations on Pallet, unsent."""


class PalletHandle(PalletMethods, Handle[Pallet, PalletPlans]):
    """The Pallet items of a table."""


class LorryMethods(Methods[Lorry]):
    """The methods of Lorry's handle and plans."""

    create = create_method(Lorry)
    """Write a new Lorry; refuse if there is one with its key."""
    upsert = upsert_method(Lorry)
    """Change a Lorry, or create it where there is none."""

    @method
    def get(self, plate: str, *, consistent: bool = True, include_expired: bool = False) -> Get[Lorry]:
        """Read the Lorry with this key; None if there is none."""
        return self._get((plate,), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[Lorry]:
        """Read Lorry items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, plate: str, *changes: Change, condition: Filter | None = None, **values: Unpack[LorryChanges]) -> Update[Lorry]:
        """Change a Lorry by its key; refuse if there is none."""
        return self._update((plate,), changes, values, condition)

    @method
    def delete(self, plate: str, *, condition: Filter | None = None) -> Delete[Lorry]:
        """Delete a Lorry by its key; say whether there was one."""
        return self._delete((plate,), condition)

    @method
    def delete_all(self, keys: Iterable[str]) -> BatchWrite[Lorry]:
        """Delete Lorry items by their keys, in batches."""
        return self._delete_all(keys)

    @method
    def lorries_in_hall(self, *, hall: str, plate: str | SortCondition | None = None, **options: Unpack[IndexOptions[LorryField]]) -> Query[Lorry]:
        """Query `lorriesInHall` in GSI2: GSI2PK = HALL#{hall}, GSI2SK = LORRY#{plate}."""
        return self._query("lorriesInHall", {"hall": hall, "plate": plate}, **options)


class LorryPlans(LorryMethods, Plans[Lorry]):
    """Operations on Lorry, unsent."""


class LorryHandle(LorryMethods, Handle[Lorry, LorryPlans]):
    """The Lorry items of a table."""


class LoadingMethods(Methods[Loading]):
    """The methods of Loading's handle and plans."""

    create = create_method(Loading)
    """Write a new Loading; refuse if there is one with its key."""
    upsert = upsert_method(Loading)
    """Change a Loading, or create it where there is none."""

    @method
    def get(self, plate: str, crate: str, *, consistent: bool = True, include_expired: bool = False) -> Get[Loading]:
        """Read the Loading with this key; None if there is none."""
        return self._get((plate, crate), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[tuple[str, str]], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[Loading]:
        """Read Loading items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, plate: str, crate: str, *changes: Change, condition: Filter | None = None, **values: Unpack[LoadingChanges]) -> Update[Loading]:
        """Change a Loading by its key; refuse if there is none."""
        return self._update((plate, crate), changes, values, condition)

    @method
    def delete(self, plate: str, crate: str, *, condition: Filter | None = None) -> Delete[Loading]:
        """Delete a Loading by its key; say whether there was one."""
        return self._delete((plate, crate), condition)

    @method
    def delete_all(self, keys: Iterable[tuple[str, str]]) -> BatchWrite[Loading]:
        """Delete Loading items by their keys, in batches."""
        return self._delete_all(keys)

    @method
    def crates_for_lorry(self, *, plate: str, crate: str | SortCondition | None = None,
            **options: Unpack[QueryOptions[LoadingField]]) -> Query[Loading]:
        """Query `cratesForLorry` in the table: PK = LORRY#{plate}, SK = CRATE#{crate}."""
        return self._query("cratesForLorry", {"plate": plate, "crate": crate}, **options)

    @method
    def lorries_for_crate(self, *, crate: str, plate: str | SortCondition | None = None,
            **options: Unpack[IndexOptions[LoadingField]]) -> Query[Loading]:
        """Query `lorriesForCrate` in GSI1: GSI1PK = LOADED#{crate}, GSI1SK = {plate}."""
        return self._query("lorriesForCrate", {"crate": crate, "plate": plate}, **options)


class LoadingPlans(LoadingMethods, Plans[Loading]):
    """Operations on Loading, unsent."""


class LoadingHandle(LoadingMethods, Handle[Loading, LoadingPlans]):
    """The Loading items of a table."""


class DrawingMethods(Methods[Drawing]):
    """The methods of Drawing's handle and plans."""

    create = create_method(Drawing)
    """Write a new Drawing; refuse if there is one with its key."""
    upsert = upsert_method(Drawing)
    """Change a Drawing, or create it where there is none."""

    @method
    def get(self, hall: str, number: int, *, consistent: bool = True, include_expired: bool = False) -> Get[Drawing]:
        """Read the Drawing with this key; None if there is none."""
        return self._get((hall, number), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[tuple[str, int]], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[Drawing]:
        """Read Drawing items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, hall: str, number: int, *changes: Change, condition: Filter | None = None, **values: Unpack[DrawingChanges]) -> Update[Drawing]:
        """Change a Drawing by its key; refuse if there is none."""
        return self._update((hall, number), changes, values, condition)

    @method
    def delete(self, hall: str, number: int, *, condition: Filter | None = None) -> Delete[Drawing]:
        """Delete a Drawing by its key; say whether there was one."""
        return self._delete((hall, number), condition)

    @method
    def delete_all(self, keys: Iterable[tuple[str, int]]) -> BatchWrite[Drawing]:
        """Delete Drawing items by their keys, in batches."""
        return self._delete_all(keys)

    @method
    def drawings(self, *, hall: str, number: int | SortCondition | None = None, **options: Unpack[QueryOptions[DrawingField]]) -> Query[Drawing]:
        """Query `drawings` in the table: PK = DRAWINGS#{hall}, SK = {number:06d}."""
        return self._query("drawings", {"hall": hall, "number": number}, **options)


class DrawingPlans(DrawingMethods, Plans[Drawing]):
    """Operations on Drawing, unsent."""


class DrawingHandle(DrawingMethods, Handle[Drawing, DrawingPlans]):
    """The Drawing items of a table."""


class YardCollections(Collections):
    """Reads of several models at once."""

    @method
    def hall(self, *, hall: str, **options: Unpack[CollectOptions]) -> Collect[Crate | Lorry]:
        """Read `hall`: the items of all its models with GSI2PK = HALL#{hall}."""
        return self._collect("hall", {"hall": hall}, **options)


class YardPlans(YardCollections, CollectionPlans):
    """The same, unsent."""


class Yard(YardCollections, Table):
    """The table `yard` on a store."""

    design = _DESIGN
    models = (Crate, Pallet, Lorry, Loading, Drawing)

    crate = handle(Crate, CrateHandle, CratePlans)
    """The Crate items."""
    pallet = handle(Pallet, PalletHandle, PalletPlans)
    """The Pallet items."""
    lorry = handle(Lorry, LorryHandle, LorryPlans)
    """The Lorry items."""
    loading = handle(Loading, LoadingHandle, LoadingPlans)
    """The Loading items."""
    drawing = handle(Drawing, DrawingHandle, DrawingPlans)
    """The Drawing items."""

    @cached_property
    def plan(self) -> YardPlans:
        """Collections, unsent."""
        return YardPlans(self)
