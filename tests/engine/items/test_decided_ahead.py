"""What was decided before a transaction holds only as long as the same item stands there."""

from __future__ import annotations

from typing import Any

import pytest

from tavola.engine.items.item_keys import check_key
from tavola.engine.items.writes import DeleteWrite, ItemWrite, UpdateWrite, store
from tavola.errors import ConditionFailed
from tavola.expressions import Scope
from tests.engine.client import Client, n, s

KEY = {"id": s("a")}


def update(client: Client, expression: str, condition: str | None = None) -> UpdateWrite:
    table = client.engine.storage.catalog().tables["flat"]
    scope = Scope(None, {":one": n(1)})
    pk, sk = check_key(table, KEY)
    return UpdateWrite(
        table=table,
        key=KEY,
        pk=pk,
        sk=sk,
        update=scope.update(expression),
        condition=None if condition is None else scope.condition(condition, kind="Condition"),
        shows_old=True,
    )


def decide_ahead(client: Client, write: ItemWrite) -> None:
    entry = client.engine.storage.get(write.table, write.pk, write.sk)
    assert entry is not None
    write.decide_ahead(entry, client.engine.storage.transaction().change_count())


def finish(client: Client, write: ItemWrite) -> None:
    with client.engine.storage.transaction() as tx:
        write.load(tx)
        write.decide()
        store(client.engine, tx, write)


def test_a_decision_holds_while_the_item_is_what_it_was(client: Client) -> None:
    client.put("flat", {**KEY, "v": n(1)})
    write = update(client, "SET v = v + :one", "v = :one")
    decide_ahead(client, write)
    decided = write.new

    finish(client, write)

    # Not decided again.
    assert write.new is decided
    assert client.items("flat") == [{**KEY, "v": n(2)}]


def test_a_decision_holds_while_others_write_other_items(client: Client) -> None:
    client.put("flat", {**KEY, "v": n(1)})
    write = update(client, "SET v = v + :one")
    decide_ahead(client, write)
    decided = write.new
    client.put("flat", {"id": s("b")})

    finish(client, write)

    assert write.new is decided
    assert client.items("flat") == [{"id": s("b")}, {**KEY, "v": n(2)}]


@pytest.mark.parametrize(
    ("meanwhile", "stored"),
    [
        ({**KEY, "v": n(5)}, {**KEY, "v": n(6)}),
        ({**KEY, "v": n(5), "w": s("w")}, {**KEY, "v": n(6), "w": s("w")}),
    ],
)
def test_another_item_is_decided_anew(
    client: Client, meanwhile: dict[str, Any], stored: dict[str, Any]
) -> None:
    client.put("flat", {**KEY, "v": n(1)})
    write = update(client, "SET v = v + :one")
    decide_ahead(client, write)
    client.put("flat", meanwhile)

    finish(client, write)

    assert client.items("flat") == [stored]
    assert write.old == meanwhile


def test_an_item_that_is_gone_leaves_nothing_of_the_decision(client: Client) -> None:
    client.put("flat", {**KEY, "v": n(1)})
    write = update(client, "REMOVE v")
    decide_ahead(client, write)
    client("DeleteItem", TableName="flat", Key=KEY)

    finish(client, write)

    assert client.items("flat") == []
    assert (write.old, write.old_data, write.old_size) == (None, b"", 0)
    assert (write.new, write.new_size, write.row) == (None, 0, ())


def test_a_refusal_is_kept_until_it_is_due(client: Client) -> None:
    client.put("flat", {**KEY, "v": n(2)})
    write = update(client, "SET v = :one", "v = :one")
    decide_ahead(client, write)

    with pytest.raises(ConditionFailed) as refused:
        finish(client, write)

    assert refused.value.item == {**KEY, "v": n(2)}
    assert client.items("flat") == [{**KEY, "v": n(2)}]


def test_a_refusal_of_another_item_is_forgotten(client: Client) -> None:
    client.put("flat", {**KEY, "v": n(2)})
    write = update(client, "SET v = v + :one", "v = :one")
    decide_ahead(client, write)
    client.put("flat", {**KEY, "v": n(1)})

    finish(client, write)

    assert client.items("flat") == [{**KEY, "v": n(2)}]


def test_a_deletion_is_decided_on_what_is_there(client: Client) -> None:
    client.put("flat", {**KEY, "v": n(1)})
    made = update(client, "REMOVE v")
    write = DeleteWrite(table=made.table, key=KEY, pk=made.pk, sk=made.sk)
    decide_ahead(client, write)
    client.put("flat", {**KEY, "v": n(7)})

    finish(client, write)

    assert (write.old, client.items("flat")) == ({**KEY, "v": n(7)}, [])
