"""Operations that run at once end as if one had run after the other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.table.hall import Act, Hall, Scene, Stage, Values, open_stage
from tests.table.interleaving import Outcome, interruptions, play, serial_runs

NAMES: tuple[str, ...] = ("a", "b", "c")
VALUES = st.fixed_dictionaries(
    {},
    optional={
        "email": st.sampled_from(["x", "y", None]),
        "nick": st.sampled_from(["x", None]),
        "team": st.sampled_from(["t", "t", "u", None]),
        "visits": st.integers(1, 2),
        "tags": st.sets(st.sampled_from("pqr"), max_size=2),
        "ttl": st.sampled_from([None, 5, 50]),
    },
)
VERBS = (
    "create",
    "put",
    "update",
    "upsert",
    "delete",
    "load",
    "save",
    "remove",
    "reindex_one",
    "reindex",
    "find",
    "both",
    "wait",
)


def act(verb: str, names: Sequence[str], values: Values, second: str, more: Values) -> Act:
    """Make an act with the first two of the names."""
    return Act(verb, names[0], names[1], values, second, more)


ACTS = st.builds(
    act,
    st.sampled_from(VERBS),
    st.permutations(NAMES),
    VALUES,
    st.sampled_from(["create", "put", "update", "upsert", "delete", "check", "save"]),
    VALUES,
)
CLIENTS = st.lists(st.lists(ACTS, min_size=1, max_size=2).map(tuple), min_size=2, max_size=3)
ORDERS = st.lists(st.integers(0, 2), max_size=24)


def without_doubles(items: Mapping[Any, Values]) -> dict[str, Values]:
    """Take unique values away that another item has already."""
    seen: set[tuple[str, str]] = set()
    made: dict[str, Values] = {}
    for name, values in items.items():
        own = {(key, value) for key in ("email", "nick") if (value := values.get(key)) is not None}
        taken = {key for key, _ in own & seen}
        made[name] = {key: value for key, value in values.items() if key not in taken}
        seen |= own
    return made


SCENES = st.builds(
    Scene,
    model=st.sampled_from(["Guest", "Patron", "Member", "Fellow"]),
    items=st.dictionaries(st.sampled_from(NAMES), VALUES, max_size=3).map(without_doubles),
    clients=CLIENTS.map(tuple),
    locks=st.lists(st.tuples(st.sampled_from("xy"), st.sampled_from("abg")), max_size=2).map(tuple),
    unending=st.lists(st.sampled_from("xy"), max_size=1).map(tuple),
)


@pytest.fixture(scope="module")
def stage() -> Iterator[Stage]:
    with open_stage() as stage:
        yield stage


@given(SCENES, ORDERS)
@settings(max_examples=100)
def test_every_interleaving_ends_like_some_order_of_whole_operations(
    stage: Stage, scene: Scene, order: list[int]
) -> None:
    run = play(stage, scene, order)

    assert_consistent(run.hall)
    assert run.outcome() in serial_outcomes(stage, scene)


CROWD = (
    Act("create", "b", values={"email": "x"}),
    Act("put", "a"),
    Act("put", "b", values={"email": "x", "ttl": 50}),
    Act("update", "a", values={"email": "x", "tags": {"r"}}),
    Act("update", "a", values={"email": None, "team": "t", "tags": {"p", "q"}}),
    Act("update", "a", values={"ttl": 50, "visits": 1}),
    Act("upsert", "b", values={"email": "x"}),
    Act("delete", "a"),
    Act("save", "a", values={"email": "y", "team": "u"}),
    Act("remove", "a"),
    Act("reindex_one", "a"),
    Act("reindex"),
    Act("find", values={"email": "x"}),
    Act("both", "a", "b", {"email": None}, "create", {"email": "x"}),
    Act("both", "a", "b", {"email": "y"}, "update", {"email": "x"}),
    Act("both", "a", "b", {"email": "y"}, "upsert", {"email": "x"}),
    Act("both", "b", "c", {"nick": "x"}, "upsert", {"email": "x"}),
)
BEGINNINGS: tuple[dict[str, Any], ...] = (
    {"items": {"a": {"email": "x", "tags": {"p"}}, "b": {"email": "y"}}},
    {"items": {"a": {"team": "t"}}, "locks": (("x", "a"), ("y", "g"))},
    {"items": {"a": {"email": "x", "ttl": 5}, "b": {}}, "unending": ("x",)},
)


IN_TEAM = {"team": "t"}
TEAM_CROWD = (
    Act("create", "b", values={"email": "x", **IN_TEAM}),
    Act("put", "a", values={"email": "x", "team": "u"}),
    Act("put", "b", values={"email": "x", "ttl": 50, **IN_TEAM}),
    Act("update", "a", values={"team": "u"}),
    Act("update", "a", values={"team": None}),
    Act("update", "b", values={"email": "x"}),
    Act("update", "b", values=IN_TEAM),
    Act("upsert", "b", values={"email": "x", **IN_TEAM}),
    Act("delete", "a"),
    Act("save", "a", values={"team": "u"}),
    Act("remove", "a"),
    Act("reindex"),
    Act("find", values={"email": "x"}),
    Act("both", "a", "b", {"team": "u"}, "create", {"email": "x", **IN_TEAM}),
    Act("both", "a", "b", {"team": "u"}, "update", IN_TEAM),
)
TEAM_BEGINNINGS: tuple[dict[str, Any], ...] = (
    {"items": {"a": {"email": "x", **IN_TEAM}, "b": {"email": "x", "team": "u"}}},
    {"items": {"a": IN_TEAM}, "locks": (("x", "a"), ("y", "g"))},
    {"items": {"a": {"email": "x", "ttl": 5, **IN_TEAM}, "b": {}}, "unending": ("x",)},
)


@pytest.mark.parametrize("number", range(len(TEAM_CROWD)), ids=[one.verb for one in TEAM_CROWD])
def test_a_lock_of_two_values_holds_when_any_operation_is_interrupted_by_any_other(
    stage: Stage, number: int
) -> None:
    scenes = [
        Scene("Member", clients=((TEAM_CROWD[number],), acts), **beginning)
        for beginning in TEAM_BEGINNINGS
        for other in TEAM_CROWD
        for acts in [(Act("wait"), other) if "unending" in beginning else (other,)]
    ]

    assert [scene for scene in scenes if not is_always_right(stage, scene)] == []


FREE = {"team": "u"}
NICK_CROWD = (
    Act("create", "b", values={"nick": "x"}),
    Act("put", "a", values={"nick": "x", **FREE}),
    Act("put", "b", values={"nick": "x"}),
    Act("update", "a", values=FREE),
    Act("update", "a", values=IN_TEAM),
    Act("update", "b", values={"nick": "x"}),
    Act("upsert", "b", values={"nick": "x"}),
    Act("delete", "a"),
    Act("save", "a", values=FREE),
    Act("save", "a", values={"nick": "x", **IN_TEAM}),
    Act("reindex"),
    Act("both", "a", "b", FREE, "create", {"nick": "x"}),
    Act("both", "a", "b", FREE, "update", {"nick": "x"}),
)
NICK_BEGINNINGS: tuple[dict[str, Values], ...] = (
    {"a": {"nick": "x", **IN_TEAM}, "b": {}},
    {"a": {"nick": "x", **FREE}, "b": {"nick": "x", **IN_TEAM}},
    {"a": {"nick": "x", **FREE}},
)


@pytest.mark.parametrize("number", range(len(NICK_CROWD)), ids=[one.verb for one in NICK_CROWD])
def test_a_lock_under_a_condition_holds_when_any_operation_is_interrupted_by_any_other(
    stage: Stage, number: int
) -> None:
    scenes = [
        Scene("Member", items, ((NICK_CROWD[number],), (other,)))
        for items in NICK_BEGINNINGS
        for other in NICK_CROWD
    ]

    assert [scene for scene in scenes if not is_always_right(stage, scene)] == []


SHARED_CROWD = (
    *(
        replace(one, model=model)
        for model in ("Lodger", "Boarder")
        for one in (
            Act("create", "a", values={"email": "x"}),
            Act("create", "b", values={"email": "x"}),
            Act("put", "a", values={"email": "x"}),
            Act("put", "b", values={"email": "x", "team": "t"}),
            Act("update", "a", values={"email": "x", "team": "t"}),
            Act("upsert", "a", values={"email": "y"}),
            Act("delete", "a"),
            Act("load", "a"),
            Act("find", values={"email": "x"}),
            Act("reindex"),
            Act("both", "a", "b", {"email": "y"}, "create", {"email": "x"}),
            Act("both", "b", "a", {"email": "y"}, "delete"),
            Act("both", "b", "a", {"team": "u"}, "check"),
        )
    ),
    Act("save", "a", values={"email": "y", "team": "u"}, model="Lodger"),
    Act("remove", "a", model="Lodger"),
)
SHARED_BEGINNINGS: tuple[dict[str, Any], ...] = (
    {"items": {"a": {"email": "x", "team": "t"}, "b": {}}},
    {"items": {"a": {"email": "x", "team": "t"}}, "others": {"a": "Boarder"}},
    {"items": {"a": {"email": "x", "team": "t", "ttl": 5}, "b": {}}, "others": {"b": "Boarder"}},
    {"items": {"a": {"team": "t"}}, "others": {"a": "Boarder"}, "locks": (("x", "a"), ("y", "b"))},
)


@pytest.mark.parametrize("number", range(len(SHARED_CROWD)))
def test_models_that_share_their_keys_never_touch_each_others_items(
    stage: Stage, number: int
) -> None:
    scenes = [
        Scene("Lodger", clients=((SHARED_CROWD[number],), acts), **beginning)
        for beginning in SHARED_BEGINNINGS
        for other in SHARED_CROWD
        for acts in [(Act("wait"), other) if "ttl" in beginning["items"]["a"] else (other,)]
    ]

    assert [scene for scene in scenes if not is_always_right(stage, scene)] == []


@pytest.mark.parametrize("number", range(len(CROWD)), ids=[act.verb for act in CROWD])
def test_an_operation_may_be_interrupted_by_any_other_before_any_of_its_requests(
    stage: Stage, number: int
) -> None:
    scenes = [
        Scene("Guest", clients=((CROWD[number],), acts), **beginning)
        for beginning in BEGINNINGS
        for other in CROWD
        for acts in [(Act("wait"), other) if "unending" in beginning else (other,)]
    ]

    assert [scene for scene in scenes if not is_always_right(stage, scene)] == []


def is_always_right(stage: Stage, scene: Scene) -> bool:
    outcomes: set[Outcome] = set()
    for run in interruptions(stage, scene):
        assert_consistent(run.hall)
        outcomes.add(run.outcome())
    right = serial_outcomes(stage, scene)
    while outcomes and (outcome := next(right, None)) is not None:
        outcomes.discard(outcome)
    return not outcomes


def serial_outcomes(stage: Stage, scene: Scene) -> Iterator[Outcome]:
    return (run.outcome() for run in serial_runs(stage, scene))


def assert_consistent(hall: Hall) -> None:
    """Every item has the keys of its values; every unique value of a living one has its lock."""
    guests = hall.guests()
    decoded = [(hall.of(item), hall.of(item).decoded(item)) for item in guests]
    owned = [
        lock
        for one, values in decoded
        for name in ("email", "nick")
        if one.is_alive(values)
        for lock in [one.find_lock(name, values)]
        if lock is not None
    ]
    found = {lock["_pk"]["S"]: lock["relatedId"] for lock in hall.locks()}

    assert [one.codec.item(values, None) for one, values in decoded] == guests
    assert [found.get(lock["_pk"]["S"]) for lock in owned] == [lock["relatedId"] for lock in owned]


def scene(
    items: dict[str, Values], *clients: Act | tuple[Act, ...], model: str = "Guest", **more: Any
) -> Scene:
    acts = tuple(one if isinstance(one, tuple) else (one,) for one in clients)
    return Scene(model, items, acts, **more)


RACES: dict[str, tuple[Scene, list[int]]] = {
    "a lookup follows a value that goes to another item after the lock was read": (
        scene(
            {"a": {"email": "x"}, "b": {"email": "y"}},
            Act("find", values={"email": "x"}),
            Act("both", "a", "b", {"email": "y"}, "update", {"email": "x"}),
        ),
        [0, 0, *[1] * 6],
    ),
    "an upsert does not create what another client saw and deleted after its update": (
        scene(
            {"a": {}},
            Act("upsert", "a", values={"email": "x"}),
            (Act("load", "a"), Act("delete", "a")),
        ),
        [0, 0, 0, *[1] * 9],
    ),
    "an update that was done is not a failure because the item is deleted right after": (
        scene(
            {"a": {"tags": {"p"}}},
            Act("update", "a", values={"email": "x", "tags": {"q"}}),
            (Act("load", "a"), Act("delete", "a")),
        ),
        [0, 0, 0, *[1] * 9],
    ),
    "a lock that was somebody else's is released when it has come back": (
        scene(
            {"a": {"email": "x", "ttl": 5}, "b": {}},
            (
                Act("wait"),
                Act("update", "b", values={"email": "x"}),
                Act("update", "b", values={"email": None}),
                Act("create", "a", values={"email": "x"}),
            ),
            Act("put", "a"),
        ),
        [*[0] * 5, *[1] * 4, *[0] * 30],
    ),
    "a lock is not taken from an item of the same transaction that keeps the value": (
        scene(
            {"a": {}},
            Act("both", "a", "b", {"team": "t"}, "create", {"email": "x"}),
            Act("update", "a", values={"email": "x"}),
            locks=(("x", "a"),),
        ),
        [*[0] * 5, *[1] * 6],
    ),
    "a value that an item of the same transaction gets just then is given away by it": (
        scene(
            {"a": {}},
            Act("both", "a", "b", {"email": "x"}, "create", {"email": "y"}),
            Act("put", "a", values={"email": "y"}),
            locks=(("y", "a"),),
        ),
        [*[0] * 4, *[1] * 6],
    ),
    "a deletion tells that it deleted what took the place of an expired item": (
        scene(
            {"a": {"email": "x", "ttl": 5}},
            (Act("wait"), Act("create", "a", values={"email": "x"})),
            Act("delete", "a"),
        ),
        [0, 1, 1, *[0] * 4],
    ),
    "a deletion that found its version alive tells so, though it expires just then": (
        scene({"a": {"email": "x", "ttl": 5}}, Act("remove", "a"), Act("wait"), model="Patron"),
        [0, 0, 1],
    ),
    "an instance is not saved over what was written right after it was saved": (
        scene(
            {"a": {}},
            Act("put", "a"),
            (Act("save", "a", values={"email": "x"}), Act("save", "a")),
            model="Patron",
        ),
        [1, 1, *[0] * 5],
    ),
}


@pytest.mark.parametrize("race", RACES.values(), ids=RACES)
def test_a_race_ends_like_some_order_of_whole_operations(
    stage: Stage, race: tuple[Scene, list[int]]
) -> None:
    scene, order = race

    run = play(stage, scene, order)

    assert_consistent(run.hall)
    assert run.outcome() in serial_outcomes(stage, scene)
