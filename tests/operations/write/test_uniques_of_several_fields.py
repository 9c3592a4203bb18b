"""Several values that are unique together: one lock, which moves when any of them changes."""

from __future__ import annotations

from typing import Any

import pytest

from tavola import OperationError, UniqueTaken
from tavola.design.load import compile_design
from tavola.operations.read.lookup import FindByUnique
from tavola.table.dynamic import table_class
from tavola.table.internals import codec_of, context_of
from tests.table.stores import Home, clear, scan_raw

DESIGN = """
table: {name: folders, partitionKey: PK, sortKey: SK, typeAttribute: kind}
models:
  File:
    fields:
      fileId: {type: StringField, required: true}
      parent: {type: StringField}
      name: {type: StringField}
    key: {PK: "FILE#{fileId}", SK: FILE}
    uniqueConstraints:
      uniqueName: {field: name, PK: "NAME#{parent}#{name}", SK: LOCK}
"""


class Folders:
    """A table of files whose names are unique in their folder."""

    def __init__(self, home: Home) -> None:
        design, findings = compile_design([("folders.yaml", DESIGN)], "folders")
        assert [finding for finding in findings if finding.is_error] == []
        self.table: Any = home.empty(table_class(design))
        clear(self.table)
        (self.model,) = self.table.models
        self.plans = self.table.plans(self.model)

    def add(self, file_id: str, parent: str | None, name: str | None) -> Any:
        values = {"file_id": file_id, "parent": parent, "name": name}
        return self.table.run(self.plans.add(self.model(**values)))

    def find(self, *values: str) -> str | None:
        codec = codec_of(self.table, self.model)
        unique = codec.schema.uniques["uniqueName"]
        found = self.table.run(FindByUnique(context_of(self.table), codec, unique, values))
        return None if found is None else str(found.file_id)

    def locks(self) -> list[str]:
        items = scan_raw(self.table, ConsistentRead=True)
        return sorted(item["PK"]["S"] for item in items if "relatedId" in item)


@pytest.fixture
def folders(home: Home) -> Folders:
    return Folders(home)


def test_a_pair_is_unique_and_its_parts_are_not(folders: Folders) -> None:
    folders.add("1", "a", "x")
    folders.add("2", "b", "x")
    folders.add("3", "a", "y")

    with pytest.raises(UniqueTaken) as refused:
        folders.add("4", "a", "x")

    assert (refused.value.fields, refused.value.values) == (("parent", "name"), ("a", "x"))
    assert (refused.value.field, refused.value.value) == ("parent, name", ("a", "x"))


def test_the_lock_moves_when_either_value_changes(folders: Folders) -> None:
    file = folders.add("1", "a", "x")

    file.parent = "b"
    file.save()
    folders.table.run(folders.plans._update(("1",), (), {"name": "y"}))

    assert folders.locks() == ["NAME#b#y"]
    assert (folders.find("b", "y"), folders.find("a", "x"), folders.find("b", "x")) == (
        "1",
        None,
        None,
    )


def test_a_move_into_a_folder_with_that_name_is_refused(folders: Folders) -> None:
    folders.add("1", "a", "x")
    other = folders.add("2", "b", "x")
    other.parent = "a"

    with pytest.raises(UniqueTaken):
        other.save()

    assert folders.locks() == ["NAME#a#x", "NAME#b#x"]


def test_without_one_of_the_values_there_is_no_lock(folders: Folders) -> None:
    folders.add("1", "a", None)
    folders.add("2", None, "x")
    folders.add("3", None, "x")

    assert folders.locks() == []


def test_the_lock_goes_with_the_item(folders: Folders) -> None:
    file = folders.add("1", "a", "x")

    file.delete()

    assert folders.locks() == []
    assert folders.add("2", "a", "x").file_id == "2"


def test_a_lookup_needs_all_values(folders: Folders) -> None:
    with pytest.raises(OperationError, match="1 values are given"):
        folders.find("a")
