"""Whether two templates can write one text: the proof that keys of two models never collide."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from functools import lru_cache

from msgspec import Struct

from tavola.keys.forms import key_form
from tavola.keys.template import Part, Template

__all__ = ["find_common_text"]

_SAMPLES = "xa1029-.:TZ_~"


class _Characters(Struct, frozen=True):
    """A set of characters, or all but a set."""

    members: frozenset[str]
    inverted: bool = False

    def sample_with(self, other: _Characters) -> str | None:
        """Pick a character of both sets, if there is one."""
        candidates = [*_SAMPLES, *self.members, *other.members]
        return next((one for one in candidates if one in self and one in other), None)

    def __contains__(self, character: str) -> bool:
        return (character in self.members) != self.inverted


class _Unit(Struct, frozen=True):
    """One step of a template's automaton."""

    characters: _Characters
    is_optional: bool = False
    is_repeated: bool = False


def find_common_text(first: Template, second: Template) -> str | None:
    """Give a string that both templates can write, or None when there is none.

    It may be too careful (an escaped value counts as any string without the escaped characters),
    never too lax.
    """
    left, right = _units(first), _units(second)
    queue: deque[tuple[int, int, str]] = deque([(0, 0, "")])
    seen = {(0, 0)}
    while queue:
        at_left, at_right, text = queue.popleft()
        if _can_end(left, at_left) and _can_end(right, at_right):
            return text
        for next_left, next_right, character in _moves(left, at_left, right, at_right):
            if (next_left, next_right) not in seen:
                seen.add((next_left, next_right))
                queue.append((next_left, next_right, text + character))
    return None


def _moves(
    left: tuple[_Unit, ...], at_left: int, right: tuple[_Unit, ...], at_right: int
) -> Iterator[tuple[int, int, str]]:
    for i in _reachable(left, at_left):
        for j in _reachable(right, at_right):
            character = left[i].characters.sample_with(right[j].characters)
            if character is not None:
                yield _after(left, i), _after(right, j), character


def _reachable(units: tuple[_Unit, ...], at: int) -> Iterator[int]:
    """Yield the units that may take the next character."""
    while at < len(units):
        yield at
        if not units[at].is_optional:
            return
        at += 1


def _after(units: tuple[_Unit, ...], at: int) -> int:
    return at if units[at].is_repeated else at + 1


def _can_end(units: tuple[_Unit, ...], at: int) -> bool:
    return all(unit.is_optional for unit in units[at:])


@lru_cache(maxsize=512)
def _units(template: Template) -> tuple[_Unit, ...]:
    return tuple(unit for part in template.parts for unit in _units_of(part))


def _units_of(part: Part) -> Iterator[_Unit]:
    if isinstance(part, str):
        yield from (_Unit(_Characters(frozenset(character))) for character in part)
        return
    kept_out = frozenset(part.escaped) - {"%"}
    for characters, low, high in key_form(part.form).shape:
        inverted = characters.startswith("^")
        members = frozenset(characters.removeprefix("^"))
        taken = _Characters(members | kept_out if inverted else members, inverted)
        yield from (_Unit(taken) for _ in range(low))
        if high is None:
            yield _Unit(taken, is_optional=True, is_repeated=True)
        else:
            yield from (_Unit(taken, is_optional=True) for _ in range(high - low))
