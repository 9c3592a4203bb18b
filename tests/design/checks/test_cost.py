"""What reading is estimated to cost: read units of one page, from the design alone."""

from __future__ import annotations

import pytest

from tavola.design.checks.cost import (
    estimate_collection_units,
    estimate_item_bytes,
    estimate_page_units,
    estimate_pattern_units,
    read_units,
)
from tests.design.conftest import Load

POSTS = """
    table:
      indexes:
        KEYS: {partitionKey: KPK, sortKey: KSK, projection: keysOnly}
        SOME: {partitionKey: SPK, projection: {include: [title, n]}}
        ALL: {partitionKey: APK, sortKey: ASK}
        ITER: {partitionKey: IPK}
    models:
      Post:
        fields:
          id: {type: StringField, expectedBytes: 98}
          title: {type: StringField, expectedBytes: 95}
          n: {type: IntegerField, expectedBytes: 9}
          at: {type: DateTimeField, storage: iso, expectedBytes: 488}
        key: {PK: "POST#{id}", SK: "P#{title}"}
        indexes:
          own: primaryKey
          byId: {index: KEYS, KPK: "{id}", KSK: "{at}"}
          some: {index: SOME, SPK: "S#{n}"}
          spread: {index: ALL, APK: "A#{id:shard:8}", ASK: "{at}"}
        iteration: {index: ITER, IPK: "POST#{bucket}"}
      Note:
        fields: {id: {type: StringField, expectedBytes: 8}}
        key: {PK: "POST#{id}", SK: NOTE}
        indexes:
          notes: {index: KEYS, KPK: "{id}", KSK: NOTE}
    accessPatterns:
      usual: {model: Post, query: own}
      few: {model: Post, query: own, limit: 3}
    collections:
      both: {models: [Post, Note], PK: "POST#{id}"}
      keys: {models: [Post, Note], index: KEYS, KPK: "{id}"}
    """


@pytest.mark.parametrize(
    ("size", "units"), [(0, 0), (1, 0.5), (4096, 0.5), (4097, 1.0), (8192, 1.0), (8193, 1.5)]
)
def test_four_kilobytes_are_half_a_unit(size: int, units: float) -> None:
    assert read_units(size) == units


def test_an_item_is_its_names_values_and_keys(load: Load) -> None:
    models = load(POSTS).models

    # 700 bytes of names and values; ten key attributes, of the table, three indexes and iteration.
    assert estimate_item_bytes(models["Post"]) == 700 + 10 * 40
    assert estimate_item_bytes(models["Note"]) == 10 + 4 * 40


@pytest.mark.parametrize(
    ("index", "limit", "units"),
    [
        ("own", 100, read_units(100 * 1100)),
        ("byId", 100, read_units(100 * 160) + 100 * read_units(1100)),
        ("some", 100, read_units(100 * (160 + 100 + 10))),
        ("spread", 100, 8 * read_units((13 + 2) * 1100)),
        ("spread", 8, 8 * read_units((1 + 2) * 1100)),
        ("spread", 9, 8 * read_units((2 + 2) * 1100)),
    ],
)
def test_a_page_costs_what_its_index_holds(
    load: Load, index: str, limit: int, units: float
) -> None:
    model = load(POSTS).models["Post"]

    assert estimate_page_units(model, model.indexes[index], limit) == units


def test_a_pattern_reads_a_hundred_items_or_its_limit(load: Load) -> None:
    design = load(POSTS)

    assert estimate_pattern_units(design, design.patterns["usual"]) == read_units(100 * 1100)
    assert estimate_pattern_units(design, design.patterns["few"]) == read_units(3 * 1100)


def test_a_collection_reads_as_many_items_of_each_model(load: Load) -> None:
    design = load(POSTS)
    both, keys = design.collections["both"], design.collections["keys"]

    assert estimate_collection_units(design, both) == read_units(50 * (1100 + 170))
    assert estimate_collection_units(design, keys) == (
        read_units(100 * 160) + 50 * (read_units(1100) + read_units(170))
    )
