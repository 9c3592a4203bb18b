"""Items whose key fields stand in the key alone, as other programs write them."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tavola.codec.decoder import Decoder
from tavola.errors import DecodeError
from tests.patterns.handbook import Edition

KEY = {"pk": {"S": "T#acme#H#staff"}, "sk": {"S": "EDITION#000042"}}
REST: dict[str, Any] = {"status": {"S": "draft"}, "rev": {"N": "3"}}
WHOLE = Edition(name="staff", version=42, status="draft", rev=3)


def decoded(item: dict[str, Any]) -> Edition | None:
    return Decoder(Edition).one(json.dumps({"Item": item}).encode(), None, "acme")


@pytest.mark.parametrize(
    "own", [{}, {"name": {"S": "staff"}}, {"version": {"N": "42"}}], ids=["none", "name", "version"]
)
def test_key_fields_are_read_from_the_key(own: dict[str, Any]) -> None:
    assert decoded({**KEY, **REST, **own}) == WHOLE


def test_the_key_goes_before_an_attribute() -> None:
    assert decoded({**KEY, **REST, "version": {"N": "7"}}) == WHOLE


@pytest.mark.parametrize(
    "key",
    [
        {"pk": {"S": "staff"}, "sk": {"S": "EDITION#000042"}},
        {"pk": {"S": "T#acme#H#staff"}, "sk": {"S": "EDITION#42"}},
        {"pk": {"S": "T#other#H#staff"}, "sk": {"S": "EDITION#000042"}},
        {"pk": {"S": "T#acme#H#staff"}},
    ],
    ids=["partition", "sort", "tenant", "missing"],
)
def test_an_item_with_a_key_of_another_form_or_tenant_is_another_models(key: Any) -> None:
    item: dict[str, Any] = {"name": {"S": "staff"}, "version": {"N": "42"}, **REST, **key}

    assert Decoder(Edition).find(item, None, "acme") is None
    with pytest.raises(DecodeError, match="has a key of another form"):
        decoded(item)


def test_an_instance_that_was_read_so_has_not_changed() -> None:
    found = decoded({**KEY, **REST})
    assert found is not None
    assert found._loaded["name"] == {"S": "staff"}  # pyright: ignore[reportPrivateUsage] - what is saved against
