"""A creation makes its instance as the class does, also if that has changed since the last one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar
from unittest.mock import patch

import pytest

from tavola import Record, Table
from tavola.codec.codec import Codec
from tavola.model.model import ModelMeta
from tavola.operations.write.compiled.create_forms import CreateForm
from tavola.table.internals import codec_of, context_of
from tests.table.generated.club import Account as Generated
from tests.table.generated.club import Club
from tests.table.internals import create_item
from tests.table.stores import unsent

SCHEMA = Generated.__shape__.schema


def account_on(base: type[Any], meta: type[ModelMeta] = ModelMeta, **body: Any) -> Any:
    """Write an account's class."""
    annotations = dict.fromkeys(Generated.__shape__.by_python_name, "object")
    body = {"__annotations__": annotations, "__module__": __name__, **body}
    return meta("Account", (base,), body, schema=SCHEMA)


class Below(Record):
    """A base of accounts, to be changed."""


@pytest.fixture
def model() -> Any:
    """A class that nobody else has."""
    return account_on(Below)


@pytest.fixture
def bank(model: Any) -> Iterator[Any]:
    """A table of such accounts that has created one."""
    made: Any = type("Bank", (Table,), {"design": Club.design, "models": (model,)})
    with made.open("memory:") as opened:
        create(opened, "first")
        yield opened


def create(bank: Any, name: str, **values: Any) -> Any:
    """Create an account."""
    return create_item(bank, bank.models[0], {"name": name, "owner": "ada", **values})


def stored(bank: Any, name: str) -> Any:
    """Read an account as another program would."""
    return bank._get(bank.plans(bank.models[0])._get((name,)))


def poor(self: Any, **values: Any) -> None:
    """Stand for an `__init__`, and empty the account."""
    Record.__init__(self, **{**values, "balance": -1})


def loud(self: Any, name: str, value: Any) -> None:
    """Stand for a `__setattr__`, and keep owners in capital letters."""
    object.__setattr__(self, name, value.upper() if name == "owner" and value else value)


def test_an_init_that_is_patched_after_the_first_creation_is_run(bank: Any, model: Any) -> None:
    with patch.object(model, "__init__", poor):
        create(bank, "during")
    create(bank, "after")

    assert [stored(bank, name).balance for name in ("during", "after")] == [-1, 0]


@pytest.mark.parametrize("patched", ["model", "base"])
def test_a_form_of_creations_sees_a_late_change_of_the_class(model: Any, patched: str) -> None:
    context = context_of(unsent(Club))
    form = CreateForm(Codec(Club.design, model))
    form.write(context, name="a", owner="ada")

    with patch.object(model if patched == "model" else Below, "__setattr__", loud):
        during = form.write(context, name="a", owner="ada").ready.body
    after = form.write(context, name="a", owner="ada").ready.body

    assert [body["Item"]["owner"]["S"] for body in (during, after)] == ["ADA", "ada"]


def test_a_form_of_creations_is_compiled_once_for_a_class_that_stays(model: Any) -> None:
    form = CreateForm(Codec(Club.design, model))

    assert form.write is form.write


def test_a_late_change_of_a_class_is_seen_by_every_table_of_it(bank: Any, model: Any) -> None:
    other: Any = type("Other", (Table,), {"design": Club.design, "models": (model,)})
    with other.open("memory:") as second:
        create(second, "first")
        with patch.object(model, "__init__", poor):
            during = [create(one, "during").balance for one in (bank, second)]
        after = [create(one, "after").balance for one in (bank, second)]

    assert (during, after) == ([-1, -1], [0, 0])


def test_a_class_that_stays_as_it_is_has_its_creations_compiled_once(bank: Any) -> None:
    compiled = dict(bank._creators._known)
    create(bank, "second")

    assert (len(compiled), bank._creators._known) == (1, compiled)


@pytest.mark.parametrize("patched", ["model", "base"])
def test_a_setattr_that_is_patched_after_the_first_creation_is_run(
    bank: Any, model: Any, patched: str
) -> None:
    with patch.object(model if patched == "model" else Below, "__setattr__", loud):
        create(bank, "during")
    create(bank, "after")

    assert [stored(bank, name).owner for name in ("during", "after")] == ["ADA", "ada"]


def test_a_property_in_the_place_of_a_field_is_minded_after_the_first_creation(
    bank: Any, model: Any
) -> None:
    slot = model.owner
    model.owner = property(lambda self: slot.__get__(self).upper(), slot.__set__)
    create(bank, "during")
    model.owner = slot
    create(bank, "after")

    assert [stored(bank, name).owner for name in ("during", "after")] == ["ADA", "ada"]


def test_a_new_that_is_added_after_the_first_creation_is_run(bank: Any, model: Any) -> None:
    seen: list[Any] = []

    def noting(model: Any, **values: Any) -> Any:
        seen.append(values["name"])
        return object.__new__(model)

    model.__new__ = staticmethod(noting)

    assert (create(bank, "during").name, seen) == ("during", ["during"])


class Noting(ModelMeta):
    """A metaclass that lists what is made."""

    made: ClassVar[list[str]] = []

    def __call__(self, **values: Any) -> Any:
        self.made.append(values["name"])
        return super().__call__(**values)


def test_the_call_of_a_metaclass_is_made() -> None:
    model = account_on(Record, Noting)
    made: Any = type("Bank", (Table,), {"design": Club.design, "models": (model,)})
    with made.open("memory:") as bank:
        create(bank, "a")
        create(bank, "b")

    assert Noting.made == ["a", "b"]


def shout(self: Any, name: str) -> Any:
    """Stand for a `__getattribute__`, and show owners in capital letters."""
    value = object.__getattribute__(self, name)
    return value.upper() if name == "owner" else value


def test_what_a_class_shows_of_its_values_is_what_is_stored() -> None:
    model = account_on(Record, __getattribute__=shout)
    made: Any = type("Bank", (Table,), {"design": Club.design, "models": (model,)})
    with made.open("memory:") as bank:
        create(bank, "a")
        found = bank.query(model, "accountsForOwner", owner="ADA").items

    assert [account.name for account in found] == ["a"]


def test_what_was_compiled_serves_every_table_of_a_class() -> None:
    with Club.open("memory:") as first, Club.open("memory:") as second:
        first.account.create(name="a")
        made: Any = second.account.create(name="a")

        assert codec_of(first, Generated) is codec_of(second, Generated)
        assert (made._table, second.account.get("a")) == (second, made)


def test_a_class_that_gets_other_models_has_codecs_of_these(model: Any) -> None:
    bank: Any = type("Bank", (Table,), {"design": Club.design, "models": (Generated,)})
    bank.open("memory:").close()
    bank.models = (model,)
    with bank.open("memory:") as opened:
        made = create(opened, "a")

    assert type(made) is model
