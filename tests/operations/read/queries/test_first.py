"""The first item of a query, and whether there is one."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from tests.patience import eventually
from tests.table.generated import async_club
from tests.table.generated.club import Club
from tests.table.generated.forms import Forms
from tests.table.stores import DAY, Home, Run


def test_the_first_item_of_a_query_is_read_alone(forms: Forms, some: str) -> None:
    for number in (3, 1, 2):
        forms.release.create(product=some, number=number, notes="x")
    plan = forms.release.plan.releases(product=some)
    last = forms.release.plan.releases(product=some, descending=True)

    assert [getattr(forms.release.first(one), "number", None) for one in (plan, last)] == [3, 1]
    assert forms.release.exists(plan)


def test_where_nothing_is_found_there_is_no_first(forms: Forms, some: str) -> None:
    plan = forms.release.plan.releases(product=some)

    assert forms.release.first(plan) is None
    assert not forms.release.exists(plan)


def test_a_filter_is_asked_for_the_first_that_it_lets_through(forms: Forms, some: str) -> None:
    for number in range(30):
        forms.release.create(product=some, number=number, notes="old" if number else "first")

    def plan(notes: str) -> bool:
        return forms.release.exists(
            forms.release.plan.releases(product=some, filter={"notes": notes})
        )

    assert (plan("first"), plan("none")) == (True, False)


def test_expired_items_do_not_exist(home: Home, club: Club, some: str) -> None:
    ttl = datetime.fromtimestamp(home.clock(), UTC) + timedelta(seconds=60)
    club.member.create(team=some, score=1, email=some, joined_at=ttl, ttl=ttl)
    plan = club.member.plan.members_for_team(team=some)
    eventually(lambda: club.member.exists(plan), True)
    home.clock.advance(60)

    assert not club.member.exists(plan)
    assert club.member.first(plan) is None


def test_the_first_item_is_awaited(run: Run, some: str) -> None:
    async def scenario(club: async_club.Club) -> None:
        made = await club.visit.create(member_id=some, at=DAY)
        plan = club.visit.plan.visits_for_member(member_id=some)

        assert await club.visit.first(plan) == made
        assert await club.visit.exists(plan)

    run(scenario)
