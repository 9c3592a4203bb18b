"""Keys of folded strings, of the greatest first, and of strings as they are."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from tavola import AlreadyExists, OperationError, between, ge, lt
from tests.patience import eventually
from tests.table.generated.forms import Contact, Forms

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)


def test_a_folded_text_is_the_identity(forms: Forms, some: str) -> None:
    made = forms.contact.create(name=f"Straße {some}")

    assert forms.contact.get(f"STRASSE {some}") == made
    with pytest.raises(AlreadyExists):
        forms.contact.create(name=f"STRASSE {some}")


def test_the_field_keeps_its_own_writing(forms: Forms, some: str) -> None:
    forms.contact.create(name=f"Ada {some}", city="Rom")
    forms.contact.update(f"ADA {some}", city="Pisa")

    found = forms.contact.get(f"ada {some}")

    assert found is not None
    assert (found.name, found.city) == (f"Ada {some}", "Pisa")


def test_an_index_key_is_made_of_the_stored_writing(forms: Forms, some: str) -> None:
    forms.contact.create(name=f"Ada {some}", city=some)
    changed = forms.contact.update(f"ADA {some}", city=f"{some}-2")

    eventually(lambda: list(forms.contact.contacts_by_city(city=f"{some}-2")), [changed])
    keys = forms.contact.contacts_by_city(city=f"{some}-2", name=f"Ada {some}")
    assert list(keys) == [changed]


def test_another_writing_of_the_identity_may_be_saved(forms: Forms, some: str) -> None:
    made = forms.contact.create(name=f"ada {some}", city=some)
    made.name = f"Ada {some}"
    made.save()

    assert forms.contact.get(f"ada {some}") == made
    made.name = "Eve"
    with pytest.raises(OperationError, match="is part of the primary key"):
        made.save()


def test_a_lock_moves_with_the_stored_writing(forms: Forms, some: str) -> None:
    forms.contact.create(name=f"Ada {some}", phone=some)
    forms.contact.update(f"ADA {some}", phone=f"{some}-2")
    found = forms.contact.find_by_phone(f"{some}-2", f"Ada {some}")

    assert found is not None
    assert forms.contact.find_by_phone(some, f"Ada {some}") is None
    assert forms.contact.delete(f"ADA {some}")
    again = forms.contact.create(name=f"Ada {some}", phone=f"{some}-2")
    assert forms.contact.find_by_phone(f"{some}-2", f"Ada {some}") == again


def test_a_put_in_another_writing_replaces_the_item_and_its_lock(forms: Forms, some: str) -> None:
    forms.contact.create(name=f"Ada {some}", phone=some)
    forms.contact.put(Contact(name=f"ADA {some}", phone=some))
    found = forms.contact.find_by_phone(some, f"ADA {some}")

    assert found is not None
    assert forms.contact.find_by_phone(some, f"Ada {some}") is None


def test_a_lower_cased_index_is_asked_in_any_writing(forms: Forms, some: str) -> None:
    made = forms.contact.create(name=some, city=f"ROM {some}")

    eventually(lambda: list(forms.contact.contacts_by_city(city=f"rom {some}")), [made])
    assert list(forms.contact.contacts_by_city(city=f"Rom {some}")) == [made]


def test_the_greatest_number_comes_first(forms: Forms, some: str) -> None:
    for number in (1, 9, 10, 100):
        forms.release.create(product=some, number=number)

    def numbers(**asked: object) -> list[int]:
        return [one.number for one in forms.release.releases(product=some, **asked)]  # type: ignore[arg-type]  # as asked

    assert numbers() == [100, 10, 9, 1]
    assert numbers(limit=1) == [100]
    assert numbers(number=ge(10)) == [100, 10]
    assert numbers(number=lt(10)) == [9, 1]
    assert numbers(number=between(9, 10)) == [10, 9]
    assert numbers(number=between(10, 9)) == []


def test_the_latest_date_comes_first(forms: Forms, some: str) -> None:
    for number in (1, 2, 3):
        forms.release.create(product=some, number=number, at=NOON + timedelta(days=number))

    def numbers(since: datetime) -> list[int]:
        return [one.number for one in forms.release.latest(product=some, at=ge(since))]

    eventually(lambda: numbers(NOON), [3, 2, 1])
    assert numbers(NOON + timedelta(days=2)) == [3, 2]
    assert numbers(NOON + timedelta(days=2, microseconds=1)) == [3]


def test_a_raw_text_is_written_as_it_is(forms: Forms, some: str) -> None:
    made = forms.file.create(folder=f"/{some}#%/a", name="50%", kind="#")

    assert forms.file.get(f"/{some}#%/a", "50%", "#") == made
    assert list(forms.file.files(folder=f"/{some}#%/a", name="50%")) == [made]


def test_a_raw_text_that_holds_its_end_is_refused(forms: Forms, some: str) -> None:
    with pytest.raises(OperationError) as refused:
        forms.file.create(folder=some, name="a#b", kind="c")

    assert "'a#b' cannot stand before '#' as it is" in str(refused.value)
    assert forms.file.get(some, "a", "b#c") is None
