"""What a model class needs to know of its schema, prepared once per class."""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Callable, Iterable, Iterator, Mapping
from copy import deepcopy
from datetime import datetime
from decimal import Decimal
from functools import cached_property, partial
from typing import Any
from uuid import UUID

from msgspec import Struct

from tavola.design.schema import FieldSchema, ModelSchema
from tavola.design.value_rules import find_broken_rule
from tavola.errors import OperationError
from tavola.model import inline
from tavola.model.compiled import check_field_names, compile_function
from tavola.model.kinds import InvalidValue, Kind, kind_of

_SET_BY_TABLE = frozenset({"CreateDateField", "ModifiedDateField", "VersionField"})

ABSENT: Any = object()
"""Stands for a value that was not given, where None is one."""


class FieldShape(Struct, frozen=True):
    """One field: its names, its kind, and what stands in it when nothing is given."""

    name: str
    """Its own name in the design."""
    python_name: str
    kind: Kind
    is_required: bool
    is_automatic: bool
    """Set by the table: ids, dates, versions."""
    default: Callable[[], Any]
    schema: FieldSchema
    broken_rule: Callable[[Any], str | None] | None = None
    """Says how a value of the right type breaks the field's rules; None where there are none."""

    @property
    def attribute_name(self) -> str:
        """The attribute's name in the item."""
        return self.schema.attribute_name

    def check(self, model: str, value: Any) -> Any:
        """Return a value to write as it would be read back, or raise an OperationError."""
        checked = self.check_type(model, value)
        if self.broken_rule is not None and checked is not None:
            problem = self.broken_rule(checked)
            if problem is not None:
                raise OperationError(f"{model}.{self.python_name} {problem}")
        return checked

    def check_type(self, model: str, value: Any) -> Any:
        """Check a value to compare or look for, which the field's rules need not allow."""
        if value is None:
            if self.is_required:
                raise OperationError(f"{model}.{self.python_name} is missing. It is required.")
            return self.nothing()
        try:
            return self.kind.check(value)
        except InvalidValue as why:
            raise OperationError(f"{model}.{self.python_name} {why}") from None
        except RecursionError:
            # DynamoDB: 32 levels. Developer guide, ServiceQuotas.
            raise OperationError(
                f"{model}.{self.python_name} is nested too deep, or holds itself. "
                "DynamoDB takes 32 levels."
            ) from None
        except ValueError as why:
            # Python: numbers with very many digits are not written as text.
            raise OperationError(
                f"{model}.{self.python_name} does not fit, and cannot be shown: {why}."
            ) from None

    def take(self, model: str, value: Any) -> Any:
        """Check a new instance's value; ABSENT stands for the default."""
        return self.check(model, self.default() if value is ABSENT else value)

    def fixed_default(self, model: str) -> Any:
        """Return a default that every instance can share, checked once; ABSENT if there is none."""
        default = ABSENT if self.is_automatic else self.default()
        if type(default) not in (bool, int, float, str):
            return ABSENT
        try:
            return self.check(model, default)
        except OperationError:
            return ABSENT

    @property
    def may_be_none(self) -> bool:
        """Whether a new instance that is given nothing has None here."""
        return not (self.is_required or self.is_automatic) and (
            self.schema.default is None and self.nothing() is None
        )

    @property
    def is_always_there(self) -> bool:
        """Whether its type has no None: it is required, or the table sets it."""
        return self.is_required or self.is_automatic

    def when_missing(self) -> Any:
        """Return what is read where an item lacks it; None where there is no such value."""
        nothing = self.nothing()
        # An empty set has no attribute and a missing counter is 0, whatever new ones begin with.
        if nothing is None and self.is_always_there and self.schema.default is not None:
            return self.default()
        return nothing

    def nothing(self) -> Any:
        """Return what stands for no value: an empty set, a counter at 0, or None."""
        if self.kind.tag == "SS":
            return set[str]()
        return 0 if self.schema.type == "CounterField" else None

    def attribute(self, value: Any) -> dict[str, Any] | None:
        """Return the attribute value of a checked value; None where nothing is stored."""
        if value is None or (self.kind.tag == "SS" and not value):
            return None
        return self.kind.attribute(value)


class TypedKind(Kind, frozen=True):
    """The kind of a field whose members are known: by a class, or by what each of them is."""

    made: type[Any] | None = None
    element: FieldShape | None = None


def typed_class(field: FieldShape) -> Any:
    """Give the class of a typed map; None for any other field."""
    return field.kind.made if isinstance(field.kind, TypedKind) else None


def element_of(field: FieldShape) -> FieldShape | None:
    """Say what the members of a list or map are."""
    return field.kind.element if isinstance(field.kind, TypedKind) else None


KindOf = Callable[[FieldSchema], Kind]
"""Says what a field's type and options mean."""


class FieldsShape:
    """The fields of a class, by all of their names, and how its instances are made."""

    def __init__(
        self,
        class_name: str,
        fields: Iterable[FieldSchema],
        kind_of: KindOf,
        hidden: Iterable[str] = (),
    ) -> None:
        """Prepare a class; `hidden` are slots of its instances that are not fields."""
        self.class_name = class_name
        self._hidden = tuple(hidden)
        self.fields = tuple(field_shape(field, kind_of) for field in fields)
        self.by_name = {field.name: field for field in self.fields}
        self.by_python_name = {field.python_name: field for field in self.fields}
        self.by_attribute = {field.attribute_name: field for field in self.fields}

    @cached_property
    def init(self) -> Callable[..., None]:
        """The model's `__init__`, written for it: it takes fields by keyword and checks them."""
        names: dict[str, Any] = {}
        parameters, lines = self.write_taking(names)
        check_field_names(self.class_name, self.by_python_name)
        lines = [f"def init(_self, /, {parameters}):", *lines]
        return compile_function(self.class_name, "init", lines, {**inline.NAMES, **names})

    def write_taking(
        self, names: dict[str, Any], *, fills_instance: bool = True
    ) -> tuple[str, list[str]]:
        """Write the parameters of a function that fills an instance `_self`, and its lines.

        They leave what was checked in the parameters too; `names` gets what they refer to.
        """
        names |= {"_ABSENT": ABSENT, "_Refused": OperationError, "_refuse": self._refuse}
        parameters: list[str] = []
        hidden = self._hidden if fills_instance else ()
        lines = [*(f" _self.{slot} = None" for slot in hidden), " try:"]
        for number, field in enumerate(self.fields):
            name = field.python_name
            names[f"_take{number}"] = partial(field.take, self.class_name)
            usual = inline.fitting(field.schema, name)
            if field.may_be_none:
                usual = f"{name} is None or {usual}"
            fixed = None if field.may_be_none else field.fixed_default(self.class_name)
            parameters.append(f"{name}={'_ABSENT' if fixed is ABSENT else repr(fixed)}, ")
            if field.is_automatic:
                usual = f"{name} is _ABSENT or {usual}"
            lines.append(f"  if not ({usual}): {name} = _take{number}({name})")
            if fills_instance:
                skip = f"if {name} is not _ABSENT: " if field.is_automatic else ""
                lines.append(f"  {skip}_self.{name} = {name}")
        given = "".join(f"{name!r}: {name}, " for name in self.by_python_name)
        lines += [
            "  if _unknown or _unnamed: raise _Refused",
            " except _Refused:",
            f"  raise _refuse(_unnamed, {{{given}**_unknown}}) from None",
        ]
        return f"*_unnamed, {''.join(parameters)}**_unknown", lines

    def _refuse(self, unnamed: tuple[Any, ...], values: Mapping[str, Any]) -> Exception:
        """Say what is wrong with what an instance is made of, all of it in one error."""
        if unnamed:
            return TypeError(self._describe_call())
        given = {name: value for name, value in values.items() if value is not ABSENT}
        return OperationError("\n".join(self._problems(given)))

    def _describe_call(self) -> str:
        """Say how an instance is made, for a call that gives values without names."""
        name = self.class_name
        must = [field.python_name for field in self.fields if field.is_required]
        shown = ", ".join(f"{field}=…" for field in must or list(self.by_python_name)[:1])
        return f"{name}() takes its fields by keyword. Write {name}({shown})."

    def _problems(self, values: Mapping[str, Any]) -> Iterator[str]:
        for field in self.fields:
            value = values.get(field.python_name, ABSENT)
            if value is ABSENT and field.is_automatic:
                continue
            try:
                field.take(self.class_name, value)
            except OperationError as wrong:
                yield str(wrong)
        yield from self.find_unknown(values)

    def find_unknown(self, values: Mapping[str, Any]) -> Iterator[str]:
        """Yield a sentence for every name that is not a field."""
        for name in values:
            if name not in self.by_python_name:
                yield f"{self.class_name} has no field {name!r}.{self._nearest(name)}"

    def _nearest(self, name: str) -> str:
        from difflib import get_close_matches

        near = get_close_matches(name, self.by_python_name, n=1)
        return f" Did you mean {near[0]!r}?" if near else ""


class Shape(FieldsShape):
    """A model's fields."""

    def __init__(
        self, schema: ModelSchema, kind_of: KindOf = kind_of, hidden: Iterable[str] = ()
    ) -> None:
        """Prepare a model; `hidden` are slots of its instances that are not fields."""
        super().__init__(schema.name, schema.fields.values(), kind_of, hidden)
        self.schema = schema
        self.revision = object()
        """Another object each time that the class may make its instances in another way.

        Whoever compiles a function that makes them keeps it with this, and compares.
        """

    @cached_property
    def automatic(self) -> tuple[FieldShape, ...]:
        """The fields that the table sets."""
        return tuple(field for field in self.fields if field.is_automatic)


def field_shape(field: FieldSchema, kind_of: KindOf) -> FieldShape:
    """Prepare a field; `kind_of` says what its type means."""
    kind = kind_of(field)
    automatic = field.auto_assign or field.type in _SET_BY_TABLE
    return FieldShape(
        name=field.name,
        python_name=field.python_name,
        kind=kind,
        is_required=field.required and not automatic,
        is_automatic=automatic,
        default=_default_of(field, kind),
        schema=field,
        broken_rule=find_broken_rule(field),
    )


def _default_of(field: FieldSchema, kind: Kind) -> Callable[[], Any]:
    if field.type == "StringSetField":
        members = field.default if isinstance(field.default, list) else []
        return lambda: {str(member) for member in members}
    if field.type == "CounterField" and field.default is None:
        return lambda: 0
    if field.is_date and isinstance(field.default, str):
        moment = datetime.fromisoformat(field.default)
        return lambda: moment
    if field.type == "DecimalField" and field.default is not None:
        # A YAML number means its digits, not the binary float that is nearest to them.
        number = Decimal(str(field.default))
        return lambda: number
    if field.type == "UuidField" and isinstance(field.default, str):
        uuid = UUID(field.default)
        return lambda: uuid
    if field.type == "BinaryField" and isinstance(field.default, str):
        binary = b64decode(field.default)
        return lambda: binary
    return lambda: deepcopy(field.default)
