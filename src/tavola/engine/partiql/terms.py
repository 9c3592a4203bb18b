"""The smallest parts of a statement: names, paths, values, calls."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NoReturn

from tavola.engine.partiql.lexer import PARAMETER, TokenReader
from tavola.engine.partiql.words import KEYWORDS, OPERATORS
from tavola.errors import ValidationFailed
from tavola.expressions.tree import Function, Operand, Path
from tavola.values import Item, Value
from tavola.values.numbers import canonical_number
from tavola.values.refusals import ValueRefused

__all__ = [
    "BAG",
    "bag_of",
    "is_name",
    "parse_call",
    "parse_name",
    "parse_path",
    "parse_struct",
    "parse_value",
    "refuse_call",
    "refuse_term",
]

_ROOT: Final = "root"
BAG: Final = "<<"
"""The type of a set that cannot be made before its parameters are bound."""
_MAX_LIST_INDEX: Final = 2**31 - 1
_NO_NAME: Final = "Expected identifier for simple path"
_NO_MEMBER: Final = "Invalid path dot component"


def is_name(reader: TokenReader) -> bool:
    """Return whether a name stands here: a quoted one, or a word that is not a keyword."""
    token = reader.current
    return token.kind == "quoted" or (token.kind == "name" and token.word not in KEYWORDS)


def parse_name(reader: TokenReader, fault: str) -> str:
    """Read a name, or refuse the statement."""
    if not is_name(reader):
        reader.fail(fault)
    return reader.take().text


def refuse_term(reader: TokenReader) -> NoReturn:
    """Refuse a statement that has something else where a name or a value should stand."""
    token = reader.current
    if token.word in OPERATORS:
        reader.fail("Unexpected operator")
    reader.fail("Unexpected keyword" if token.word in KEYWORDS else "Unexpected term")


def parse_path(reader: TokenReader) -> Path:
    """Read a document path: `a.b[0]`."""
    if not is_name(reader):
        refuse_term(reader)
    parts: list[str | int] = [parse_name(reader, _NO_NAME)]
    if not parts[0]:
        raise ValidationFailed("Path component cannot be an empty string")
    while True:
        if reader.accept_symbol("."):
            parts.append(parse_name(reader, _NO_MEMBER))
        elif reader.accept_symbol("["):
            parts.append(_parse_index(reader))
            reader.take_symbol("]", "RIGHT_BRACKET")
        else:
            return Path(tuple(parts))


def _parse_index(reader: TokenReader) -> str | int:
    token = reader.take()
    if token.kind == "string":
        return token.text
    if token.text == "*":
        raise ValidationFailed("Wildcard path component like a[*].b are not supported")
    if token.kind != "number" or not token.text.isdigit():
        raise ValidationFailed(f"Unexpected path component at {token.position}")
    if int(token.text) > _MAX_LIST_INDEX:
        raise ValidationFailed(
            f"List index is not within the allowable range; index: [{token.text}]"
        )
    return int(token.text)


def parse_value(reader: TokenReader, key: str = _ROOT) -> Value:
    """Read a value, which stands at the path `key`; it is checked when its parameters are bound."""
    token = reader.current
    if token.kind == "string":
        return {"S": reader.take().text}
    if token.kind == "number" or reader.is_symbol("-", "+"):
        return {"N": _parse_number(reader, key)}
    if token.kind == "name":
        return _parse_word(reader, key)
    if reader.accept_symbol("?"):
        return reader.parameter()
    with reader.deeper():
        if reader.accept_symbol("["):
            return {"L": _parse_members(reader, "]", key)}
        if reader.is_symbol("{"):
            return {"M": parse_struct(reader, f"{key}.")}
        if reader.accept_symbol("<<"):
            return _parse_bag(reader, key)
    refuse_term(reader)


def _parse_number(reader: TokenReader, key: str) -> str:
    sign = reader.take().text if reader.is_symbol("-", "+") else ""
    if reader.current.kind != "number":
        refuse_term(reader)
    text = sign.replace("+", "") + reader.take().text
    mantissa, _, exponent = text.lower().partition("e")
    if not _is_java_decimal(mantissa, exponent):
        reader.fail("")
    try:
        canonical_number(text)
    except ValueRefused as refusal:
        raise ValidationFailed(f"{refusal.message} under {key}") from None
    return text


def _is_java_decimal(mantissa: str, exponent: str) -> bool:
    """Say whether exponent and scale are numbers of 32 bits, in which literals are read."""
    if len(exponent) > len("+2147483647"):
        return False
    written = int(exponent or "0")
    scale = len(mantissa.partition(".")[2]) - written
    # A scale is never less than an exponent's negative.
    return abs(written) < 2**31 and scale < 2**31


def _parse_word(reader: TokenReader, key: str) -> Value:
    token = reader.current
    if token.word in ("TRUE", "FALSE"):
        return {"BOOL": reader.take().word == "TRUE"}
    if token.word == "NULL":
        reader.take()
        return {"NULL": True}
    if token.word == "MISSING":
        raise ValidationFailed("MISSING must be compared using IS operator")
    if token.word in KEYWORDS and reader.following.text != "(":
        refuse_term(reader)
    raise ValidationFailed(
        f"Unsupported data type: {token.text.lower()} under key {key} at {token.position}"
    )


def _parse_members(reader: TokenReader, end: str, key: str) -> list[Value]:
    members: list[Value] = []
    while not reader.is_symbol(end):
        members.append(parse_value(reader, f"{key}[{len(members)}]"))
        if not reader.accept_symbol(","):
            break
    reader.take_symbol(end, "RIGHT_BRACKET" if end == "]" else "RIGHT_DOUBLE_ANGLE_BRACKET")
    return members


def parse_struct(reader: TokenReader, key: str = "") -> Item:
    """Read `{'name': value, …}`; `key` is what stands before a member's name in its path.

    Each attribute of an item is a root of its own.
    """
    reader.take_symbol("{", "LEFT_CURLY")
    place = key.removesuffix(".") or _ROOT
    members: Item = {}
    while not reader.is_symbol("}"):
        token = reader.take()
        if token.kind != "string":
            raise ValidationFailed(
                f"Tuple keys must be of type String. Actual type: {token.text} under {place}"
            )
        if token.text in members:
            raise ValidationFailed(f"Duplicate keys in tuple. Key: {token.text} under {place}")
        reader.take_symbol(":", "COLON")
        members[token.text] = parse_value(reader, f"{key}{token.text}" if key else _ROOT)
        if not reader.accept_symbol(","):
            break
    reader.take_symbol("}", "RIGHT_CURLY")
    return members


def _parse_bag(reader: TokenReader, key: str) -> Value:
    """Read `<<a, b>>`, which is a set."""
    members = _parse_members(reader, ">>", key)
    if not members:
        raise ValidationFailed("Empty bags are not supported")
    kinds = {kind for member in members for kind in member}
    if PARAMETER in kinds:
        return {BAG: members}
    return bag_of(members)


def bag_of(members: Sequence[Value]) -> Value:
    """Make a set of values that are all strings, all numbers or all binary."""
    (kind, *others) = {kind for member in members for kind in member}
    if others or kind not in ("S", "N", "B"):
        raise ValidationFailed(
            "Unsupported data type in Bag. DynamoDB only supports either numbers or strings in bags"
        )
    return {f"{kind}S": [member[kind] for member in members]}


def parse_call(reader: TokenReader, parse_argument: Callable[[TokenReader], Operand]) -> Function:
    """Read the call of a function with its arguments."""
    name = reader.take().text.lower()
    reader.take_symbol("(", "LEFT_PAREN")
    arguments: list[Operand] = []
    with reader.deeper():
        while not reader.is_symbol(")"):
            arguments.append(parse_argument(reader))
            if not reader.accept_symbol(","):
                break
    reader.take_symbol(")", "RIGHT_PAREN")
    return Function(name, tuple(arguments))


def refuse_call(reader: TokenReader) -> NoReturn:
    """Refuse the call of a function that nobody knows."""
    token = reader.current
    raise ValidationFailed(f"Unrecognized function: {token.text.lower()} at {token.position}")
