"""A key template: literals and placeholders; `parse` is the exact inverse of `format`."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cached_property, lru_cache

from msgspec import Struct

from tavola.errors import DecodeError, OperationError
from tavola.keys.forms import key_form
from tavola.keys.key_form import LiteralKeyText
from tavola.keys.typed_forms import key_value

__all__ = ["BUCKET", "TENANT", "Placeholder", "Template", "Values", "text_pattern", "writer_of"]

TENANT = "$tenant"
"""The placeholder that a tenant-scoped table fills; no field can have this name."""
BUCKET = "$bucket"
"""The placeholder of iteration keys that the item's bucket fills."""

Values = Mapping[str, object]
"""Python values by the fields' own names (`userId`, not `user_id`)."""


class Placeholder(Struct, frozen=True):
    """One field's place in a template; the characters in `escaped` are written as `%XX`."""

    field: str
    form: str = "text"
    escaped: str = ""

    @property
    def date_layout(self) -> str:
        """Which part of a date it writes, as `%Y-%m`; empty for other forms."""
        return self.form.removeprefix("part:") if self.form.startswith("part:") else ""

    @property
    def is_shard(self) -> bool:
        """Whether it writes a shard, over all of which a query goes."""
        return self.form.startswith("shard:")


Part = str | Placeholder
_Step = tuple[str, str, Callable[[object], str]]


class Template(Struct, frozen=True, dict=True):
    """`USER#{name}` as parts: `("USER#", Placeholder("name"))`.

    Literals and placeholders may follow each other in any order, but two literals never do.
    """

    parts: tuple[Part, ...]

    @cached_property
    def fields(self) -> tuple[str, ...]:
        """The placeholders' field names in order, the tenant among them."""
        return tuple(part.field for part in self.placeholders)

    @cached_property
    def asked(self) -> tuple[str, ...]:
        """The fields that a query gives: a shard follows from the item alone, so all are read."""
        return tuple(part.field for part in self.placeholders if not part.is_shard)

    @cached_property
    def _program(self) -> tuple[tuple[_Step, ...], str]:
        """The literal before each placeholder, its field and its writer; and the last literal."""
        steps: list[_Step] = []
        literal = ""
        for part in self.parts:
            if isinstance(part, str):
                literal += part
            else:
                steps.append((literal, part.field, writer_of(part)))
                literal = ""
        return tuple(steps), literal

    def __str__(self) -> str:
        return "".join(
            part if isinstance(part, str) else f"{{{part.field.lstrip('$')}}}"
            for part in self.parts
        )

    @cached_property
    def tag(self) -> str:
        """DynamoDB's type of the attribute: `S`, or that of a number or bytes that stand alone."""
        if len(self.parts) != 1 or isinstance(self.parts[0], str):
            return "S"
        return key_form(self.parts[0].form).tag

    @property
    def is_constant(self) -> bool:
        """Every item gets the same text."""
        return not self.fields

    @property
    def placeholders(self) -> tuple[Placeholder, ...]:
        """The placeholders in order."""
        return tuple(part for part in self.parts if isinstance(part, Placeholder))

    def placeholder(self, name: str) -> Placeholder:
        """Give the placeholder of a field that the template names."""
        return next(part for part in self.placeholders if part.field == name)

    def format(self, values: Values) -> str | None:
        """Write the key; None when a part has no value, so that an index stays sparse.

        A key that would be empty is None too, since DynamoDB takes no empty key.
        """
        steps, tail = self._program
        text = name = ""
        try:
            for literal, name, write in steps:
                value = values.get(name)
                if value is None:
                    return None
                text += literal + write(value)
        except OperationError as wrong:
            raise self._located(name, wrong) from None
        return text + tail or None

    def _located(self, name: str, wrong: OperationError) -> OperationError:
        """Say which part of which key a value does not fit."""
        return OperationError(f"key '{self}': {name}: {str(wrong).removeprefix('key: ')}")

    def format_all(self, values: Values) -> str:
        """Write the key; a missing part is an OperationError that names it."""
        text = self.format(values)
        if text is None:
            missing = [name for name in self.fields if values.get(name) in (None, "")]
            raise OperationError(
                f"key '{self}': {', '.join(missing)} has no value. Give every field of the key."
            )
        return text

    def prefix(self, values: Values) -> str:
        """Write the leading components that `values` has, with the delimiter that follows.

        `QAT#{queuedAt}#REQ#{id}` gives `QAT#` for nothing and `QAT#…#REQ#` for a `queuedAt`.
        """
        steps, tail = self._program
        text = name = ""
        try:
            for literal, name, write in steps:
                text += literal
                value = values.get(name)
                if value is None:
                    return text
                text += write(value)
        except OperationError as wrong:
            raise self._located(name, wrong) from None
        return text + tail

    def component(self, name: str, value: object) -> str:
        """Write one placeholder's text alone."""
        write = next(write for _, field_name, write in self._program[0] if field_name == name)
        try:
            return write(value)
        except OperationError as wrong:
            raise self._located(name, wrong) from None

    def literal_after(self, name: str) -> str:
        """Give the literal that follows a placeholder; empty when none does."""
        following = self.parts[self.parts.index(self.placeholder(name)) + 1 :]
        return following[0] if following and isinstance(following[0], str) else ""

    def parse(self, text: str) -> dict[str, object]:
        """Read the values back; a string of another form is a DecodeError."""
        values = self.find_values(text)
        if values is None:
            raise DecodeError(f"The key {text!r} does not fit the template '{self}'.")
        return values

    def matches(self, text: str) -> bool:
        """Whether this template could have written the string."""
        return self.find_values(text) is not None

    def find_values(self, text: str) -> dict[str, object] | None:
        """Read the values back; None for a string that this template does not write.

        A derived text says no value: whoever has the value from elsewhere formats again.
        """
        values: dict[str, object] = {}
        derived: dict[str, object] = {}
        at = 0
        for index, part in enumerate(self.parts):
            if isinstance(part, str):
                end = at + len(part) if text.startswith(part, at) else -1
            else:
                end = _end_of(part, self.parts[index + 1 :], text, at)
                if end >= 0 and not _read_part(part, text[at:end], values, derived):
                    return None
            if end < 0:
                return None
            at = end
        # A text that this template would write otherwise (`%41` for `A`) is not one of its texts.
        whole = {**values, **derived} if derived else values
        return values if self.writes(whole, text) else None

    def writes(self, values: Values, text: str) -> bool:
        """Say whether the key of some values is this text; a number may be written otherwise."""
        written = self.format(values)
        if written == text or self.tag == "S" or written is None:
            return written == text
        return key_value(self.tag, written) == key_value(self.tag, text)


@lru_cache(maxsize=512)
def text_pattern(template: Template) -> re.Pattern[str]:
    """Compile a quick test that every string of a template passes, and few others."""
    return re.compile("".join(_pattern_of(part) for part in template.parts), re.DOTALL)


def _pattern_of(part: Part) -> str:
    if isinstance(part, str):
        return re.escape(part)
    form = key_form(part.form)
    kept_out = "".join(character for character in part.escaped if character != "%")
    if not kept_out:
        return form.pattern
    # Only forms of any text are escaped; theirs is one run of all characters but some.
    ((others, _, _),) = form.shape
    return f"[^{re.escape(others.removeprefix('^') + kept_out)}]*"


def writer_of(part: Placeholder) -> Callable[[object], str]:
    """Give the form's writer, with escaping where the template asks for it."""
    write = key_form(part.form).write
    if not part.escaped:
        return write
    table = {ord(character): _percent(character) for character in part.escaped}
    others = frozenset(part.escaped) - {"%", "#"}

    def write_escaped(value: object) -> str:
        text = write(value)
        # Few values need it, and two searches for a character are the cheapest look.
        if "#" in text or "%" in text or not others.isdisjoint(text):
            return text.translate(table)
        return text

    return write_escaped


def _percent(character: str) -> str:
    return "".join(f"%{byte:02X}" for byte in character.encode())


def _unescape(text: str) -> str:
    if "%" not in text:
        return text
    return re.sub(
        r"(?:%[0-9A-F]{2})+", lambda run: bytes.fromhex(run[0].replace("%", "")).decode(), text
    )


def _end_of(part: Placeholder, rest: tuple[Part, ...], text: str, at: int) -> int:
    """Find where a placeholder's text ends, or -1 when it cannot stand here."""
    form = key_form(part.form)
    if form.is_fixed_width:
        found = re.compile(form.pattern).match(text, at)
        return found.end() if found else -1
    if rest and isinstance(rest[0], str):
        return text.find(rest[0][0] if part.escaped else rest[0], at)
    return len(text)


def _read_part(
    part: Placeholder, text: str, values: dict[str, object], derived: dict[str, object]
) -> bool:
    """Read one placeholder's text into `values`, unless its form does not take it."""
    form = key_form(part.form)
    try:
        raw = _unescape(text) if part.escaped else text
        if re.fullmatch(form.pattern, raw) is None:
            return False
        if form.is_derived:
            derived[part.field] = LiteralKeyText(raw)
        else:
            values[part.field] = form.read(raw)
    except (ValueError, OverflowError):
        return False
    return True
