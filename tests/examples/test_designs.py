"""The designs of `examples/designs`: checked, shown on their pages, and used as they promise."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from tavola import AlreadyExists, ConditionFailed, UniqueTaken, between, ge
from tavola.cli import main
from tavola.cli.data.session import load_module
from tavola.design.load import check_design, load_design
from tavola.testing import Clock

FOLDER = Path(__file__).parents[2] / "examples/designs"
DESIGNS = sorted(FOLDER.glob("*.yaml"))
DAY = datetime(2026, 5, 1, tzinfo=UTC)
Open = Callable[[str], Any]


@pytest.fixture
def open_design() -> Iterator[Open]:
    """Open one of the designs in memory, with the module that would be generated."""
    with ExitStack() as stack:

        def opened(name: str) -> Any:
            design = load_design(FOLDER / f"{name}.yaml")
            module = load_module(design, f"{name}.yaml")
            clock = Clock(DAY.timestamp())
            db = stack.enter_context(getattr(module, design.name).open("memory:", clock=clock))
            return db, module, clock

        yield opened


def test_all_six_are_there() -> None:
    assert [design.stem for design in DESIGNS] == [
        "device_log",
        "forum",
        "game_scores",
        "github",
        "saas",
        "shop",
    ]


@pytest.mark.parametrize("design", DESIGNS, ids=lambda design: design.stem)
def test_there_is_nothing_to_complain_about(design: Path) -> None:
    assert check_design(design) == []


@pytest.mark.parametrize("design", DESIGNS, ids=lambda design: design.stem)
def test_the_page_is_what_the_design_says(design: Path, tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    assert main(["export", "--format", "markdown", str(design), "-o", str(page)]) == 0

    assert page.read_text("utf-8") == design.with_suffix(".md").read_text("utf-8")


def test_game_scores(open_design: Open) -> None:
    db, _, _ = open_design("game_scores")
    scores = {"ada": 120, "bob": 900, "eve": 90}
    for user, points in scores.items():
        db.score.create(user_id=user, game_title="Galaxy", top_score=points)
    db.score.create(user_id="ada", game_title="Meteor", top_score=5)
    db.score.update("eve", "Galaxy", top_score=1000)

    leaders = [(one.user_id, one.top_score) for one in db.score.top_ten(game_title="Galaxy")]
    assert leaders == [("eve", 1000), ("bob", 900), ("ada", 120)]
    assert [one.user_id for one in db.score.leaders(game_title="Galaxy", top_score=ge(900))] == [
        "bob",
        "eve",
    ]
    assert [one.game_title for one in db.score.scores_of_user(user_id="ada")] == [
        "Galaxy",
        "Meteor",
    ]


def test_forum(open_design: Open) -> None:
    db, module, _ = open_design("forum")
    db.forum.create(name="DynamoDB", category="AWS")
    for number in range(3):
        with db.transaction() as tx:
            subject, at = f"Question {number}", DAY + timedelta(hours=number)
            tx.create(module.Thread(forum="DynamoDB", subject=subject, last_post_at=at))
            tx.add(db.forum.plan.update("DynamoDB", module.Forum.fields.threads.add(1)))
    for number in range(2):
        at = DAY + timedelta(minutes=number)
        db.reply.create(forum="DynamoDB", subject="Question 0", at=at, posted_by="ada", message="m")

    newest = [one.subject for one in db.thread.newest_threads(forum="DynamoDB")]
    assert newest == ["Question 2", "Question 1", "Question 0"]
    since = db.thread.threads_since(forum="DynamoDB", last_post_at=DAY + timedelta(hours=1))
    assert [one.subject for one in since] == ["Question 1", "Question 2"]
    assert len(db.reply.replies_of_thread(forum="DynamoDB", subject="Question 0").items) == 2
    assert len(db.reply.replies_of_user(posted_by="ada").items) == 2
    assert db.forum.get("DynamoDB").threads == 3


def test_shop(open_design: Open) -> None:
    db, module, _ = open_design("shop")
    ada = db.customer.create(email="Ada@example.com", name="Ada")
    db.product.create(sku="pen", category="office", title="Pen", price=Decimal("1.5"), stock=3)
    order = module.Order(customer_id=ada.customer_id, total=Decimal(3))
    with db.transaction() as tx:
        tx.create(order)
        price = Decimal("1.5")
        line = {"order_id": order.order_id, "sku": "pen", "quantity": 2, "price": price}
        tx.create(module.OrderLine(number=1, **line))
        tx.add(db.product.plan.update("pen", module.Product.fields.stock.add(-2)))

    with pytest.raises(UniqueTaken):
        db.customer.create(email="ada@example.com", name="Other")
    assert [one.order_id for one in db.order.latest_orders(customer_id=ada.customer_id)] == [
        order.order_id
    ]
    assert [one.total for one in db.order.open_orders(placed_at=DAY)] == [Decimal(3)]
    file = db.order_file(order_id=order.order_id)
    assert [type(one).__name__ for one in file.items] == ["OrderLine", "Order"]
    db.order.update(order.order_id, status="paid")
    assert db.order.open_orders(placed_at=DAY).items == []
    with pytest.raises(ConditionFailed):
        db.order.update(order.order_id, status="open")
    assert db.product.get("pen").stock == 1


def test_the_shops_page_tells_what_a_creation_costs(open_design: Open) -> None:
    db, module, _ = open_design("shop")
    page = (FOLDER / "shop.md").read_text("utf-8")
    told = {
        line.split("**")[1]: float(line.split("|")[-2])
        for line in page.splitlines()
        if line.startswith("| **")
    }
    made = (
        module.Customer(email="a", name="a"),
        module.Order(customer_id="a"),
        module.OrderLine(order_id="a", number=1, sku="a", quantity=1, price=Decimal(1)),
        module.Product(sku="a", category="a", title="a", price=Decimal(1)),
    )

    for instance in made:
        with db.consumed() as consumed, db.transaction() as tx:
            tx.create(instance)
        name = type(instance).__name__
        # A transaction costs its items twice, which single writes do not.
        extra = 0 if name == "Customer" else 1
        assert consumed.write == told[name] + extra, name


def test_device_log(open_design: Open) -> None:
    db, _, clock = open_design("device_log")
    db.device.create(device_id="d1", site="roof")
    for number in range(40):
        at = DAY + timedelta(hours=number)
        db.event.create(device_id=f"d{number % 5}", at=at, level="error", message=str(number))
    db.event.create(device_id="d1", at=DAY, level="info")
    alarm = db.alarm.create(device_id="d1", raised_at=DAY, open_on_site="roof")

    page = db.event.errors_of_days(at=(DAY, DAY + timedelta(days=2)), limit=25)
    assert [one.message for one in page] == [str(number) for number in range(25)]
    assert len(list(page.all())) == 40
    assert [one.message for one in db.event.latest_events(device_id="d1", limit=2)] == ["36", "31"]
    assert [type(one).__name__ for one in db.device_file(device_id="d1").items] == [
        "Device",
        "Alarm",
    ]
    alarm.open_on_site = None
    alarm.save()
    assert db.alarm.open_alarms(open_on_site="roof").items == []
    clock.advance(91 * 86_400)
    assert db.event.get("d1", DAY + timedelta(hours=1)) is None


def test_github(open_design: Open) -> None:
    db, module, _ = open_design("github")
    db.user.create(name="Ada", email="ada@example.com")
    with pytest.raises(AlreadyExists):
        db.organisation.create(name="ada")
    db.organisation.create(name="Analytics")
    db.membership.create(organisation="Analytics", user="Ada")
    repo = db.repo.create(owner="Ada", name="Engine")
    for number in range(1, 31):
        values = {"owner": "Ada", "repo": "Engine", "number": number, "author": "Ada"}
        db.issue.create(**values, title=f"Issue {number}")
    db.issue.update("ada", "engine", 30, status="closed")
    with db.transaction() as tx:
        tx.create(module.Star(owner="Ada", repo="Engine", user="Ada"))
        tx.update(repo, module.Repo.fields.stars.add(1))

    assert db.user.get("ADA") is not None
    found = db.repo_and_latest_issues(owner="Ada", name="Engine", descending=True, limit=4).items
    assert type(found[0]).__name__ == "Repo"
    newest = db.issue.open_issues(owner="ada", repo="engine", limit=3)
    assert [one.number for one in newest] == [29, 28, 27]
    assert [one.name for one in db.repo.latest_repos(owner="ADA")] == ["Engine"]
    assert [one.user for one in db.star.stargazers(owner="ada", repo="engine")] == ["Ada"]
    assert len(list(db.issue.issues_of_user(author="Ada").all())) == 30


def test_saas(open_design: Open) -> None:
    db, _, clock = open_design("saas")
    acme, zeta = db.tenant("acme"), db.tenant("zeta")
    db.untenanted.domain.create(host="acme.example", tenant_id="acme")
    ada = acme.member.create(email="ada@x.example", name="Ada", team="core")
    zeta.member.create(email="ada@x.example", name="Other", team="core")
    with pytest.raises(UniqueTaken):
        acme.member.create(email="ADA@x.example", name="Twin", team="core")
    acme.member.update(ada.member_id, left_at=DAY)
    heir = acme.member.create(email="ada@x.example", name="Heir", team="core")
    for path in ("sales", "sales/2026", "sales/2026/fair", "support"):
        acme.project.create(path=path, title=path)
    for number in range(4):
        clock.now = (DAY + timedelta(days=20 * number)).timestamp()
        acme.activity.create(actor=heir.member_id, text=str(number))
    task = acme.task.create(project_path="sales/2026", title="t", assignee=heir.member_id)
    task.status, task.due_at = "doing", DAY
    task.save()

    assert db.untenanted.domain.get("ACME.example").tenant_id == "acme"
    assert acme.member.find_by_email("ada@x.example") == heir
    assert [one.path for one in acme.project.projects_below(path="sales/")] == [
        "sales/2026",
        "sales/2026/fair",
    ]
    feed = acme.activity.feed(at=between(DAY, DAY + timedelta(days=70)), descending=True)
    assert [one.text for one in feed] == ["3", "2", "1", "0"]
    assert zeta.activity.feed(at=DAY).items == []
    assert [one.title for one in acme.task.unfinished(assignee=heir.member_id)] == ["t"]


def test_the_page_tells_about_what_a_collection_costs(open_design: Open) -> None:
    db, _, _ = open_design("github")
    page = (FOLDER / "github.md").read_text("utf-8")
    [told] = [
        float(line.split("|")[-2])
        for line in page.splitlines()
        if "db.repo_and_latest_issues(" in line
    ]
    owner, name, author = (
        "an-owner-of-thirty-characters-",
        "a-name-of-thirty-characters---",
        "u" * 26,
    )
    db.repo.create(owner=owner, name=name, about="a" * 150)
    for number in range(1, 100):
        db.issue.create(owner=owner, repo=name, number=number, title="t" * 30, author=author)

    with db.consumed() as consumed:
        found = db.repo_and_latest_issues(owner=owner, name=name, limit=100)

    assert len(found.items) == 100
    assert consumed.read / 1.3 <= told <= consumed.read * 1.3
