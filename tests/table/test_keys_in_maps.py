"""Index keys that read into maps: right after every way of changing the map."""

from __future__ import annotations

import itertools
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tavola import ConditionFailed, OperationError, ge
from tavola.errors import ValidationFailed
from tavola.table.internals import codec_of
from tests.patience import eventually
from tests.table.generated.places import Place, PlaceAddress, PlaceAddressCountry, Places
from tests.table.stores import DAY, Home, plain, read_raw, tries

FIELDS = Place.fields


def key_of(places: Places, place_id: str) -> dict[str, Any]:
    return places.place.plan.get(place_id).key


def keys(places: Places, place_id: str) -> dict[str, str]:
    stored = plain(read_raw(places, key_of(places, place_id)))
    return {name: value[1] for name, value in stored.items() if name.startswith("GSI")}


def home_in(city: str | None, zip_code: str | None = "1", floor: int | None = 2) -> PlaceAddress:
    return PlaceAddress(city=city, zip=zip_code, floor=floor)


def test_a_key_reads_into_a_map(home: Home, some: str) -> None:
    places = home.empty(Places)
    country = PlaceAddressCountry(code="IT", since=DAY)
    address = PlaceAddress(city=some, zip="00100", floor=3, country=country)
    place = places.place.create(place_id=some, owner="ada", address=address)

    written = keys(places, some)
    assert (written["GSI1PK"], written["GSI1SK"]) == (f"CITY#{some}", "00100#003#ada")
    assert written["GSI2SK"] == "2026-03-01T00:00:00.000Z"

    def found() -> list[Place]:
        return places.place.places_by_city(
            address_city=some, address_zip="00100", address_floor=ge(3)
        ).items

    assert eventually(found, [place]) == [place]

    def by_country() -> list[str]:
        page = places.place.places_by_country(address_country_code="IT", filter={"owner": "ada"})
        return [one.place_id for one in page.all() if one.place_id == some]

    assert eventually(by_country, [some]) == [some]


def test_a_pattern_may_fix_a_member(places: Places, some: str) -> None:
    places.place.create(place_id=some, owner=some, address=home_in("Rome", some))

    def found() -> list[str]:
        return [one.place_id for one in places.place.places_in_rome(address_zip=some)]

    assert eventually(found, [some]) == [some]


WAYS = ["put", "save whole", "save member", "set whole", "set member", "add", "default", "remove"]


class World:
    """One place, and the ways to change its address."""

    def __init__(self, places: Places, some: str) -> None:
        self.places, self.some = places, some

    def change(self, way: str, city: str | None, floor: int | None) -> None:
        # A path into a map that is not there is DynamoDB's to refuse.
        with suppress(ConditionFailed, OperationError, ValidationFailed):
            getattr(self, way.replace(" ", "_"))(city, floor)

    def put(self, city: str | None, floor: int | None) -> None:
        address = home_in(city, floor=floor)
        self.places.place.put(Place(place_id=self.some, owner="o", address=address))

    def save_whole(self, city: str | None, floor: int | None) -> None:
        place = self.places.place.get(self.some)
        if place is not None:
            place.address = None if city is None else home_in(city, floor=floor)
            place.save()

    def save_member(self, city: str | None, floor: int | None) -> None:
        place = self.places.place.get(self.some)
        if place is not None and place.address is not None:
            place.address.city = city
            place.save()

    def set_whole(self, city: str | None, floor: int | None) -> None:
        self.places.place.update(self.some, address=home_in(city, floor=floor))

    def set_member(self, city: str | None, floor: int | None) -> None:
        changes = [FIELDS.address.city.set(city), FIELDS.address.floor.set(floor)]
        self.places.place.update(self.some, *changes)

    def add(self, city: str | None, floor: int | None) -> None:
        self.places.place.update(self.some, FIELDS.address.floor.add(1), FIELDS.visits.add(1))

    def default(self, city: str | None, floor: int | None) -> None:
        self.places.place.update(self.some, FIELDS.address.city.set_default(city or "x"))

    def remove(self, city: str | None, floor: int | None) -> None:
        self.places.place.update(self.some, FIELDS.address.city.remove())


def test_keys_are_right_after_every_change(home: Home, places: Places, some: str) -> None:
    names = (f"{some}-{number}" for number in itertools.count())
    steps = st.lists(
        st.tuples(
            st.sampled_from(WAYS),
            st.sampled_from(["Rome", "Pisa", "", None]),
            st.sampled_from([0, 7, None]),
        ),
        max_size=6,
    )

    @tries(home, 60)
    @given(steps)
    def check(drawn: list[tuple[str, str | None, int | None]]) -> None:
        world = World(places, next(names))
        places.place.create(place_id=world.some, owner="o", address=home_in("Bari"))
        for step in drawn:
            world.change(*step)

        codec = codec_of(places, Place)
        stored = read_raw(places, key_of(places, world.some)) or {}
        instance = codec.decoder.raw(stored, None)
        assert plain(codec.item(codec.values(instance), None)) == plain(stored)

    check()


def test_two_who_change_members_at_once_leave_the_key_right(places: Places, some: str) -> None:
    places.place.create(place_id=some, owner="o", address=home_in("Bari"))
    first = places.place.get(some)
    assert first is not None
    places.place.update(some, FIELDS.address.zip.set("99"))
    places.place.update(some, FIELDS.address.city.set("Rome"))

    assert keys(places, some)["GSI1SK"] == "99#002#o"
    assert first.address is not None
    first.address.floor = 5
    first.save()  # writes the map whole, and the keys that it makes
    assert keys(places, some) == {"GSI1PK": "CITY#Bari", "GSI1SK": "1#005#o"}


def test_members_that_others_wrote_are_kept(places: Places, some: str) -> None:
    places.place.create(place_id=some, owner="o", address=home_in("Bari"))
    body: dict[str, Any] = {
        "TableName": places.table_name,
        "Key": key_of(places, some),
        "UpdateExpression": "SET addr.note = :n",
        "ExpressionAttributeValues": {":n": {"S": "theirs"}},
    }
    places.store.execute("UpdateItem", body)

    places.place.update(some, FIELDS.address.city.set("Rome"))

    stored = plain(read_raw(places, key_of(places, some)))
    assert stored["addr"][1]["note"] == ("S", "theirs")
    assert stored["GSI1PK"] == ("S", "CITY#Rome")


def test_an_unknown_outcome_is_refused(places: Places, some: str) -> None:
    places.place.create(place_id=some, owner="o", address=home_in("Bari"))
    before = keys(places, some)

    with pytest.raises(OperationError, match="an index key reads into it"):
        places.place.update(some, FIELDS.address.city.set(FIELDS.owner))

    assert keys(places, some) == before
