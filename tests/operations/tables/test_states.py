"""Descriptions of tables read as data, and every difference to a design as the change it needs."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from tavola.design import PhysicalIndex, TableSettings
from tavola.errors import LimitExceeded, StoreError, StoreUnavailable, TableInUse, TableNotFound
from tavola.operations.steps import Request, Wait
from tavola.operations.tables.change import TableChange, Waits, create_table
from tavola.operations.tables.compare import TableDifference, compare
from tavola.operations.tables.describe import IndexState, TableState, read_state
from tavola.operations.tables.prepare import Prepare
from tavola.operations.tables.table_operations import DescribeTable, DropTable
from tests.operations.tables.conftest import design_of

HASH = {"AttributeName": "PK", "KeyType": "HASH"}
RANGE = {"AttributeName": "SK", "KeyType": "RANGE"}
LEAST = {"TableName": "blog", "TableStatus": "ACTIVE", "KeySchema": [RANGE, HASH]}
NO_TYPES: dict[str, str] = {}
LEAST_STATE = TableState(
    "blog",
    "ACTIVE",
    "",
    ("PK", "SK"),
    NO_TYPES,
    (),
    *("PROVISIONED", 0, 0, False, None, "owned", 0, 0),
)
STATE = replace(
    LEAST_STATE,
    arn="arn",
    billing="PAY_PER_REQUEST",
    has_ttl=False,
    point_in_time_recovery=False,
    tags={},
)
SETTINGS = TableSettings(name="blog")
GSI = PhysicalIndex("GSI1", "GSI1PK", "SK", "include", ("b", "a"))
GSI_STATE = IndexState("GSI1", ("GSI1PK", "SK"), "INCLUDE", ("a", "b"))
LSI = PhysicalIndex("LSI1", "PK", "LSI1SK", is_local=True)
LSI_STATE = IndexState("LSI1", ("PK", "LSI1SK"), "ALL", is_local=True)
FIVE = {"ReadCapacityUnits": 5, "WriteCapacityUnits": 5}


def test_a_table_of_which_little_is_told_is_read() -> None:
    assert read_state(LEAST, None, None, None) == LEAST_STATE


def test_all_that_is_told_of_a_table_is_read() -> None:
    described = {
        **LEAST,
        "TableArn": "arn",
        "AttributeDefinitions": [{"AttributeName": "PK", "AttributeType": "N"}],
        "BillingModeSummary": {"BillingMode": "PAY_PER_REQUEST"},
        "ProvisionedThroughput": {"ReadCapacityUnits": 3, "WriteCapacityUnits": 2},
        "DeletionProtectionEnabled": True,
        "StreamSpecification": {"StreamEnabled": True, "StreamViewType": "NEW_IMAGE"},
        "SSEDescription": {"Status": "ENABLED", "KMSMasterKeyArn": "key"},
        "ItemCount": 7,
        "TableSizeBytes": 70,
        "GlobalSecondaryIndexes": [
            {
                "IndexName": "G",
                "KeySchema": [HASH, {**RANGE, "KeyType": "HASH"}],
                "Projection": {"ProjectionType": "INCLUDE", "NonKeyAttributes": ["b", "a"]},
                "IndexStatus": "CREATING",
            }
        ],
        "LocalSecondaryIndexes": [{"IndexName": "L", "KeySchema": [HASH, RANGE]}],
    }
    ttl = {"TimeToLiveDescription": {"TimeToLiveStatus": "ENABLING", "AttributeName": "ttl"}}
    recovery = {"PointInTimeRecoveryStatus": "ENABLED"}
    backups = {"ContinuousBackupsDescription": {"PointInTimeRecoveryDescription": recovery}}

    assert read_state(described, ttl, backups, {"a": "b"}) == TableState(
        name="blog",
        status="ACTIVE",
        arn="arn",
        keys=("PK", "SK"),
        key_types={"PK": "N"},
        indexes=(
            IndexState("G", ("PK", "SK"), "INCLUDE", ("a", "b"), "CREATING", partitions=2),
            IndexState("L", ("PK", "SK"), "ALL", is_local=True),
        ),
        billing="PAY_PER_REQUEST",
        read_capacity=3,
        write_capacity=2,
        deletion_protection=True,
        stream="NEW_IMAGE",
        encryption="key",
        item_count=7,
        size_bytes=70,
        ttl_attribute="ttl",
        has_ttl=True,
        point_in_time_recovery=True,
        tags={"a": "b"},
    )


@pytest.mark.parametrize(
    ("told", "encryption"),
    [
        ({"Status": "ENABLING"}, "managed"),
        ({"Status": "UPDATING", "KMSMasterKeyArn": "key"}, "key"),
        ({"Status": "DISABLED", "KMSMasterKeyArn": "key"}, "owned"),
    ],
)
def test_the_key_of_a_table_is_its_own_while_encryption_is_on(told: Any, encryption: str) -> None:
    described = {**LEAST, "SSEDescription": told}

    assert read_state(described, None, None, None).encryption == encryption


@pytest.mark.parametrize(
    ("ttl", "backups", "expected"),
    [
        ({}, {}, (False, False)),
        ({"TimeToLiveDescription": {"TimeToLiveStatus": "ENABLED"}}, None, (True, None)),
        ({"TimeToLiveDescription": {"TimeToLiveStatus": "DISABLED"}}, None, (False, None)),
    ],
)
def test_what_is_not_told_is_unknown(ttl: Any, backups: Any, expected: Any) -> None:
    state = read_state(LEAST, ttl, backups, None)

    assert (state.has_ttl, state.point_in_time_recovery) == expected


def test_a_stream_that_was_ended_is_none() -> None:
    ended = {"StreamEnabled": False, "StreamViewType": "NEW_IMAGE"}

    assert read_state({**LEAST, "StreamSpecification": ended}, None, None, None) == LEAST_STATE


def _update(summary: str, **body: Any) -> TableChange:
    return TableChange(summary, "blog", "UpdateTable", {"TableName": "blog", **body})


def _expiry(summary: str, attribute: str, *, is_on: bool) -> TableChange:
    specification = {"Enabled": is_on, "AttributeName": attribute}
    body = {"TableName": "blog", "TimeToLiveSpecification": specification}
    return TableChange(summary, "blog", "UpdateTimeToLive", body)


def _recovery(summary: str, *, is_on: bool) -> TableChange:
    specification = {"PointInTimeRecoveryEnabled": is_on}
    body = {"TableName": "blog", "PointInTimeRecoverySpecification": specification}
    return TableChange(summary, "blog", "UpdateContinuousBackups", body)


@pytest.mark.parametrize(
    ("wanted", "actual", "change"),
    [
        (
            {"billing": "provisioned"},
            {"indexes": (GSI_STATE, LSI_STATE)},
            _update(
                "Bill by PROVISIONED for 5 reads and 5 writes a second",
                BillingMode="PROVISIONED",
                ProvisionedThroughput=FIVE,
                GlobalSecondaryIndexUpdates=[
                    {"Update": {"IndexName": "GSI1", "ProvisionedThroughput": FIVE}}
                ],
            ),
        ),
        (
            {"billing": "provisioned", "read_capacity": 6},
            {"billing": "PROVISIONED", "read_capacity": 5, "write_capacity": 5},
            _update(
                "Bill by PROVISIONED for 6 reads and 5 writes a second",
                BillingMode="PROVISIONED",
                ProvisionedThroughput={**FIVE, "ReadCapacityUnits": 6},
            ),
        ),
        (
            {},
            {"billing": "PROVISIONED", "indexes": (GSI_STATE,)},
            _update("Bill by PAY_PER_REQUEST", BillingMode="PAY_PER_REQUEST"),
        ),
        (
            {"indexes": (GSI,), "key_types": {"GSI1PK": "N"}},
            {},
            replace(
                _update(
                    "Add index GSI1 (GSI1PK, SK)",
                    AttributeDefinitions=[
                        {"AttributeName": "PK", "AttributeType": "S"},
                        {"AttributeName": "SK", "AttributeType": "S"},
                        {"AttributeName": "GSI1PK", "AttributeType": "N"},
                    ],
                    GlobalSecondaryIndexUpdates=[
                        {
                            "Create": {
                                "IndexName": "GSI1",
                                "KeySchema": [{**HASH, "AttributeName": "GSI1PK"}, RANGE],
                                "Projection": {
                                    "ProjectionType": "INCLUDE",
                                    "NonKeyAttributes": ["b", "a"],
                                },
                            }
                        }
                    ],
                ),
                patience_seconds=48 * 3600.0,
            ),
        ),
        ({"ttl_attribute": "ttl"}, {}, _expiry("Let items expire by ttl", "ttl", is_on=True)),
        (
            {},
            {"has_ttl": True, "ttl_attribute": "ttl"},
            _expiry("Let items no longer expire (ttl)", "ttl", is_on=False),
        ),
        (
            {"point_in_time_recovery": True},
            {},
            _recovery("Turn point-in-time recovery on", is_on=True),
        ),
        (
            {},
            {"point_in_time_recovery": True},
            _recovery("Turn point-in-time recovery off", is_on=False),
        ),
        (
            {"deletion_protection": True},
            {},
            _update("Turn deletion protection on", DeletionProtectionEnabled=True),
        ),
        (
            {},
            {"deletion_protection": True},
            _update("Turn deletion protection off", DeletionProtectionEnabled=False),
        ),
        (
            {"streams": "oldImage"},
            {},
            _update(
                "Stream changes as OLD_IMAGE",
                StreamSpecification={"StreamEnabled": True, "StreamViewType": "OLD_IMAGE"},
            ),
        ),
        (
            {},
            {"stream": "NEW_IMAGE"},
            _update("End the stream", StreamSpecification={"StreamEnabled": False}),
        ),
        (
            {"encryption": "managed"},
            {},
            _update(
                "Encrypt with the managed key", SSESpecification={"Enabled": True, "SSEType": "KMS"}
            ),
        ),
        (
            {},
            {"encryption": "arn:key"},
            _update("Encrypt with the owned key", SSESpecification={"Enabled": False}),
        ),
        (
            {"encryption": "arn:other"},
            {"encryption": "arn:key"},
            _update(
                "Encrypt with the arn:other key",
                SSESpecification={
                    "Enabled": True,
                    "SSEType": "KMS",
                    "KMSMasterKeyId": "arn:other",
                },
            ),
        ),
        (
            {"tags": {"team": "web", "cost": "1"}},
            {"tags": {"cost": "1", "team": "core"}},
            TableChange(
                "Tag with team",
                "blog",
                "TagResource",
                {"ResourceArn": "arn", "Tags": [{"Key": "team", "Value": "web"}]},
                is_seen=False,
            ),
        ),
    ],
)
def test_a_difference_is_the_change_that_ends_it(
    wanted: dict[str, Any], actual: dict[str, Any], change: TableChange
) -> None:
    found = compare(replace(SETTINGS, **wanted), replace(STATE, **actual))

    assert (found.changes, found.obstacles) == ((change,), ())


@pytest.mark.parametrize(
    ("wanted", "actual"),
    [
        ({}, {}),
        ({"billing": "provisioned"}, {"billing": "PROVISIONED", "read_capacity": 5}),
        ({"indexes": (GSI, LSI)}, {"indexes": (GSI_STATE, LSI_STATE)}),
        ({"ttl_attribute": "ttl"}, {"has_ttl": True, "ttl_attribute": "ttl"}),
        ({}, {"has_ttl": False, "ttl_attribute": "ttl"}),
        ({}, {"has_ttl": None, "point_in_time_recovery": None, "tags": None}),
        ({"tags": {"a": "b"}}, {"tags": None}),
        ({"streams": "keysOnly"}, {"stream": "KEYS_ONLY"}),
        ({"encryption": "managed"}, {"encryption": "arn:key"}),
        ({"encryption": "alias/blog"}, {"encryption": "arn:key"}),
        ({"encryption": "arn:key"}, {"encryption": "arn:key"}),
    ],
)
def test_a_table_that_is_as_its_design_says_needs_nothing(
    wanted: dict[str, Any], actual: dict[str, Any]
) -> None:
    state = replace(STATE, write_capacity=5, **actual)

    assert compare(replace(SETTINGS, **wanted), state) == TableDifference((), (), ())


@pytest.mark.parametrize(
    ("wanted", "actual", "obstacle"),
    [
        (
            {"sort_key": None},
            {},
            "key: the table has (PK, SK), the design (PK)."
            " A key cannot change: make a new table and copy the items.",
        ),
        (
            {"key_types": {"PK": "N"}},
            {"key_types": {"PK": "S", "SK": "S"}},
            "Attribute PK has type S, the design needs N.",
        ),
        ({}, {"key_types": {"SK": "B"}}, "Attribute SK has type B, the design needs S."),
        (
            {"ttl_attribute": "end"},
            {"has_ttl": True, "ttl_attribute": "ttl"},
            "time to live: the table expires by ttl, the design by end."
            " Turn it off first; it can be turned on again after an hour.",
        ),
        (
            {"streams": "keysOnly"},
            {"stream": "NEW_IMAGE"},
            "stream: the table streams NEW_IMAGE, the design KEYS_ONLY."
            " End the stream first: its readers lose their place.",
        ),
        ({"indexes": (LSI,)}, {}, "index LSI1: a local index can only be made with its table."),
        *(
            (
                {"indexes": (GSI,)},
                {"indexes": (replace(GSI_STATE, **other),)},
                "Index GSI1 has other keys or another projection than the design."
                " Give the new one another name, and remove this one when nobody reads it.",
            )
            for other in (
                {"keys": ("GSI1PK",)},
                {"partitions": 2},
                {"projection": "ALL"},
                {"included": ("a",)},
                {"is_local": True},
            )
        ),
    ],
)
def test_what_no_request_changes_is_told(
    wanted: dict[str, Any], actual: dict[str, Any], obstacle: str
) -> None:
    found = compare(replace(SETTINGS, **wanted), replace(STATE, **actual))

    assert found == TableDifference((), (obstacle,), ())


def test_what_only_the_table_has_or_the_service_lacks_is_noted() -> None:
    wanted = replace(SETTINGS, ttl_attribute="ttl", point_in_time_recovery=True, tags={"c": "1"})
    lacking = replace(LEAST_STATE, billing="PAY_PER_REQUEST", indexes=(GSI_STATE,))
    tags = {"b": "1", "a": "1", "c": "1"}

    found = compare(wanted, replace(lacking, tags=tags))

    assert found == TableDifference(
        (),
        (),
        (
            "index GSI1 is not in the design and stays.",
            "tag a is not in the design and stays.",
            "tag b is not in the design and stays.",
            "point-in-time recovery is not offered by this service.",
            "time to live is not offered by this service.",
        ),
    )


def test_pauses_grow_by_half_up_to_ten_seconds_until_patience_ends() -> None:
    waits = Waits(32.0, "Add index: table blog")

    pauses = [waits.next().seconds for _ in range(11)]

    assert pauses == pytest.approx([min(0.2 * 1.5**number, 10.0) for number in range(11)])
    with pytest.raises(StoreUnavailable) as ended:
        waits.next()
    assert ended.value.message == (
        "Add index: table blog is not active yet. It goes on by itself; look again later."
    )


def test_patience_that_is_just_spent_has_ended() -> None:
    waits = Waits(0.2, "Delete: table blog")
    waits.next()

    with pytest.raises(StoreUnavailable):
        waits.next()


def _drive(steps: Generator[Any, Any, Any], *answers: Any) -> tuple[list[Any], Any]:
    """Answer steps one by one, or refuse them; give the steps, and what came of them."""
    seen: list[Any] = []
    given = iter(answers)
    try:
        seen.append(next(steps))
        for answer in given:
            refused = isinstance(answer, StoreError)
            seen.append(steps.throw(answer) if refused else steps.send(answer))
    except StopIteration as done:
        return seen, done.value
    except StoreError as refused:
        return seen, refused
    raise AssertionError(f"{seen[-1]} waits for an answer.")


def _json(value: Any) -> bytes:
    return msgspec.json.encode(value)


NAMED = {"TableName": "blog"}
DESCRIBE = Request("DescribeTable", NAMED)
ACTIVE = _json({"Table": LEAST})
NOT_YET = "ContinuousBackupsUnavailableException"


@pytest.mark.parametrize("code", ["UnknownOperationException", "UnsupportedOperationException"])
def test_what_a_service_does_not_offer_is_not_known_of_its_tables(code: str) -> None:
    table = _json({"Table": {**LEAST, "TableArn": "arn"}})

    seen, state = _drive(DescribeTable("blog").steps(), table, *[StoreError("", code=code)] * 3)

    assert state == replace(LEAST_STATE, arn="arn")
    assert seen == [
        DESCRIBE,
        Request("DescribeTimeToLive", NAMED),
        Request("DescribeContinuousBackups", NAMED),
        Request("ListTagsOfResource", {"ResourceArn": "arn"}),
    ]


def test_any_other_refusal_is_one() -> None:
    refused = StoreError("", code="AccessDeniedException")

    seen, ended = _drive(DescribeTable("blog").steps(), ACTIVE, refused)

    assert (len(seen), ended) == (2, refused)


def test_tags_are_read_page_by_page() -> None:
    table = _json({"Table": {**LEAST, "TableArn": "arn"}})
    first = _json({"Tags": [{"Key": "a", "Value": "1"}], "NextToken": "t"})
    second = _json({"Tags": [{"Key": "b", "Value": "2"}]})

    seen, state = _drive(DescribeTable("blog").steps(), table, b"{}", b"{}", first, second)

    assert state.tags == {"a": "1", "b": "2"}
    assert seen[-1] == Request("ListTagsOfResource", {"ResourceArn": "arn", "NextToken": "t"})


@pytest.mark.parametrize(
    "refused", [TableInUse(""), LimitExceeded(""), StoreError("", code=NOT_YET)]
)
def test_a_change_that_has_to_wait_is_sent_again(refused: StoreError) -> None:
    change = _update("Add index")
    sent = Request("UpdateTable", NAMED)

    seen, _ = _drive(change.steps(), refused, None, b"{}", ACTIVE)

    assert seen == [sent, Wait(0.2), sent, DESCRIBE]


def test_what_is_not_seen_in_the_table_is_done_when_it_is_sent() -> None:
    change = replace(_update("Tag"), is_seen=False)

    assert _drive(change.steps(), b"{}") == ([Request("UpdateTable", NAMED)], None)


@pytest.mark.parametrize("refused", [TableInUse(""), StoreError("", code=NOT_YET)])
def test_a_table_is_not_created_again(refused: StoreError) -> None:
    assert _drive(create_table("Create", "blog", NAMED).steps(), refused)[1] is refused


def test_a_creation_waits_for_others() -> None:
    sent = Request("CreateTable", NAMED)

    seen, _ = _drive(
        create_table("Create", "blog", NAMED).steps(), LimitExceeded(""), None, b"{}", ACTIVE
    )

    assert seen == [sent, Wait(0.2), sent, DESCRIBE]


def test_a_deletion_is_over_when_the_table_is_gone() -> None:
    seen, _ = _drive(DropTable("blog").steps(), b"{}", ACTIVE, None, TableNotFound(""))

    assert seen == [Request("DeleteTable", NAMED), DESCRIBE, Wait(0.2), DESCRIBE]


def test_an_embedded_table_is_made_as_its_design_says_but_for_protection() -> None:
    design = design_of(
        replace(
            SETTINGS, ttl_attribute="ttl", point_in_time_recovery=True, deletion_protection=True
        )
    )
    body = {
        **NAMED,
        "AttributeDefinitions": [
            {"AttributeName": "PK", "AttributeType": "S"},
            {"AttributeName": "SK", "AttributeType": "S"},
        ],
        "KeySchema": [HASH, RANGE],
        "BillingMode": "PAY_PER_REQUEST",
        "DeletionProtectionEnabled": False,
    }
    expiry, recovery = _expiry("", "ttl", is_on=True), _recovery("", is_on=True)

    seen, _ = _drive(Prepare(design, "blog").steps(), TableNotFound(""), b"{}", b"{}", b"{}")

    assert seen == [
        DESCRIBE,
        Request("CreateTable", body),
        Request("UpdateTimeToLive", expiry.body),
        Request("UpdateContinuousBackups", recovery.body),
    ]


def test_an_embedded_table_that_another_process_made_meanwhile_is_left_to_it() -> None:
    design = design_of(replace(SETTINGS, ttl_attribute="ttl"))

    seen, _ = _drive(Prepare(design, "blog").steps(), TableNotFound(""), TableInUse(""))

    assert [one.action for one in seen] == ["DescribeTable", "CreateTable"]


def test_an_embedded_table_gets_the_indexes_that_it_lacks() -> None:
    design = design_of(replace(SETTINGS, indexes=(GSI, PhysicalIndex("GSI2", "GSI2PK"), LSI)))
    has = _json({"Table": {**LEAST, "GlobalSecondaryIndexes": [{"IndexName": "GSI1"}]}})

    seen, _ = _drive(Prepare(design, "blog").steps(), has, b"{}")

    keys = ("PK", "SK", "GSI1PK", "GSI2PK", "LSI1SK")
    index = {
        "IndexName": "GSI2",
        "KeySchema": [{"AttributeName": "GSI2PK", "KeyType": "HASH"}],
        "Projection": {"ProjectionType": "ALL"},
    }
    assert seen[1:] == [
        Request(
            "UpdateTable",
            {
                **NAMED,
                "AttributeDefinitions": [
                    {"AttributeName": name, "AttributeType": "S"} for name in keys
                ],
                "GlobalSecondaryIndexUpdates": [{"Create": index}],
            },
        )
    ]
