"""CloudFormation templates of designs."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import yaml
from msgspec.structs import replace

from tavola.design import Design
from tavola.generate.export import to_cloudformation


def test_cfn_lint_finds_nothing_wrong_with_templates(
    full: Design, plain: Design, tenanted: Design, tmp_path: Path
) -> None:
    (tmp_path / "full.yaml").write_text(to_cloudformation(full))
    (tmp_path / "plain.yaml").write_text(to_cloudformation(plain))
    (tmp_path / "tenanted.yaml").write_text(to_cloudformation(tenanted))

    linted = subprocess.run(
        [Path(sys.executable).with_name("cfn-lint"), *tmp_path.glob("*.yaml")],
        capture_output=True,
        text=True,
        check=False,
    )

    assert (linted.stdout, linted.stderr, linted.returncode) == ("", "", 0)


def test_a_template_says_everything_that_the_design_does(full: Design) -> None:
    template = _load(to_cloudformation(full))

    assert template["Resources"]["Table"]["Properties"] == {
        "TableName": "blog-data",
        "AttributeDefinitions": [
            {"AttributeName": name, "AttributeType": "S"}
            for name in ("PK", "SK", "GSI1PK", "GSI1SK", "LSI1SK")
        ],
        "KeySchema": [
            {"AttributeName": "PK", "KeyType": "HASH"},
            {"AttributeName": "SK", "KeyType": "RANGE"},
        ],
        "BillingMode": "PROVISIONED",
        "ProvisionedThroughput": {"ReadCapacityUnits": 7, "WriteCapacityUnits": 3},
        "DeletionProtectionEnabled": True,
        "GlobalSecondaryIndexes": [
            {
                "IndexName": "by-status",
                "KeySchema": [
                    {"AttributeName": "GSI1PK", "KeyType": "HASH"},
                    {"AttributeName": "GSI1SK", "KeyType": "RANGE"},
                ],
                "Projection": {
                    "ProjectionType": "INCLUDE",
                    "NonKeyAttributes": ["title", "author"],
                },
                "ProvisionedThroughput": {"ReadCapacityUnits": 7, "WriteCapacityUnits": 3},
            }
        ],
        "LocalSecondaryIndexes": [
            {
                "IndexName": "by_date",
                "KeySchema": [
                    {"AttributeName": "PK", "KeyType": "HASH"},
                    {"AttributeName": "LSI1SK", "KeyType": "RANGE"},
                ],
                "Projection": {"ProjectionType": "KEYS_ONLY"},
            }
        ],
        "StreamSpecification": {"StreamViewType": "NEW_AND_OLD_IMAGES"},
        "SSESpecification": {"SSEEnabled": True, "SSEType": "KMS"},
        "Tags": [
            {"Key": "cost ${centre}", "Value": "4711"},
            {"Key": "team", "Value": "web"},
        ],
        "TimeToLiveSpecification": {"AttributeName": "ttl", "Enabled": True},
        "PointInTimeRecoverySpecification": {"PointInTimeRecoveryEnabled": True},
    }


def test_tags_keep_every_letter(plain: Design) -> None:
    tags = {"équipe": "𝒲eb", "empty": "", "no": "true", "at": "2026-01-01", "quoted": 'a "b" \\'}
    design = replace(plain, table=replace(plain.table, tags=tags))

    table = _load(to_cloudformation(design))["Resources"]["Table"]

    assert {tag["Key"]: tag["Value"] for tag in table["Properties"]["Tags"]} == tags


def test_a_table_outlives_its_stack(plain: Design) -> None:
    table = _load(to_cloudformation(plain))["Resources"]["Table"]

    assert (table["DeletionPolicy"], table["UpdateReplacePolicy"]) == ("Retain", "Retain")


def _load(text: str) -> dict[str, Any]:
    # The short forms of functions are tags, which YAML alone does not know.
    loaded: dict[str, Any] = yaml.safe_load(text.replace("!Ref ", "").replace("!GetAtt ", ""))
    return loaded
