"""Keys of several attributes: what each of them says of the fields."""

from __future__ import annotations

import pytest

from tavola.design.key_pair import KeyAttribute, KeyPair
from tavola.keys import Placeholder, Template

P = Placeholder
DAY = Template(("D#", P("at", "part:%Y-%m"), "#", P("id", "shard:8:text")))
OWNER = Template((P("owner.name"),))
AT = Template((P("at", "iso"), "#", P("owner.name")))
ID = Template((P("id"),))
SEVERAL = KeyPair(
    "G1", DAY, "S1", AT, ("S2",), (KeyAttribute("G2", OWNER),), (KeyAttribute("S2", ID),)
)
ALONE = KeyPair("PK", DAY)


def test_attributes_stand_in_the_order_of_the_key() -> None:
    assert SEVERAL.attributes == (
        KeyAttribute("G1", DAY),
        KeyAttribute("G2", OWNER),
        KeyAttribute("S1", AT),
        KeyAttribute("S2", ID),
    )
    assert (SEVERAL.names, ALONE.names) == (("G1", "G2", "S1", "S2"), ("PK",))
    assert (ALONE.sorts, ALONE.attributes) == ((), (KeyAttribute("PK", DAY),))


def test_fields_are_named_once_in_the_order_of_the_key() -> None:
    assert SEVERAL.partition_fields == ("at", "id", "owner.name")
    assert SEVERAL.sort_fields == ("at", "owner.name", "id")
    assert SEVERAL.fields == ("at", "id", "owner.name")
    assert ALONE.fields == ("at", "id")


def test_a_query_is_never_asked_for_a_shard() -> None:
    assert SEVERAL.partition_asked == ("at", "owner.name")
    assert SEVERAL.asked == ("at", "owner.name", "id")
    assert ALONE.asked == ("at",)


def test_what_is_a_field_itself_is_not_made_of_fields() -> None:
    assert [one.name for one in SEVERAL.made] == ["G1", "G2", "S1"]
    assert SEVERAL.made_of == {"at", "id", "owner"}


def test_a_field_is_derived_whose_value_stands_nowhere() -> None:
    assert (SEVERAL.derived_fields, ALONE.derived_fields) == ((), ("at", "id"))


@pytest.mark.parametrize(
    ("pair", "name", "template"),
    [
        (SEVERAL, "at", AT),
        (SEVERAL, "id", ID),
        (SEVERAL, "owner.name", OWNER),
        (ALONE, "at", DAY),
    ],
)
def test_a_field_is_read_where_its_value_stands(
    pair: KeyPair, name: str, template: Template
) -> None:
    assert pair.template_of(name) == template


def test_a_placeholder_of_the_partition_key_is_found() -> None:
    assert SEVERAL.placeholder("owner.name") == P("owner.name")
    assert SEVERAL.placeholder("id") == P("id", "shard:8:text")
