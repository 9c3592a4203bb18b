"""GetRecords: the changes of a table, in the order in which they were made."""

from __future__ import annotations

from typing import Any, Final

from tavola.engine.action import Action
from tavola.engine.database import Database
from tavola.engine.items.writes import encode
from tavola.engine.request.shapes import Fields, IntegerShape, StringShape
from tavola.engine.streams.change_records import MAX_RECORDS, check_not_trimmed, read_records
from tavola.engine.streams.shard_iterators import (
    OLDEST,
    ShardIterator,
    check_age,
    format_iterator,
    parse_iterator,
)
from tavola.engine.streams.table_streams import find_stream

INPUT: Final[Fields] = {
    "ShardIterator": StringShape(required=True, shortest=1, longest=2048),
    "Limit": IntegerShape(least=1, most=1000),
}


def run(database: Database, body: dict[str, Any]) -> bytes:
    """Return records from the iterator on, and the iterator for what follows them."""
    iterator = parse_iterator(body["ShardIterator"])
    stream = find_stream(database, iterator.arn)
    now = database.clock()
    check_age(iterator, now)
    if iterator.position != OLDEST:
        check_not_trimmed(database, stream, iterator.position)
    records, position = read_records(
        database, stream, iterator.position, body.get("Limit", MAX_RECORDS)
    )
    answer = b'{"Records":[%b]' % b",".join(records)
    # A closed shard has an end, which is reached when nothing is left of it.
    if stream.last is None or records:
        following = format_iterator(ShardIterator(stream.arn, position, now))
        answer += b',"NextShardIterator":%b' % encode(following)
    return answer + b"}"


ACTION: Final = Action("GetRecords", run, INPUT)
