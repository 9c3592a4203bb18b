"""A condition on a large item, one comparison at a time: others may go first between two.

One comparison with an item of 400 KB takes up to about 20 ms, and an expression has room for a
thousand. What comes out is what `compile_condition` would have said.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping

from tavola.expressions.evaluate import Items, Values, compile_condition
from tavola.expressions.paths import leaves_of
from tavola.expressions.tree import And, Comparison, Condition, In, Not, Or

__all__ = ["evaluate_in_steps", "weigh"]

Verdict = Generator[None, None, bool]
"""Yields before each comparison; returns whether the condition holds."""


def weigh(tree: Condition) -> int:
    """Count the comparisons of a condition."""
    return sum(len(leaf.options) if isinstance(leaf, In) else 1 for leaf in leaves_of(tree))


def evaluate_in_steps(
    tree: Condition, names: Mapping[str, str], values: Values, item: Items
) -> Verdict:
    """Say of an item whether a checked condition holds."""
    match tree:
        case And(conditions):
            for part in conditions:
                if not (yield from evaluate_in_steps(part, names, values, item)):
                    return False
            return True
        case Or(conditions):
            return (yield from _any_in_steps(conditions, names, values, item))
        case Not(condition):
            return not (yield from evaluate_in_steps(condition, names, values, item))
        case In(operand, options):
            equal = tuple(Comparison("=", operand, option) for option in options)
            return (yield from _any_in_steps(equal, names, values, item))
        case _:
            yield
            return compile_condition(tree, names)(values, item)


def _any_in_steps(
    conditions: tuple[Condition, ...], names: Mapping[str, str], values: Values, item: Items
) -> Verdict:
    for part in conditions:
        if (yield from evaluate_in_steps(part, names, values, item)):
            return True
    return False
