"""Natural: typed access to the tables `scores`, `readings`, `blobs`, `threads` and `events`.

Generated from its design; change that, and generate again:

    tavola generate natural.yaml -o natural.py
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

from tavola import Record, Table
from tavola.runtime import (Design, FieldRef, FieldSchema, Fields, Handle, IndexSchema, KeyAttribute, KeyPair, Methods, ModelSchema, NumberRef,
    PhysicalIndex, Placeholder, Plans, TableSettings, Template, TextRef, auto, create_method, handle, method, upsert_method)

if TYPE_CHECKING:
    from tavola import Change, SortCondition
    from tavola.runtime import BatchWrite, Delete, Filter, Get, GetMany, IndexOptions, OnBadItem, Query, QueryOptions, Update

__all__ = ["Blob", "Event", "Natural", "Reading", "Score", "Thread"]

_INDEX_1 = PhysicalIndex("byTopScore", "gameTitle", "topScore")
_INDEX_2 = PhysicalIndex("byPlace", "place", "playedAt", projection="keysOnly")
_INDEX_3 = PhysicalIndex("byRank", "rank")
_INDEX_4 = PhysicalIndex("byDigest", "digest", "level")
_INDEX_5 = PhysicalIndex("byDay", "DPK", "at")
_INDEX_6 = PhysicalIndex("LastPostIndex", "ForumName", "LastPostDateTime", is_local=True)
_INDEX_7 = PhysicalIndex("inverted", "Subject", "ForumName")
_INDEX_8 = PhysicalIndex("byRegion", "tenantId", "day", more_partition_keys=("region",), more_sort_keys=("at",))
_INDEX_9 = PhysicalIndex("byKind", "KPK", "DSK", projection="keysOnly", more_partition_keys=("region",), more_sort_keys=("at", "ESK"))
_INDEX_10 = PhysicalIndex("byShard", "kind", "at", more_partition_keys=("SPK",))

_DESIGN = Design(
    name="Natural", layout="templates",
    table=TableSettings(name="scores", partition_key="userId", sort_key="gameTitle", ttl_attribute="ends", indexes=(_INDEX_1, _INDEX_2, _INDEX_3),
        key_types={"topScore": "N", "playedAt": "N", "rank": "N"}),
    models={
        "Event": ModelSchema(
            name="Event", handle="event",
            fields={
                "eventId": FieldSchema("eventId", "event_id", "StringField", required=True),
                "tenantId": FieldSchema("tenantId", "tenant_id", "StringField", min_length=1),
                "region": FieldSchema("region", "region", "StringField", min_length=1),
                "day": FieldSchema("day", "day", "StringField", min_length=1),
                "at": FieldSchema("at", "at", "DateTimeField", storage="epochMillis"),
                "kind": FieldSchema("kind", "kind", "EnumField", values=("in", "out"), min_length=1),
                "hour": FieldSchema("hour", "hour", "IntegerField"),
                "note": FieldSchema("note", "note", "StringField"),
            },
            key=KeyPair("PK", Template(("EVENT#", Placeholder("eventId"))), "SK", Template(("EVENT",))),
            primary_id=Template((Placeholder("eventId"),)),
            indexes={
                "eventsByRegion": IndexSchema(
                    "eventsByRegion", "events_by_region",
                    KeyPair("tenantId", Template((Placeholder("tenantId"),)), "day", Template((Placeholder("day"),)),
                        natural=("tenantId", "region", "day", "at"), more_partition=(KeyAttribute("region", Template((Placeholder("region"),))),),
                        more_sort=(KeyAttribute("at", Template((Placeholder("at", "number:ms"),))),)),
                    physical=_INDEX_8,
                ),
                "eventsByKind": IndexSchema(
                    "eventsByKind", "events_by_kind",
                    KeyPair(
                        "KPK", Template(("KIND#", Placeholder("kind"))), "DSK",
                        Template((Placeholder("day", escaped="%#"), "#", Placeholder("hour", "int:2"))), natural=("region", "at"),
                        more_partition=(KeyAttribute("region", Template((Placeholder("region"),))),),
                        more_sort=(
                            KeyAttribute("at", Template((Placeholder("at", "number:ms"),))),
                            KeyAttribute("ESK", Template(("E#", Placeholder("eventId")))),
                        ),
                    ),
                    physical=_INDEX_9,
                ),
                "eventsByShard": IndexSchema(
                    "eventsByShard", "events_by_shard",
                    KeyPair("kind", Template((Placeholder("kind"),)), "at", Template((Placeholder("at", "number:ms"),)), natural=("kind", "at"),
                        more_partition=(KeyAttribute("SPK", Template((Placeholder("eventId", "shard:4:text"),))),)),
                    physical=_INDEX_10, shards=4,
                ),
            },
            type_value="Event", table="events",
        ),
        "Score": ModelSchema(
            name="Score", handle="score",
            fields={
                "userId": FieldSchema("userId", "user_id", "StringField", required=True, min_length=1),
                "gameTitle": FieldSchema("gameTitle", "game_title", "StringField", required=True, min_length=1),
                "topScore": FieldSchema("topScore", "top_score", "IntegerField"),
                "place": FieldSchema("place", "place", "StringField", min_length=1),
                "playedAt": FieldSchema("playedAt", "played_at", "DateTimeField", storage="epochMillis"),
                "rank": FieldSchema("rank", "rank", "DecimalField"),
                "wins": FieldSchema("wins", "wins", "IntegerField"),
                "ends": FieldSchema("ends", "ends", "TtlField", storage="epochSeconds"),
                "version": FieldSchema("version", "version", "VersionField"),
            },
            key=KeyPair("userId", Template((Placeholder("userId"),)), "gameTitle", Template((Placeholder("gameTitle"),)),
                natural=("userId", "gameTitle")),
            primary_id=Template((Placeholder("userId", escaped="%#"), "#", Placeholder("gameTitle"))),
            indexes={
                "scores": IndexSchema(
                    "scores", "scores",
                    KeyPair("userId", Template((Placeholder("userId"),)), "gameTitle", Template((Placeholder("gameTitle"),)),
                        natural=("userId", "gameTitle")),
                ),
                "topScores": IndexSchema(
                    "topScores", "top_scores",
                    KeyPair("gameTitle", Template((Placeholder("gameTitle"),)), "topScore", Template((Placeholder("topScore", "number:int"),)),
                        natural=("gameTitle", "topScore")),
                    physical=_INDEX_1,
                ),
                "scoresByPlace": IndexSchema(
                    "scoresByPlace", "scores_by_place",
                    KeyPair("place", Template((Placeholder("place"),)), "playedAt", Template((Placeholder("playedAt", "number:ms"),)),
                        natural=("place", "playedAt")),
                    physical=_INDEX_2,
                ),
                "scoresByRank": IndexSchema("scoresByRank", "scores_by_rank",
                    KeyPair("rank", Template((Placeholder("rank", "number:decimal"),)), natural=("rank",)), physical=_INDEX_3),
            },
            type_value="Score", version_field="version", ttl_field="ends", table="scores",
        ),
        "Reading": ModelSchema(
            name="Reading", handle="reading",
            fields={
                "sensorId": FieldSchema("sensorId", "sensor_id", "IntegerField", required=True, attribute="sensor"),
                "at": FieldSchema("at", "at", "DateTimeField", required=True, storage="epochSeconds"),
                "digest": FieldSchema("digest", "digest", "BinaryField", min_length=1),
                "level": FieldSchema("level", "level", "FloatField"),
            },
            key=KeyPair("sensor", Template((Placeholder("sensorId", "number:int"),)), "at", Template((Placeholder("at", "number:s"),)),
                natural=("sensor", "at")),
            primary_id=Template((Placeholder("sensorId", "int", escaped="%#"), "#", Placeholder("at", "s"))),
            indexes={
                "readings": IndexSchema(
                    "readings", "readings",
                    KeyPair("sensor", Template((Placeholder("sensorId", "number:int"),)), "at", Template((Placeholder("at", "number:s"),)),
                        natural=("sensor", "at")),
                ),
                "readingsByDigest": IndexSchema(
                    "readingsByDigest", "readings_by_digest",
                    KeyPair("digest", Template((Placeholder("digest", "binary"),)), "level", Template((Placeholder("level", "number:float"),)),
                        natural=("digest", "level")),
                    physical=_INDEX_4,
                ),
                "readingsByDay": IndexSchema(
                    "readingsByDay", "readings_by_day",
                    KeyPair("DPK", Template(("DAY#", Placeholder("at", "part:%Y-%m-%d"), "#", Placeholder("sensorId", "shard:4:int"))), "at",
                        Template((Placeholder("at", "number:s"),)), natural=("at",)),
                    physical=_INDEX_5, shards=4, date_part="at",
                ),
            },
            type_value="Reading", table="readings",
        ),
        "Blob": ModelSchema(
            name="Blob", handle="blob",
            fields={
                "hash": FieldSchema("hash", "hash", "BinaryField", required=True, min_length=1),
                "size": FieldSchema("size", "size", "IntegerField"),
            },
            key=KeyPair("hash", Template((Placeholder("hash", "binary"),)), natural=("hash",)), primary_id=Template((Placeholder("hash", "binary"),)),
            type_value="Blob", table="blobs",
        ),
        "Thread": ModelSchema(
            name="Thread", handle="thread",
            fields={
                "forum": FieldSchema("forum", "forum", "StringField", required=True, min_length=1, attribute="ForumName"),
                "subject": FieldSchema("subject", "subject", "StringField", required=True, min_length=1, attribute="Subject"),
                "lastPost": FieldSchema("lastPost", "last_post", "DateTimeField", storage="iso", attribute="LastPostDateTime"),
                "author": FieldSchema("author", "author", "StringField"),
            },
            key=KeyPair("ForumName", Template((Placeholder("forum"),)), "Subject", Template((Placeholder("subject"),)),
                natural=("ForumName", "Subject")),
            primary_id=Template((Placeholder("forum", escaped="%#"), "#", Placeholder("subject"))),
            indexes={
                "threads": IndexSchema(
                    "threads", "threads",
                    KeyPair("ForumName", Template((Placeholder("forum"),)), "Subject", Template((Placeholder("subject"),)),
                        natural=("ForumName", "Subject")),
                ),
                "latest": IndexSchema(
                    "latest", "latest",
                    KeyPair("ForumName", Template((Placeholder("forum"),)), "LastPostDateTime", Template((Placeholder("lastPost", "iso"),)),
                        natural=("ForumName", "LastPostDateTime")),
                    physical=_INDEX_6,
                ),
                "threadsBySubject": IndexSchema(
                    "threadsBySubject", "threads_by_subject",
                    KeyPair("Subject", Template((Placeholder("subject"),)), "ForumName", Template((Placeholder("forum"),)),
                        natural=("Subject", "ForumName")),
                    physical=_INDEX_7,
                ),
            },
            type_value="Thread", table="threads",
        ),
    },
    more_tables=(
        TableSettings(name="readings", partition_key="sensor", sort_key="at", indexes=(_INDEX_4, _INDEX_5),
            key_types={"sensor": "N", "at": "N", "digest": "B", "level": "N"}),
        TableSettings(name="blobs", partition_key="hash", sort_key=None, key_types={"hash": "B"}),
        TableSettings(name="threads", partition_key="ForumName", sort_key="Subject", indexes=(_INDEX_6, _INDEX_7)),
        TableSettings(name="events", indexes=(_INDEX_8, _INDEX_9, _INDEX_10), key_types={"at": "N"}),
    ),
)

EventKind = Literal["in", "out"]
EventField = Literal["event_id", "tenant_id", "region", "day", "at", "kind", "hour", "note"]


class EventFields(Fields):
    """Event's fields, for building conditions and changes."""

    event_id: TextRef
    tenant_id: TextRef
    region: TextRef
    day: TextRef
    at: FieldRef[datetime]
    kind: FieldRef[EventKind]
    hour: NumberRef[int]
    note: TextRef


class EventChanges(TypedDict, total=False):
    """What an update of an Event may set."""

    tenant_id: str | None
    region: str | None
    day: str | None
    at: datetime | None
    kind: EventKind | None
    hour: int | None
    note: str | None


class Event(Record, schema=_DESIGN.models["Event"]):
    """An Event.

    - key: PK = EVENT#{eventId}, SK = EVENT
    - eventsByRegion (byRegion): tenantId = {tenantId}, region = {region}, day = {day}, at = {at}
    - eventsByKind (byKind): KPK = KIND#{kind}, region = {region}, DSK = {day}#{hour:02d}, at = {at}, ESK = E#{eventId}
    - eventsByShard (byShard): kind = {kind}, SPK = {eventId:shard:4}, at = {at}
    """

    fields: ClassVar[EventFields]
    event_id: str
    tenant_id: str | None = None
    region: str | None = None
    day: str | None = None
    at: datetime | None = None
    kind: EventKind | None = None
    hour: int | None = None
    note: str | None = None


ScoreField = Literal["user_id", "game_title", "top_score", "place", "played_at", "rank", "wins", "ends", "version"]


class ScoreFields(Fields):
    """Score's fields, for building conditions and changes."""

    user_id: TextRef
    game_title: TextRef
    top_score: NumberRef[int]
    place: TextRef
    played_at: FieldRef[datetime]
    rank: NumberRef[Decimal]
    wins: NumberRef[int]
    ends: FieldRef[datetime]
    version: TextRef


class ScoreChanges(TypedDict, total=False):
    """What an update of a Score may set."""

    top_score: int | None
    place: str | None
    played_at: datetime | None
    rank: Decimal | None
    wins: int | None
    ends: datetime | None


class Score(Record, schema=_DESIGN.models["Score"]):
    """A Score.

    - key: userId = {userId}, gameTitle = {gameTitle}
    - scores: key
    - topScores (byTopScore): gameTitle = {gameTitle}, topScore = {topScore}
    - scoresByPlace (byPlace): place = {place}, playedAt = {playedAt}
    - scoresByRank (byRank): rank = {rank}
    """

    fields: ClassVar[ScoreFields]
    user_id: str
    game_title: str
    top_score: int | None = None
    place: str | None = None
    played_at: datetime | None = None
    rank: Decimal | None = None
    wins: int | None = None
    ends: datetime | None = None
    version: str = auto()


ReadingField = Literal["sensor_id", "at", "digest", "level"]


class ReadingFields(Fields):
    """Reading's fields, for building conditions and changes."""

    sensor_id: NumberRef[int]
    at: FieldRef[datetime]
    digest: FieldRef[bytes]
    level: NumberRef[float]


class ReadingChanges(TypedDict, total=False):
    """What an update of a Reading may set."""

    digest: bytes | None
    level: float | None


class Reading(Record, schema=_DESIGN.models["Reading"]):
    """A Reading.

    - key: sensor = {sensorId}, at = {at}
    - readings: key
    - readingsByDigest (byDigest): digest = {digest}, level = {level}
    - readingsByDay (byDay): DPK = DAY#{at:%Y-%m-%d}#{sensorId:shard:4}, at = {at}
    """

    fields: ClassVar[ReadingFields]
    sensor_id: int
    at: datetime
    digest: bytes | None = None
    level: float | None = None


BlobField = Literal["hash", "size"]


class BlobFields(Fields):
    """Blob's fields, for building conditions and changes."""

    hash: FieldRef[bytes]
    size: NumberRef[int]


class BlobChanges(TypedDict, total=False):
    """What an update of a Blob may set."""

    size: int | None


class Blob(Record, schema=_DESIGN.models["Blob"]):
    """A Blob.

    - key: hash = {hash}
    """

    fields: ClassVar[BlobFields]
    hash: bytes
    size: int | None = None


ThreadField = Literal["forum", "subject", "last_post", "author"]


class ThreadFields(Fields):
    """Thread's fields, for building conditions and changes."""

    forum: TextRef
    subject: TextRef
    last_post: FieldRef[datetime]
    author: TextRef


class ThreadChanges(TypedDict, total=False):
    """What an update of a Thread may set."""

    last_post: datetime | None
    author: str | None


class Thread(Record, schema=_DESIGN.models["Thread"]):
    """A Thread.

    - key: ForumName = {forum}, Subject = {subject}
    - threads: key
    - latest (LastPostIndex): ForumName = {forum}, LastPostDateTime = {lastPost:iso}
    - threadsBySubject (inverted): Subject = {subject}, ForumName = {forum}
    """

    fields: ClassVar[ThreadFields]
    forum: str
    subject: str
    last_post: datetime | None = None
    author: str | None = None


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
    def events_by_region(self, *, tenant_id: str, region: str, day: str | SortCondition | None = None, at: datetime | SortCondition | None = None,
            **options: Unpack[IndexOptions[EventField]]) -> Query[Event]:
        """Query `eventsByRegion` in byRegion: tenantId = {tenantId}, region = {region}, day = {day}, at = {at}."""
        return self._query("eventsByRegion", {"tenant_id": tenant_id, "region": region, "day": day, "at": at}, **options)

    @method
    def events_by_kind(self, *, kind: EventKind, region: str, day: str | SortCondition | None = None, hour: int | SortCondition | None = None,
            at: datetime | SortCondition | None = None, event_id: str | SortCondition | None = None,
            **options: Unpack[IndexOptions[EventField]]) -> Query[Event]:
        """Query `eventsByKind` in byKind: KPK = KIND#{kind}, region = {region}, DSK = {day}#{hour:02d}, at = {at}, ESK = E#{eventId}."""
        return self._query("eventsByKind", {"kind": kind, "region": region, "day": day, "hour": hour, "at": at, "event_id": event_id}, **options)

    @method
    def events_by_shard(self, *, kind: EventKind, at: datetime | SortCondition | None = None,
            **options: Unpack[IndexOptions[EventField]]) -> Query[Event]:
        """Query `eventsByShard` in byShard: kind = {kind}, SPK = {eventId:shard:4}, at = {at}."""
        return self._query("eventsByShard", {"kind": kind, "at": at}, **options)


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
    def get(self, user_id: str, game_title: str, *, consistent: bool = True, include_expired: bool = False) -> Get[Score]:
        """Read the Score with this key; None if there is none."""
        return self._get((user_id, game_title), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[tuple[str, str]], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[Score]:
        """Read Score items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, user_id: str, game_title: str, *changes: Change, condition: Filter | None = None, expect_version: str | None = None,
            **values: Unpack[ScoreChanges]) -> Update[Score]:
        """Change a Score by its key; refuse if there is none."""
        return self._update((user_id, game_title), changes, values, condition, expect_version)

    @method
    def delete(self, user_id: str, game_title: str, *, condition: Filter | None = None, expect_version: str | None = None) -> Delete[Score]:
        """Delete a Score by its key; say whether there was one."""
        return self._delete((user_id, game_title), condition, expect_version)

    @method
    def scores(self, *, user_id: str, game_title: str | SortCondition | None = None, **options: Unpack[QueryOptions[ScoreField]]) -> Query[Score]:
        """Query `scores` in the table: userId = {userId}, gameTitle = {gameTitle}."""
        return self._query("scores", {"user_id": user_id, "game_title": game_title}, **options)

    @method
    def top_scores(self, *, game_title: str, top_score: int | SortCondition | None = None,
            **options: Unpack[IndexOptions[ScoreField]]) -> Query[Score]:
        """Query `topScores` in byTopScore: gameTitle = {gameTitle}, topScore = {topScore}."""
        return self._query("topScores", {"game_title": game_title, "top_score": top_score}, **options)

    @method
    def scores_by_place(self, *, place: str, played_at: datetime | SortCondition | None = None,
            **options: Unpack[IndexOptions[ScoreField]]) -> Query[Score]:
        """Query `scoresByPlace` in byPlace: place = {place}, playedAt = {playedAt}."""
        return self._query("scoresByPlace", {"place": place, "played_at": played_at}, **options)

    @method
    def scores_by_rank(self, *, rank: Decimal, **options: Unpack[IndexOptions[ScoreField]]) -> Query[Score]:
        """Query `scoresByRank` in byRank: rank = {rank}."""
        return self._query("scoresByRank", {"rank": rank}, **options)


class ScorePlans(ScoreMethods, Plans[Score]):
    """Operations on Score, unsent."""


class ScoreHandle(ScoreMethods, Handle[Score, ScorePlans]):
    """The Score items of a table."""


class ReadingMethods(Methods[Reading]):
    """The methods of Reading's handle and plans."""

    create = create_method(Reading)
    """Write a new Reading; refuse if there is one with its key."""
    upsert = upsert_method(Reading)
    """Change a Reading, or create it where there is none."""

    @method
    def get(self, sensor_id: int, at: datetime, *, consistent: bool = True, include_expired: bool = False) -> Get[Reading]:
        """Read the Reading with this key; None if there is none."""
        return self._get((sensor_id, at), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[tuple[int, datetime]], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[Reading]:
        """Read Reading items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, sensor_id: int, at: datetime, *changes: Change, condition: Filter | None = None,
            **values: Unpack[ReadingChanges]) -> Update[Reading]:
        """Change a Reading by its key; refuse if there is none."""
        return self._update((sensor_id, at), changes, values, condition)

    @method
    def delete(self, sensor_id: int, at: datetime, *, condition: Filter | None = None) -> Delete[Reading]:
        """Delete a Reading by its key; say whether there was one."""
        return self._delete((sensor_id, at), condition)

    @method
    def delete_all(self, keys: Iterable[tuple[int, datetime]]) -> BatchWrite[Reading]:
        """Delete Reading items by their keys, in batches."""
        return self._delete_all(keys)

    @method
    def readings(self, *, sensor_id: int, at: datetime | SortCondition | None = None,
            **options: Unpack[QueryOptions[ReadingField]]) -> Query[Reading]:
        """Query `readings` in the table: sensor = {sensorId}, at = {at}."""
        return self._query("readings", {"sensor_id": sensor_id, "at": at}, **options)

    @method
    def readings_by_digest(self, *, digest: bytes, level: float | SortCondition | None = None,
            **options: Unpack[IndexOptions[ReadingField]]) -> Query[Reading]:
        """Query `readingsByDigest` in byDigest: digest = {digest}, level = {level}."""
        return self._query("readingsByDigest", {"digest": digest, "level": level}, **options)

    @method
    def readings_by_day(self, *, at: datetime | SortCondition, **options: Unpack[IndexOptions[ReadingField]]) -> Query[Reading]:
        """Query `readingsByDay` in byDay: DPK = DAY#{at:%Y-%m-%d}#{sensorId:shard:4}, at = {at}."""
        return self._query("readingsByDay", {"at": at}, **options)


class ReadingPlans(ReadingMethods, Plans[Reading]):
    """Operations on Reading, unsent."""


class ReadingHandle(ReadingMethods, Handle[Reading, ReadingPlans]):
    """The Reading items of a table."""


class BlobMethods(Methods[Blob]):
    """The methods of Blob's handle and plans."""

    create = create_method(Blob)
    """Write a new Blob; refuse if there is one with its key."""
    upsert = upsert_method(Blob)
    """Change a Blob, or create it where there is none."""

    @method
    def get(self, hash: bytes, *, consistent: bool = True, include_expired: bool = False) -> Get[Blob]:
        """Read the Blob with this key; None if there is none."""
        return self._get((hash,), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[bytes], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[Blob]:
        """Read Blob items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, hash: bytes, *changes: Change, condition: Filter | None = None, **values: Unpack[BlobChanges]) -> Update[Blob]:
        """Change a Blob by its key; refuse if there is none."""
        return self._update((hash,), changes, values, condition)

    @method
    def delete(self, hash: bytes, *, condition: Filter | None = None) -> Delete[Blob]:
        """Delete a Blob by its key; say whether there was one."""
        return self._delete((hash,), condition)

    @method
    def delete_all(self, keys: Iterable[bytes]) -> BatchWrite[Blob]:
        """Delete Blob items by their keys, in batches."""
        return self._delete_all(keys)


class BlobPlans(BlobMethods, Plans[Blob]):
    """Operations on Blob, unsent."""


class BlobHandle(BlobMethods, Handle[Blob, BlobPlans]):
    """The Blob items of a table."""


class ThreadMethods(Methods[Thread]):
    """The methods of Thread's handle and plans."""

    create = create_method(Thread)
    """Write a new Thread; refuse if there is one with its key."""
    upsert = upsert_method(Thread)
    """Change a Thread, or create it where there is none."""

    @method
    def get(self, forum: str, subject: str, *, consistent: bool = True, include_expired: bool = False) -> Get[Thread]:
        """Read the Thread with this key; None if there is none."""
        return self._get((forum, subject), consistent, include_expired)

    @method
    def get_many(self, keys: Iterable[tuple[str, str]], *, consistent: bool = True, include_expired: bool = False,
            on_bad_item: OnBadItem = "raise") -> GetMany[Thread]:
        """Read Thread items by their keys; the result is in the keys' order."""
        return self._get_many(keys, consistent, include_expired, on_bad_item)

    @method
    def update(self, forum: str, subject: str, *changes: Change, condition: Filter | None = None, **values: Unpack[ThreadChanges]) -> Update[Thread]:
        """Change a Thread by its key; refuse if there is none."""
        return self._update((forum, subject), changes, values, condition)

    @method
    def delete(self, forum: str, subject: str, *, condition: Filter | None = None) -> Delete[Thread]:
        """Delete a Thread by its key; say whether there was one."""
        return self._delete((forum, subject), condition)

    @method
    def delete_all(self, keys: Iterable[tuple[str, str]]) -> BatchWrite[Thread]:
        """Delete Thread items by their keys, in batches."""
        return self._delete_all(keys)

    @method
    def threads(self, *, forum: str, subject: str | SortCondition | None = None, **options: Unpack[QueryOptions[ThreadField]]) -> Query[Thread]:
        """Query `threads` in the table: ForumName = {forum}, Subject = {subject}."""
        return self._query("threads", {"forum": forum, "subject": subject}, **options)

    @method
    def latest(self, *, forum: str, last_post: datetime | SortCondition | None = None, **options: Unpack[QueryOptions[ThreadField]]) -> Query[Thread]:
        """Query `latest` in LastPostIndex: ForumName = {forum}, LastPostDateTime = {lastPost:iso}."""
        return self._query("latest", {"forum": forum, "last_post": last_post}, **options)

    @method
    def threads_by_subject(self, *, subject: str, forum: str | SortCondition | None = None,
            **options: Unpack[IndexOptions[ThreadField]]) -> Query[Thread]:
        """Query `threadsBySubject` in inverted: Subject = {subject}, ForumName = {forum}."""
        return self._query("threadsBySubject", {"subject": subject, "forum": forum}, **options)


class ThreadPlans(ThreadMethods, Plans[Thread]):
    """Operations on Thread, unsent."""


class ThreadHandle(ThreadMethods, Handle[Thread, ThreadPlans]):
    """The Thread items of a table."""


class Natural(Table):
    """The tables `scores`, `readings`, `blobs`, `threads` and `events` on a store."""

    design = _DESIGN
    models = (Event, Score, Reading, Blob, Thread)

    event = handle(Event, EventHandle, EventPlans)
    """The Event items."""
    score = handle(Score, ScoreHandle, ScorePlans)
    """The Score items."""
    reading = handle(Reading, ReadingHandle, ReadingPlans)
    """The Reading items."""
    blob = handle(Blob, BlobHandle, BlobPlans)
    """The Blob items."""
    thread = handle(Thread, ThreadHandle, ThreadPlans)
    """The Thread items."""
