"""Parsing conditions, filters and key conditions.

Levels of parentheses, calls and lists stand on a stack of our own, so that hostile nesting costs
memory in proportion to the text and never the interpreter's stack.
"""

from __future__ import annotations

from typing import Final, cast

from tavola.expressions.parsing.parse_path import parse_path, parse_path_tail
from tavola.expressions.parsing.tokens import Tokens
from tavola.expressions.tree import (
    And,
    Arithmetic,
    Between,
    Comparator,
    Comparison,
    Condition,
    Function,
    In,
    Literal,
    Not,
    Operand,
    Or,
    Path,
    ValueRef,
)

__all__ = ["parse_condition"]

_KEYWORDS: Final = frozenset({"AND", "OR", "NOT", "BETWEEN", "IN"})
_COMPARATORS: Final = frozenset({"=", "<>", "<", "<=", ">", ">="})
_OPERANDS: Final = (Path, ValueRef, Literal, Function, Arithmetic)
_CONDITIONS: Final = (Comparison, Between, In, Function, And, Or, Not)

Term = Operand | Condition


class _Level:
    """What stands between an opening parenthesis and its end."""

    __slots__ = (
        "all_of",
        "any_of",
        "arguments",
        "is_grouped",
        "name",
        "negations",
        "opener",
        "operands",
        "operator",
        "term",
    )

    def __init__(self, opener: str, name: str = "") -> None:
        self.opener = opener
        self.name = name
        self.arguments: list[Operand] = []
        self.any_of: list[Condition] = []
        self.all_of: list[Condition] = []
        self.negations = 0
        self.operator = ""
        self.operands: list[Operand] = []
        self.term: Term | None = None
        self.is_grouped = False

    @property
    def takes_conditions(self) -> bool:
        """Calls and lists take operands only."""
        return self.opener in {"", "("}

    @property
    def is_single_term(self) -> bool:
        """Nothing but one term so far."""
        return not (self.any_of or self.all_of or self.negations or self.operator)


def parse_condition(text: str) -> tuple[Condition, bool]:
    """Return the tree, and whether there were redundant parentheses."""
    return _Parser(text).parse()


class _Parser:
    def __init__(self, text: str) -> None:
        self.tokens = Tokens(text)
        self.levels = [_Level("")]
        self.has_redundant_parentheses = False

    def parse(self) -> tuple[Condition, bool]:
        while True:
            level = self.levels[-1]
            if level.term is None:
                self.read_term(level)
            elif self.tokens.current.kind == "end":
                return self.finish(level), self.has_redundant_parentheses
            else:
                self.read_operator(level)

    def finish(self, level: _Level) -> Condition:
        if level.opener or (level.is_single_term and not isinstance(level.term, _CONDITIONS)):
            self.tokens.fail()
        return self.whole_condition(level)

    def read_term(self, level: _Level) -> None:
        tokens = self.tokens
        token, following = tokens.current, tokens.following
        if token.kind == "valueref":
            level.term = ValueRef(tokens.take().text)
        elif tokens.is_symbol("("):
            tokens.take()
            self.levels.append(_Level("("))
        elif tokens.is_keyword("NOT") and level.takes_conditions and not level.operator:
            tokens.take()
            level.negations += 1
        elif (
            token.kind == "name"
            and following.kind == "symbol"
            and following.text == "("
            and token.text.upper() not in _KEYWORDS
        ):
            self.levels.append(_Level("call", tokens.take().text))
            tokens.take()
        else:
            level.term = parse_path(tokens, _KEYWORDS)

    def read_operator(self, level: _Level) -> None:
        tokens = self.tokens
        token = tokens.current
        if tokens.is_symbol(")"):
            self.close(level)
        elif tokens.is_symbol(",") and not level.takes_conditions:
            self.add_argument(level)
            tokens.take()
        elif token.kind == "symbol" and token.text in _COMPARATORS:
            self.start_comparison(level, token.text)
        elif tokens.is_keyword("BETWEEN"):
            self.start_comparison(level, "BETWEEN")
        elif tokens.is_keyword("IN"):
            self.start_comparison(level, "IN")
            tokens.take_symbol("(")
            self.levels.append(_Level("in"))
        elif tokens.is_keyword("AND", "OR"):
            self.connect(level, token.text.upper())
        elif level.is_grouped and isinstance(level.term, Path):
            self.extend_path(level, level.term)
        else:
            tokens.fail()

    def extend_path(self, level: _Level, path: Path) -> None:
        tail = parse_path_tail(self.tokens, _KEYWORDS)
        if not tail:
            self.tokens.fail()
        level.term = Path((*path.parts, *tail))
        level.is_grouped = False

    def start_comparison(self, level: _Level, operator: str) -> None:
        if level.operator or not level.takes_conditions:
            self.tokens.fail()
        level.operands = [self.operand(level)]
        level.operator = operator
        self.tokens.take()

    def operand(self, level: _Level) -> Operand:
        """Take the level's term as an operand, or fail at the current token."""
        term = level.term
        is_condition = level.is_grouped and isinstance(term, _CONDITIONS)
        if is_condition or not isinstance(term, _OPERANDS):
            self.tokens.fail()
        level.term, level.is_grouped = None, False
        return term

    def connect(self, level: _Level, word: str) -> None:
        if level.operator == "BETWEEN" and len(level.operands) == 1 and word == "AND":
            level.operands.append(self.operand(level))
        elif not level.takes_conditions:
            self.tokens.fail()
        else:
            level.all_of.append(self.condition(level))
            if word == "OR":
                level.any_of.append(_join(level.all_of))
                level.all_of = []
        self.tokens.take()

    def condition(self, level: _Level) -> Condition:
        """Take the level's last condition, or fail at the current token."""
        condition: Condition
        if level.operator:
            condition = self.comparison(level)
        elif isinstance(level.term, _CONDITIONS):
            condition = level.term
        else:
            self.tokens.fail()
        for _ in range(level.negations):
            condition = Not(condition)
        level.term, level.is_grouped, level.negations, level.operator = None, False, 0, ""
        return condition

    def comparison(self, level: _Level) -> Condition:
        if level.operator == "IN" and isinstance(level.term, In):
            return level.term
        if level.operator == "BETWEEN" and len(level.operands) == 1:
            self.tokens.fail()
        last = self.operand(level)
        if level.operator == "BETWEEN":
            return Between(level.operands[0], level.operands[1], last)
        return Comparison(cast("Comparator", level.operator), level.operands[0], last)

    def whole_condition(self, level: _Level) -> Condition:
        level.all_of.append(self.condition(level))
        return _join([*level.any_of, _join(level.all_of)], Or)

    def add_argument(self, level: _Level) -> None:
        level.arguments.append(self.operand(level))

    def close(self, level: _Level) -> None:
        if not level.opener:
            self.tokens.fail()
        if level.opener == "(":
            self.close_group(level)
            return
        self.add_argument(level)
        self.levels.pop()
        outer = self.levels[-1]
        if level.opener == "in":
            outer.term = In(outer.operands[0], tuple(level.arguments))
        else:
            outer.term = Function(level.name, tuple(level.arguments))
        self.tokens.take()

    def close_group(self, level: _Level) -> None:
        if level.is_single_term and level.is_grouped:
            self.has_redundant_parentheses = True
        inner = level.term if level.is_single_term else self.whole_condition(level)
        self.levels.pop()
        outer = self.levels[-1]
        outer.term, outer.is_grouped = inner, True
        self.tokens.take()


def _join(conditions: list[Condition], node: type[And] | type[Or] = And) -> Condition:
    return conditions[0] if len(conditions) == 1 else node(tuple(conditions))
