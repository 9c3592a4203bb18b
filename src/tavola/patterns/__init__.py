"""What designs have in common beyond one item, as Python classes over a design's own models.

Each module shows the YAML that its models need. What a pattern's methods return are operations: a
table runs them, an async one with `await`, and tests request by request.

    event_log, projector       what happened, in order, and what is made from it
    drafts, published          numbered drafts, one of them published
    versions                   every earlier state of an item
    outbox, queue, worker      work that is done at least once
    capacity, lease, idempotency   one place, one holder, one effect, however many ask
    status                     from one status to another, where that is allowed
    redirects                  addresses that move
    soft_delete                deleted, but not gone
"""
