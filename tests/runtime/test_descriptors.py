"""Methods that are written once and belong to a handle and to its plans."""

from __future__ import annotations

import asyncio
import inspect
from typing import Any

import pytest

from tavola.runtime import Get
from tavola_systems.blog.models import Blog, User, UserMethods
from tests.table.generated.async_club import Club as AsyncClub


@pytest.fixture(name="db")
def blog() -> Any:
    with Blog.open("memory:") as db:
        yield db


def test_a_bound_method_is_kept_in_its_handle(db: Blog) -> None:
    first = db.user.get
    assert vars(db.user)["get"] is first
    assert db.user.get is first


def test_a_handle_is_kept_in_its_table(db: Blog) -> None:
    first = db.user
    assert vars(db)["user"] is first


def test_plans_keep_their_own_methods(db: Blog) -> None:
    first = db.user.plan.get
    assert vars(db.user.plan)["get"] is first
    assert isinstance(first("01ARZ3NDEKTSV4RRFFQ69G5FAV"), Get)


def test_a_method_shows_its_name_its_words_and_its_arguments(db: Blog) -> None:
    method = db.user.find_by_email
    assert (method.__name__, method.__doc__) == (
        "find_by_email",
        "Find the one User with this `email`.",
    )
    assert list(inspect.signature(method).parameters) == ["email", "include_expired"]


def test_create_and_upsert_say_what_they_do(db: Blog) -> None:
    assert [db.user.create.__doc__, db.user.upsert.__doc__] == [
        "Write a new User; refuse if there is one with its key.",
        "Change a User, or create it where there is none.",
    ]


def test_a_class_shows_the_method_itself() -> None:
    assert UserMethods.get.__doc__ == "Read the User with this key; None if there is none."


def test_create_takes_values_by_name_alone(db: Blog) -> None:
    create: Any = db.user.create
    with pytest.raises(TypeError, match="positional"):
        create(User(name="Ada", email="a@example.com"))


def test_create_shows_what_the_model_is_made_of(db: Blog) -> None:
    shown = inspect.signature(db.user.create).parameters
    assert list(shown) == list(inspect.signature(User).parameters)


def test_a_method_of_an_async_handle_is_a_coroutine_function() -> None:
    async def look() -> list[bool]:
        async with await AsyncClub.open("memory:") as db:
            methods: list[Any] = [db.member.get, db.member.create, db.member.plan.get]
            return [inspect.iscoroutinefunction(one) for one in methods]

    assert asyncio.run(look()) == [True, True, False]
