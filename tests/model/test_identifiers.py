"""ULIDs and UUIDs: the same 128 bits in two writings."""

from __future__ import annotations

from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tavola import OperationError, ulid_to_uuid, uuid_to_ulid


def test_a_ulid_and_its_uuid_have_the_same_bits() -> None:
    uuid = UUID("01563e3a-b5d3-d676-4c61-efb99302bd5b")

    assert ulid_to_uuid("01ARZ3NDEKTSV4RRFFQ69G5FAV") == uuid
    assert uuid_to_ulid(uuid) == "01ARZ3NDEKTSV4RRFFQ69G5FAV"


@given(st.uuids())
def test_a_uuid_comes_back(uuid: UUID) -> None:
    assert ulid_to_uuid(uuid_to_ulid(uuid)) == uuid


@given(st.uuids(), st.uuids())
def test_both_sort_alike(one: UUID, other: UUID) -> None:
    assert (one < other) == (uuid_to_ulid(one) < uuid_to_ulid(other))


@pytest.mark.parametrize("text", ["", "01ARZ3NDEKTSV4RRFFQ69G5FA", "81ARZ3NDEKTSV4RRFFQ69G5FAV"])
def test_what_is_no_ulid_has_no_uuid(text: str) -> None:
    with pytest.raises(OperationError, match=r"is not a ULID\. Use 26 characters"):
        ulid_to_uuid(text)
