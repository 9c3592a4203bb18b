"""Models as Pydantic and FastAPI take them."""

from __future__ import annotations

import json
import warnings
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from fastapi import FastAPI
from pydantic import BaseModel, TypeAdapter, ValidationError

from tavola_systems.blog.models import Blog, Post, User
from tests.table.generated.orders import Order
from tests.table.stores import Home, settle

DESIGNS = Path(__file__).parent.parent / "design"
NOON = datetime(2026, 1, 1, 12, tzinfo=UTC)


class Team(BaseModel):
    lead: User
    members: list[User] = []


def test_an_instance_is_a_field_of_a_pydantic_model_as_it_is() -> None:
    ada = User(name="Ada", email="a@x.org")
    assert Team(lead=ada).lead is ada


def test_values_become_an_instance() -> None:
    team = Team.model_validate({"lead": {"name": "Ada", "email": "a@x.org", "roles": ["admin"]}})
    assert team.lead == User(name="Ada", email="a@x.org", roles={"admin"})


def test_what_is_written_as_json_is_read_back() -> None:
    ada = User(name="Ada", email="a@x.org", roles={"b", "a"}, created_at=NOON)
    team = Team(lead=ada, members=[ada])
    assert Team.model_validate_json(team.model_dump_json()) == team


def test_json_holds_dates_as_text_and_sets_in_order() -> None:
    ada = User(name="Ada", email="a@x.org", roles={"b", "a"}, created_at=NOON)
    assert json.loads(TypeAdapter(User).dump_json(ada)) == {
        "name": "Ada",
        "email": "a@x.org",
        "roles": ["a", "b"],
        "post_count": 0,
        "created_at": "2026-01-01T12:00:00Z",
    }


@pytest.mark.parametrize(
    ("values", "place", "kind"),
    [
        ({"name": "Ada"}, "email", "missing"),
        ({"name": 1, "email": "x"}, "name", "string_type"),
        ({"name": "Ada", "email": "x", "nick": "A"}, "nick", "extra_forbidden"),
        ({"name": "Ada" * 99, "email": "x"}, "name", "string_too_long"),
        (
            {"name": "Ada", "email": "x", "created_at": "2026-01-01T00:00"},
            "created_at",
            "timezone_aware",
        ),
        ({"name": "Ada", "email": "x", "user_id": "1"}, "user_id", "string_pattern_mismatch"),
    ],
)
def test_what_does_not_fit_is_named(values: dict[str, Any], place: str, kind: str) -> None:
    with pytest.raises(ValidationError) as caught:
        TypeAdapter(User).validate_python(values)
    assert [(error["loc"], error["type"]) for error in caught.value.errors()] == [((place,), kind)]


def test_every_field_type_survives_json(generate: Any) -> None:
    kitchen = generate(DESIGNS / "dynamobao-models.yaml").Kitchen
    item = kitchen(kid="a", int=2**60, flt=0.5, flag=True, bin=b"\x00\xff", sset={"x"}, at=NOON)
    adapter = TypeAdapter[Any](kitchen)
    assert adapter.validate_json(adapter.dump_json(item)) == item


def test_the_input_schema_says_what_must_be_given_and_what_the_table_sets() -> None:
    schema = TypeAdapter(User).json_schema()
    automatic = [name for name, one in schema["properties"].items() if one.get("readOnly")]
    assert schema["required"] == ["name", "email"]
    assert automatic == ["user_id", "created_at", "modified_at", "version"]


def test_the_output_schema_says_what_is_always_there() -> None:
    schema = TypeAdapter(Post).json_schema(mode="serialization")
    optional = {"content", "excerpt", "shelf", "title_key", "published_at"}
    assert set(schema["properties"]) - set(schema["required"]) == optional


def test_a_schema_does_not_show_keys() -> None:
    schema = TypeAdapter(Post).json_schema()
    assert (schema["title"], schema["description"]) == ("Post", "An article by one user.")


@pytest.fixture(name="db")
def blog(home: Home) -> Blog:
    return home.empty(Blog)


@pytest.fixture(name="client")
def serving_users(db: Blog) -> Any:
    with warnings.catch_warnings():
        # Starlette warns of its own use of httpx.
        warnings.simplefilter("ignore")
        from fastapi.testclient import TestClient
    app = FastAPI()

    @app.post("/users")
    def add(user: User) -> User:  # pyright: ignore[reportUnusedFunction] # FastAPI calls it
        return db.user.add(user)

    @app.get("/users")
    def users() -> list[User]:  # pyright: ignore[reportUnusedFunction] # FastAPI calls it
        return list(db.user.iterate_all())

    return TestClient(app)


def test_a_model_is_body_and_response_of_fastapi(client: Any, db: Blog) -> None:
    created = client.post("/users", json={"name": "Ada", "email": "a@x.org"}).json()
    settle(db)
    assert created["name"] == "Ada"
    assert client.get("/users").json() == [created]


def test_a_wrong_body_is_answered_with_422(client: Any) -> None:
    response = client.post("/users", json={"name": "Ada"})
    assert (response.status_code, response.json()["detail"][0]["loc"]) == (422, ["body", "email"])


def test_openapi_names_the_model(client: Any) -> None:
    document = client.get("/openapi.json").json()
    body = document["paths"]["/users"]["post"]["requestBody"]["content"]["application/json"]
    assert body["schema"] == {"$ref": "#/components/schemas/User-Input"}
    assert {"User-Input", "User-Output"} <= set(document["components"]["schemas"])


def test_importing_tavola_does_not_import_pydantic() -> None:
    import subprocess
    import sys

    code = "import tavola_systems.blog.models, sys; print('pydantic' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


def test_rules_of_fields_stand_in_the_json_schema_and_hold() -> None:
    shown = TypeAdapter(Order).json_schema()["properties"]

    assert shown["order_id"] == {
        "title": "Order Id",
        "type": "string",
        "minLength": 2,
        "pattern": "^(?:[a-z0-9-]+)$",
    }
    assert shown["quantity"]["anyOf"][0] == {"type": "integer", "minimum": 1, "maximum": 100}
    with pytest.raises(ValidationError, match="It has to match"):
        TypeAdapter(Order).validate_python({"order_id": "NO"})
