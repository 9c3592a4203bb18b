"""Exports to and imports from folders that stand for S3 buckets."""
