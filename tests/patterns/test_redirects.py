"""Routes: an address belongs to one node, former ones lead there too, nothing loops."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import pytest

from tavola.errors import AlreadyExists, ConditionFailed, ItemMissing, OperationError
from tavola.patterns.pieces.parts import part_of
from tavola.patterns.redirects import AddressFixed, AddressTaken, Routes
from tests.patterns.schedules import Actor, Play
from tests.patterns.workshop import Route, Tally, Workshop
from tests.table.stores import clear, embedded


@pytest.fixture(name="db")
def tenant(workshop: Workshop) -> Workshop:
    return workshop.tenant("acme")


@pytest.fixture
def routes(db: Workshop) -> Routes[Route]:
    routes = Routes(db, Route)
    db.run(routes.claim("/tea", "n1"))
    return routes


def stored(db: Workshop) -> dict[str, tuple[str, bool]]:
    """Every address, where it leads, and whether as a redirect."""
    found = db.query(Route, "routes").items
    return {one.slug: (one.node, one.is_redirect) for one in found}


def test_an_address_leads_to_its_node(db: Workshop, routes: Routes[Route]) -> None:
    found = db.run(routes.find("/tea"))
    assert found == Route(slug="/tea", node="n1", is_redirect=False)
    assert db.run(routes.find("/coffee")) is None


def test_an_address_belongs_to_one_node(db: Workshop, routes: Routes[Route]) -> None:
    with pytest.raises(AddressTaken, match=r"Route /tea leads to n1. Choose another") as taken:
        db.run(routes.claim("/tea", "n2"))
    assert taken.value.node == "n1"
    with pytest.raises(AddressTaken, match=r"Route /tea is the address of n1 already"):
        db.run(routes.claim("/tea", "n1"))


def test_a_former_address_leads_to_its_node_however_often_that_moves(
    db: Workshop, routes: Routes[Route]
) -> None:
    db.run(routes.move("n1", "/tea", "/green-tea"))
    db.run(routes.move("n1", "/green-tea", "/sencha"))
    assert stored(db) == {
        "/tea": ("n1", True),
        "/green-tea": ("n1", True),
        "/sencha": ("n1", False),
    }


def test_a_node_claims_its_former_address_back(db: Workshop, routes: Routes[Route]) -> None:
    db.run(routes.move("n1", "/tea", "/sencha"))
    db.run(routes.move("n1", "/sencha", "/tea"))
    assert stored(db) == {"/tea": ("n1", False), "/sencha": ("n1", True)}


def test_a_redirect_is_not_taken_by_another_node(db: Workshop, routes: Routes[Route]) -> None:
    db.run(routes.move("n1", "/tea", "/sencha"))
    with pytest.raises(AddressTaken):
        db.run(routes.claim("/tea", "n2"))
    db.run(routes.free("/tea", "n1"))
    db.run(routes.claim("/tea", "n2"))
    assert stored(db) == {"/tea": ("n2", False), "/sencha": ("n1", False)}


def test_only_the_present_address_of_a_node_is_moved(db: Workshop, routes: Routes[Route]) -> None:
    db.run(routes.move("n1", "/tea", "/sencha"))
    with pytest.raises(ConditionFailed, match=r"Route /tea is a redirect already"):
        db.run(routes.move("n1", "/tea", "/matcha"))
    with pytest.raises(AddressTaken):
        db.run(routes.move("n2", "/sencha", "/matcha"))
    with pytest.raises(ItemMissing, match=r"Route /coffee leads nowhere"):
        db.run(routes.move("n1", "/coffee", "/matcha"))
    with pytest.raises(OperationError, match=r"Route /sencha is the address already"):
        routes.move("n1", "/sencha", "/sencha")
    assert stored(db) == {"/tea": ("n1", True), "/sencha": ("n1", False)}


def test_a_fixed_address_neither_moves_nor_goes(db: Workshop, routes: Routes[Route]) -> None:
    db.run(routes.claim("/", "home", is_fixed=True))
    with pytest.raises(AddressFixed, match=r"Route / is fixed, and neither moves nor goes"):
        db.run(routes.move("home", "/", "/start"))
    with pytest.raises(AddressFixed):
        db.run(routes.free("/", "home"))
    assert stored(db)["/"] == ("home", False)


def test_a_change_of_address_belongs_to_its_nodes_transaction(
    db: Workshop, routes: Routes[Route]
) -> None:
    db.run(routes.claim("/x", "n2", also=[db.plans(Tally).add(Tally(name="n2"))]))
    with pytest.raises(AlreadyExists) as refused:
        db.run(routes.move("n1", "/tea", "/y", also=[db.plans(Tally).add(Tally(name="n2"))]))
    assert refused.value.position == 0
    with db.transaction() as tx:
        for write in routes.moving("n1", "/tea", "/z"):
            tx.add(write)
    assert stored(db) == {"/tea": ("n1", True), "/x": ("n2", False), "/z": ("n1", False)}


@pytest.fixture(scope="module")
def stage() -> Iterator[Workshop]:
    """A workshop in memory, to try orders on."""
    with embedded("memory:") as home:
        yield home.open(Workshop, "workshop").tenant("acme")


def test_in_every_order_a_node_has_one_present_address(stage: Workshop) -> None:
    routes = Routes(stage, Route)

    def begin() -> list[Actor]:
        clear(stage)
        stage.run(routes.claim("/a", "n1"))
        stage.run(routes.claim("/b", "n2"))
        acts: list[Any] = [
            routes.move("n1", "/a", "/c"),
            routes.move("n1", "/a", "/d"),
            routes.move("n2", "/b", "/c"),
            routes.move("n1", "/c", "/a"),
        ]
        return [Actor(str(number), act, stage.store) for number, act in enumerate(acts)]

    def check(actors: Sequence[Actor]) -> None:
        del actors
        found = stage.run(part_of(stage, Route).query({})).items
        present = sorted(one.node for one in found if not one.is_redirect)
        assert present == ["n1", "n2"]

    assert Play(begin, check, deaths=1).run() > 24
