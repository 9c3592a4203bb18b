"""Frozen data behaves as a frozen dataclass does."""

from __future__ import annotations

import copy
import dataclasses
import pickle
import subprocess
import sys
from typing import Any

import pytest

from tavola.frozen import Frozen, option


class Point(Frozen):
    x: int
    y: int = 0
    names: dict[str, int] = option(default_factory=dict[str, int])
    line: int = option(default=0, compare=False)
    total: int = option(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "total", self.x + self.y)


def test_fields_are_given_by_place_or_by_name_and_have_defaults() -> None:
    point = Point(1, names={"a": 1})
    assert (point.x, point.y, point.names, point.total) == (1, 0, {"a": 1}, 1)


def test_a_default_that_is_made_is_made_anew() -> None:
    assert Point(1).names is not Point(1).names


@pytest.mark.parametrize(
    "arguments", [{}, {"x": 1, "z": 2}], ids=["a missing field", "an unknown field"]
)
def test_wrong_fields_are_refused(arguments: dict[str, Any]) -> None:
    with pytest.raises(TypeError, match="Point"):
        Point(**arguments)


def test_too_many_values_are_refused() -> None:
    values: list[Any] = [1, 2, {}, 4, 5]
    with pytest.raises(TypeError, match="at most 4"):
        Point(*values)


def test_equality_leaves_out_what_is_not_compared() -> None:
    assert Point(1, line=3) == Point(1, line=4)
    assert Point(1) != Point(2)


def test_it_cannot_be_changed() -> None:
    point: Any = Point(1)
    with pytest.raises(AttributeError, match=r"Point\.x cannot be changed"):
        point.x = 2
    with pytest.raises(AttributeError, match=r"Point\.x cannot be deleted"):
        del point.x


def test_it_shows_its_fields() -> None:
    assert repr(Point(1)) == "Point(x=1, y=0, names={}, line=0)"


def test_it_can_be_copied_and_pickled() -> None:
    point = Point(1, names={"a": 1})
    assert copy.deepcopy(point) == pickle.loads(pickle.dumps(point)) == point


def test_dataclasses_takes_it_for_its_own() -> None:
    point: Any = Point(1)
    assert dataclasses.replace(point, y=5).total == 6
    assert [field.name for field in dataclasses.fields(point) if field.compare] == [
        "x",
        "y",
        "names",
    ]


def test_it_has_no_dictionary() -> None:
    assert not hasattr(Point(1), "__dict__")


def test_importing_a_generated_module_does_not_import_dataclasses() -> None:
    code = "import tavola_systems.blog.models, sys; print('dataclasses' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"
