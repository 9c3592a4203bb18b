"""Typed maps and lists of them: classes of their own, and paths in filters and changes."""

from __future__ import annotations

import copy
import pickle
from datetime import UTC, datetime
from decimal import Decimal
from typing import Any

import msgspec
import pytest

from tavola import ConditionFailed, DecodeError, OperationError, OutOfBounds
from tests.table.generated.depot import (
    Depot,
    Score,
    ScoreAddress,
    ScoreAddressGeo,
    ScoreLine,
    ScoreRoom,
)

F = Score.fields
SEEN = datetime(2026, 5, 4, 3, 2, 1, 123000, tzinfo=UTC)


def _address(**values: Any) -> ScoreAddress:
    given: dict[str, Any] = {"city": "Rome", "zip_code": "00100", "visits": 1, **values}
    return ScoreAddress(**given)


@pytest.fixture
def score(depot: Depot, some: str) -> Score:
    return depot.score.create(
        user_id=some,
        game="go",
        address=_address(seen_at=SEEN, tags={"a"}, geo=ScoreAddressGeo(lat=41.9, lon=12.5)),
        lines=[ScoreLine(sku="a", price=Decimal("1.50")), ScoreLine(sku="b", quantity=2)],
        marks=[1, 6],
        rooms={"hall": ScoreRoom(seats=3)},
    )


def _stored(depot: Depot, score: Score) -> dict[str, Any]:
    body = {"TableName": depot.table_name, "Key": depot.score.plan.get(score.user_id, "go").key}
    item: dict[str, Any] = msgspec.json.decode(
        depot.store.execute("GetItem", {**body, "ConsistentRead": True})
    )["Item"]
    return item


def _store(depot: Depot, item: dict[str, Any]) -> None:
    depot.store.execute("PutItem", {"TableName": depot.table_name, "Item": item})


def test_a_map_is_stored_member_by_member(depot: Depot, score: Score) -> None:
    item = _stored(depot, score)

    assert item["address"] == {
        "M": {
            "city": {"S": "Rome"},
            "zip": {"S": "00100"},
            "visits": {"N": "1"},
            "seenAt": {"S": "2026-05-04T03:02:01.123Z"},
            "kind": {"S": "home"},
            "tags": {"SS": ["a"]},
            "geo": {"M": {"lat": {"N": "41.9"}, "lon": {"N": "12.5"}}},
        }
    }
    assert item["lines"]["L"][1] == {"M": {"sku": {"S": "b"}, "quantity": {"N": "2"}}}
    assert item["rooms"] == {"M": {"hall": {"M": {"seats": {"N": "3"}}}}}


def test_it_is_read_as_it_was_written(depot: Depot, score: Score) -> None:
    read = depot.score.get(score.user_id, "go")

    assert read == score
    assert read is not None
    assert read.address is not None
    assert type(read.address) is ScoreAddress
    assert type(read.address.geo) is ScoreAddressGeo
    assert read.lines == [
        ScoreLine(sku="a", price=Decimal("1.5")),
        ScoreLine(sku="b", quantity=2),
    ]


def test_a_change_in_place_is_saved(depot: Depot, score: Score) -> None:
    assert score.address is not None
    assert score.lines is not None
    score.address.city = "Milan"
    score.lines[0].quantity = 5
    score.save()

    read = depot.score.get(score.user_id, "go")
    assert read is not None
    assert read.address is not None
    assert read.lines is not None
    assert (read.address.city, read.lines[0].quantity) == ("Milan", 5)


def test_nothing_changed_means_nothing_sent(depot: Depot, score: Score) -> None:
    read = depot.score.get(score.user_id, "go")
    assert read is not None

    with depot.consumed() as consumed:
        read.save()

    assert consumed.requests == 0


def test_members_that_the_design_does_not_know_are_kept(depot: Depot, score: Score) -> None:
    item = _stored(depot, score)
    item["address"]["M"]["since"] = {"NS": ["1", "2"]}
    item["lines"]["L"][0]["M"]["note"] = {"M": {"x": {"NULL": True}}}
    _store(depot, item)
    read = depot.score.get(score.user_id, "go")
    assert read is not None
    assert read.address is not None
    assert read.lines is not None

    read.address.city = "Milan"
    read.lines[0].quantity = 4
    read.save()

    after = _stored(depot, score)
    assert sorted(after["address"]["M"]["since"]["NS"]) == ["1", "2"]
    assert after["address"]["M"]["city"] == {"S": "Milan"}
    assert after["lines"]["L"][0]["M"]["note"] == {"M": {"x": {"NULL": True}}}


def test_a_member_is_changed_by_its_path(depot: Depot, score: Score) -> None:
    with depot.consumed() as consumed:
        changed = depot.score.update(
            score.user_id,
            "go",
            F.address.city.set("Milan"),
            F.address.visits.add(2),
            F.address.tags.add("b"),
            F.address.geo.lat.set(45.5),
            F.address.zip_code.remove(),
            F.lines[1].quantity.set(7),
        )

    assert consumed.requests == 1
    assert changed.address == _address(
        city="Milan",
        zip_code=None,
        visits=3,
        seen_at=SEEN,
        tags={"a", "b"},
        geo=ScoreAddressGeo(lat=45.5, lon=12.5),
    )
    assert changed.lines is not None
    assert changed.lines[1].quantity == 7


def test_changes_inside_of_each_other_are_refused(depot: Depot, score: Score) -> None:
    with pytest.raises(OperationError, match=r"lines and lines\.0\.sku are both changed"):
        depot.score.update(
            score.user_id, "go", F.lines.append(ScoreLine(sku="c")), F.lines[0].sku.set("d")
        )


def test_a_list_grows_by_typed_elements(depot: Depot, score: Score) -> None:
    changed = depot.score.update(score.user_id, "go", F.lines.append(ScoreLine(sku="c")))

    assert changed.lines is not None
    assert [line.sku for line in changed.lines] == ["a", "b", "c"]
    with pytest.raises(OutOfBounds):
        depot.score.update(score.user_id, "go", F.lines.append(ScoreLine(sku="d")))


@pytest.mark.parametrize(
    ("asked", "is_found"),
    [
        (F.address.city == "Rome", True),
        (F.address.city != "Rome", False),
        (F.address.city.begins_with("Ro"), True),
        (F.address.visits < 1, False),
        (F.address.seen_at <= SEEN, True),
        (F.address.kind == "work", False),
        (F.address.tags.contains("a"), True),
        (F.address.geo.lat.between(41, 42), True),
        (F.address.geo.exists() & F.billing.is_missing(), True),
        (F.lines[1].sku == "b", True),
        (F.lines.size() == 2, True),
        (F.lines.contains(ScoreLine(sku="b", quantity=2)), True),
        (F.address == _address(), False),
        (F.address["zip"] == "00100", True),
        ({"address.city": "Rome"}, True),
        ({"address.geo.lat": {"$gt": 41.95}}, False),
        ({"address.zipCode": {"$beginsWith": "00"}}, True),
        ({"address.city": {"$ne": {"$field": "game"}}}, True),
    ],
)
def test_a_filter_looks_into_maps(depot: Depot, score: Score, asked: Any, is_found: bool) -> None:
    found = depot.score.scores_of_user(user_id=score.user_id, filter=asked)

    assert bool(found) is is_found


def test_an_access_pattern_looks_into_maps(depot: Depot, score: Score) -> None:
    assert list(depot.score.roman_scores(user_id=score.user_id)) == [score]
    depot.score.update(score.user_id, "go", F.address.city.set("Milan"))
    assert list(depot.score.roman_scores(user_id=score.user_id)) == []


def test_a_condition_looks_into_maps(depot: Depot, score: Score) -> None:
    plan = depot.score.plan.update(
        score.user_id, "go", F.address.visits.add(1), condition=F.address.visits < 2
    )

    depot.run(plan)
    with pytest.raises(ConditionFailed):
        depot.run(plan)


def test_an_addition_inside_keeps_to_the_bounds(depot: Depot, score: Score) -> None:
    depot.score.update(score.user_id, "go", F.address.visits.add(4))

    with pytest.raises(OutOfBounds, match=r"address\.visits would leave its bounds"):
        depot.score.update(score.user_id, "go", F.address.visits.add(1))


def test_nothing_is_changed_inside_what_is_not_there(depot: Depot, score: Score) -> None:
    with pytest.raises(ConditionFailed, match=r"billing has no value, so that nothing in it"):
        depot.score.update(score.user_id, "go", F.billing.city.set("Milan"))
    with pytest.raises(ConditionFailed, match=r"billing has no value"):
        depot.score.update(score.user_id, "go", F.billing.zip_code.remove())
    with pytest.raises(ConditionFailed, match=r"lines\.7 has no value"):
        depot.score.update(score.user_id, "go", F.lines[7].sku.set("x"))


def test_a_place_is_counted_from_the_beginning() -> None:
    with pytest.raises(OperationError, match=r"Score\.lines has no place -1\. Count from 0"):
        F.lines[-1].sku.set("x")
    with pytest.raises(OperationError, match=r"Score\.marks has no place -2"):
        F.marks[-2].set(1)


def test_a_member_that_was_deleted_is_refused(depot: Depot, score: Score) -> None:
    assert score.address is not None
    del score.address.city

    with pytest.raises(OperationError, match=r"Score\.address has no value for a member"):
        score.save()


def test_a_member_is_copied(depot: Depot, score: Score) -> None:
    changed = depot.score.update(score.user_id, "go", F.billing.set(F.address))
    again = depot.score.update(score.user_id, "go", F.billing.city.set(F.game))

    assert changed.billing == score.address
    assert again.billing is not None
    assert again.billing.city == "go"


@pytest.mark.parametrize(
    ("make", "problem"),
    [
        (lambda: ScoreAddress(), "ScoreAddress.city is missing. It is required."),  # type: ignore[call-arg]
        (lambda: _address(city=5), "ScoreAddress.city is 5. Use a str."),
        (lambda: _address(visits=6), "ScoreAddress.visits is 6. At most 5 is allowed."),
        (
            lambda: _address(zip_code="x"),
            "ScoreAddress.zip_code is 'x'. It has to match '[0-9]+'.",
        ),
        (lambda: _address(town="x"), "ScoreAddress has no field 'town'."),
        (lambda: F.address.visits.set(9), "Score.address.visits is 9. At most 5 is allowed."),
        (lambda: F.address.city.set(None), "Score.address.city is missing. It is required."),
        (lambda: F.lines[0].sku.set(5), "Score.lines[0].sku is 5. Use a str."),  # type: ignore[arg-type]
        (
            lambda: Score(user_id="u", game="g", marks=[7]),
            "Score.marks holds a member that is 7. At most 6 is allowed.",
        ),
        (
            lambda: Score(user_id="u", game="g", lines=[None]),  # type: ignore[list-item]
            "Score.lines holds None, which no member is.",
        ),
        (
            lambda: Score(user_id="u", game="g", address=5),  # type: ignore[arg-type]
            "Score.address is 5. Use ScoreAddress(…).",
        ),
    ],
)
def test_what_does_not_fit_is_refused(make: Any, problem: str) -> None:
    with pytest.raises(OperationError) as refused:
        make()

    assert str(refused.value) == problem


def test_what_was_assigned_since_is_checked_at_save(depot: Depot, score: Score) -> None:
    assert score.address is not None
    score.address.visits = 9

    with pytest.raises(OperationError, match=r"Score\.address .*ScoreAddress\.visits is 9"):
        score.save()


def test_a_mapping_makes_one_too() -> None:
    given: Any = {"city": "Rome", "zipCode": "1", "geo": {"lat": 1, "lon": 2}}

    made = Score(user_id="u", game="g", address=given)

    assert made.address == ScoreAddress(
        city="Rome", zip_code="1", geo=ScoreAddressGeo(lat=1.0, lon=2.0)
    )


@pytest.mark.parametrize(
    ("inside", "problem"),
    [
        ({"visits": {"N": "1"}}, r"ScoreAddress\.city is missing, and is required"),
        ({"city": {"N": "1"}}, r"ScoreAddress\.city holds .*does not fit StringField"),
        (
            {"city": {"S": "x"}, "kind": {"S": "castle"}},
            r"ScoreAddress\.kind holds .*castle.*does not fit EnumField",
        ),
        (
            {"city": {"S": "x"}, "geo": {"M": {"lat": {"N": "1"}}}},
            r"ScoreAddressGeo\.lon is missing",
        ),
    ],
)
def test_a_stored_map_that_does_not_fit_says_which_member(
    depot: Depot, score: Score, inside: dict[str, Any], problem: str
) -> None:
    _store(depot, {**_stored(depot, score), "address": {"M": inside}})

    with pytest.raises(DecodeError, match=problem):
        depot.score.get(score.user_id, "go")


def test_writers_of_different_fields_do_not_meet(depot: Depot, score: Score) -> None:
    other = depot.score.get(score.user_id, "go")
    assert other is not None
    assert other.lines is not None
    assert score.address is not None
    other.lines[0].quantity = 9
    other.save()
    score.address.city = "Milan"
    score.save()

    read = depot.score.get(score.user_id, "go")
    assert read is not None
    assert read.lines is not None
    assert read.address is not None
    assert (read.lines[0].quantity, read.address.city) == (9, "Milan")


def test_copies_and_pickles_are_equal(score: Score) -> None:
    address = score.address
    assert copy.deepcopy(address) == address
    assert pickle.loads(pickle.dumps(address)) == address
    assert repr(ScoreRoom(seats=1)) == "ScoreRoom(seats=1)"
    assert (ScoreRoom(seats=1) == "x") is False


def test_an_unknown_member_is_told(depot: Depot) -> None:
    fields: Any = F
    with pytest.raises(AttributeError, match="Did you mean 'city'"):
        _ = fields.address.citty
    with pytest.raises(OperationError, match=r"no member 'address\.citty'"):
        depot.score.scores_of_user(user_id="u", filter={"address.citty": "x"})
