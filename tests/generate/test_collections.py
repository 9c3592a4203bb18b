"""Collections in indexes that hold only a part of their items."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.table.stores import Home, settle

DESIGN = """
table:
  name: shop
  typeAttribute: kind
  indexes:
    GSI1: {partitionKey: G1, sortKey: S1, projection: %s}
models:
  Order:
    type: ORDER
    fields:
      id: {type: StringField, required: true}
      user: {type: StringField, required: true}
      total: {type: IntegerField}
    key: {PK: "O#{id}", SK: META}
    indexes:
      ordersOfUser: {index: GSI1, G1: "U#{user}", S1: "O#{id}"}
  Note:
    type: NOTE
    fields:
      id: {type: StringField, required: true}
      user: {type: StringField, required: true}
      text: {type: StringField, required: true}
      page: {type: BinaryField, heavy: true}
    key: {PK: "N#{id}", SK: META}
    indexes:
      notesOfUser: {index: GSI1, G1: "U#{user}", S1: "N#{id}"}
collections:
  userFile: {models: [Order, Note], index: GSI1, G1: "U#{user}"}
"""
REQUESTS = {
    "keysOnly": 2,
    "{include: [total]}": 2,
    "{include: [kind, id, user, total, text]}": 1,
    "all": 1,
}


@pytest.mark.parametrize(("projection", "requests"), REQUESTS.items(), ids=REQUESTS.keys())
def test_a_collection_is_whole_whatever_its_index_holds(
    home: Home, generate: Callable[[str], Any], projection: str, requests: int
) -> None:
    db = home.empty(generate(DESIGN % projection).Shop)
    order = db.order.create(id="1", user="u", total=5)
    db.note.create(id="2", user="u", text="x", page=b"long")
    db.note.create(id="3", user="v", text="y")
    settle(db)

    with db.consumed() as capacity:
        found = db.user_file(user="u")

    (note,) = found.by_model["Note"]
    assert found.items == [note, order]
    assert (note.text, hasattr(note, "page")) == ("x", False)
    assert capacity.requests == requests


def test_the_pages_of_such_a_collection_lead_forth_and_back(
    home: Home, generate: Callable[[str], Any]
) -> None:
    db = home.empty(generate(DESIGN % "keysOnly").Shop)
    orders = [db.order.create(id=str(number), user="u", total=number) for number in range(5)]
    db.order.create(id="9", user="u", total=9).delete()
    settle(db)

    first = db.user_file(user="u", limit=3)
    second = db.user_file(user="u", limit=3, cursor=first.cursor)
    again = db.user_file(user="u", limit=3, cursor=second.previous)

    assert (first.items, second.items, again.items) == (orders[:3], orders[3:], orders[:3])
    assert (second.cursor, again.previous) == (None, None)
