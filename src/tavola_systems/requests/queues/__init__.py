"""Where requests wait for a worker: one interface, on a table or on SQS."""
