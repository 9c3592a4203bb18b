"""Keys that read into maps: each mistake is told once."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tavola.design import Design

Check = Callable[[str], list[str]]
Load = Callable[[str], Design]

DESIGN = """\
table: {{name: places, indexes: {{GSI1: {{partitionKey: GSI1PK, sortKey: GSI1SK}}}}}}
models:
  Place:
    fields:
      placeId: {{type: StringField}}
      plain: {{type: MapField}}
      since: {{type: DateTimeField}}
      {more}
      address:
        type: MapField
        fields:
          city: {{type: StringField}}
          tags: {{type: StringSetField}}
          built: {{type: DateTimeField}}
          country: {{type: MapField, fields: {{code: {{type: StringField}}}}}}
    key: {{PK: "PLACE#{key}", SK: PLACE}}
    indexes:
      byCity: {{index: GSI1, GSI1PK: "CITY#{partition}", GSI1SK: "{sort}"}}
"""


def places(**changes: str) -> str:
    parts = {
        "key": "{placeId}",
        "partition": "{address.city}",
        "sort": "{placeId}",
        "more": "name: {type: StringField}",
    }
    return DESIGN.format(**parts | changes)


def test_a_key_may_read_into_a_map(load: Load) -> None:
    index = load(places(sort="{address.country.code}#{placeId}")).models["Place"].indexes["byCity"]

    assert index.key.fields == ("address.city", "address.country.code", "placeId")
    assert index.key.made_of == {"address", "placeId"}


@pytest.mark.parametrize(
    ("changes", "finding"),
    [
        (
            {"partition": "{address.town}"},
            "18: Place.indexes.byCity: 'CITY#{address.town}' names 'address.town', and there is no "
            "such member. There is 'city', 'tags', 'built', 'country'.",
        ),
        (
            {"partition": "{address.citty}"},
            "18: Place.indexes.byCity: 'CITY#{address.citty}' names 'address.citty', and there is "
            "no such member. Did you mean 'city'?",
        ),
        (
            {"partition": "{address.country.cod}"},
            "18: Place.indexes.byCity: 'CITY#{address.country.cod}' names 'address.country.cod', "
            "and there is no such member. Did you mean 'code'?",
        ),
        (
            {"partition": "{plain.city}"},
            "18: Place.indexes.byCity: 'CITY#{plain.city}' reads into 'plain', a MapField without "
            "members of its own. Name them: {type: MapField, fields: …}.",
        ),
        (
            {"partition": "{placeId.city}"},
            "18: Place.indexes.byCity: 'CITY#{placeId.city}' reads into 'placeId', a StringField "
            "without members of its own. Name them: {type: MapField, fields: …}.",
        ),
        (
            {"partition": "{address.tags}"},
            "18: Place.indexes.byCity: 'CITY#{address.tags}' names 'address.tags', a "
            "StringSetField, which no key can hold. Use a field with one string, number or date.",
        ),
        (
            {"partition": "{address.country}"},
            "18: Place.indexes.byCity: 'CITY#{address.country}' names 'address.country', a "
            "MapField, which no key can hold. Use a field with one string, number or date.",
        ),
        (
            {"partition": "{address.built:%Y-%m}"},
            "18: Place.indexes.byCity: 'CITY#{address.built:%Y-%m}' has a part of the date "
            "'address.built', which stands in a map. Make it a field of the item.",
        ),
        (
            {"sort": "{address.built}"},
            "18: Place.indexes.byCity: '{address.built}' has the date 'address.built', which does "
            "not sort. Write {address.built:013d}.",
        ),
        (
            {"key": "{placeId}#{address.city}"},
            "16: Place.key: 'PLACE#{placeId}#{address.city}' reads into the map 'address', which "
            "may change. Only keys of indexes read into maps; make it a field of the item.",
        ),
        (
            {"more": "addressCity: {type: StringField}"},
            "18: Place.indexes.byCity: 'CITY#{address.city}' has 'address.city', which is "
            "'address_city' in Python, as a field is. Rename one.",
        ),
        (
            {"partition": "{adress.city}"},
            "18: Place.indexes.byCity: 'CITY#{adress.city}' names unknown field 'adress.city'. "
            "Did you mean 'address'?",
        ),
    ],
)
def test_one_mistake_is_one_finding(check: Check, changes: dict[str, str], finding: str) -> None:
    assert check(places(**changes)) == [f"shop.yaml:{finding}"]
