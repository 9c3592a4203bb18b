"""Classes that people write themselves: their bases, their `__init__`s and their slots."""

from __future__ import annotations

import inspect
import weakref
from typing import Any, ClassVar

import pytest

from tavola import OperationError, Record, Table
from tavola.model import Model
from tavola.model.model import ModelMeta
from tavola.model.typed_map import MapMeta
from tests.table.generated.board import Board, Pin
from tests.table.generated.club import Account as Generated
from tests.table.generated.club import Club
from tests.table.generated.places import PlaceAddress
from tests.table.internals import create_item

SCHEMA = Generated.__shape__.schema


def model_on(base: type[Any], **body: Any) -> Any:
    """Write an account's class on a base."""
    annotations = dict.fromkeys(Generated.__shape__.by_python_name, "object")
    body = {"__annotations__": annotations, "__module__": __name__, **body}
    return ModelMeta("Account", (base,), body, schema=SCHEMA)


class Counted(Record):
    """A base that counts the instances made of it."""

    made: ClassVar[int] = 0

    def __init__(self, **values: Any) -> None:
        Counted.made += 1
        super().__init__(**values)


def test_the_init_of_a_base_is_run_for_every_instance() -> None:
    account = model_on(Counted)
    before = Counted.made

    made = [account(name=name) for name in "abc"]

    assert ([one.name for one in made], Counted.made) == (["a", "b", "c"], before + 3)


def test_a_model_has_one_init_before_and_after_its_first_instance() -> None:
    account = model_on(Record)
    above: Any = ModelMeta("Above", (account, Counted), {})
    before = Counted.made

    made = [above(name="a"), account(name="a"), above(name="b")]

    assert ([one.name for one in made], Counted.made) == (["a", "a", "b"], before)


def test_a_model_on_another_model_has_the_fields_of_its_own() -> None:
    above = model_on(Record)
    above(name="a")
    below: Any = ModelMeta(
        "Visit",
        (above,),
        {"__annotations__": dict.fromkeys(("member_id", "at", "room", "minutes"), "object")},
        schema=Club.design.models["Visit"],
    )

    with pytest.raises(OperationError, match=r"^Visit.member_id is missing"):
        below(name="a")


@pytest.mark.parametrize("slots", ["cache", ("cache", "other"), ("__dict__",), ("__weakref__",)])
def test_a_base_may_have_slots_of_its_own(slots: Any) -> None:
    base: Any = ModelMeta("Base", (Record,), {"__slots__": slots})

    made = model_on(base)(name="a")

    assert (made.name, made._loaded, made._table) == ("a", None, None)


def test_what_the_init_of_a_base_puts_into_its_slots_stays() -> None:
    def init(self: Any, **values: Any) -> None:
        self.cache = "kept"
        Record.__init__(self, **values)

    base: Any = ModelMeta("Base", (Record,), {"__slots__": ("cache",), "__init__": init})

    assert model_on(base)(name="a").cache == "kept"


def test_an_instance_can_be_weak_where_a_base_says_so() -> None:
    base: Any = ModelMeta("Base", (Record,), {"__slots__": ("__weakref__",)})
    made = model_on(base)(name="a")

    assert weakref.ref(made)() is made


@pytest.mark.parametrize(
    ("meta", "above", "values"),
    [(ModelMeta, Generated, {"name": "a"}), (MapMeta, PlaceAddress, {"city": "Rome"})],
)
def test_a_class_over_a_declared_one_takes_no_other_attributes(
    meta: Any, above: type[Any], values: dict[str, str]
) -> None:
    made = meta("Below", (above,), {})(**values)

    with pytest.raises(AttributeError, match="has no attribute 'ctiy'"):
        made.ctiy = "Rome"


@pytest.mark.parametrize("base", [Model, Record])
def test_a_base_without_fields_has_no_instances(base: type[Any]) -> None:
    with pytest.raises(TypeError, match=f"^{base.__name__} is a base of models"):
        base()


def test_a_signature_shows_the_fields_before_and_after_the_first_instance() -> None:
    account = model_on(Record)
    below: Any = ModelMeta("Below", (account,), {})

    before = [str(inspect.signature(one)) for one in (account, below)]
    account(name="a")
    after = [str(inspect.signature(one)) for one in (account, below)]

    shown = (
        "(*, name: 'object', owner: 'object' = None, balance: 'object' = 0, "
        "version: 'object' = None, modified_at: 'object' = None)"
    )
    assert (before, after) == ([shown, shown], [shown, shown])


def test_an_own_init_has_its_own_signature() -> None:
    assert str(inspect.signature(model_on(Counted))) == "(**values: 'Any') -> 'None'"


def crowd(pin: Any, **values: Any) -> None:
    """Make a pin with more tags than a pin may have."""
    Record.__init__(pin, **values)
    pin.tags = {"a", "b", "c", "d"}


CROWDED: Any = ModelMeta(
    "Pin",
    (Record,),
    {"__annotations__": dict.fromkeys(Pin.__shape__.by_python_name, "object"), "__init__": crowd},
    schema=Pin.__shape__.schema,
)


class Crowd(Table):
    """A table of such pins."""

    design = Board.design
    models = (CROWDED,)


def test_what_an_own_init_assigns_is_checked_when_it_is_created() -> None:
    table = Crowd.open("memory:")

    with pytest.raises(OperationError, match=r"^Pin.tags has 4 members"):
        create_item(table, CROWDED, {})

    table.close()


def shout(account: Any, name: str, value: Any) -> None:
    """Keep owners in capital letters."""
    object.__setattr__(account, name, value.upper() if name == "owner" and value else value)


def owner_below(account: type[Any]) -> Any:
    """Write a class over an account's, that shows the owner in capital letters."""
    slot = account.__dict__["owner"]
    owner = property(lambda self: slot.__get__(self).upper(), slot.__set__)
    return ModelMeta("Account", (account,), {"owner": owner})


def bank_of(model: Any) -> Any:
    """Open a table of such accounts."""
    bank: Any = type("Bank", (Table,), {"design": Club.design, "models": (model,)})
    return bank.open("memory:")


OWN_WAYS = [model_on(Record, __setattr__=shout), owner_below(model_on(Record))]


@pytest.mark.parametrize("model", OWN_WAYS)
def test_what_a_class_makes_of_its_values_is_what_is_stored(model: Any) -> None:
    table = bank_of(model)

    made = create_item(table, model, {"name": "a", "owner": "ada"})
    body = {"TableName": "club", "ProjectionExpression": "#owner"}
    stored = table.store.execute("Scan", {**body, "ExpressionAttributeNames": {"#owner": "owner"}})

    assert (made.owner, b'"S":"ADA"' in stored) == ("ADA", True)
    table.close()


def test_what_a_class_puts_into_its_slots_before_the_init_stays_in_what_is_created() -> None:
    def new(model: type[Any], **_: Any) -> Any:
        made: Any = object.__new__(model)
        made.cache = "kept"
        return made

    base: Any = ModelMeta("Base", (Record,), {"__slots__": ("cache",), "__new__": new})
    model = model_on(base)
    table = bank_of(model)

    assert create_item(table, model, {"name": "a"}).cache == "kept"
    table.close()
