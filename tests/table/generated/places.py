"""Places: typed access to the table `places`.

Generated from its design; change that, and generate again:

    tavola generate places.yaml -o places.py
"""

# fmt: off
# isort: skip_file
# ruff: noqa: PGH004
# ruff: noqa

from __future__ import annotations

import tavola.runtime

tavola.runtime.require(1)

from collections.abc import Iterable
from datetime import datetime
from typing import TYPE_CHECKING, ClassVar, Literal, TypedDict, Unpack

from tavola import Record, Table, TypedMap
from tavola.runtime import (Design, FieldRef, FieldSchema, Fields, Handle, IndexSchema, KeyPair, Methods, ModelSchema, NumberRef, PatternSchema,
    PhysicalIndex, Placeholder, Plans, TableSettings, Template, TextRef, TypedMapRef, create_method, handle, method, upsert_method)

if TYPE_CHECKING:
    from tavola import Change, SortCondition
    from tavola.runtime import BatchWrite, Delete, Filter, Get, GetMany, IndexOptions, OnBadItem, Query, QueryOptions, Update

__all__ = ["Place", "PlaceAddress", "PlaceAddressCountry", "Places"]

_INDEX_1 = PhysicalIndex("GSI1", "GSI1PK", "GSI1SK")
_INDEX_2 = PhysicalIndex("GSI2", "GSI2PK", "GSI2SK", projection="keysOnly")

_DESIGN = Design(
    name="Places", layout="templates", table=TableSettings(name="places", indexes=(_INDEX_1, _INDEX_2)),
    models={
        "Place": ModelSchema(
            name="Place", handle="place",
            fields={
                "placeId": FieldSchema("placeId", "place_id", "StringField", required=True),
                "owner": FieldSchema("owner", "owner", "StringField"),
                "address": FieldSchema(
                    "address", "address", "MapField", attribute="addr",
                    members=(
                        FieldSchema("city", "city", "StringField", attribute="town"),
                        FieldSchema("zip", "zip", "StringField"),
                        FieldSchema("floor", "floor", "IntegerField"),
                        FieldSchema(
                            "country", "country", "MapField",
                            members=(
                                FieldSchema("code", "code", "StringField"),
                                FieldSchema("since", "since", "DateTimeField", storage="epochMillis"),
                            ),
                            class_name="PlaceAddressCountry",
                        ),
                    ),
                    class_name="PlaceAddress",
                ),
                "visits": FieldSchema("visits", "visits", "CounterField"),
            },
            key=KeyPair("PK", Template(("PLACE#", Placeholder("placeId"))), "SK", Template(("PLACE",))),
            primary_id=Template((Placeholder("placeId"),)),
            indexes={
                "places": IndexSchema("places", "places", KeyPair("PK", Template(("PLACE#", Placeholder("placeId"))), "SK", Template(("PLACE",)))),
                "placesByCity": IndexSchema(
                    "placesByCity", "places_by_city",
                    KeyPair("GSI1PK", Template(("CITY#", Placeholder("address.city"))), "GSI1SK",
                        Template((Placeholder("address.zip", escaped="%#"), "#", Placeholder("address.floor", "int:3"), "#", Placeholder("owner")))),
                    physical=_INDEX_1,
                ),
                "placesByCountry": IndexSchema(
                    "placesByCountry", "places_by_country",
                    KeyPair("GSI2PK",
                        Template(("C#", Placeholder("address.country.code", escaped="%#"), "#", Placeholder("address.zip", "shard:3:text"))),
                        "GSI2SK", Template((Placeholder("address.country.since", "iso"),))),
                    physical=_INDEX_2, shards=3,
                ),
            },
            type_value="Place", counters=("visits",),
        ),
    },
    patterns={
        "placesInRome": PatternSchema(name="placesInRome", python_name="places_in_rome", model="Place", index="placesByCity",
            given={"address.city": "equals", "address.zip": "equals"}, constants={"address.city": "Rome"}),
    },
)

class PlaceAddressCountry(TypedMap, schema=_DESIGN.models["Place"].map_named("PlaceAddressCountry")):
    """PlaceAddressCountry, a map in items."""

    code: str | None = None
    since: datetime | None = None


class PlaceAddressCountryFields(TypedMapRef[PlaceAddressCountry]):
    """PlaceAddressCountry's members, for building conditions and changes."""

    code: TextRef
    since: FieldRef[datetime]


class PlaceAddress(TypedMap, schema=_DESIGN.models["Place"].map_named("PlaceAddress"), maps=(PlaceAddressCountry,)):
    """PlaceAddress, a map in items."""

    city: str | None = None
    zip: str | None = None
    floor: int | None = None
    country: PlaceAddressCountry | None = None


class PlaceAddressFields(TypedMapRef[PlaceAddress]):
    """PlaceAddress's members, for building conditions and changes."""

    city: TextRef
    zip: TextRef
    floor: NumberRef[int]
    country: PlaceAddressCountryFields


PlaceField = Literal["place_id", "owner", "address", "visits"]


class PlaceFields(Fields):
    """Place's fields, for building conditions and changes."""

    place_id: TextRef
    owner: TextRef
    address: PlaceAddressFields
    visits: NumberRef[int]


class PlaceChanges(TypedDict, total=False):
    """What an update of a Place may set."""

    owner: str | None
    address: PlaceAddress | None
    visits: int


class Place(Record, schema=_DESIGN.models["Place"], maps=(PlaceAddress,)):
    """A Place.

    - key: PK = PLACE#{placeId}, SK = PLACE
    - places: key
    - placesByCity (GSI1): GSI1PK = CITY#{address.city}, GSI1SK = {address.zip}#{address.floor:03d}#{owner}
    - placesByCountry (GSI2): GSI2PK = C#{address.country.code}#{address.zip:shard:3}, GSI2SK = {address.country.since:iso}
    """

    fields: ClassVar[PlaceFields]
    place_id: str
    owner: str | None = None
    address: PlaceAddress | None = None
    visits: int = 0


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

    @method
    def places(self, *, place_id: str, **options: Unpack[QueryOptions[PlaceField]]) -> Query[Place]:
        """Query `places` in the table: PK = PLACE#{placeId}, SK = PLACE."""
        return self._query("places", {"place_id": place_id}, **options)

    @method
    def places_by_city(self, *, address_city: str, address_zip: str | SortCondition | None = None, address_floor: int | SortCondition | None = None,
            owner: str | SortCondition | None = None, **options: Unpack[IndexOptions[PlaceField]]) -> Query[Place]:
        """Query `placesByCity` in GSI1: GSI1PK = CITY#{address.city}, GSI1SK = {address.zip}#{address.floor:03d}#{owner}."""
        return self._query("placesByCity", {"address_city": address_city, "address_zip": address_zip, "address_floor": address_floor, "owner": owner},
            **options)

    @method
    def places_by_country(self, *, address_country_code: str, address_country_since: datetime | SortCondition | None = None,
            **options: Unpack[IndexOptions[PlaceField]]) -> Query[Place]:
        """Query `placesByCountry` in GSI2: GSI2PK = C#{address.country.code}#{address.zip:shard:3}, GSI2SK = {address.country.since:iso}."""
        return self._query("placesByCountry", {"address_country_code": address_country_code, "address_country_since": address_country_since},
            **options)

    @method
    def places_in_rome(self, *, address_zip: str, **options: Unpack[IndexOptions[PlaceField]]) -> Query[Place]:
        """Query `placesInRome`: placesByCity, address.city is Rome."""
        return self._pattern("placesInRome", {"address_zip": address_zip}, **options)


class PlacePlans(PlaceMethods, Plans[Place]):
    """Operations on Place, unsent."""


class PlaceHandle(PlaceMethods, Handle[Place, PlacePlans]):
    """The Place items of a table."""


class Places(Table):
    """The table `places` on a store."""

    design = _DESIGN
    models = (Place,)

    place = handle(Place, PlaceHandle, PlacePlans)
    """The Place items."""
