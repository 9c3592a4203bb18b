"""Collections that read from one prefix of sort keys to another."""

from __future__ import annotations

import pytest

from tests.table.generated.forms import Forms, Issue, Repo


@pytest.fixture
def owner(forms: Forms, some: str) -> str:
    """A repository with issues, pull requests and stars, and a second one with an issue."""
    forms.repo.create(owner=some, name="r")
    for number in range(1, 6):
        forms.issue.create(owner=some, repo="r", number=number)
    for number in range(1, 41):
        forms.pull.create(owner=some, repo="r", number=number)
    forms.star.create(owner=some, repo="r", who="ada")
    forms.issue.create(owner=some, repo="r2", number=9)
    return some


def test_a_range_holds_both_of_its_ends(forms: Forms, owner: str) -> None:
    found = forms.repo_and_issues(owner=owner, name="r")

    assert [one.number for one in found.of(Issue)] == [1, 2, 3, 4, 5]
    assert [one.name for one in found.of(Repo)] == ["r"]
    assert len(found.items) == 6


def test_the_latest_come_with_their_head(forms: Forms, owner: str) -> None:
    found = forms.repo_and_issues(owner=owner, name="r", descending=True, limit=3)

    assert [type(one).__name__ for one in found.items] == ["Repo", "Issue", "Issue"]
    assert [one.number for one in found.of(Issue)] == [5, 4]


def test_others_in_between_do_not_cost_a_request_for_every_few(forms: Forms, owner: str) -> None:
    with forms.consumed() as capacity:
        forms.repo_and_issues(owner=owner, name="r", descending=True, limit=3)

    assert capacity.requests <= 5


def test_pages_lead_both_ways(forms: Forms, owner: str) -> None:
    first = forms.repo_and_issues(owner=owner, name="r", limit=4)
    second = forms.repo_and_issues(owner=owner, name="r", limit=4, cursor=first.cursor)
    back = forms.repo_and_issues(owner=owner, name="r", limit=4, cursor=second.previous)

    assert (len(first.items), len(second.items)) == (4, 2)
    assert second.cursor is None
    assert back.items == first.items


def test_a_range_may_be_open_at_one_end(forms: Forms, owner: str) -> None:
    after = forms.from_pulls(owner=owner, name="r").items
    before = forms.up_to_pulls(owner=owner, name="r").items

    assert (len(after), len(before)) == (42, 45)
