"""Options of calls, refusals and answers: what is refused, retried or explained, in which words."""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import Any

import pytest

from tavola import OperationError
from tavola.backoff import RetryBudget
from tavola.codec.codec import Codec
from tavola.errors import (
    CancellationReason,
    ItemTooLarge,
    OutcomeUnknown,
    StoreError,
    StoreUnavailable,
    TableNotFound,
    Throttled,
    TransactionCancelled,
    TransactionConflict,
    TransactionInProgress,
)
from tavola.operations.explain import ExplainedRequest, Explanation
from tavola.operations.options import check_only, check_page, split_keys
from tavola.operations.remedies import explain_refusal
from tavola.operations.retry import Retries, may_pass
from tavola.operations.steps import Request, Step, Wait
from tavola.operations.unreadable import advance
from tests.table.generated.club import Club, Member
from tests.table.generated.library import Book, Library

BOOKS = Codec(Library.design, Book)
MEMBERS = Codec(Club.design, Member)
SHELF = BOOKS.schema.indexes["booksOnShelf"]


def refused(call: Callable[[], object]) -> str:
    with pytest.raises(OperationError) as found:
        call()
    return str(found.value)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"limit": 0}, "q: limit is 0. Ask for at least one item."),
        ({"limit": -1}, "q: limit is -1. Ask for at least one item."),
        ({"limit": True}, "q: limit is True. Give an int, or leave it out."),
        ({"limit": 1.5}, "q: limit is 1.5. Give an int, or leave it out."),
        ({"cursor": b"x"}, "q: cursor is b'x'. Pass a page's cursor, which is a string."),
        (
            {"on_bad_item": "ignore"},
            "q: on_bad_item is 'ignore'. Give 'raise', 'skip', or a function that takes the "
            "DecodeError.",
        ),
    ],
)
def test_a_page_that_nobody_can_read_is_refused(options: dict[str, Any], message: str) -> None:
    given = {"limit": None, "cursor": None, **options}

    assert refused(lambda: check_page("q", **given)) == message


@pytest.mark.parametrize(
    "options",
    [
        {"limit": 1, "cursor": "x"},
        {"limit": None, "cursor": None, "on_bad_item": "skip"},
        {"limit": None, "cursor": "", "on_bad_item": print},
    ],
)
def test_a_page_with_a_limit_a_cursor_and_a_way_with_bad_items_is_read(options: Any) -> None:
    check_page("q", **options)


@pytest.mark.parametrize(
    ("only", "message"),
    [
        (
            "title",
            "Book.books_on_shelf: only is 'title'. Give a list of names: only=['title'].",
        ),
        (5, "Book.books_on_shelf: only is 5. Give a list of names."),
        (["tittle"], "Book has no field 'tittle'. Did you mean 'title'?"),
        (
            ["title", "body"],
            "Book.books_on_shelf: only has 'body', which is heavy, and lists leave heavy fields "
            "out. Read it with get.",
        ),
    ],
)
def test_fields_that_a_list_cannot_show_are_refused(only: Any, message: str) -> None:
    assert refused(lambda: check_only(BOOKS, SHELF, only)) == message


def test_fields_to_read_may_come_from_anywhere() -> None:
    assert check_only(BOOKS, SHELF, iter(["title", "pages"])) == ("title", "pages")


def test_keys_are_values_or_tuples_of_them() -> None:
    assert list(split_keys(MEMBERS, iter(["a", "b"]))) == [("a",), ("b",)]
    assert list(split_keys(BOOKS, [("s", 1), ["s", 2]])) == [("s", 1), ("s", 2)]


@pytest.mark.parametrize(
    ("codec", "keys", "message"),
    [
        (MEMBERS, "abc", "Member: the keys are 'abc'. Give a list of keys."),
        (MEMBERS, 5, "Member: the keys are 5. Give a list of keys."),
        (BOOKS, ["s"], "Book: a key is 's'. Give tuples of (shelf, number)."),
    ],
)
def test_keys_of_another_form_are_refused(codec: Codec[Any], keys: Any, message: str) -> None:
    assert refused(lambda: list(split_keys(codec, keys))) == message


ONE = Request("GetItem", {"TableName": "a"})
SEVERAL = Request("BatchGetItem", {"RequestItems": {"c": {}, "b": {}}})
TOGETHER = Request(
    "TransactWriteItems",
    {"TransactItems": [{"Put": {"TableName": "b"}}, {"Delete": {"TableName": "a"}}]},
)


@pytest.mark.parametrize(
    ("step", "names"),
    [
        (ONE, "'a'"),
        (SEVERAL, "'b', 'c'"),
        (TOGETHER, "'a', 'b'"),
        ((ONE, ONE, SEVERAL), "'a', 'b', 'c'"),
    ],
)
def test_a_missing_table_is_named_with_what_makes_it(step: Step, names: str) -> None:
    refusal = TableNotFound("Requested resource not found.", code="ResourceNotFoundException")

    told = explain_refusal(refusal, step)

    assert (type(told), told.code, told.__cause__) == (TableNotFound, refusal.code, refusal)
    assert told.message == (
        f"table {names}: Requested resource not found. "
        "Make it with `tavola table create`, or open one that is there."
    )


@pytest.mark.parametrize("step", [ONE, Wait(1.0), Request("ListTables", {})])
def test_other_refusals_are_what_they_are(step: Step) -> None:
    refusal = Throttled("slow") if step is ONE else TableNotFound("none")

    assert explain_refusal(refusal, step) is refusal


def cancelled(*codes: str) -> TransactionCancelled:
    return TransactionCancelled("no", reasons=[CancellationReason(code) for code in codes])


@pytest.mark.parametrize(
    ("refusal", "passes"),
    [
        (Throttled("slow"), True),
        (TransactionConflict("busy"), True),
        (TransactionInProgress("busy"), True),
        (ItemTooLarge("large"), False),
        (StoreUnavailable("gone"), False),
        (cancelled(), False),
        (cancelled("TransactionConflict", "None"), True),
        (cancelled("ThrottlingError"), True),
        (cancelled("ProvisionedThroughputExceeded"), True),
        (cancelled("None", "ConditionalCheckFailed"), False),
        (cancelled("TransactionConflict", "ValidationError"), False),
    ],
)
def test_a_refusal_passes_if_every_reason_of_it_does(refusal: StoreError, passes: bool) -> None:
    assert may_pass(refusal) is passes


def test_a_step_is_tried_again_eight_times_within_the_budget() -> None:
    retries, slow = Retries(lambda: 0.5), Throttled("slow")
    poor = Retries(lambda: 0.5, budget=RetryBudget(1.0))

    pauses = [retries.pause_after(slow, tries) for tries in (0, 1, 7, 8)]

    assert pauses == [0.0125, 0.025, 1.6, None]
    assert retries.pause_after(ItemTooLarge("large"), 0) is None
    assert [poor.pause_after(slow, 0), poor.pause_after(slow, 0)] == [0.0125, None]


def test_pauses_of_races_grow_up_to_half_a_second() -> None:
    retries = Retries(lambda: 0.5)

    pauses = [retries.pause_of_race(race) for race in (0, 1, 13, 14, 40)]

    assert pauses == pytest.approx([0.0005, 0.0008, 0.0005 * 1.6**13, 0.25, 0.25])


PLANS: list[tuple[Callable[[Library], Any], Any, type[StoreError], str]] = [
    (
        lambda db: db.book.plan.get("s", 1),
        b"[",
        StoreUnavailable,
        "GetItem on library: the answer cannot be read (DecodeError: Input data was truncated). "
        "It is none of DynamoDB's, or the store is damaged.",
    ),
    (
        lambda db: db.book.plan.get_many([("s", 1)]),
        [b"["],
        StoreUnavailable,
        "BatchGetItem: the answer cannot be read (ValidationError: Expected `object`, got "
        "`array`). It is none of DynamoDB's, or the store is damaged.",
    ),
    (
        lambda db: db.book.plan.update("s", 1, title="u"),
        b"[",
        OutcomeUnknown,
        "UpdateItem on library: the answer cannot be read (DecodeError: Input data was "
        "truncated). It is none of DynamoDB's, or the store is damaged. The write may or may not "
        "have been applied.",
    ),
]


@pytest.mark.parametrize(("make", "answer", "kind", "message"), PLANS)
def test_an_answer_that_cannot_be_read_is_reported_as_such(
    make: Callable[[Library], Any], answer: Any, kind: type[StoreError], message: str
) -> None:
    with Library.open("memory:") as db:
        steps = make(db).steps()
        step = next(steps)
        with pytest.raises(kind) as found:
            advance(steps, step, answer)

    assert found.value.message == message


def test_what_a_users_code_raises_is_its_own() -> None:
    def steps() -> Generator[Any, Any, None]:
        yield int((yield ONE))

    running = steps()
    next(running)
    with pytest.raises(ValueError, match="no number"):
        advance(running, ONE, "no number")


@pytest.mark.parametrize(
    ("explanation", "text"),
    [
        (
            ExplainedRequest("Query", "GSI1", {}, 1, 1.0),
            "Query on GSI1, about 1 unit",
        ),
        (
            ExplainedRequest("GetItem", None, {}, 2, 0.5, "there is no such item"),
            "GetItem ×2, about 0.5 units, if there is no such item",
        ),
    ],
)
def test_an_explained_request_reads_as_a_line(explanation: ExplainedRequest, text: str) -> None:
    assert str(explanation) == text


def test_an_explanation_counts_what_is_sent_in_any_case() -> None:
    first = ExplainedRequest("Query", "GSI1", {"Limit": 1}, 2, 1.5)
    second = ExplainedRequest("GetItem", None, {}, 1, 1.0)
    maybe = ExplainedRequest("PutItem", None, {}, 4, 8.0, "there is no such item")

    whole = Explanation((first, second, maybe))

    assert (whole.action, whole.index, whole.request) == ("Query", "GSI1", {"Limit": 1})
    assert (whole.requests, whole.estimated_units) == (3, 2.5)
    assert str(Explanation((first,))) == f'{first}\n{{\n  "Limit": 1\n}}'
    assert str(whole).splitlines()[3:] == ["3 in all, about 2.5 units", "{", '  "Limit": 1', "}"]
