"""Streams of tables, the records of changes in them, and shard iterators."""
