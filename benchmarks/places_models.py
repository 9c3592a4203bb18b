"""Places: typed access to the table `places`.

Generated from its design; change that, and generate again:

    tavola generate places.yaml -o places_models.py
"""

# fmt: off
# isort: skip_file
# ruff: noqa: PGH004
# ruff: noqa

from __future__ import annotations

import tavola.runtime

tavola.runtime.require(1)

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, ClassVar, Literal, TypedDict, Unpack

from tavola import Record, Table, TypedMap
from tavola.runtime import (Design, FieldRef, FieldSchema, Fields, Handle, IterationSchema, KeyPair, MapRef, Methods, ModelSchema, NumberRef,
    PhysicalIndex, Placeholder, Plans, TableSettings, Template, TextRef, TypedMapRef, create_method, handle, method, upsert_method)

if TYPE_CHECKING:
    from tavola import Change
    from tavola.runtime import BatchWrite, Delete, Filter, Get, GetMany, OnBadItem, Update

__all__ = ["Place", "PlaceAddress", "Places", "UntypedPlace"]

_INDEX_1 = PhysicalIndex("gsi1", "_gsi1_pk", "_gsi1_sk")
_INDEX_2 = PhysicalIndex("gsi2", "_gsi2_pk", "_gsi2_sk")
_INDEX_3 = PhysicalIndex("gsi3", "_gsi3_pk", "_gsi3_sk")
_INDEX_4 = PhysicalIndex("gsi4", "_gsi4_pk", "_gsi4_sk")
_INDEX_5 = PhysicalIndex("gsi5", "_gsi5_pk", "_gsi5_sk")
_INDEX_6 = PhysicalIndex("iter_index", "_iter_pk", "_iter_sk", projection="keysOnly")

_DESIGN = Design(
    name="Places", layout="managed",
    table=TableSettings(name="places", partition_key="_pk", sort_key="_sk", ttl_attribute="ttl",
        indexes=(_INDEX_1, _INDEX_2, _INDEX_3, _INDEX_4, _INDEX_5, _INDEX_6)),
    models={
        "Place": ModelSchema(
            name="Place", handle="place",
            fields={
                "placeId": FieldSchema("placeId", "place_id", "StringField", required=True),
                "address": FieldSchema(
                    "address", "address", "MapField", required=True,
                    members=(
                        FieldSchema("street", "street", "StringField", required=True),
                        FieldSchema("city", "city", "StringField", required=True),
                        FieldSchema("zip", "zip", "StringField"),
                        FieldSchema("floor", "floor", "IntegerField"),
                        FieldSchema("isOffice", "is_office", "BooleanField"),
                    ),
                    class_name="PlaceAddress",
                ),
            },
            key=KeyPair("_pk", Template(("q#", Placeholder("placeId"))), "_sk", Template(("q",))), primary_id=Template((Placeholder("placeId"),)),
            iteration=IterationSchema(physical=_INDEX_6,
                key=KeyPair("_iter_pk", Template(("q#iter#", Placeholder("$bucket", "int:3"))), "_iter_sk", Template((Placeholder("placeId"),))),
                buckets=10),
            model_prefix="q",
        ),
        "UntypedPlace": ModelSchema(
            name="UntypedPlace", handle="untyped_place",
            fields={
                "placeId": FieldSchema("placeId", "place_id", "StringField", required=True),
                "address": FieldSchema("address", "address", "MapField", required=True),
            },
            key=KeyPair("_pk", Template(("r#", Placeholder("placeId"))), "_sk", Template(("r",))), primary_id=Template((Placeholder("placeId"),)),
            iteration=IterationSchema(physical=_INDEX_6,
                key=KeyPair("_iter_pk", Template(("r#iter#", Placeholder("$bucket", "int:3"))), "_iter_sk", Template((Placeholder("placeId"),))),
                buckets=10),
            model_prefix="r",
        ),
    },
)

class PlaceAddress(TypedMap, schema=_DESIGN.models["Place"].map_named("PlaceAddress")):
    """PlaceAddress, a map in items."""

    street: str
    city: str
    zip: str | None = None
    floor: int | None = None
    is_office: bool | None = None


class PlaceAddressFields(TypedMapRef[PlaceAddress]):
    """PlaceAddress's members, for building conditions and changes."""

    street: TextRef
    city: TextRef
    zip: TextRef
    floor: NumberRef[int]
    is_office: FieldRef[bool]


PlaceField = Literal["place_id", "address"]


class PlaceFields(Fields):
    """Place's fields, for building conditions and changes."""

    place_id: TextRef
    address: PlaceAddressFields


class PlaceChanges(TypedDict, total=False):
    """What an update of a Place may set."""

    address: PlaceAddress


class Place(Record, schema=_DESIGN.models["Place"], maps=(PlaceAddress,)):
    """A Place.

    - key: _pk = q#{placeId}, _sk = q
    - iteration (iter_index): _iter_pk = q#iter#{bucket:03d}, _iter_sk = {placeId}
    """

    fields: ClassVar[PlaceFields]
    place_id: str
    address: PlaceAddress


UntypedPlaceField = Literal["place_id", "address"]


class UntypedPlaceFields(Fields):
    """UntypedPlace's fields, for building conditions and changes."""

    place_id: TextRef
    address: MapRef


class UntypedPlaceChanges(TypedDict, total=False):
    """What an update of a UntypedPlace may set."""

    address: dict[str, Any]


class UntypedPlace(Record, schema=_DESIGN.models["UntypedPlace"]):
    """A UntypedPlace.

    - key: _pk = r#{placeId}, _sk = r
    - iteration (iter_index): _iter_pk = r#iter#{bucket:03d}, _iter_sk = {placeId}
    """

    fields: ClassVar[UntypedPlaceFields]
    place_id: str
    address: dict[str, Any]


class PlaceMethods(Methods[Place]):
    """The methods of Place's handle and plans."""

    create = create_method(Place)
    """Write a new Place; refuse if there is one with its key."""
    upsert = upsert_method(Place)
    """Change a Place, or create it where there is none."""

    @method
    def get(self, place_id: str, *, consistent: bool = True, include_expired: bool = False) -> Get[Place]:
        """Read the Place with this key; None if there is none."""
        return self._get((place_id,), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[Place]:
        """Read Place items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, place_id: str, *changes: Change, condition: Filter | None = None, **values: Unpack[PlaceChanges]) -> Update[Place]:
        """Change a Place by its key; refuse if there is none."""
        return self._update((place_id,), changes, values, condition)

    @method
    def delete(self, place_id: str, *, condition: Filter | None = None) -> Delete[Place]:
        """Delete a Place by its key; say whether there was one."""
        return self._delete((place_id,), condition)

    @method
    def delete_all(self, keys: Iterable[str]) -> BatchWrite[Place]:
        """Delete Place items by their keys, in batches."""
        return self._delete_all(keys)


class PlacePlans(PlaceMethods, Plans[Place]):
    """Operations on Place, unsent."""


class PlaceHandle(PlaceMethods, Handle[Place, PlacePlans]):
    """The Place items of a table."""


class UntypedPlaceMethods(Methods[UntypedPlace]):
    """The methods of UntypedPlace's handle and plans."""

    create = create_method(UntypedPlace)
    """Write a new UntypedPlace; refuse if there is one with its key."""
    upsert = upsert_method(UntypedPlace)
    """Change a UntypedPlace, or create it where there is none."""

    @method
    def get(self, place_id: str, *, consistent: bool = True, include_expired: bool = False) -> Get[UntypedPlace]:
        """Read the UntypedPlace with this key; None if there is none."""
        return self._get((place_id,), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[UntypedPlace]:
        """Read UntypedPlace items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, place_id: str, *changes: Change, condition: Filter | None = None, **values: Unpack[UntypedPlaceChanges]) -> Update[UntypedPlace]:
        """Change a UntypedPlace by its key; refuse if there is none."""
        return self._update((place_id,), changes, values, condition)

    @method
    def delete(self, place_id: str, *, condition: Filter | None = None) -> Delete[UntypedPlace]:
        """Delete a UntypedPlace by its key; say whether there was one."""
        return self._delete((place_id,), condition)

    @method
    def delete_all(self, keys: Iterable[str]) -> BatchWrite[UntypedPlace]:
        """Delete UntypedPlace items by their keys, in batches."""
        return self._delete_all(keys)


class UntypedPlacePlans(UntypedPlaceMethods, Plans[UntypedPlace]):
    """Operations on UntypedPlace, unsent."""


class UntypedPlaceHandle(UntypedPlaceMethods, Handle[UntypedPlace, UntypedPlacePlans]):
    """The UntypedPlace items of a table."""


class Places(Table):
    """The table `places` on a store."""

    design = _DESIGN
    models = (Place, UntypedPlace)

    place = handle(Place, PlaceHandle, PlacePlans)
    """The Place items."""
    untyped_place = handle(UntypedPlace, UntypedPlaceHandle, UntypedPlacePlans)
    """The UntypedPlace items."""
