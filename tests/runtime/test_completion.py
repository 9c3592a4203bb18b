"""What completion shows of tables, handles, plans and instances is what users may use."""

from __future__ import annotations

import asyncio

import pytest

from tavola import AsyncTable, Table
from tavola_systems.blog.models import Blog, User
from tests.table.generated.async_club import Club as AsyncClub
from tests.table.generated.club import Club

OF_TABLES = {
    *("close", "consumed", "hooks", "now", "open", "plans", "query", "run", "table_name"),
    *("table_names", "tenant", "transaction", "untenanted"),
}
OF_OPEN_TABLES = {"design", "models", "store"}
OF_HANDLES = {
    *("add", "count", "create", "delete", "exists", "first", "get", "get_many", "iterate_all"),
    *("iterate_bucket", "plan", "put", "put_all", "reach", "returning_old", "scan", "update"),
    "upsert",
}
OF_USERS = {"find_by_email", "get_by_id"}
OF_INSTANCES = {"delete", "fields", "primary_id", "refresh", "save"}
RELATIONS = {"query_comments", "query_posts"}


def shown(thing: object) -> set[str]:
    """What completion offers."""
    return {name for name in dir(thing) if not name.startswith("_")}


@pytest.mark.parametrize(("kind", "more"), [(Table, {"batch"}), (AsyncTable, set[str]())])
def test_a_table_shows_what_users_call(kind: type, more: set[str]) -> None:
    assert shown(kind) == OF_TABLES | more


def test_a_generated_table_adds_its_models() -> None:
    with Blog.open("memory:") as db:
        handles = {model.__shape__.schema.handle for model in db.models}

        assert shown(db) == OF_TABLES | OF_OPEN_TABLES | {"batch"} | handles


def test_a_handle_shows_its_methods_and_a_plan_the_same() -> None:
    with Blog.open("memory:") as db:
        assert shown(db.user) == OF_HANDLES | OF_USERS
        assert shown(db.user.plan) == shown(db.user) - {"plan"} | {"iterate", "remove", "save"}


def test_an_instance_shows_its_fields_and_what_it_does() -> None:
    with Blog.open("memory:") as db:
        ada = db.user.create(name="Ada", email="ada@example.com")
        own = set(db.models[0].__shape__.by_python_name)

        assert shown(User.fields) == own
        assert shown(ada) == own | OF_INSTANCES | RELATIONS


def shown_async() -> dict[str, set[str]]:
    """What completion offers of an async table, its handle, its plan and its instance."""

    async def look() -> dict[str, set[str]]:
        async with await AsyncClub.open("memory:") as db:
            ada = await db.member.create(email="ada@example.com")
            things: dict[str, object] = {
                "table": db,
                "handle": db.member,
                "plan": db.member.plan,
                "instance": ada,
                "fields": type(ada).fields,
            }
            return {name: shown(thing) for name, thing in things.items()}

    return asyncio.run(look())


def test_async_tables_handles_plans_and_instances_show_what_sync_ones_do() -> None:
    with Club.open("memory:") as db:
        ada = db.member.create(email="ada@example.com")

        assert shown_async() == {
            "table": shown(db) - {"batch"},
            "handle": shown(db.member),
            "plan": shown(db.member.plan),
            "instance": shown(ada),
            "fields": shown(type(ada).fields),
        }
