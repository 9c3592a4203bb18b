"""IAM policies of designs."""

from __future__ import annotations

import json

from tavola.design import Design
from tavola.generate.export import to_iam

READS = ["dynamodb:BatchGetItem", "dynamodb:GetItem", "dynamodb:Query"]
WRITES = [
    "dynamodb:BatchWriteItem",
    "dynamodb:ConditionCheckItem",
    "dynamodb:DeleteItem",
    "dynamodb:PutItem",
    "dynamodb:UpdateItem",
]


def test_a_design_without_tenants_opens_its_table_and_indexes_but_no_scan(full: Design) -> None:
    policy = json.loads(to_iam(full, arn="arn:aws:dynamodb:eu-west-1:123456789012"))

    table = "arn:aws:dynamodb:eu-west-1:123456789012:table/blog-data"
    assert policy == {
        "Version": "2012-10-17",
        "Statement": [
            {"Sid": "Items", "Effect": "Allow", "Action": READS + WRITES, "Resource": table},
            {
                "Sid": "Indexes",
                "Effect": "Allow",
                "Action": ["dynamodb:Query"],
                "Resource": [f"{table}/index/by-status", f"{table}/index/by_date"],
            },
        ],
    }


def test_a_tenants_principal_reaches_the_partitions_of_its_tenant(tenanted: Design) -> None:
    policy = json.loads(to_iam(tenanted))

    items = next(part for part in policy["Statement"] if part["Sid"] == "TenantItems")
    # `T#acme*` would also be the tenant `acme2`: a wildcard stands only after the delimiter.
    assert items["Condition"] == {
        "ForAllValues:StringLike": {
            "dynamodb:LeadingKeys": [
                "T#${aws:PrincipalTag/tenant}",
                "T#${aws:PrincipalTag/tenant}#*",
            ]
        },
        "Null": {"dynamodb:LeadingKeys": "false"},
    }


def test_what_belongs_to_no_tenant_can_be_read_but_not_written(tenanted: Design) -> None:
    policy = json.loads(to_iam(tenanted))

    shared = next(part for part in policy["Statement"] if part["Sid"] == "SharedItems")
    assert shared["Action"] == READS
    assert shared["Condition"]["ForAllValues:StringLike"] == {"dynamodb:LeadingKeys": ["DOMAIN#*"]}


def test_an_index_with_tenants_is_not_opened_by_a_shared_key_that_could_be_anything(
    tenanted: Design,
) -> None:
    policy = json.loads(to_iam(tenanted))

    index = next(part for part in policy["Statement"] if part["Sid"] == "Index1GSI1")
    assert index["Condition"]["ForAllValues:StringLike"] == {
        "dynamodb:LeadingKeys": ["T#${aws:PrincipalTag/tenant}#SLUGS"]
    }


def test_the_tenant_may_come_from_another_variable(tenanted: Design) -> None:
    policy = to_iam(tenanted, tenant_variable="${aws:userid}")

    assert "PrincipalTag" not in policy
    assert '"T#${aws:userid}#*"' in policy
