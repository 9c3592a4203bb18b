"""The rules of single changes, without a table: what they come to, need, and are refused for."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

import pytest
from msgspec.structs import replace

from tavola import OperationError, TransitionRefused
from tavola.codec.codec import Codec
from tavola.expressions import tree
from tavola.expressions.render import Placeholders, render
from tavola.model.field_expressions import Change
from tavola.operations.write.plans.changes import (
    check_changes,
    check_inside,
    is_plain,
    new_values,
    resolved,
)
from tavola.operations.write.rules.copies import find_needs
from tavola.operations.write.rules.member_limits import MemberLimit, find_member_limits
from tavola.operations.write.rules.number_limits import NumberLimit, find_number_limits
from tavola.operations.write.rules.transitions import Transition, check_initial, find_transitions
from tests.table.generated.board import Board, Pin
from tests.table.generated.club import Club, Member
from tests.table.generated.depot import Depot, Event, Score, ScoreAddress, ScoreAddressGeo
from tests.table.generated.library import Book, Library
from tests.table.generated.orders import Order, Orders
from tests.table.stores import unsent

BOOKS = Codec(Library.design, Book)
EVENTS = Codec(Depot.design, Event)
MEMBERS = Codec(Club.design, Member)
ORDERS = Codec(Orders.design, Order)
PINS = Codec(Board.design, Pin)
SCORES = Codec(Depot.design, Score)
B, E, P, S = Book.fields, Event.fields, Pin.fields, Score.fields
ORDER = Order.fields
KEY = {"shelf": "s", "number": 1}


def rendered(condition: tree.Condition) -> str:
    """A condition as text, with its names and values in it."""
    placeholders = Placeholders()
    text = render(condition, placeholders)
    for name, attribute in placeholders.names.items():
        text = text.replace(name, attribute)
    for name, value in placeholders.values.items():
        text = text.replace(name, str(next(iter(value.values()))))
    return text


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        (
            [B.number.set(2)],
            "Book.number is part of the primary key, which never changes. "
            "Delete the item and create another.",
        ),
        (
            [B.number.add(1)],
            "Book.number is part of the primary key, which never changes. "
            "Delete the item and create another.",
        ),
        ([B.title.set("a"), B.title.set("b")], "Book.title is changed twice. Change it once."),
        (
            [B.facts["a"]["b"].set(1), B.facts["a"].remove()],
            "Book: facts.a and facts.a.b are both changed, and one is inside of the other. "
            "Change one of them.",
        ),
        (
            [B.words.set([]), B.words[0].set(1)],
            "Book: words and words.0 are both changed, and one is inside of the other. "
            "Change one of them.",
        ),
        (
            [P.tags.add("a")],
            "Book has no field 'tags'. Did you mean 'pages'?",
        ),
        (
            [Member.fields.note.set("a"), B.title.set("t")],
            "Book has no field 'note'.",
        ),
    ],
)
def test_changes_that_contradict_the_item_or_each_other_are_refused(
    changes: Sequence[Change], message: str
) -> None:
    with pytest.raises(OperationError) as refused:
        check_changes(BOOKS, KEY, changes)

    assert str(refused.value) == message


def test_a_change_that_was_made_of_another_models_field_is_refused() -> None:
    with pytest.raises(OperationError) as refused:
        check_changes(ORDERS, {}, [MEMBERS_NOTE])

    assert str(refused.value) == (
        "Order.note: the change was made of another model's field. Use Order.fields."
    )


MEMBERS_NOTE = Member.fields.note.set("ab")


@pytest.mark.parametrize(
    "changes",
    [
        [B.number.set(1), B.title.set("t")],
        [B.number.set_default(1)],
        [B.facts["a"]["b"].set(1), B.facts["a"]["c"].set(1), B.facts["b"].remove()],
    ],
)
def test_changes_beside_each_other_and_of_the_key_to_itself_are_made(
    changes: Sequence[Change],
) -> None:
    check_changes(BOOKS, KEY, changes)


ROME = ScoreAddress(city="Rome", visits=2, tags={"a"}, geo=ScoreAddressGeo(lat=1.0, lon=2.0))


def address(**values: Any) -> dict[str, Any]:
    members: dict[str, Any] = {
        "city": "Rome",
        "visits": 2,
        "tags": {"a"},
        "geo": ROME.geo,
        **values,
    }
    return {"address": ScoreAddress(**members)}


OUTCOMES: list[tuple[dict[str, Any], Change, dict[str, Any]]] = [
    ({}, E.tickets.set(2), {"tickets": 2}),
    ({"waiting": 1}, E.waiting.remove(), {"waiting": None}),
    ({"tickets": 2}, E.tickets.add(3), {"tickets": 5}),
    ({}, E.tickets.add(3), {"tickets": 3}),
    ({"tags": {"a"}}, E.tags.add("b"), {"tags": {"a", "b"}}),
    ({}, E.tags.add("b"), {"tags": {"b"}}),
    ({"tags": {"a", "b"}}, E.tags.discard("b"), {"tags": {"a"}}),
    ({}, E.tags.discard("b"), {"tags": set()}),
    ({"waiting": None}, E.waiting.set_default(3), {"waiting": 3}),
    ({"waiting": 1}, E.waiting.set_default(3), {"waiting": 1}),
    ({"tickets": 4}, E.waiting.set(E.tickets), {"tickets": 4, "waiting": 4}),
    ({"address": ROME}, S.address.city.set("Oslo"), address(city="Oslo")),
    ({"address": ROME}, S.address.visits.add(2), address(visits=4)),
    ({"address": ROME}, S.address.visits.set(None), address(visits=None)),
    ({"address": ROME}, S.address.visits.set_default(5), address()),
    ({"address": ROME}, S.address.zip_code.set_default("1"), address(zip_code="1")),
    ({"address": ROME}, S.address.tags.add("b"), address(tags={"a", "b"})),
    (
        {"address": ROME},
        S.address.geo.lat.set(3.0),
        address(geo=ScoreAddressGeo(lat=3.0, lon=2.0)),
    ),
    ({"address": ROME}, S.address.tags.discard("a"), address()),
    ({"address": ROME}, S.address["other"].set(1), address()),
    ({"address": None}, S.address.city.set("Oslo"), {"address": None}),
]


@pytest.mark.parametrize(("old", "change", "new"), OUTCOMES)
def test_a_change_comes_to_its_value(
    old: dict[str, Any], change: Change, new: dict[str, Any]
) -> None:
    before = repr(old)

    assert new_values(old, [change]) == new
    assert repr(old) == before


def test_a_change_without_its_outcome_is_refused_where_a_key_reads_into_the_map() -> None:
    unknown = [
        S.address["other"].set(1),
        S.address.tags.discard("a"),
        S.address.city.set(S.billing.city),
    ]
    known = [S.address.city.set("x"), S.marks.append(1), S.address.visits.add(1)]

    check_inside("Score", known, {"address"})
    check_inside("Score", unknown, {"billing"})
    for change in unknown:
        with pytest.raises(OperationError) as refused:
            check_inside("Score", [*known, change], {"address"})
        assert str(refused.value) == (
            "Score.address: an index key reads into it, and this change by path does not say what "
            "it comes to. Set the member, or the whole map."
        )


@pytest.mark.parametrize(
    ("change", "is_resolved"),
    [
        (E.tickets.add(1), True),
        (E.tickets.set_default(1), True),
        (E.tickets.set(1), False),
        (E.waiting.add(1), False),
        (S.address.visits.add(1), False),
    ],
)
def test_a_sum_on_a_guarded_field_is_written_as_its_result(
    change: Change, is_resolved: bool
) -> None:
    new = {"tickets": 7, "waiting": 7, "address": 7}
    expected = Change(change.field, "set", 7) if is_resolved else change

    assert resolved(change, new, {"tickets", "address"}) == expected


def test_plain_changes_give_a_field_its_value() -> None:
    plain = [is_plain(one) for one in (E.waiting.set(1), E.waiting.remove())]
    others = [is_plain(one) for one in (E.waiting.add(1), S.address.city.set("x"))]

    assert (plain, others) == ([True, True], [False, False])


STATUS = ORDERS.schema.fields["status"]


@pytest.mark.parametrize(
    ("target", "sources", "may_begin", "condition"),
    [
        ("open", ("open",), True, "st IN (open) OR attribute_not_exists(st)"),
        ("paid", ("paid", "open"), True, "st IN (paid, open) OR attribute_not_exists(st)"),
        ("sent", ("sent", "paid"), False, "st IN (sent, paid)"),
        ("cancelled", ("cancelled", "open", "paid"), False, "st IN (cancelled, open, paid)"),
        (None, (), True, "attribute_not_exists(st)"),
    ],
)
def test_a_status_comes_from_some_values_only(
    target: str | None, sources: tuple[str, ...], may_begin: bool, condition: str
) -> None:
    transition = Transition(STATUS, target)

    assert (transition.sources, transition.may_begin) == (sources, may_begin)
    assert rendered(transition.condition) == condition
    allowed = [one for one in STATUS.values if transition.allows(one)]
    assert (set(allowed), transition.allows(None)) == (set(sources), may_begin)


@pytest.mark.parametrize(
    ("target", "before", "message"),
    [
        ("sent", None, "status cannot begin as 'sent'. A new one is 'open' or 'paid'."),
        (
            "sent",
            "open",
            "status cannot go from 'open' to 'sent'. From 'open' it may become 'paid' or "
            "'cancelled'.",
        ),
        ("open", "sent", "status cannot go from 'sent' to 'open'. 'sent' is final."),
    ],
)
def test_a_refused_status_says_what_it_may_become(
    target: str, before: str | None, message: str
) -> None:
    item = {} if before is None else {"st": {"S": before}}
    transition = Transition(STATUS, target)

    refused = transition.refusal("Order x", transition.before(item), item)

    assert refused.message == f"Order x: {message}"
    assert (refused.field, refused.before, refused.after) == ("status", before, target)
    assert (refused.item, transition.before(None)) == (item, None)


def test_a_new_item_begins_as_its_design_says() -> None:
    check_initial(ORDERS, {"status": "paid"})
    check_initial(ORDERS, {"status": None})
    with pytest.raises(OperationError) as refused:
        check_initial(ORDERS, {"status": "sent"})

    assert str(refused.value) == "Order.status is 'sent'. A new one is 'open' or 'paid'."


def test_a_status_without_transitions_comes_from_any_value() -> None:
    transition = Transition(replace(STATUS, transitions=()), "sent")

    assert (transition.sources, transition.may_begin) == (STATUS.values, False)


@pytest.mark.parametrize(
    ("condition", "is_expected"),
    [(None, False), (B.pages == 3, True), (B.pages.is_missing(), False)],
)
def test_a_deletion_expects_an_item_where_none_would_fulfil_its_condition(
    condition: Any, is_expected: bool
) -> None:
    plan = unsent(Library).book.plan.delete("s", 1, condition=condition)

    assert plan.expects_item is is_expected


def test_a_default_that_no_status_begins_with_is_refused() -> None:
    with pytest.raises(TransitionRefused) as refused:
        find_transitions(ORDERS, [ORDER.status.set_default("sent")], None)

    assert refused.value.message == (
        "Order: status cannot begin as 'sent'. A new one is 'open' or 'paid'."
    )
    begun = find_transitions(ORDERS, [ORDER.status.set_default("paid")], None)
    moved = find_transitions(ORDERS, [ORDER.note.set("ab"), ORDER.status.set("sent")], None)
    assert (begun, moved) == (((), set()), ((Transition(STATUS, "sent"),), set()))


def number(text: str) -> dict[str, Any]:
    return {"stock-left": {"N": text}}


@pytest.mark.parametrize(
    ("change", "limit", "condition"),
    [
        (
            ORDER.stock.add(3),
            NumberLimit("stock", "stock-left", Decimal(7), True, True),
            "stock-left <= 7 OR attribute_not_exists(stock-left)",
        ),
        (
            ORDER.stock.add(-3),
            NumberLimit("stock", "stock-left", Decimal(3), False, False),
            "stock-left >= 3",
        ),
        (
            ORDER.discount.add(Decimal("0.6")),
            NumberLimit("discount", "discount", Decimal("-0.1"), True, False),
            "discount <= -0.1",
        ),
        (
            ORDER.weight.add(0.25),
            NumberLimit("weight", "weight", None, True, False),
            "attribute_exists(weight)",
        ),
    ],
)
def test_an_addition_is_limited_by_the_bound_that_it_moves_towards(
    change: Change, limit: NumberLimit, condition: str
) -> None:
    assert find_number_limits(ORDERS, [change], None) == (limit,)
    assert rendered(limit.condition) == condition


@pytest.mark.parametrize(
    "change", [ORDER.stock.add(0), ORDER.weight.add(0.5), ORDER.stock.set(3), E.tickets.add(3)]
)
def test_what_no_bound_limits_is_not_looked_at(change: Change) -> None:
    assert find_number_limits(ORDERS, [change], None) == ()


def test_a_stored_number_lets_an_amount_be_added_up_to_its_bound() -> None:
    upper = NumberLimit("stock", "stock-left", Decimal(7), True, True)
    lower = NumberLimit("stock", "stock-left", Decimal(3), False, False)
    any_number = NumberLimit("stock", "stock-left", None, True, False)

    assert [upper.holds(number(one)) for one in ("6", "7", "7.1")] == [True, True, False]
    assert [lower.holds(number(one)) for one in ("2.9", "3", "4")] == [False, True, True]
    assert [one.holds(None) for one in (upper, lower, any_number)] == [True, False, False]
    assert any_number.holds(number("99")) is True
    assert upper.holds({"stock-left": {"S": "6"}}) is False


def test_members_are_added_as_long_as_all_fit() -> None:
    (tags,) = find_member_limits(PINS, [P.tags.add("a", "b"), P.topic.set("t")], None)
    (notes,) = find_member_limits(PINS, [P.notes.append("a")], None)
    known = MemberLimit("tags", "tags", 1, {"SS": ["a", "b"]})

    assert (tags, notes) == (MemberLimit("tags", "tags", 1), MemberLimit("notes", "notes", 1))
    assert rendered(tags.condition) == "attribute_not_exists(tags) OR size(tags) <= 1"
    assert rendered(known.condition).startswith(f"{rendered(tags.condition)} OR tags = ")
    assert [
        known.holds(None),
        known.holds({"tags": {"SS": ["x"]}}),
        known.holds({"tags": {"SS": ["b", "a"]}}),
        known.holds({"tags": {"SS": ["a", "c"]}}),
        tags.holds({"tags": {"SS": ["a", "b"]}}),
        notes.holds({"notes": {"L": [{"S": "a"}]}}),
        notes.holds({"notes": {"L": [{"S": "a"}, {"S": "b"}]}}),
    ] == [True, True, True, False, False, True, False]


@pytest.mark.parametrize(
    ("change", "needs"),
    [
        (
            S.address.city.set("x"),
            [
                (
                    "attribute_exists(address)",
                    "Score.address: address has no value, so that nothing in it can be changed. "
                    "Set it whole.",
                    "",
                )
            ],
        ),
        (
            E.waiting.set(E.tickets),
            [
                (
                    "attribute_exists(tickets)",
                    "Event.waiting: tickets has no value to set it to.",
                    "",
                )
            ],
        ),
        (E.waiting.set(E.seen), []),
        (E.waiting.add(1), []),
        (S.address["other"].set(1), []),
    ],
)
def test_what_a_change_leads_into_has_to_be_there(change: Change, needs: list[Any]) -> None:
    codec: Codec[Any] = SCORES if change.path else EVENTS

    found = find_needs(codec, [change])

    assert [(rendered(one.condition), one.problem, one.bounded) for one in found] == needs


@pytest.mark.parametrize(
    ("change", "condition"),
    [
        (
            S.address.visits.add(2),
            "address.visits <= 3 OR attribute_not_exists(address.visits)",
        ),
        (S.address.visits.add(6), "address.visits <= -1"),
        (S.address.visits.add(-1), "address.visits >= 1"),
        (S.lines[0].quantity.add(-1), "lines[0].quantity >= 2"),
        (S.lines[0].quantity.add(1), None),
    ],
)
def test_an_addition_inside_of_a_map_keeps_to_its_members_bounds(
    change: Change, condition: str | None
) -> None:
    _, *bounds = find_needs(SCORES, [change])

    where = ".".join(map(str, (change.field.name, *change.path)))
    problem = f"Score.{change.field.name}: {where} would leave its bounds."
    expected = [] if condition is None else [(condition, problem)]
    assert [(rendered(one.condition), one.problem) for one in bounds] == expected
