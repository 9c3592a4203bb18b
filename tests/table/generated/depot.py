"""Depot: typed access to the table `depot`.

Generated from its design; change that, and generate again:

    tavola generate depot.yaml -o depot.py
"""

# fmt: off
# isort: skip_file
# ruff: noqa: PGH004
# ruff: noqa

from __future__ import annotations

import tavola.runtime

tavola.runtime.require(1)

from collections.abc import Iterable
from datetime import datetime
from decimal import Decimal
from typing import TYPE_CHECKING, ClassVar, Literal, TypedDict, Unpack

from tavola import Record, Table, TypedMap
from tavola.runtime import (Design, FieldRef, FieldSchema, Fields, Handle, IndexSchema, KeyPair, ListRef, MapRef, Methods, ModelSchema, NumberRef,
    PatternSchema, PhysicalIndex, Placeholder, Plans, SetRef, TableSettings, Template, TextRef, TypedListRef, TypedMapRef, UniqueSchema, auto,
    create_method, handle, member, method, upsert_method)

if TYPE_CHECKING:
    from tavola import Change, SortCondition
    from tavola.runtime import BatchWrite, Delete, Filter, FindByUnique, Get, GetMany, IndexOptions, OnBadItem, Query, QueryOptions, Update

__all__ = ["Crate", "Depot", "Event", "Score", "ScoreAddress", "ScoreAddressGeo", "ScoreLine", "ScoreRoom", "Slot"]

_INDEX_1 = PhysicalIndex("GSI1", "GSI1PK", "GSI1SK")

_DESIGN = Design(
    name="Depot", layout="templates", table=TableSettings(name="depot", type_attribute="type", indexes=(_INDEX_1,)),
    models={
        "Crate": ModelSchema(
            name="Crate", handle="crate",
            fields={
                "crateId": FieldSchema("crateId", "crate_id", "StringField", required=True),
                "hall": FieldSchema("hall", "hall", "StringField", default="north"),
                "sealed": FieldSchema("sealed", "sealed", "BooleanField", required=True, storage="number"),
                "checked": FieldSchema("checked", "checked", "BooleanField", storage="number"),
                "packedAt": FieldSchema("packedAt", "packed_at", "DateTimeField", required=True, storage="%Y-%m-%dT%H:%M:%S.%f%z"),
                "dueOn": FieldSchema("dueOn", "due_on", "DateTimeField", storage="%Y%m%d"),
                "seenAt": FieldSchema("seenAt", "seen_at", "DateTimeField", storage="%Y-%m-%d %H:%M:%S%:z"),
                "changedAt": FieldSchema("changedAt", "changed_at", "ModifiedDateField", storage="%Y-%m-%dT%H:%M:%S.%fZ"),
                "version": FieldSchema("version", "version", "VersionField", storage="number"),
            },
            key=KeyPair("PK", Template(("CRATE#", Placeholder("crateId"))), "SK", Template(("CRATE",))),
            primary_id=Template((Placeholder("crateId"),)),
            indexes={
                "cratesByHall": IndexSchema(
                    "cratesByHall", "crates_by_hall",
                    KeyPair("GSI1PK", Template(("HALL#", Placeholder("hall"))), "GSI1SK",
                        Template((Placeholder("packedAt", "date:%Y-%m-%dT%H:%M:%S.%f%z"),))),
                    physical=_INDEX_1,
                ),
            },
            type_value="Crate", version_field="version",
        ),
        "Slot": ModelSchema(
            name="Slot", handle="slot",
            fields={
                "hall": FieldSchema("hall", "hall", "StringField", required=True),
                "since": FieldSchema("since", "since", "DateTimeField", required=True, storage="%Y-%m-%dT%H:%M:%S.%f%z"),
                "code": FieldSchema("code", "code", "StringField", required=True),
                "version": FieldSchema("version", "version", "VersionField", storage="number"),
            },
            key=KeyPair("PK", Template(("SLOT#", Placeholder("hall"))), "SK", Template((Placeholder("since", "date:%Y-%m-%dT%H:%M:%S.%f%z"),))),
            primary_id=Template((Placeholder("hall", escaped="%#"), "#", Placeholder("since", "date:%Y-%m-%dT%H:%M:%S.%f%z"))),
            indexes={
                "slotsOfHall": IndexSchema("slotsOfHall", "slots_of_hall",
                    KeyPair("PK", Template(("SLOT#", Placeholder("hall"))), "SK", Template((Placeholder("since", "date:%Y-%m-%dT%H:%M:%S.%f%z"),)))),
                "slotsByMonth": IndexSchema(
                    "slotsByMonth", "slots_by_month",
                    KeyPair("GSI1PK", Template(("MONTH#", Placeholder("since", "part:%Y-%m"))), "GSI1SK",
                        Template((Placeholder("since", "date:%Y-%m-%dT%H:%M:%S.%f%z"),))),
                    physical=_INDEX_1, date_part="since",
                ),
            },
            uniques={
                "uniqueCode": UniqueSchema(name="uniqueCode", fields=("code",), python_name="find_by_code",
                    key=KeyPair("PK", Template(("CODE#", Placeholder("code"))), "SK", Template(("LOCK",)))),
            },
            type_value="Slot", version_field="version",
        ),
        "Event": ModelSchema(
            name="Event", handle="event",
            fields={
                "eventId": FieldSchema("eventId", "event_id", "StringField", required=True),
                "day": FieldSchema("day", "day", "StringField"),
                "otherDay": FieldSchema("otherDay", "other_day", "StringField"),
                "tickets": FieldSchema("tickets", "tickets", "IntegerField", default=0),
                "capacityTotal": FieldSchema("capacityTotal", "capacity_total", "IntegerField", required=True),
                "waiting": FieldSchema("waiting", "waiting", "IntegerField"),
                "atMostFive": FieldSchema("atMostFive", "at_most_five", "IntegerField", maximum=5),
                "seen": FieldSchema("seen", "seen", "CounterField"),
                "tags": FieldSchema("tags", "tags", "StringSetField"),
            },
            key=KeyPair("PK", Template(("EVENT#", Placeholder("eventId"))), "SK", Template(("EVENT",))),
            primary_id=Template((Placeholder("eventId"),)),
            indexes={
                "eventsOfDay": IndexSchema("eventsOfDay", "events_of_day",
                    KeyPair("GSI1PK", Template(("DAY#", Placeholder("day"))), "GSI1SK", Template((Placeholder("eventId"),))), physical=_INDEX_1),
            },
            type_value="Event", counters=("seen",),
        ),
        "Score": ModelSchema(
            name="Score", handle="score",
            fields={
                "userId": FieldSchema("userId", "user_id", "StringField", required=True),
                "game": FieldSchema("game", "game", "StringField", required=True),
                "address": FieldSchema(
                    "address", "address", "MapField",
                    members=(
                        FieldSchema("city", "city", "StringField", required=True, max_length=20),
                        FieldSchema("zipCode", "zip_code", "StringField", pattern="[0-9]+", attribute="zip"),
                        FieldSchema("visits", "visits", "IntegerField", minimum=0, maximum=5),
                        FieldSchema("seenAt", "seen_at", "DateTimeField", storage="iso"),
                        FieldSchema("kind", "kind", "EnumField", default="home", values=("home", "work")),
                        FieldSchema("tags", "tags", "StringSetField"),
                        FieldSchema("geo", "geo", "MapField",
                            members=(FieldSchema("lat", "lat", "FloatField", required=True), FieldSchema("lon", "lon", "FloatField", required=True)),
                            class_name="ScoreAddressGeo"),
                    ),
                    class_name="ScoreAddress",
                ),
                "billing": FieldSchema(
                    "billing", "billing", "MapField",
                    members=(
                        FieldSchema("city", "city", "StringField", required=True, max_length=20),
                        FieldSchema("zipCode", "zip_code", "StringField", pattern="[0-9]+", attribute="zip"),
                        FieldSchema("visits", "visits", "IntegerField", minimum=0, maximum=5),
                        FieldSchema("seenAt", "seen_at", "DateTimeField", storage="iso"),
                        FieldSchema("kind", "kind", "EnumField", default="home", values=("home", "work")),
                        FieldSchema("tags", "tags", "StringSetField"),
                        FieldSchema("geo", "geo", "MapField",
                            members=(FieldSchema("lat", "lat", "FloatField", required=True), FieldSchema("lon", "lon", "FloatField", required=True)),
                            class_name="ScoreAddressGeo"),
                    ),
                    class_name="ScoreAddress",
                ),
                "lines": FieldSchema(
                    "lines", "lines", "ListField", max_member_count=3,
                    element=FieldSchema(
                        "items", "items", "MapField",
                        members=(
                            FieldSchema("sku", "sku", "StringField", required=True),
                            FieldSchema("quantity", "quantity", "IntegerField", default=1, minimum=1),
                            FieldSchema("price", "price", "DecimalField"),
                        ),
                        class_name="ScoreLine",
                    ),
                ),
                "marks": FieldSchema("marks", "marks", "ListField", element=FieldSchema("items", "items", "IntegerField", maximum=6)),
                "rooms": FieldSchema(
                    "rooms", "rooms", "MapField",
                    element=FieldSchema("items", "items", "MapField", members=(FieldSchema("seats", "seats", "IntegerField"),),
                        class_name="ScoreRoom"),
                ),
            },
            key=KeyPair("PK", Template(("SCORE#", Placeholder("userId"))), "SK", Template(("GAME#", Placeholder("game")))),
            primary_id=Template((Placeholder("userId", escaped="%#"), "#", Placeholder("game"))),
            indexes={
                "scoresOfUser": IndexSchema("scoresOfUser", "scores_of_user",
                    KeyPair("PK", Template(("SCORE#", Placeholder("userId"))), "SK", Template(("GAME#", Placeholder("game"))))),
            },
            type_value="Score",
        ),
    },
    patterns={
        "eventsWithRoom": PatternSchema(name="eventsWithRoom", python_name="events_with_room", model="Event", index="eventsOfDay",
            filter={"tickets": {"$lt": {"$field": "capacityTotal"}}}, given={"day": "equals"}),
        "romanScores": PatternSchema(name="romanScores", python_name="roman_scores", model="Score", index="scoresOfUser",
            filter={"address.city": "Rome"}, given={"userId": "equals"}),
    },
)

class ScoreAddressGeo(TypedMap, schema=_DESIGN.models["Score"].map_named("ScoreAddressGeo")):
    """ScoreAddressGeo, a map in items."""

    lat: float
    lon: float


class ScoreAddressGeoFields(TypedMapRef[ScoreAddressGeo]):
    """ScoreAddressGeo's members, for building conditions and changes."""

    lat: NumberRef[float]
    lon: NumberRef[float]


class ScoreAddress(TypedMap, schema=_DESIGN.models["Score"].map_named("ScoreAddress"), maps=(ScoreAddressGeo,)):
    """ScoreAddress, a map in items."""

    city: str
    zip_code: str | None = None
    visits: int | None = None
    seen_at: datetime | None = None
    kind: Literal["home", "work"] | None = "home"
    tags: set[str] = member()
    geo: ScoreAddressGeo | None = None


class ScoreAddressFields(TypedMapRef[ScoreAddress]):
    """ScoreAddress's members, for building conditions and changes."""

    city: TextRef
    zip_code: TextRef
    visits: NumberRef[int]
    seen_at: FieldRef[datetime]
    kind: FieldRef[Literal["home", "work"]]
    tags: SetRef
    geo: ScoreAddressGeoFields


class ScoreLine(TypedMap, schema=_DESIGN.models["Score"].map_named("ScoreLine")):
    """ScoreLine, a map in items."""

    sku: str
    quantity: int | None = 1
    price: Decimal | None = None


class ScoreLineFields(TypedMapRef[ScoreLine]):
    """ScoreLine's members, for building conditions and changes."""

    sku: TextRef
    quantity: NumberRef[int]
    price: NumberRef[Decimal]


class ScoreRoom(TypedMap, schema=_DESIGN.models["Score"].map_named("ScoreRoom")):
    """ScoreRoom, a map in items."""

    seats: int | None = None


class ScoreRoomFields(TypedMapRef[ScoreRoom]):
    """ScoreRoom's members, for building conditions and changes."""

    seats: NumberRef[int]


CrateField = Literal["crate_id", "hall", "sealed", "checked", "packed_at", "due_on", "seen_at", "changed_at", "version"]


class CrateFields(Fields):
    """Crate's fields, for building conditions and changes."""

    crate_id: TextRef
    hall: TextRef
    sealed: FieldRef[bool]
    checked: FieldRef[bool]
    packed_at: FieldRef[datetime]
    due_on: FieldRef[datetime]
    seen_at: FieldRef[datetime]
    changed_at: FieldRef[datetime]
    version: FieldRef[int]


class CrateChanges(TypedDict, total=False):
    """What an update of a Crate may set."""

    hall: str | None
    sealed: bool
    checked: bool | None
    packed_at: datetime
    due_on: datetime | None
    seen_at: datetime | None


class Crate(Record, schema=_DESIGN.models["Crate"]):
    """A Crate.

    - key: PK = CRATE#{crateId}, SK = CRATE
    - cratesByHall (GSI1): GSI1PK = HALL#{hall}, GSI1SK = {packedAt}
    """

    fields: ClassVar[CrateFields]
    crate_id: str
    sealed: bool
    packed_at: datetime
    hall: str | None = "north"
    checked: bool | None = None
    due_on: datetime | None = None
    seen_at: datetime | None = None
    changed_at: datetime = auto()
    version: int = auto()


SlotField = Literal["hall", "since", "code", "version"]


class SlotFields(Fields):
    """Slot's fields, for building conditions and changes."""

    hall: TextRef
    since: FieldRef[datetime]
    code: TextRef
    version: FieldRef[int]


class SlotChanges(TypedDict, total=False):
    """What an update of a Slot may set."""

    code: str


class Slot(Record, schema=_DESIGN.models["Slot"]):
    """A Slot.

    - key: PK = SLOT#{hall}, SK = {since}
    - slotsOfHall: key
    - slotsByMonth (GSI1): GSI1PK = MONTH#{since:%Y-%m}, GSI1SK = {since}
    - uniqueCode, a lock: PK = CODE#{code}, SK = LOCK
    """

    fields: ClassVar[SlotFields]
    hall: str
    since: datetime
    code: str
    version: int = auto()


EventField = Literal["event_id", "day", "other_day", "tickets", "capacity_total", "waiting", "at_most_five", "seen", "tags"]


class EventFields(Fields):
    """Event's fields, for building conditions and changes."""

    event_id: TextRef
    day: TextRef
    other_day: TextRef
    tickets: NumberRef[int]
    capacity_total: NumberRef[int]
    waiting: NumberRef[int]
    at_most_five: NumberRef[int]
    seen: NumberRef[int]
    tags: SetRef


class EventChanges(TypedDict, total=False):
    """What an update of an Event may set."""

    day: str | None
    other_day: str | None
    tickets: int | None
    capacity_total: int
    waiting: int | None
    at_most_five: int | None
    seen: int
    tags: set[str]


class Event(Record, schema=_DESIGN.models["Event"]):
    """An Event.

    - key: PK = EVENT#{eventId}, SK = EVENT
    - eventsOfDay (GSI1): GSI1PK = DAY#{day}, GSI1SK = {eventId}
    """

    fields: ClassVar[EventFields]
    event_id: str
    capacity_total: int
    day: str | None = None
    other_day: str | None = None
    tickets: int | None = 0
    waiting: int | None = None
    at_most_five: int | None = None
    seen: int = 0
    tags: set[str] = member()


ScoreField = Literal["user_id", "game", "address", "billing", "lines", "marks", "rooms"]


class ScoreFields(Fields):
    """Score's fields, for building conditions and changes."""

    user_id: TextRef
    game: TextRef
    address: ScoreAddressFields
    billing: ScoreAddressFields
    lines: TypedListRef[ScoreLine, ScoreLineFields]
    marks: ListRef
    rooms: MapRef


class ScoreChanges(TypedDict, total=False):
    """What an update of a Score may set."""

    address: ScoreAddress | None
    billing: ScoreAddress | None
    lines: list[ScoreLine] | None
    marks: list[int] | None
    rooms: dict[str, ScoreRoom] | None


class Score(Record, schema=_DESIGN.models["Score"], maps=(ScoreAddress, ScoreLine, ScoreRoom)):
    """A Score.

    - key: PK = SCORE#{userId}, SK = GAME#{game}
    - scoresOfUser: key
    """

    fields: ClassVar[ScoreFields]
    user_id: str
    game: str
    address: ScoreAddress | None = None
    billing: ScoreAddress | None = None
    lines: list[ScoreLine] | None = None
    marks: list[int] | None = None
    rooms: dict[str, ScoreRoom] | None = None


class CrateMethods(Methods[Crate]):
    """The methods of Crate's handle and plans."""

    create = create_method(Crate)
    """Write a new Crate; refuse if there is one with its key."""
    upsert = upsert_method(Crate)
    """Change a Crate, or create it where there is none."""

    @method
    def get(self, crate_id: str, *, consistent: bool = True, include_expired: bool = False) -> Get[Crate]:
        """Read the Crate with this key; None if there is none."""
        return self._get((crate_id,), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[Crate]:
        """Read Crate items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, crate_id: str, *changes: Change, condition: Filter | None = None, expect_version: int | None = None,
            **values: Unpack[CrateChanges]) -> Update[Crate]:
        """Change a Crate by its key; refuse if there is none."""
        return self._update((crate_id,), changes, values, condition, expect_version)

    @method
    def delete(self, crate_id: str, *, condition: Filter | None = None, expect_version: int | None = None) -> Delete[Crate]:
        """Delete a Crate by its key; say whether there was one."""
        return self._delete((crate_id,), condition, expect_version)

    @method
    def crates_by_hall(self, *, hall: str, packed_at: datetime | SortCondition | None = None,
            **options: Unpack[IndexOptions[CrateField]]) -> Query[Crate]:
        """Query `cratesByHall` in GSI1: GSI1PK = HALL#{hall}, GSI1SK = {packedAt}."""
        return self._query("cratesByHall", {"hall": hall, "packed_at": packed_at}, **options)


class CratePlans(CrateMethods, Plans[Crate]):
    """Operations on Crate, unsent."""


class CrateHandle(CrateMethods, Handle[Crate, CratePlans]):
    """The Crate items of a table."""


class SlotMethods(Methods[Slot]):
    """The methods of Slot's handle and plans."""

    create = create_method(Slot)
    """Write a new Slot; refuse if there is one with its key."""
    upsert = upsert_method(Slot)
    """Change a Slot, or create it where there is none."""

    @method
    def get(self, hall: str, since: datetime, *, consistent: bool = True, include_expired: bool = False) -> Get[Slot]:
        """Read the Slot with this key; None if there is none."""
        return self._get((hall, since), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[tuple[str, datetime]], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[Slot]:
        """Read Slot items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, hall: str, since: datetime, *changes: Change, condition: Filter | None = None, expect_version: int | None = None,
            **values: Unpack[SlotChanges]) -> Update[Slot]:
        """Change a Slot by its key; refuse if there is none."""
        return self._update((hall, since), changes, values, condition, expect_version)

    @method
    def delete(self, hall: str, since: datetime, *, condition: Filter | None = None, expect_version: int | None = None) -> Delete[Slot]:
        """Delete a Slot by its key; say whether there was one."""
        return self._delete((hall, since), condition, expect_version)

    @method
    def find_by_code(self, code: str, *, include_expired: bool = False) -> FindByUnique[Slot]:
        """Find the one Slot with this `code`."""
        return self._find("uniqueCode", (code,), include_expired)

    @method
    def slots_of_hall(self, *, hall: str, since: datetime | SortCondition | None = None, **options: Unpack[QueryOptions[SlotField]]) -> Query[Slot]:
        """Query `slotsOfHall` in the table: PK = SLOT#{hall}, SK = {since}."""
        return self._query("slotsOfHall", {"hall": hall, "since": since}, **options)

    @method
    def slots_by_month(self, *, since: datetime | SortCondition, **options: Unpack[IndexOptions[SlotField]]) -> Query[Slot]:
        """Query `slotsByMonth` in GSI1: GSI1PK = MONTH#{since:%Y-%m}, GSI1SK = {since}."""
        return self._query("slotsByMonth", {"since": since}, **options)


class SlotPlans(SlotMethods, Plans[Slot]):
    """Operations on Slot, unsent."""


class SlotHandle(SlotMethods, Handle[Slot, SlotPlans]):
    """The Slot items of a table."""


class EventMethods(Methods[Event]):
    """The methods of Event's handle and plans."""

    create = create_method(Event)
    """Write a new Event; refuse if there is one with its key."""
    upsert = upsert_method(Event)
    """Change an Event, or create it where there is none."""

    @method
    def get(self, event_id: str, *, consistent: bool = True, include_expired: bool = False) -> Get[Event]:
        """Read the Event with this key; None if there is none."""
        return self._get((event_id,), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[str], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[Event]:
        """Read Event items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, event_id: str, *changes: Change, condition: Filter | None = None, **values: Unpack[EventChanges]) -> Update[Event]:
        """Change an Event by its key; refuse if there is none."""
        return self._update((event_id,), changes, values, condition)

    @method
    def delete(self, event_id: str, *, condition: Filter | None = None) -> Delete[Event]:
        """Delete an Event by its key; say whether there was one."""
        return self._delete((event_id,), condition)

    @method
    def delete_all(self, keys: Iterable[str]) -> BatchWrite[Event]:
        """Delete Event items by their keys, in batches."""
        return self._delete_all(keys)

    @method
    def events_of_day(self, *, day: str, event_id: str | SortCondition | None = None, **options: Unpack[IndexOptions[EventField]]) -> Query[Event]:
        """Query `eventsOfDay` in GSI1: GSI1PK = DAY#{day}, GSI1SK = {eventId}."""
        return self._query("eventsOfDay", {"day": day, "event_id": event_id}, **options)

    @method
    def events_with_room(self, *, day: str, **options: Unpack[IndexOptions[EventField]]) -> Query[Event]:
        """Query `eventsWithRoom`: eventsOfDay, filtered by tickets."""
        return self._pattern("eventsWithRoom", {"day": day}, **options)


class EventPlans(EventMethods, Plans[Event]):
    """Operations on Event, unsent."""


class EventHandle(EventMethods, Handle[Event, EventPlans]):
    """The Event items of a table."""


class ScoreMethods(Methods[Score]):
    """The methods of Score's handle and plans."""

    create = create_method(Score)
    """Write a new Score; refuse if there is one with its key."""
    upsert = upsert_method(Score)
    """Change a Score, or create it where there is none."""

    @method
    def get(self, user_id: str, game: str, *, consistent: bool = True, include_expired: bool = False) -> Get[Score]:
        """Read the Score with this key; None if there is none."""
        return self._get((user_id, game), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[tuple[str, str]], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[Score]:
        """Read Score items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, user_id: str, game: str, *changes: Change, condition: Filter | None = None, **values: Unpack[ScoreChanges]) -> Update[Score]:
        """Change a Score by its key; refuse if there is none."""
        return self._update((user_id, game), changes, values, condition)

    @method
    def delete(self, user_id: str, game: str, *, condition: Filter | None = None) -> Delete[Score]:
        """Delete a Score by its key; say whether there was one."""
        return self._delete((user_id, game), condition)

    @method
    def delete_all(self, keys: Iterable[tuple[str, str]]) -> BatchWrite[Score]:
        """Delete Score items by their keys, in batches."""
        return self._delete_all(keys)

    @method
    def scores_of_user(self, *, user_id: str, game: str | SortCondition | None = None, **options: Unpack[QueryOptions[ScoreField]]) -> Query[Score]:
        """Query `scoresOfUser` in the table: PK = SCORE#{userId}, SK = GAME#{game}."""
        return self._query("scoresOfUser", {"user_id": user_id, "game": game}, **options)

    @method
    def roman_scores(self, *, user_id: str, **options: Unpack[QueryOptions[ScoreField]]) -> Query[Score]:
        """Query `romanScores`: scoresOfUser, filtered by address.city."""
        return self._pattern("romanScores", {"user_id": user_id}, **options)


class ScorePlans(ScoreMethods, Plans[Score]):
    """Operations on Score, unsent."""


class ScoreHandle(ScoreMethods, Handle[Score, ScorePlans]):
    """The Score items of a table."""


class Depot(Table):
    """The table `depot` on a store."""

    design = _DESIGN
    models = (Crate, Slot, Event, Score)

    crate = handle(Crate, CrateHandle, CratePlans)
    """The Crate items."""
    slot = handle(Slot, SlotHandle, SlotPlans)
    """The Slot items."""
    event = handle(Event, EventHandle, EventPlans)
    """The Event items."""
    score = handle(Score, ScoreHandle, ScorePlans)
    """The Score items."""
