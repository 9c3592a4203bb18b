"""Parsing update expressions: SET, REMOVE, ADD, DELETE."""

from __future__ import annotations

from typing import Final, cast

from tavola.expressions.parsing.parse_path import parse_path
from tavola.expressions.parsing.tokens import Tokens
from tavola.expressions.tree import (
    Arithmetic,
    Function,
    Keyword,
    Operand,
    UpdateAction,
    UpdateClause,
    UpdateTree,
    ValueRef,
)

__all__ = ["parse_update"]

_KEYWORDS: Final = frozenset({"SET", "REMOVE", "ADD", "DELETE"})
# Far beyond what anyone writes; keeps hostile text from exhausting the stack.
_MAX_CALLS: Final = 48


def parse_update(text: str) -> UpdateTree:
    """Parse an update expression."""
    tokens = Tokens(text)
    sections = [_section(tokens)]
    while tokens.current.kind != "end":
        sections.append(_section(tokens))
    return UpdateTree(tuple(sections))


def _section(tokens: Tokens) -> UpdateClause:
    if not tokens.is_keyword(*_KEYWORDS):
        tokens.fail()
    keyword = cast("Keyword", tokens.take().text.upper())
    actions = [_action(tokens, keyword)]
    while tokens.is_symbol(","):
        tokens.take()
        actions.append(_action(tokens, keyword))
    return UpdateClause(keyword, tuple(actions))


def _action(tokens: Tokens, keyword: Keyword) -> UpdateAction:
    path = parse_path(tokens, _KEYWORDS)
    if keyword == "REMOVE":
        return UpdateAction(path)
    if keyword == "SET":
        tokens.take_symbol("=")
        return UpdateAction(path, _set_value(tokens, 0))
    if tokens.current.kind != "valueref":
        tokens.fail()
    return UpdateAction(path, ValueRef(tokens.take().text))


def _set_value(tokens: Tokens, depth: int) -> Operand:
    left = _operand(tokens, depth, may_add=True)
    if tokens.is_symbol("+"):
        tokens.take()
        return Arithmetic("+", left, _operand(tokens, depth, may_add=False))
    if tokens.is_symbol("-"):
        tokens.take()
        return Arithmetic("-", left, _operand(tokens, depth, may_add=False))
    return left


def _operand(tokens: Tokens, depth: int, *, may_add: bool) -> Operand:
    token = tokens.current
    if depth > _MAX_CALLS:
        tokens.fail()
    if token.kind == "valueref":
        return ValueRef(tokens.take().text)
    if tokens.is_symbol("("):
        tokens.take()
        inner = (
            _set_value(tokens, depth + 1) if may_add else _operand(tokens, depth + 1, may_add=False)
        )
        tokens.take_symbol(")")
        return inner
    following = tokens.following
    if token.kind == "name" and following.kind == "symbol" and following.text == "(":
        return _call(tokens, depth + 1)
    return parse_path(tokens, _KEYWORDS)


def _call(tokens: Tokens, depth: int) -> Function:
    name = tokens.take().text
    tokens.take_symbol("(")
    arguments = [_operand(tokens, depth, may_add=False)]
    while tokens.is_symbol(","):
        tokens.take()
        arguments.append(_operand(tokens, depth, may_add=False))
    tokens.take_symbol(")")
    return Function(name, tuple(arguments))
