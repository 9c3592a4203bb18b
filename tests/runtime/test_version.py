"""Which generated modules run on this version of the seam."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tavola import OperationError
from tavola.design.load import load_design
from tavola.generate.module import generate_module
from tavola.runtime import __all__ as exported
from tavola.runtime.version import OLDEST, VERSION, require

DESIGN = """
table: {name: shop}
models:
  Thing:
    modelPrefix: t
    fields: {thingId: {type: UlidField, autoAssign: true}}
    primaryKey: {partitionKey: thingId}
"""

PROMISED = {
    1: {
        "VERSION",
        "AsyncHandle",
        "BatchWrite",
        "Collect",
        "CollectOptions",
        "CollectionArgument",
        "CollectionPlans",
        "CollectionSchema",
        "Collections",
        "Create",
        "Delete",
        "Design",
        "FieldRef",
        "FieldSchema",
        "Fields",
        "Filter",
        "FindByUnique",
        "Get",
        "GetMany",
        "Handle",
        "IndexOptions",
        "IndexSchema",
        "IterationSchema",
        "KeyAttribute",
        "KeyPair",
        "ListRef",
        "MapRef",
        "Methods",
        "ModelSchema",
        "NumberRef",
        "OnBadItem",
        "PageOptions",
        "PatternOptions",
        "PatternSchema",
        "PhysicalIndex",
        "Placeholder",
        "Plans",
        "Query",
        "QueryOptions",
        "Relation",
        "SetRef",
        "TableSettings",
        "Template",
        "TextRef",
        "TypedListRef",
        "TypedMapRef",
        "UniqueSchema",
        "Update",
        "Upsert",
        "auto",
        "create_method",
        "handle",
        "member",
        "method",
        "require",
        "table_of",
        "upsert_method",
    }
}
"""What each version of the seam exports: modules that were generated for it import any of it."""


@pytest.fixture(name="text")
def text_of_a_module(tmp_path: Path) -> str:
    path = tmp_path / "shop.yaml"
    path.write_text(DESIGN)
    return generate_module(load_design(path), source="shop.yaml", output="shop_models.py")


def run_module(text: str) -> dict[str, Any]:
    names: dict[str, Any] = {"__name__": "shop_models"}
    exec(compile(text, "shop_models.py", "exec"), names)
    return names


def test_a_module_of_this_version_runs(text: str) -> None:
    assert run_module(text)["Shop"].design.name == "Shop"


def test_a_module_records_the_version_before_it_imports_anything_else_of_ours(text: str) -> None:
    lines = [line for line in text.splitlines() if "tavola" in line and "generate" not in line]
    assert lines[:2] == ["import tavola.runtime", f"tavola.runtime.require({VERSION})"]


def test_a_module_of_an_earlier_version_says_that_it_must_be_generated_again(text: str) -> None:
    earlier = text.replace(f"require({VERSION})", f"require({OLDEST - 1})")
    with pytest.raises(OperationError) as caught:
        run_module(earlier)
    assert str(caught.value) == (
        f"shop_models was generated for version {OLDEST - 1} of tavola.runtime, and this is "
        f"version {VERSION}. Generate it again (tavola generate DESIGN -o FILE)."
    )


def test_a_module_of_another_version_says_so_before_a_name_is_missing(text: str) -> None:
    earlier = text.replace(f"require({VERSION})", f"require({OLDEST - 1})")
    with pytest.raises(OperationError):
        run_module(earlier.replace("import Page", "import Page, NoLongerThere"))


def test_a_module_of_a_later_version_asks_for_a_later_tavola(text: str) -> None:
    later = text.replace(f"require({VERSION})", f"require({VERSION + 1})")
    with pytest.raises(OperationError, match="Upgrade tavola, or generate it again"):
        run_module(later)


@pytest.mark.parametrize("version", range(OLDEST, VERSION + 1))
def test_every_version_since_the_oldest_one_runs(version: int) -> None:
    require(version)


def test_what_the_seam_exports_changes_with_its_version() -> None:
    # A name that is added is promised from then on: enter it. One that goes raises VERSION.
    assert set(exported) == PROMISED[VERSION]
