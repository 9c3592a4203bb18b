"""WHERE: conditions, onto the tree that DynamoDB's own expressions have."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from tavola.engine.partiql.lexer import TokenReader
from tavola.engine.partiql.terms import (
    is_name,
    parse_call,
    parse_path,
    parse_value,
    refuse_call,
)
from tavola.engine.partiql.words import FUNCTIONS, KEYWORDS, TYPES
from tavola.errors import ValidationFailed
from tavola.expressions.tree import (
    And,
    Between,
    Comparator,
    Comparison,
    Condition,
    Function,
    In,
    Not,
    Operand,
    Or,
    Path,
)

__all__ = ["accept_type", "parse_condition"]

_COMPARATORS: Final[Mapping[str, Comparator]] = {
    "=": "=",
    "<>": "<>",
    "!=": "<>",
    "<": "<",
    "<=": "<=",
    ">": ">",
    ">=": ">=",
}
_TESTS: Final = frozenset(
    {"attribute_exists", "attribute_not_exists", "attribute_type", "begins_with", "contains"}
)
_IS_TYPES: Final[Mapping[str, str]] = {
    "NULL": "NULL",
    "BOOL": "BOOL",
    "BOOLEAN": "BOOL",
    "BLOB": "B",
    "STRING": "S",
    "NUMERIC": "N",
    "STRUCT": "M",
    "TUPLE": "M",
    "LIST": "L",
}


def parse_condition(reader: TokenReader) -> Condition:
    """Read a condition; its operands are checked when its parameters are bound."""
    return _parse_or(reader)


def _parse_or(reader: TokenReader) -> Condition:
    parts = [_parse_and(reader)]
    while _accept_infix(reader, "OR"):
        parts.append(_parse_and(reader))
    return parts[0] if len(parts) == 1 else Or(tuple(parts))


def _parse_and(reader: TokenReader) -> Condition:
    parts = [_parse_not(reader)]
    while _accept_infix(reader, "AND"):
        parts.append(_parse_not(reader))
    return parts[0] if len(parts) == 1 else And(tuple(parts))


def _accept_infix(reader: TokenReader, word: str) -> bool:
    is_here = reader.accept_word(word)
    if is_here:
        _check_right_side(reader)
    return is_here


def _check_right_side(reader: TokenReader) -> None:
    if reader.current.kind == "end":
        reader.fail("Missing right-hand side expression of infix operator")


def _parse_not(reader: TokenReader) -> Condition:
    if reader.accept_word("NOT"):
        with reader.deeper():
            return Not(_parse_not(reader))
    if reader.accept_symbol("("):
        with reader.deeper():
            tree = _parse_or(reader)
            reader.take_symbol(")", "RIGHT_PAREN")
            return tree
    return _parse_predicate(reader)


def _parse_predicate(reader: TokenReader) -> Condition:
    if _is_call(reader) and reader.current.text.lower() in _TESTS:
        return _parse_truth(reader, parse_call(reader, _parse_operand))
    left = _parse_operand(reader)
    is_negated = reader.is_word("NOT") and reader.following.word in ("IN", "BETWEEN")
    if is_negated:
        reader.take()
    tree = _parse_relation(reader, left)
    return Not(tree) if is_negated else tree


def _parse_truth(reader: TokenReader, test: Condition) -> Condition:
    """Read `= true` or `= false` behind a test, if it stands there."""
    is_compared = reader.is_symbol("=") and reader.following.word in ("TRUE", "FALSE")
    if not is_compared:
        return test
    reader.take()
    return test if reader.take().word == "TRUE" else Not(test)


def _parse_relation(reader: TokenReader, left: Operand) -> Condition:
    if reader.accept_word("BETWEEN"):
        low = _parse_operand(reader)
        reader.take_word("AND")
        return Between(left, low, _parse_operand(reader))
    if reader.accept_word("IN"):
        return _parse_in(reader, left)
    if reader.accept_word("IS"):
        return _parse_is(reader, left)
    comparator = _COMPARATORS.get(reader.current.text)
    if reader.current.kind != "symbol" or comparator is None:
        raise ValidationFailed("WHERE clause must contain an expression that resolves to a boolean")
    reader.take()
    _check_right_side(reader)
    right = _parse_operand(reader)
    tree = Comparison(comparator, left, right)
    return _present(tree) if comparator == "<>" else tree


def _present(tree: Comparison) -> Condition:
    """Let an attribute that is not there be unequal to nothing, as PartiQL has it."""
    paths = [side for side in (tree.left, tree.right) if isinstance(side, Path)]
    return And((*(Function("attribute_exists", (path,)) for path in paths), tree))


def _parse_in(reader: TokenReader, left: Operand) -> Condition:
    end, name = ("]", "RIGHT_BRACKET") if reader.is_symbol("[") else (")", "RIGHT_PAREN")
    options: list[Operand] = []
    if reader.accept_symbol("[") or reader.accept_symbol("("):
        while not reader.is_symbol(end):
            options.append(_parse_operand(reader))
            if not reader.accept_symbol(","):
                break
        reader.take_symbol(end, name)
    if not options or not isinstance(left, Path):
        raise ValidationFailed(
            "IN operator must have a left hand argument of type Variable Reference and right hand "
            "argument of type Seq with at least one member"
        )
    return In(left, tuple(options))


def _parse_is(reader: TokenReader, left: Operand) -> Condition:
    is_negated = reader.accept_word("NOT")
    if not isinstance(left, Path):
        raise ValidationFailed(
            "The left hand side argument to IS must be a Variable Reference, Literal, or Path"
        )
    name = accept_type(reader)
    if name == "MISSING":
        return Function("attribute_exists" if is_negated else "attribute_not_exists", (left,))
    kind = _IS_TYPES.get(name)
    if kind is None:
        raise ValidationFailed(
            f"Unsupported data type for IS operator: {name}. Supported data types are "
            "[MISSING, NULL, BOOLEAN, BLOB, STRING, NUMERIC, STRUCT, TUPLE, LIST]"
        )
    tree = Function("attribute_type", (left, reader.keep({"S": kind})))
    return Not(tree) if is_negated else tree


def accept_type(reader: TokenReader) -> str:
    """Read the name of a type, in capitals, or refuse the statement."""
    words = (reader.current.word, reader.following.word)
    if words in (("DOUBLE", "PRECISION"), ("CHARACTER", "VARYING")):
        reader.take()
        reader.take()
        return "_".join(words)
    if words[0] not in TYPES:
        reader.fail("Expected type name")
    return reader.take().word


def _is_call(reader: TokenReader) -> bool:
    following = reader.following
    is_open = following.kind == "symbol" and following.text == "("
    return is_open and reader.current.kind == "name"


def _parse_operand(reader: TokenReader) -> Operand:
    if _is_call(reader) and reader.current.word not in KEYWORDS - FUNCTIONS:
        if reader.current.text.lower() != "size":
            refuse_call(reader)
        return parse_call(reader, _parse_operand)
    return parse_path(reader) if is_name(reader) else reader.keep(parse_value(reader))
