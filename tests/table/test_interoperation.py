"""One table for two languages: items of DynamoBao are read, and written byte for byte."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from tavola import Model
from tavola.design.load import load_design
from tavola.table.dynamic import table_class
from tavola.table.internals import codec_of
from tests.table.generated.dynamobao_models import (
    Comment,
    DynamobaoModels,
    Kitchen,
    Post,
    Reading,
    Setting,
    Tag,
    TaggedPost,
    User,
)
from tests.table.stores import Home, Item, put_raw, read_raw, settle

FILE = Path(__file__).parent / "designs" / "dynamobao-items.json"
MODELS: dict[str, type[Model]] = {
    "u": User,
    "p": Post,
    "t": Tag,
    "tp": TaggedPost,
    "c": Comment,
    "k": Kitchen,
    "set": Setting,
    "r": Reading,
}


def _plain(item: Item) -> Item:
    """The file marks binary values; DynamoDB does not."""
    return json.loads(json.dumps(item).replace("base64:", ""))  # type: ignore[no-any-return]  # an item


ITEMS = [_plain(item) for item in json.loads(FILE.read_text())]
UNTENANTED = [item for item in ITEMS if not json.dumps(item).count("[acme]")]
LOCKS = [item for item in UNTENANTED if item["_sk"]["S"] == "_raft_uc"]
OWN = [item for item in UNTENANTED if item not in LOCKS]


def key_of(item: Item) -> Item:
    return {name: item[name] for name in ("_pk", "_sk")}


def model_of(item: Item) -> type[Model]:
    return MODELS[item["_pk"]["S"].partition("#")[0]]


@pytest.fixture
def db(home: Home) -> DynamobaoModels:
    """A table for both, on each store."""
    return home.empty(DynamobaoModels)


@pytest.mark.parametrize("item", OWN, ids=lambda item: item["_pk"]["S"])
def test_an_item_is_read_and_would_be_written_the_same(db: DynamobaoModels, item: Item) -> None:
    put_raw(db, item)
    model: Any = model_of(item)
    codec: Any = codec_of(db, model)
    instance = codec.decoder.raw(read_raw(db, key_of(item)), db)

    written = codec.item(codec.values(instance), None)

    # The one exception here: a float in a sort key has a form that sorts.
    assert {**written, "_gsi2_sk": item.get("_gsi2_sk")} == {
        **item,
        "_gsi2_sk": item.get("_gsi2_sk"),
    }


def test_there_are_items_of_every_model() -> None:
    assert {model_of(item) for item in OWN} == set(MODELS.values())


@pytest.fixture
def filled(db: DynamobaoModels) -> DynamobaoModels:
    for item in UNTENANTED:
        put_raw(db, item)
    settle(db)
    return db


def test_reading_works_every_way(filled: DynamobaoModels) -> None:
    alice = filled.user.find_by_email("alice@example.com")
    assert alice is not None
    posts = list(alice.query_posts())

    assert (alice.name, alice.tags, alice.login_count) == ("Alice", {"admin", "beta"}, 0)
    assert [post.title for post in posts] == ["Hello", "Second #2"]
    assert list(filled.post.all_posts()) == posts
    assert [tag.name for tag in posts[0].get_tags()] == ["news"]
    assert [post.title for post in filled.tag.get("01M7GAV6Z9Q2MHHNDHX3BD09EH").get_posts()] == [  # type: ignore[union-attr]  # it is there
        "Hello",
        "Second #2",
    ]
    assert [comment.text for comment in posts[0].query_comments()] == ["first"]
    assert sorted(user.name for user in filled.user.iterate_all()) == ["Alice", "Bob"]
    assert [(one.key, one.value) for one in filled.setting.all_settings()] == [("theme", "dark")]


def test_values_of_every_type_are_read(filled: DynamobaoModels) -> None:
    kitchen = filled.kitchen.get("k1")

    assert kitchen == Kitchen(
        kid="k1",
        grp="g",
        str="dflt",
        int=42,
        flt=3.14,
        flag=True,
        bin=b"hi",
        sset={"a", "b"},
        at=datetime(2025, 1, 2, 3, 4, 5, 678000, UTC),
        created_at=datetime(2026, 11, 15, 19, 27, 16, 554000, UTC),
        modified_at=datetime(2026, 11, 15, 19, 27, 16, 554000, UTC),
        uid="01M7GAV72AGTEMJP5KPDJM6EQQ",
        ver="01M7GAV72A6SB6T8J9PGYH08FY",
        cnt=5,
        ref="01M7GAV5QJKRFV7RSCNSMV6MCY",
        ttl=datetime(2030, 1, 1, tzinfo=UTC),
    )


def _bob(db: DynamobaoModels) -> None:
    db.user.create(
        user_id="01M7GAV6NQDVJD18DQJ3WAMKWR",
        name="Bob",
        email="bob@example.com",
        version="01M7GAV6NR15CP0GKD3B2Y99QR",
    )


def _post(db: DynamobaoModels) -> None:
    db.post.create(
        post_id="01M7GAV6TXY50Q309060SMM423",
        user_id="01M7GAV5QJKRFV7RSCNSMV6MCY",
        title="Hello",
        content="World",
    )


def _comment(db: DynamobaoModels) -> None:
    db.comment.create(
        comment_id="01M7GAV71JST3QQ6RYE2BZBP8T",
        post_id="01M7GAV6TXY50Q309060SMM423",
        author_id="01M7GAV6NQDVJD18DQJ3WAMKWR",
        text="first",
    )


def _tagged(db: DynamobaoModels) -> None:
    db.tagged_post.create(tag_id="01M7GAV6Z9Q2MHHNDHX3BD09EH", post_id="01M7GAV6TXY50Q309060SMM423")


def _setting(db: DynamobaoModels) -> None:
    db.setting.create(key="theme", value="dark")


def _reading(db: DynamobaoModels) -> None:
    db.reading.create(sensor=7, at=datetime(2025, 1, 2, 3, 4, 5, 678000, UTC), val=1.5)


@pytest.mark.parametrize(
    ("partition", "sort", "create"),
    [
        ("u#01M7GAV6NQDVJD18DQJ3WAMKWR", "u", _bob),
        ("_raft_uc#_uc1#u#email:bob@example.com", "_raft_uc", _bob),
        ("p#01M7GAV6TXY50Q309060SMM423", "p", _post),
        ("c#01M7GAV6TXY50Q309060SMM423", "01M7GAV71JST3QQ6RYE2BZBP8T", _comment),
        ("tp#01M7GAV6Z9Q2MHHNDHX3BD09EH", "01M7GAV6TXY50Q309060SMM423", _tagged),
        ("set", "theme", _setting),
        ("r#00000000000000000007", "00000001735787045678", _reading),
    ],
)
def test_creating_the_same_values_writes_the_same_item(
    home: Home, partition: str, sort: str, create: Callable[[DynamobaoModels], None]
) -> None:
    key = {"_pk": {"S": partition}, "_sk": {"S": sort}}
    (theirs,) = [item for item in ITEMS if key_of(item) == key]
    bob = next(item for item in ITEMS if item.get("name") == {"S": "Bob"})
    made_at = theirs.get("createdAt", bob["createdAt"])["N"]
    home.clock.now = int(made_at) / 1000
    db = home.empty(DynamobaoModels)

    create(db)

    assert read_raw(db, key) == theirs


def test_a_lock_of_an_item_that_expires_expires_with_it(home: Home, db: DynamobaoModels) -> None:
    ttl = datetime.fromtimestamp(home.clock() + 60, UTC)
    db.user.create(name="A", email="a", ttl=ttl)

    lock = read_raw(db, {"_pk": {"S": "_raft_uc#_uc1#u#email:a"}, "_sk": {"S": "_raft_uc"}}) or {}

    assert lock["ttl"] == {"N": str(int(home.clock()) + 60)}


def test_a_lock_of_theirs_is_kept_and_released(filled: DynamobaoModels) -> None:
    alice = filled.user.find_by_email("alice@example.com")
    assert alice is not None
    alice.email = "alice@example.org"
    alice.save()

    eve = filled.user.create(name="Eve", email="alice@example.com")

    assert filled.user.find_by_email("alice@example.com") == eve
    assert filled.user.find_by_email("alice@example.org") == alice


TENANTED = [item for item in ITEMS if item["_pk"]["S"].startswith("[acme]#")]


@pytest.mark.parametrize("item", TENANTED, ids=lambda item: item["_pk"]["S"])
def test_an_item_of_a_tenant_is_written_the_same(home: Home, tmp_path: Path, item: Item) -> None:
    text = FILE.with_name("dynamobao-models.yaml").read_text()
    design = tmp_path / "tenants.yaml"
    design.write_text(f"table: {{tenancy: required}}\n{text}")
    home.clock.now = int(item.get("createdAt", {"N": "1794770836809"})["N"]) / 1000
    table = home.empty(table_class(load_design(design))).tenant("acme")

    for model, theirs in zip(table.models, (TENANTED[2], TENANTED[1]), strict=False):
        table.run(table.plans(model).add(_made(model, theirs)))

    assert read_raw(table, key_of(item)) == item


def _made(model: type[Model], item: Item) -> Model:
    fields = [field for field in model.__shape__.fields if "S" in item.get(field.name, {})]
    return model(**{field.python_name: item[field.name]["S"] for field in fields})
