"""Two models that share a key space: one item at a time, and neither touches the other's."""

from __future__ import annotations

from datetime import timedelta

import pytest

from tavola import AlreadyExists, ConditionFailed, ItemMissing, OperationError, UniqueTaken
from tests.patience import eventually
from tests.table.generated.namespace import Namespace, Organisation, Repository, User
from tests.table.stores import Home, read_raw, set_raw


@pytest.fixture
def names(home: Home, some: str) -> Namespace:
    """Users and organisations, on each store."""
    return home.open(Namespace, home.name_of("namespace", some))


def test_a_name_belongs_to_one_of_either_kind(names: Namespace, some: str) -> None:
    user = names.user.create(name=some)

    with pytest.raises(AlreadyExists):
        names.organisation.create(name=some)
    with pytest.raises(AlreadyExists):
        names.organisation.create(name=some, email=some)
    assert names.user.get(some) == user
    assert names.organisation.get(some) is None


def test_reads_of_the_other_model_find_nothing(names: Namespace, some: str) -> None:
    org = names.organisation.create(name=some, email=some, city=some)

    assert names.user.get(some) is None
    assert names.user.get_many([some, "nobody"]) == [None, None]
    assert names.user.find_by_email(some) is None
    assert names.organisation.find_by_email(some) == org
    with names.batch() as batch:
        pending = batch.get(names.user.plan.get(some))
    assert pending.item is None


def test_writes_of_the_other_model_change_nothing(names: Namespace, some: str) -> None:
    org = names.organisation.create(name=some, email=some)

    with pytest.raises(ItemMissing):
        names.user.update(some, city="x")
    with pytest.raises(AlreadyExists, match="an item of another model has this key"):
        names.user.put(User(name=some))
    with pytest.raises(AlreadyExists, match="an item of another model has this key"):
        names.user.put(User(name=some, email=some))
    with pytest.raises(AlreadyExists):
        names.user.upsert(name=some, city="x")
    with pytest.raises(AlreadyExists):
        names.user.upsert(name=some)
    assert names.user.delete(some) is False
    assert names.organisation.get(some) == org
    assert names.organisation.find_by_email(some) == org


def test_an_instance_whose_place_was_taken_is_gone(names: Namespace, some: str) -> None:
    user = names.user.create(name=some)
    names.user.delete(some)
    org = names.organisation.create(name=some)
    user.city = "x"

    with pytest.raises(ItemMissing):
        user.save()
    with pytest.raises(ItemMissing):
        user.refresh()
    assert names.organisation.get(some) == org


def test_own_items_are_written_as_always(names: Namespace, some: str) -> None:
    user = names.user.put(User(name=some, email=some))
    names.user.put(User(name=some, city="Rome"))
    assert names.user.find_by_email(some) is None
    names.user.upsert(name=some, city="Oslo")
    names.user.update(some, User.fields.stars.add(2))
    user = user.refresh()
    assert (user.city, user.stars) == ("Oslo", 2)
    assert user.delete() is True
    assert names.organisation.create(name=some).name == some


def test_transactions_keep_to_it(names: Namespace, some: str) -> None:
    names.organisation.create(name=some)
    with pytest.raises(AlreadyExists), names.transaction() as tx:  # noqa: PT012 - sent at its end
        tx.create(Repository(owner=some, title="a"))
        tx.create(User(name=some))
    assert names.repository.get(some, "a") is None
    with names.transaction() as tx:
        tx.check_key(User, {"name": some}, {"city": {"$exists": False}})
        tx.create(Repository(owner=some, title="b"))
    with pytest.raises(ConditionFailed), names.transaction() as tx:  # noqa: PT012 - sent at its end
        tx.check_key(User, {"name": some}, {"name": some})
        tx.create(Repository(owner=some, title="c"))
    assert names.repository.get(some, "c") is None


def test_batches_which_cannot_check_are_refused(names: Namespace) -> None:
    with pytest.raises(OperationError, match="shares its keys with Organisation"):
        names.user.put_all([User(name="a")])
    with pytest.raises(OperationError, match="shares its keys with User"):
        names.organisation.put_all([Organisation(name="a")])


def test_queries_tell_the_models_apart(names: Namespace, some: str) -> None:
    users = [names.user.create(name=f"{some}-{n}", city=some) for n in range(2)]
    org = names.organisation.create(name=f"{some}-9", city=some)

    def read() -> object:
        return (
            names.user.users_by_city(city=some).items,
            names.organisation.organisations_by_city(city=some).items,
            [one.name for one in names.user.short_list(city=some)],
            [one.name for one in names.user.user_names(city=some, only=["name"])],
            names.user.count(names.user.plan.users_by_city(city=some)),
            names.user.count(names.user.plan.user_names(city=some)),
            names.user.exists(names.user.plan.account(name=org.name)),
            names.user.account(name=users[0].name).items,
        )

    both = [user.name for user in users]
    right = (users, [org], both, both, 2, 2, False, users[:1])
    assert eventually(read, right) == right


def test_collections_tell_the_models_apart(names: Namespace, some: str) -> None:
    org = names.organisation.create(name=some)
    repository = names.repository.create(owner=some, title="a")

    assert names.everything(name=some).items == [org, repository]
    assert names.people(name=some).items == [repository]


def test_a_reference_to_the_other_model_leads_nowhere(names: Namespace, some: str) -> None:
    names.organisation.create(name=some)
    repository = names.repository.create(owner=some, title="a")

    assert repository.get_owner() is None


def test_an_expired_item_gives_its_name_to_the_other_model(
    home: Home, names: Namespace, some: str
) -> None:
    soon = names.now() + timedelta(seconds=60)
    names.organisation.create(name=some, email=some, ttl=soon)
    names.organisation.create(name=f"{some}-2", email=f"{some}-2", ttl=soon)
    home.clock.advance(61)

    user = names.user.create(name=some)
    other = names.user.put(User(name=f"{some}-2", email=some))

    assert (names.user.get(some), names.user.find_by_email(some)) == (user, other)
    assert names.organisation.create(name=f"{some}-3", email=some).email == some


def test_a_lock_whose_owners_place_was_taken_is_free(names: Namespace, some: str) -> None:
    names.user.create(name=some, email=some)
    set_raw(names, {"PK": {"S": f"ACCOUNT#{some}"}, "SK": {"S": "ACCOUNT"}}, "kind", {"S": "ORG"})

    assert names.user.find_by_email(some) is None
    heir = names.user.create(name=f"{some}-2", email=some)
    assert names.user.find_by_email(some) == heir
    with pytest.raises(UniqueTaken):
        names.user.create(name=f"{some}-3", email=some)


def test_an_item_without_a_type_belongs_to_nobody(home: Home, names: Namespace, some: str) -> None:
    key = {"PK": {"S": f"ACCOUNT#{some}"}, "SK": {"S": "ACCOUNT"}}
    body = {"TableName": names.table_name, "Item": {**key, "name": {"S": some}}}
    names.store.execute("PutItem", body)

    assert (names.user.get(some), names.organisation.get(some)) == (None, None)
    with pytest.raises(AlreadyExists):
        names.user.create(name=some)
    assert read_raw(names, key) == body["Item"]


def test_hand_made_instances_need_no_table() -> None:
    assert Organisation(name="a") != User(name="a")


def test_an_upsert_in_a_transaction_replaces_no_item_of_the_other_model(
    names: Namespace, some: str
) -> None:
    names.organisation.create(name=some)
    with pytest.raises(AlreadyExists), names.transaction() as tx:  # noqa: PT012 - sent at its end
        tx.create(Repository(owner=some, title="a"))
        tx.add(names.user.plan.upsert(name=some, city="x"))

    assert names.repository.get(some, "a") is None


def test_what_was_deleted_is_never_the_other_models(names: Namespace, some: str) -> None:
    org = names.organisation.create(name=some, email=some)

    assert names.user.returning_old(names.user.plan.delete(some)) is None
    assert names.organisation.returning_old(names.organisation.plan.delete(some)) == org
