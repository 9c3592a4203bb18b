"""What the waiting page says of where one stands: every sentence has to be true."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from tavola_systems.requests.desk import desk_of
from tavola_systems.requests.models import Request
from tavola_systems.requests.queue_models import RequestQueue
from tavola_systems.requests.services.working import FinalFailure, RetryableFailure
from tavola_systems.requests.system import SYSTEM
from tests.systems.requests.simulation import World
from tests.systems.site import Site, open_site

R = "/requests"


@pytest.fixture
def site() -> Iterator[Site]:
    opened = open_site([SYSTEM])
    yield opened
    opened.process.close()


@pytest.fixture(name="world")
def world_of_site(site: Site) -> World:
    """The services behind the pages, worked by hand."""
    services = site.process.application.services["requests"]
    return World(desk_of(services), services.table(RequestQueue), site.clock)


@pytest.fixture
def olga(site: Site) -> Any:
    """An operator's browser, which sees everybody's requests."""
    return site.browser("olga@example.com", "requests", "operator")


def failing(failures: dict[str, Exception]) -> Callable[[Request], None]:
    """A check that some requests do not pass."""

    def check(request: Request) -> None:
        if request.request_id in failures:
            raise failures[request.request_id]

    return check


def standing(browser: Any, request_id: str) -> str:
    """What a request's page says first, in single spaces."""
    page = browser.get(f"{R}/requests/{request_id}").text
    begin = page.index('<section class="card standing')
    return " ".join(page[begin : page.index("</section>", begin)].split())


def queued(world: World, capacity: int, *users: str) -> list[str]:
    ids = world.apply(world.opened(capacity=capacity), *users)
    world.dispatched("bicycles")
    return ids


def requeued(world: World, request_id: str) -> None:
    world.run(lambda: world.desk.giving_back.requeue(request_id, by="olga"))
    world.dispatched("bicycles")


def test_one_that_is_queued_again_is_promised_nothing(world: World, olga: Any) -> None:
    ids = queued(world, 2, "ada", "bob", "cyd")
    world.worked(check=failing({ids[0]: FinalFailure("GONE", "gone")}))
    world.clock.now += 1
    world.worked()
    requeued(world, ids[0])
    waiting = standing(olga, ids[0])
    world.worked()
    refused = standing(olga, ids[0])

    assert world.statuses(ids) == ["REJECTED", "SUCCEEDED", "SUCCEEDED"]
    assert "Queued again" in waiting
    assert "No place is left now" in waiting
    assert "is yours" not in waiting
    assert "undecided before" not in waiting
    assert "All places were taken when yours was decided." in refused


def test_one_that_is_queued_again_is_told_how_many_places_are_left(world: World, olga: Any) -> None:
    ids = queued(world, 2, "ada", "bob")
    world.worked(check=failing({ids[0]: FinalFailure("GONE", "gone")}))
    requeued(world, ids[0])
    assert "Places that are left now: 1." in standing(olga, ids[0])


def test_a_place_that_one_queued_again_may_take_is_promised_to_nobody(
    world: World, olga: Any
) -> None:
    ids = queued(world, 2, "ada", "bob", "cyd")
    failures: dict[str, Exception] = {
        ids[0]: FinalFailure("GONE", "gone"),
        ids[2]: RetryableFailure("BUSY", "busy"),
    }
    world.worked(check=failing(failures))
    world.clock.now += 1
    world.worked(check=failing(failures))
    before = standing(olga, ids[2])
    requeued(world, ids[0])
    world.worked()
    world.clock.now += 60
    world.worked()

    assert "unless requests that failed before are queued again" in before
    assert world.statuses(ids) == ["SUCCEEDED", "SUCCEEDED", "REJECTED"]


def test_a_ticket_up_to_the_number_of_places_is_promised_one(world: World, olga: Any) -> None:
    ids = queued(world, 2, "ada", "bob", "cyd")
    told = ["A place is kept for it" in standing(olga, one) for one in ids]
    assert told == [True, True, False]


@pytest.mark.parametrize("sends_mail", [True, False])
def test_a_mail_is_promised_only_if_the_event_sends_some(
    world: World, olga: Any, *, sends_mail: bool
) -> None:
    ids = queued(world, 1, "ada", "bob")
    world.db.event_config.update("bicycles", sends_mail=sends_mail)
    waiting = standing(olga, ids[1])
    world.worked()
    refused = standing(olga, ids[1])
    assert ("comes by mail" in waiting, "no mail is sent" in waiting) == (
        sends_mail,
        not sends_mail,
    )
    assert ("and a mail says so" in refused) == sends_mail


def test_what_may_be_undecided_before_is_told_as_the_most_that_can_be(
    world: World, olga: Any
) -> None:
    ids = queued(world, 50, *(f"user-{n}" for n in range(56)))
    busy = failing({ids[0]: RetryableFailure("BUSY", "later")})
    world.worked(check=busy)
    first, last = standing(olga, ids[0]), standing(olga, ids[55])
    assert "No request is undecided before yours" in first
    assert 'At most</p><div class="figure">55</div>' in last


def test_who_gave_a_request_back_is_told_nothing_of_others(world: World, olga: Any) -> None:
    ids = queued(world, 1, "ada")
    world.run(lambda: world.desk.giving_back.withdraw(ids[0], by="ada"))
    assert "the next one" not in standing(olga, ids[0])


def test_a_request_that_is_being_decided_is_withdrawn_on_its_page(
    site: Site, world: World, olga: Any
) -> None:
    ids = queued(world, 1, "ada")
    world.worked(check=failing({ids[0]: RetryableFailure("BUSY", "later")}))
    page = f"{R}/requests/{ids[0]}"
    assert world.statuses(ids) == ["PROCESSING"]
    assert "Withdraw my request" in olga.get(page).text
    assert "It is given back." in site.send(olga, page, f"{page}/withdraw").text
    assert world.statuses(ids) == ["REJECTED"]


def test_the_moment_that_counts_is_told_once(world: World, olga: Any) -> None:
    ids = queued(world, 1, "ada")
    world.worked(check=failing({ids[0]: FinalFailure("GONE", "gone")}))
    requeued(world, ids[0])
    page = olga.get(f"{R}/requests/{ids[0]}").text
    assert page.count("this is the moment that counts") == 1
    assert page.count("Taken up again by an operator") == 1
    assert page.count("Put into the queue again, with the same ticket") == 1
