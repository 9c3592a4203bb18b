"""Nothing of one tenant is reachable from another, by any operation."""

from __future__ import annotations

import copy
import itertools
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tavola
from tavola import ItemMissing, OperationError, Table
from tavola.table.internals import context_of
from tests.patience import eventually
from tests.table.generated.chain import Chain, Guest
from tests.table.generated.offices import Desk, Offices
from tests.table.stores import Home, clear, tries, unsent

TENANTS = st.text(
    st.characters(
        codec="utf-8", exclude_categories=["Cc", "Cs"], exclude_characters="#[]%\U0010ffff"
    ),
    min_size=1,
    max_size=8,
)
TEXTS = st.text(
    st.one_of(
        st.sampled_from("#[]%:ab"), st.characters(codec="utf-8", exclude_characters="\U0010ffff")
    ),
    min_size=1,
    max_size=12,
)
PAIRS = st.tuples(TENANTS, TENANTS).filter(lambda pair: pair[0] != pair[1])


def apart(home: Home, table: Table, some: str) -> Callable[[], str]:
    """Keep examples apart: by an end of their tenants' names, or by nothing in an emptied table."""
    numbers = itertools.count(1)

    def own() -> str:
        if home.is_shared:
            return f"{some}.{next(numbers)}"
        clear(table)
        return ""

    return own


def test_no_operation_of_the_managed_layout_reaches_another_tenant(home: Home, some: str) -> None:
    chain = home.empty(Chain)
    its_own = apart(home, chain, some)

    @tries(home, 60)
    @given(PAIRS, TEXTS, TEXTS)
    def check(tenants: tuple[str, str], name: str, other: str) -> None:
        own = its_own()
        ours, theirs = chain.tenant(f"{tenants[0]}{own}"), chain.tenant(f"{tenants[1]}{own}")
        guest = ours.guest.create(guest_id=name, email=other, city=other)
        setting = ours.setting.create(key=name, value=other)
        all_seen = [guest, [guest], guest, [guest], [guest], 1, [guest], [guest], [guest]]

        assert eventually(lambda: list(_guests_seen(ours, name, other)), all_seen) == all_seen
        assert list(_guests_seen(theirs, name, other)) == NO_GUESTS
        assert (theirs.setting.get(name), theirs.setting.all_settings().items) == (None, [])
        assert theirs.guest.delete(name) is False
        with pytest.raises(ItemMissing):
            theirs.guest.update(name, city="x")
        mine = theirs.guest.create(guest_id=name, email=other, city=other)
        theirs.guest.update(name, Guest.fields.stays.add(1), city="moved", email="new")
        theirs.setting.upsert(key=name, value="theirs")

        assert list(_guests_seen(ours, name, other)) == all_seen
        assert (ours.setting.get(name), mine.refresh().city) == (setting, "moved")

    check()


NO_GUESTS = [None, [None], None, [], [], 0, [], [], []]


def _guests_seen(table: Chain, name: str, other: str) -> Iterator[Any]:
    handle = table.guest
    yield handle.get(name)
    yield handle.get_many([name])
    yield handle.find_by_email(other)
    yield handle.guests_for_city(city=other).items
    yield handle.all_guests().items
    yield handle.count(handle.plan.all_guests())
    yield list(handle.iterate_all())
    yield [guest for bucket in range(2) for guest in handle.iterate_bucket(bucket)]
    yield list(handle.scan(allow_scan=True))


def test_no_operation_of_key_templates_reaches_another_tenant(home: Home, some: str) -> None:
    offices = home.empty(Offices)
    its_own = apart(home, offices, some)

    @tries(home, 60)
    @given(PAIRS, TEXTS, TEXTS)
    def check(tenants: tuple[str, str], room: str, owner: str) -> None:
        own = its_own()
        ours, theirs = offices.tenant(f"{tenants[0]}{own}"), offices.tenant(f"{tenants[1]}{own}")
        desk = ours.desk.create(room=room, number=1, plate=owner, owner=owner)
        all_seen = [desk, desk, *[[desk]] * 5]

        assert eventually(lambda: list(_desks_seen(ours, room, owner)), all_seen) == all_seen
        assert list(_desks_seen(theirs, room, owner)) == [None, None, [], [], [], [], []]
        assert theirs.desk.delete(room, 1) is False
        theirs.desk.put(Desk(room=room, number=1, plate=owner, owner="them"))
        theirs.desk.delete(room, 1)

        assert list(_desks_seen(ours, room, owner)) == all_seen

    check()


def _desks_seen(table: Offices, room: str, owner: str) -> Iterator[Any]:
    yield table.desk.get(room, 1)
    yield table.desk.find_by_plate(owner)
    yield table.desk.desks_in_room(room=room).items
    yield table.desk.desks_of_owner(owner=owner).items
    yield table.whole_room(room=room).items
    yield list(table.desk.iterate_all())
    yield list(table.desk.scan(allow_scan=True))


@pytest.mark.parametrize("tenant", ["", "a#b", "a]", "[a", "100%", "a\x00", "a\nb", "a]#g#[b"])
def test_a_tenant_cannot_break_out_of_its_segment(tenant: str) -> None:
    with pytest.raises(OperationError):
        unsent(Chain).tenant(tenant)


def test_an_operation_without_tenant_is_refused() -> None:
    chain = unsent(Chain)

    with pytest.raises(OperationError, match="no tenant is given"):
        chain.guest.create(guest_id="g")
    with pytest.raises(OperationError, match="no tenant is given"):
        chain.guest.all_guests()
    with pytest.raises(OperationError, match="no tenant is given"):
        list(chain.guest.iterate_all())
    with pytest.raises(OperationError, match="no tenant is given"):
        chain.guest.find_by_email("e")


def test_an_instance_is_not_written_to_another_tenant(chain: Chain, some: str) -> None:
    ours, theirs = chain.tenant(f"{some}a"), chain.tenant(f"{some}b")
    mine = ours.guest.create(guest_id=some)
    other = theirs.guest.create(guest_id=some)
    mine.city = "x"

    with pytest.raises(OperationError, match="the instance belongs to table"):
        theirs.run(theirs.guest.plan.save(mine))
    with pytest.raises(OperationError, match="the instance belongs to table"):
        theirs.guest.plan.remove(mine)
    with pytest.raises(OperationError, match="not part of this"), theirs.transaction() as tx:
        tx.save(mine)

    assert theirs.guest.get(some) == other


def _put(table: Chain, guest: Guest) -> None:
    table.guest.put(guest)


def _put_all(table: Chain, guest: Guest) -> None:
    table.guest.put_all([guest])


def _add(table: Chain, guest: Guest) -> None:
    table.guest.add(guest)


def _put_in_transaction(table: Chain, guest: Guest) -> None:
    with table.transaction() as tx:
        tx.put(guest)


def _create_in_transaction(table: Chain, guest: Guest) -> None:
    with table.transaction() as tx:
        tx.create(guest)


@pytest.mark.parametrize(
    "copied",
    [_put, _put_all, _add, _put_in_transaction, _create_in_transaction],
)
def test_an_instance_is_not_copied_to_another_tenant(
    chain: Chain, some: str, copied: Callable[[Chain, Guest], None]
) -> None:
    ours, theirs = chain.tenant(f"{some}a"), chain.tenant(f"{some}b")
    mine = ours.guest.create(guest_id=some)

    with pytest.raises(OperationError) as refused:
        copied(theirs, mine)

    assert str(refused.value) == (
        f"Guest: the instance belongs to {context_of(ours)}, not to {context_of(theirs)}. "
        "To copy it there, make a new one of its values."
    )
    assert (theirs.guest.get(some), ours.guest.get(some)) == (None, mine)


def test_an_instance_is_copied_to_another_table_of_its_tenant_and_belongs_there(
    home: Home, chain: Chain, some: str
) -> None:
    there, here = home.empty(Chain).tenant(some), chain.tenant(some)
    guest = here.guest.create(guest_id="g", city="x")
    first = copy.copy(guest)

    there.guest.put(guest)
    guest.city = "y"
    guest.save()

    assert there.guest.get("g") == guest
    assert eventually(lambda: list(here.guest.iterate_all()), [first]) == [first]


def test_a_transaction_of_two_tenants_keeps_them_apart(chain: Chain, some: str) -> None:
    ours, theirs = chain.tenant(f"{some}a"), chain.tenant(f"{some}b")
    first = ours.guest.create(guest_id=some)
    second = theirs.guest.create(guest_id=some)
    first.city, second.city = "one", "two"
    with tavola.transaction(ours, theirs) as tx:
        tx.save(second)
        tx.save(first)

    assert (ours.guest.get(some), theirs.guest.get(some)) == (first, second)


def test_a_new_item_of_two_tenants_has_to_say_which(chain: Chain, some: str) -> None:
    tables = chain.tenant(f"{some}a"), chain.tenant(f"{some}b")

    with pytest.raises(OperationError, match="Say which"), tavola.transaction(*tables) as tx:
        tx.create(Guest(guest_id=some))


def test_a_tenant_sees_its_own_on_every_store(chain: Chain, some: str) -> None:
    ours = chain.tenant(some)
    guest = ours.guest.create(guest_id="g#1", email="e", city="c")

    assert ours.guest.find_by_email("e") == guest
    assert eventually(lambda: list(ours.guest.iterate_all()), [guest]) == [guest]
    assert eventually(lambda: ours.guest.guests_for_city(city="c").items, [guest]) == [guest]


def test_a_model_of_no_tenant_is_reached_apart(offices: Offices, some: str) -> None:
    domain = offices.untenanted.domain.create(name=some, tenant="a")

    with pytest.raises(OperationError, match=r"belongs to no tenant. Use db.untenanted.domain"):
        _ = offices.tenant("a").domain
    with pytest.raises(OperationError, match="no tenant is given"):
        offices.untenanted.desk.get("r", 1)

    assert offices.untenanted.domain.get(some) == domain
