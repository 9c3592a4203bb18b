"""Models written by hand in a module that does not postpone its annotations."""

# No `from __future__ import annotations` here: that is what these tests are about.

import inspect
import sys
from typing import Any

import pytest

from tavola import Record
from tavola.errors import DesignError
from tests.table.generated.club import Account as Generated

SCHEMA = Generated.__shape__.schema


class Account(Record, schema=SCHEMA):
    """An account."""

    name: str
    owner: str | None = None
    balance: int | None = 0
    version: str = ""
    modified_at: Any = None


def test_a_class_has_the_fields_that_its_body_annotates() -> None:
    account = Account(name="Ada")

    assert (account.name, account.balance) == ("Ada", 0)
    assert [*inspect.signature(Account).parameters] == [*Generated.__shape__.by_python_name]


def test_a_field_that_is_not_annotated_is_named() -> None:
    with pytest.raises(DesignError, match="Annotate owner, balance, version, modified_at in"):

        class Short(Record, schema=SCHEMA):  # pyright: ignore[reportUnusedClass]
            """Lacks all but one."""

            name: str


LATER = """
class Account(Record, schema=SCHEMA):
    name: str
    owner: Owner | None
    balance: int
    version: str
    modified_at: object
"""


@pytest.mark.skipif(sys.version_info < (3, 14), reason="Only Python 3.14 annotates for later.")
def test_an_annotation_may_name_what_is_defined_later() -> None:
    names: dict[str, Any] = {"Record": Record, "SCHEMA": SCHEMA}
    exec(compile(LATER, "later.py", "exec", dont_inherit=True), names)

    assert [*inspect.signature(names["Account"]).parameters][:2] == ["name", "owner"]
