"""Writing: from what is asked to the plan of one action with its locks, sent and explained.

The map
    compiled/         writes of a form that is always the same: rendered and compiled once
    batch.py          unconditioned writes of many items
    transaction.py    several writes as one TransactWriteItems
    upsert.py         update an item, or create it
    returning_old.py  an update or a deletion that gives the item as it was
    operations.py     create, put, save, update, delete
    instances.py      what the table sets on instances, and what saving one changes
    sending/          plans sent and sent again, refusals explained, locks looked into
    plans/            from a change to one action; `locks` has the theory of unique values
    rules/            what every write keeps: transitions, limits, copies, expiry, types
    known.py          what is known of a stored item while a write is planned

Each imports only what stands below it here (import-linter: "The rooms of writing").
"""
