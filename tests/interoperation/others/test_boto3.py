"""Items that programs wrote with boto3 alone, beside those of libraries."""

from __future__ import annotations

from decimal import Decimal
from types import ModuleType
from typing import Any

from boto3.dynamodb.conditions import Key
from boto3.dynamodb.types import Binary


def write_device(boto: Any, some: str, **more: Any) -> None:
    boto.put_item(Item={"pk": f"DEVICE#{some}", "sk": "STATE", "level": Decimal("3.5"), **more})


def test_a_plain_item_is_read_with_every_kind_of_value(
    boto: Any, db: Any, module: ModuleType, some: str
) -> None:
    more = {"on": True, "labels": {"a"}, "notes": ["x", {"y": Decimal(1)}, None], "room": None}
    write_device(boto, some, **more, firmware=b"\x00\x01", colour="red")

    assert db.device.get(some) == module.Device(
        device_id=some,
        level=Decimal("3.5"),
        is_on=True,
        labels={"a"},
        notes=["x", {"y": 1}, None],
        room=None,
        firmware=b"\x00\x01",
    )


def test_what_we_change_is_read_by_boto3_and_the_rest_stays(boto: Any, db: Any, some: str) -> None:
    write_device(boto, some, on=False, colour="red")
    device = db.device.get(some)
    device.is_on, device.room, device.firmware = True, some, b"\x02"
    device.save()

    stored = boto.get_item(Key={"pk": f"DEVICE#{some}", "sk": "STATE"})["Item"]
    assert stored == {
        "pk": f"DEVICE#{some}",
        "sk": "STATE",
        "gsi1pk": f"ROOM#{some}",
        "gsi1sk": f"DEVICE#{some}",
        "level": Decimal("3.5"),
        "on": True,
        "room": some,
        "firmware": Binary(b"\x02"),
        "colour": "red",
    }
    found = boto.query(IndexName="gsi1", KeyConditionExpression=Key("gsi1pk").eq(f"ROOM#{some}"))
    assert found["Items"] == [stored]
    assert [one.device_id for one in db.device.devices_in_room(room=some)] == [some]


def test_what_boto3_writes_back_is_ours_again(boto: Any, db: Any, some: str) -> None:
    made = db.device.create(device_id=some, level=Decimal(1), labels={"a", "b"})
    key = {"pk": f"DEVICE#{some}", "sk": "STATE"}
    stored = boto.get_item(Key=key)["Item"]
    boto.put_item(Item={**stored, "level": Decimal("2.75"), "labels": {"c"}})

    made.refresh()
    assert (made.level, made.labels) == (Decimal("2.75"), {"c"})


def test_items_of_everybody_stand_in_one_table(boto: Any, db: Any, some: str) -> None:
    """A scan by one model sees its own items alone, whoever else writes there."""
    write_device(boto, some)
    db.task.create(task_id=some, project="p", employee=some)

    own = [one.device_id for one in db.device.scan(allow_scan=True)]
    assert some in own
    assert {type(one) for one in own} == {str}
