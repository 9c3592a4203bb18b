"""What a demonstration tells of its requests: statements, requests, items, and no secrets."""

from __future__ import annotations

from pathlib import Path

import pytest

from tavola.operations.steps import Request
from tavola_systems.platform.http.source_lines import find_caller, find_source
from tavola_systems.platform.http.written import WrittenItem, masked_json, written_items
from tavola_systems.platform.running.seeding import seed
from tavola_systems.registry import load_systems
from tests.systems.site import Site, open_site

KEYS = {"t": ("PK", "SK")}


def test_a_put_is_told_by_its_key_and_attributes_without_secrets() -> None:
    item = {"PK": {"S": "U#1"}, "SK": {"S": "U"}, "n": {"N": "3"}, "password_hash": {"S": "$x"}}
    request = Request("PutItem", {"TableName": "t", "Item": item})
    assert list(written_items(request, KEYS)) == [
        WrittenItem("Put", "t", [("PK", "U#1"), ("SK", "U")], [("n", "3"), ("password_hash", "…")])
    ]


def test_a_transaction_is_told_by_its_parts() -> None:
    update = {
        "TableName": "t",
        "Key": {"PK": {"S": "A"}},
        "UpdateExpression": "SET #a = :a",
        "ExpressionAttributeNames": {"#a": "count"},
        "ExpressionAttributeValues": {":a": {"N": "1"}},
    }
    check = {
        "TableName": "t",
        "Key": {"PK": {"S": "B"}},
        "ConditionExpression": "attribute_exists(#p)",
        "ExpressionAttributeNames": {"#p": "PK"},
    }
    body = {"TransactItems": [{"Update": update}, {"ConditionCheck": check}]}
    assert list(written_items(Request("TransactWriteItems", body), KEYS)) == [
        WrittenItem("Update", "t", [("PK", "A")], (), change="SET count = 1"),
        WrittenItem("Check", "t", [("PK", "B")], (), condition="attribute_exists(PK)"),
    ]


def test_a_batch_is_told_by_its_parts() -> None:
    entries = [
        {"PutRequest": {"Item": {"PK": {"S": "A"}}}},
        {"DeleteRequest": {"Key": {"PK": {"S": "B"}}}},
    ]
    found = written_items(Request("BatchWriteItem", {"RequestItems": {"t": entries}}), KEYS)
    assert [(one.verb, one.key) for one in found] == [
        ("Put", [("PK", "A")]),
        ("Delete", [("PK", "B")]),
    ]


def test_a_request_that_reads_writes_nothing() -> None:
    assert not list(written_items(Request("GetItem", {"TableName": "t", "Key": {}}), KEYS))


@pytest.mark.parametrize(
    "body",
    [
        {"Item": {"token": {"S": "hidden"}}},
        {"TransactItems": [{"Put": {"Item": {"m": {"M": {"secret": {"S": "hidden"}}}}}}]},
        {
            "ExpressionAttributeNames": {"#a": "password"},
            "ExpressionAttributeValues": {":a": {"S": "hidden"}},
        },
    ],
)
def test_no_secret_stands_in_a_request(body: dict[str, object]) -> None:
    assert "hidden" not in masked_json(body)


def test_the_statement_is_the_systems_own(tmp_path: Path) -> None:
    root = tmp_path / "systems"
    (root / "blog").mkdir(parents=True)
    own, models = root / "blog" / "writing.py", root / "blog" / "models.py"
    own.write_text("def f(db):\n    return db.post.create(\n        title='x',\n    )\n\n\nf(1)\n")
    models.write_text("pass\n")
    lines = [(str(models), 1), (str(own), 2), (str(own), 7), ("/usr/lib/x.py", 3)]
    found, caller = find_source(lines, root), find_caller(lines, root)
    assert found is not None
    assert (found.place, found.code) == (
        "systems/blog/writing.py:2",
        "return db.post.create(\n    title='x',\n)",
    )
    assert caller is not None
    assert caller.code == "f(1)"


@pytest.fixture(name="site", scope="module")
def demonstration(tmp_path_factory: pytest.TempPathFactory) -> Site:
    store = str(tmp_path_factory.mktemp("trail") / "demo.db")
    first = open_site(load_systems(["blog"]), store=store)
    seed(first.process, load_systems(["blog"]))
    first.process.close()
    return open_site(load_systems(["blog"]), store=store)


def test_a_browser_sees_its_own_visits_only(site: Site) -> None:
    mine, other = site.client(), site.client()
    mine.get("/")
    mine.get("/blog/")
    assert "GET /blog/" in mine.get("/what").text
    assert "GET /blog/" not in other.get("/what").text


def test_a_systems_own_page_keeps_nothing_of_the_demonstration_in_a_browser(site: Site) -> None:
    client = site.client()
    assert client.get("/blog/").status_code == 200
    assert "tavola-visitor" not in client.cookies
    client.get("/")
    assert "tavola-visitor" in client.cookies


def test_one_click_signs_in_as_people_of_the_demonstration_alone(site: Site) -> None:
    client = site.client(follow_redirects=False)
    given = {"system": "blog", "person": "grace@example.com", "task": "yes"}
    assert client.post("/begin", data=given).headers["location"] == "/blog/write"
    assert client.get("/blog/write").status_code == 200
    assert client.post("/begin", data={**given, "person": "eve@x.org"}).status_code == 404
    assert client.post("/begin", data={**given, "system": "none"}).status_code == 404


@pytest.mark.parametrize(
    "headers", [{"origin": "https://evil.example"}, {"sec-fetch-site": "cross-site"}]
)
def test_another_sites_page_signs_nobody_in(site: Site, headers: dict[str, str]) -> None:
    client = site.client(follow_redirects=False)
    given = {"system": "blog", "person": "grace@example.com"}
    assert client.post("/begin", data=given, headers=headers).status_code == 403


def test_a_design_says_which_models_name_which(site: Site) -> None:
    page = site.client().get("/design/blog").text
    assert "is named by userId of Post; authorId of Comment" in page


def test_the_start_page_installs_the_clone_that_it_runs_in(site: Site) -> None:
    clone = Path(__file__).resolve().parents[3]
    page = site.client().get("/").text
    assert f"pip install '{clone}[cli]' pytest" in page


@pytest.mark.parametrize("path", ["/design/none", "/design/blog?ask=Post.none"])
def test_a_design_that_is_not_there_is_not_found(site: Site, path: str) -> None:
    assert site.client().get(path).status_code == 404


@pytest.mark.parametrize("path", ["/what", "/design/blog"])
def test_a_store_of_real_people_tells_nothing(path: str) -> None:
    site = open_site(load_systems(["blog"]))
    assert site.client().get(path).status_code == 404
    given = {"system": "blog", "person": "grace@example.com"}
    assert site.client().post("/begin", data=given).status_code in {404, 405}
    site.process.close()
