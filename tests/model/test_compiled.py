"""Functions compiled for a model show where they come from."""

from __future__ import annotations

import inspect
import traceback

import pytest

from tavola.errors import DesignError
from tavola.model.compiled import check_field_names, compile_function
from tests.table.generated.library import Book


def test_the_source_of_a_compiled_function_can_be_read() -> None:
    source = inspect.getsource(Book.__shape__.init)

    assert source.startswith("def init(_self, /, *_unnamed, shelf=")
    assert Book.__shape__.init.__qualname__ == "Book.init"


def test_functions_of_two_models_of_one_name_show_their_own_sources() -> None:
    first, second = (
        compile_function("Twin", "give", ["def give():", f" return {number}"], {})
        for number in (1, 2)
    )

    assert [inspect.getsource(one) for one in (first, second)] == [
        "def give():\n return 1\n",
        "def give():\n return 2\n",
    ]


def test_a_traceback_shows_the_line_that_failed() -> None:
    divide = compile_function(
        "Sum", "divide", ["def divide(one, other):", " return one / other"], {}
    )

    with pytest.raises(ZeroDivisionError) as failed:
        divide(1, 0)

    shown = "".join(traceback.format_exception(failed.value))
    assert 'File "<compiled Sum.divide>", line 2, in divide\n    return one / other' in shown


@pytest.mark.parametrize("name", ["a b", "class", "_hidden", "x)", ""])
def test_what_is_no_identifier_enters_no_text(name: str) -> None:
    with pytest.raises(DesignError, match="not a name for a field"):
        check_field_names("Sum", ["good", name])
