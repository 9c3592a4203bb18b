"""Mail: an outbox in the store, and a worker that sends what is due."""
