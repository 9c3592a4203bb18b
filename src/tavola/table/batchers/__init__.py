"""Several gets as one request: joined by a block, or by a turn of the event loop."""
