"""Every design that comes with Tavola, in the words of other tools."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import hcl2
import pytest
import yaml

from tavola.design import Design
from tavola.design.load import load_design
from tavola.generate.export import (
    EXPORTERS,
    is_exported,
    to_cloudformation,
    to_iam,
    to_nosql_workbench,
    to_terraform,
)
from tavola.keys import TENANT, Template

ROOT = Path(__file__).parents[3]
FILES = sorted(
    [
        *ROOT.glob("src/tavola_systems/*/design.yaml"),
        *ROOT.glob("tests/design/examples/*.yaml"),
        *ROOT.glob("tests/table/designs/*.yaml"),
        *ROOT.glob("examples/designs/*.yaml"),
    ]
)
TENANTED = [file for file in FILES if load_design(file).table.has_tenancy]
TENANTS = ("acme", "acme2", "acm", "a", "acme-eu", "PAGE")


def _name(file: Path) -> str:
    return f"{file.parent.name}/{file.name}"


def test_cfn_lint_finds_nothing_wrong_with_any_design(tmp_path: Path) -> None:
    for number, file in enumerate(FILES):
        (tmp_path / f"{number}.yaml").write_text(to_cloudformation(load_design(file)))

    linted = subprocess.run(
        [Path(sys.executable).with_name("cfn-lint"), *tmp_path.glob("*.yaml")],
        capture_output=True,
        text=True,
        check=False,
    )

    assert (linted.stdout, linted.stderr, linted.returncode) == ("", "", 0)


@pytest.mark.parametrize("form", EXPORTERS)
@pytest.mark.parametrize("file", FILES, ids=_name)
def test_an_export_is_known_again_by_its_format(file: Path, form: str) -> None:
    text = EXPORTERS[form](load_design(file)).encode()

    assert [one for one in EXPORTERS if is_exported(one, text)] == [form]


@pytest.mark.parametrize("file", FILES, ids=_name)
def test_terraform_reads_every_design(file: Path) -> None:
    design = load_design(file)

    parsed: Any = hcl2.loads(to_terraform(design))  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]

    found = [
        (kind.strip('"'), table["name"].strip('"'))
        for resource in parsed["resource"]
        for kind, tables in resource.items()
        for table in tables.values()
    ]
    assert found == [("aws_dynamodb_table", table.name) for table in design.tables]


@pytest.mark.parametrize("file", FILES, ids=_name)
def test_every_model_of_a_design_is_a_facet(file: Path) -> None:
    design = load_design(file)

    tables = json.loads(to_nosql_workbench(design))["DataModel"]

    facets = {
        table["TableName"]: [facet["FacetName"] for facet in table["TableFacets"]]
        for table in tables
    }
    assert facets == {part.table.name: list(part.models) for part in design.parts}


@pytest.mark.parametrize("file", TENANTED, ids=_name)
def test_a_tenants_policy_opens_its_own_keys_and_no_other_tenants(file: Path) -> None:
    design = load_design(file)
    statements = json.loads(to_iam(design))["Statement"]

    opened = {
        (principal, owner)
        for principal in TENANTS
        for owner in TENANTS
        for key in _table_keys(design, owner)
        if _is_open(statements, f"table/{design.table.name}", principal, key)
    }

    assert opened == {(tenant, tenant) for tenant in TENANTS}


@pytest.mark.parametrize("file", TENANTED, ids=_name)
def test_a_tenants_policy_opens_all_of_its_own_keys(file: Path) -> None:
    design = load_design(file)
    statements = json.loads(to_iam(design))["Statement"]

    closed = [
        key
        for key in _table_keys(design, "acme")
        if not _is_open(statements, f"table/{design.table.name}", "acme", key)
    ]

    assert closed == []


@pytest.mark.parametrize("file", TENANTED, ids=_name)
def test_no_two_statements_have_one_name(file: Path) -> None:
    names = [part["Sid"] for part in json.loads(to_iam(load_design(file)))["Statement"]]

    assert sorted(set(names)) == sorted(names)


def _table_keys(design: Design, tenant: str) -> list[str]:
    """Partition keys of a tenant's items, and of the items that hold their unique values."""
    models = [model for model in design.models.values() if model.is_tenanted]
    pairs = [
        pair
        for model in models
        for pair in (model.key, *(unique.key for unique in model.uniques.values()))
    ]
    return [_fill(pair.partition, tenant) for pair in pairs]


def _fill(template: Template, tenant: str) -> str:
    return "".join(
        part if isinstance(part, str) else tenant if part.field == TENANT else "x1"
        for part in template.parts
    )


def _is_open(statements: list[Any], resource: str, principal: str, key: str) -> bool:
    """What IAM decides about a request for one key by a principal with a tenant's tag."""
    patterns = [
        pattern.replace("${aws:PrincipalTag/tenant}", principal)
        for statement in statements
        if statement["Resource"].endswith(resource)
        for pattern in statement["Condition"]["ForAllValues:StringLike"]["dynamodb:LeadingKeys"]
    ]
    return any(re.fullmatch(re.escape(one).replace(r"\*", ".*"), key) for one in patterns)


def test_a_tenants_policy_only_reads_a_table_without_tenants() -> None:
    design = load_design(ROOT / "tests/table/designs/circuit.yaml")
    statements = json.loads(to_iam(design))["Statement"]

    (audit,) = [one for one in statements if one["Resource"].endswith("table/audit")]
    assert audit == {
        "Sid": "Table2SharedItems",
        "Effect": "Allow",
        "Action": ["dynamodb:BatchGetItem", "dynamodb:GetItem", "dynamodb:Query"],
        "Resource": "arn:aws:dynamodb:*:*:table/audit",
    }


def _composite() -> Design:
    return load_design(ROOT / "tests" / "table" / "designs" / "natural.yaml")


SEVERAL = {
    "byRegion": ["tenantId HASH", "region HASH", "day RANGE", "at RANGE"],
    "byKind": ["KPK HASH", "region HASH", "DSK RANGE", "at RANGE", "ESK RANGE"],
    "byShard": ["kind HASH", "SPK HASH", "at RANGE"],
}
"""The indexes of that design whose keys have several attributes."""


def test_cloudformation_makes_keys_of_several_attributes() -> None:
    # The short forms of functions are tags, which YAML alone does not know.
    text = to_cloudformation(_composite()).replace("!Ref ", "").replace("!GetAtt ", "")
    resources = yaml.safe_load(text)["Resources"]

    tables = [resource["Properties"] for resource in resources.values()]
    found = {
        index["IndexName"]: [
            f"{key['AttributeName']} {key['KeyType']}" for key in index["KeySchema"]
        ]
        for table in tables
        for index in table.get("GlobalSecondaryIndexes", ())
    }
    [events] = [table for table in tables if table["TableName"].endswith("events")]
    declared = {
        one["AttributeName"]: one["AttributeType"] for one in events["AttributeDefinitions"]
    }
    assert {name: found[name] for name in SEVERAL} == SEVERAL
    assert {declared[name] for name in ("tenantId", "region", "day", "KPK", "DSK", "ESK")} == {"S"}
    assert declared["at"] == "N"


def test_terraform_makes_keys_of_several_attributes() -> None:
    parsed: Any = hcl2.loads(to_terraform(_composite()))  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]

    indexes: list[Any] = [
        index
        for resource in parsed["resource"]
        for tables in resource.values()
        for table in tables.values()
        for index in table.get("global_secondary_index", ())
    ]
    found = {
        _plain(index["name"]): [
            f"{_plain(key['attribute_name'])} {_plain(key['key_type'])}"
            for key in index["key_schema"]
        ]
        for index in indexes
        if "key_schema" in index
    }
    assert found == SEVERAL
    assert not any("hash_key" in index for index in indexes if "key_schema" in index)


def _plain(text: str) -> str:
    return text.strip('"')
