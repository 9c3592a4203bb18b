"""The questions to a design's models, with example values, and the requests that ask them."""

from __future__ import annotations

from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from tavola.cli.data.questions import (
    Question,
    example_values,
    handle_of,
    questions_of,
    request_text,
    samples,
)
from tavola.cli.data_check.hot_partitions import HotPartitions
from tavola.design.schema import FieldSchema, ModelSchema
from tests.table.generated.arcade import Arcade
from tests.table.generated.offices import Offices
from tests.table.generated.places import Places
from tests.table.generated.spread import Spread

ULID = "01J8ZQ6T4N2C9V5W7X3Y1K0M8B"


@pytest.mark.parametrize(
    ("kind", "value"),
    [
        ("StringField", "f"),
        ("IntegerField", 1),
        ("CounterField", 1),
        ("FloatField", 1.0),
        ("DecimalField", Decimal(1)),
        ("BooleanField", True),
        ("BinaryField", b"x"),
        ("UuidField", UUID(int=0)),
        ("UlidField", ULID),
        ("VersionField", ULID),
        ("EnumField", "in"),
        ("DateTimeField", datetime(2026, 5, 1, tzinfo=UTC)),
    ],
)
def test_a_field_has_an_example_of_its_type(kind: Any, value: Any) -> None:
    field = FieldSchema("f", "f", kind, values=("in", "out"))
    model = ModelSchema("M", "m", {"f": field}, None, None)  # type: ignore[arg-type] # only its fields are read
    found = example_values(model)["f"]
    assert (found, type(found)) == (value, type(value))


@pytest.mark.parametrize(
    ("action", "body", "text"),
    [
        (
            "GetItem",
            {"Key": {"PK": {"S": "A#1"}, "SK": {"N": "7"}}, "Limit": 3},
            'GetItem PK = "A#1" AND SK = 7',
        ),
        (
            "Query",
            {
                "KeyConditionExpression": "#n0 = :v0 AND begins_with(#n1, :v10) AND :gone = :v1",
                "ExpressionAttributeNames": {"#n0": "PK", "#n1": "SK"},
                "ExpressionAttributeValues": {
                    ":v0": {"S": "#n1"}, ":v1": {"N": "1"}, ":v10": {"B": "AA=="}
                },
                "Limit": 3,
            },
            'Query PK = "#n1" AND begins_with(SK, AA==) AND :gone = 1 LIMIT 3',
        ),
        ("Scan", {}, "Scan"),
    ],
)  # fmt: skip
def test_a_request_is_told_in_one_line(action: str, body: dict[str, Any], text: str) -> None:
    assert request_text(action, body) == text


def asked(db: Any, name: str) -> dict[str, tuple[str, tuple[Any, ...], dict[str, Any]]]:
    """The questions to a model, by their names."""
    model = db.design.models[name]
    found = questions_of(db, model, example_values(model))
    return {one.name: (one.method, one.args, dict(one.options)) for one in found}


def test_every_way_to_ask_a_model_is_a_question() -> None:
    with Spread.open("memory:") as db:
        moment = datetime(2026, 5, 1, tzinfo=UTC)
        assert asked(db, "Order") == {
            "get": ("get", ("orderId",), {}),
            "ordersByShop": ("orders_by_shop", (), {"shop": "shop"}),
            "ordersByStatus": ("orders_by_status", (), {"shop": "shop", "status": "open"}),
            "latestOrders": ("latest_orders", (), {"shop": "shop"}),
        }
        assert asked(db, "Reading")["readingsOfTime"] == (
            "readings_of_time",
            (),
            {"device": "device", "at": (moment, moment)},
        )


def test_a_member_of_a_map_is_asked_for_by_its_path() -> None:
    with Places.open("memory:") as db:
        assert asked(db, "Place") == {
            "get": ("get", ("placeId",), {}),
            "places": ("places", (), {"place_id": "placeId"}),
            "placesByCity": ("places_by_city", (), {"address_city": "city"}),
            "placesByCountry": ("places_by_country", (), {"address_country_code": "code"}),
            "placesInRome": ("places_in_rome", (), {"address_zip": "zip"}),
        }


def test_a_unique_value_is_a_question() -> None:
    with Arcade.open("memory:") as db:
        assert asked(db, "Player") == {
            "get": ("get", ("playerId",), {}),
            "uniqueEmail": ("find_by_email", ("email",), {}),
        }


@pytest.mark.parametrize(
    ("given", "options", "is_whole"),
    [((), {}, True), (("x",), {"y": 0}, True), ((None,), {}, False), ((), {"y": None}, False)],
)
def test_a_question_without_a_value_is_not_whole(
    given: tuple[Any, ...], options: dict[str, Any], is_whole: bool
) -> None:
    assert Question("a", "a", given, options).is_whole is is_whole


def test_samples_are_stored_items_as_their_tenants_see_them(tmp_path: Path) -> None:
    with Offices.open(str(tmp_path / "offices.db")) as db:
        desk = db.tenant("acme").desk.create(room="A", number=1)
        db.untenanted.domain.create(name="example.com", tenant="acme")
        stray = {"PK": {"S": "?"}, "SK": {"S": "?"}}
        db.store.execute("PutItem", {"TableName": db.table_name, "Item": stray})

        found = {sample.model.name: sample for sample in samples(db, 10)}

        assert sorted(found) == ["Desk", "Domain"]
        assert (found["Desk"].values["room"], found["Desk"].values["number"]) == ("A", 1)
        assert handle_of(found["Desk"].db, found["Desk"].model).get("A", 1) == desk
        assert handle_of(db, found["Domain"].model).get("example.com").tenant == "acme"
        assert len(list(samples(db, 1))) <= 1


def test_the_fullest_places_are_known_whatever_comes_between() -> None:
    partitions = HotPartitions()
    for number in range(1000):
        for place in ("full", "full", "fuller", "fuller", "fuller", f"rare {number}"):
            partitions.add(place)
    assert (partitions.fullest(2), len(partitions.counts)) == (["fuller", "full"], 200)
    assert (partitions.counts["fuller"], partitions.counts["full"]) == (3000, 2000)


def test_the_least_full_place_gives_way_and_its_count_is_inherited() -> None:
    partitions = HotPartitions()
    partitions.go_on_from({"least": 2, **{f"p{number}": 3 for number in range(199)}})
    partitions.add("new")
    assert ("least" in partitions.counts, partitions.counts["new"]) == (False, 3)
    partitions.add("p0")
    assert (partitions.counts["p0"], len(partitions.counts)) == (4, 200)
