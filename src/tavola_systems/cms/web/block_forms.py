"""Blocks as a form: each value has a field of its own, so that everything works without scripts."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final

from tavola.errors import OperationError
from tavola_systems.cms.services.blocks import BLOCK_TYPES, MAX_BLOCKS

__all__ = ["blocks_of", "changed_blocks"]

_FIELD: Final = re.compile(r"b(\d{1,3})-([a-z]+)")


def blocks_of(values: Mapping[str, str]) -> list[dict[str, Any]]:
    """Read the blocks of a form; what is wrong with their values is told when they are saved."""
    found: dict[int, dict[str, Any]] = {}
    for name, value in values.items():
        match = _FIELD.fullmatch(name)
        if match and int(match[1]) < MAX_BLOCKS:
            # Browsers send both signs at the end of a line.
            found.setdefault(int(match[1]), {})[match[2]] = value.replace("\r\n", "\n")
    return [_block(found[number]) for number in sorted(found) if "type" in found[number]]


def _block(given: Mapping[str, str]) -> dict[str, Any]:
    kind = BLOCK_TYPES.get(given["type"])
    if kind is None:
        known = ", ".join(BLOCK_TYPES)
        raise OperationError(f"type: {given['type']!r} is not one of {known}.")
    block: dict[str, Any] = {"type": kind.name}
    for field in kind.fields:
        value = given.get(field.name, "").strip("\n")
        if field.kind == "number":
            block[field.name] = int(value) if _is_number(value) else value or None
        elif field.kind == "assets":
            block[field.name] = [_image(line) for line in value.split("\n") if line.strip()]
        elif value:
            block[field.name] = value
    return block


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) <= 9


def _image(line: str) -> dict[str, str]:
    asset, _, alt = line.strip().partition(" ")
    return {"asset": asset, "alt": alt.strip()}


def changed_blocks(blocks: list[dict[str, Any]], wish: str) -> list[dict[str, Any]]:
    """Do what a button of the editor says: `add:quote`, `up:3`, `down:3` or `remove:3`."""
    verb, _, what = wish.partition(":")
    changed = list(blocks)
    if verb == "add" and what in BLOCK_TYPES:
        return [*changed, {"type": what}]
    number = int(what) if _is_number(what) else -1
    if not 0 <= number < len(changed):
        return changed
    block = changed.pop(number)
    if verb == "up":
        changed.insert(max(0, number - 1), block)
    elif verb == "down":
        changed.insert(number + 1, block)
    elif verb != "remove":
        changed.insert(number, block)
    return changed
