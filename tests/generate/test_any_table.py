"""Whatever `check` accepts opens a table: in memory, with DynamoDB's own limits."""

from __future__ import annotations

from typing import Any

from hypothesis import given, settings

from tavola.cli.data.session import load_module
from tests.generate.hostile_designs import accepted
from tests.generate.mutated_designs import hostile_tables, mutated_designs


def opened(document: dict[str, Any]) -> bool:
    """Open a design's tables if it is accepted."""
    design = accepted(document)
    if design is None:
        return False
    module = load_module(design, "hostile.yaml")
    getattr(module, design.name).open("memory:").store.close()
    return True


@given(hostile_tables())
@settings(max_examples=150)
def test_an_accepted_table_is_opened(document: dict[str, Any]) -> None:
    opened(document)


@given(mutated_designs())
@settings(max_examples=60)
def test_an_accepted_mutation_of_a_design_is_opened(document: dict[str, Any]) -> None:
    opened(document)
