"""From expression text to trees. Knows the grammar only: no names, no values, no limits."""

from __future__ import annotations

from typing import NamedTuple

from tavola.expressions.parsing.parse_condition import parse_condition
from tavola.expressions.parsing.parse_path import parse_path
from tavola.expressions.parsing.parse_update import parse_update
from tavola.expressions.parsing.tokens import Tokens
from tavola.expressions.tree import Condition, ProjectionTree

__all__ = ["ParsedCondition", "parse_condition_text", "parse_projection", "parse_update"]


class ParsedCondition(NamedTuple):
    """A condition's tree, and whether its text had parentheses around parentheses."""

    tree: Condition
    has_redundant_parentheses: bool


def parse_condition_text(text: str) -> ParsedCondition:
    """Parse a condition, filter or key condition expression."""
    return ParsedCondition(*parse_condition(text))


def parse_projection(text: str) -> ProjectionTree:
    """Parse a projection expression."""
    tokens = Tokens(text)
    paths = [parse_path(tokens)]
    while tokens.is_symbol(","):
        tokens.take()
        paths.append(parse_path(tokens))
    if tokens.current.kind != "end":
        tokens.fail()
    return ProjectionTree(tuple(paths))
