"""Calls as frozen data whose steps yield requests and return decoded results. No I/O.

A map, for whoever looks for something:

    steps context explain hooks       what every operation is made of, and what its table gives it
    retry consumed_capacity           how requests are tried again and counted
    remedies unreadable               how refusals are explained
    request_bodies options filters    request bodies, options of calls, `$` filters
    expiry                            when an item has expired
    read/      get, collection, iterate, all_items, mapping, lookup (by unique value), together;
               `queries/` (query, count, first, spread over several partitions); `pages/` has the
               cursors, which `query` (`Query._mark`), `spread` and `collection` bind to their
               query, partition and tenant
    write/     operations (create, put, save, update, delete), upsert, batch, transaction;
               `rules/` that every write keeps; `plans/`: from a change to one action with every
               index key that moves, and the theory of unique values (`locks`); `sending/`: plans
               sent, refusals explained, locks looked into; `compiled/`: forms rendered once
    tables/    describe a live table, compare it with a design, create and change it
    reindex/   rewrite stored items' keys and claim their unique values; `unknown_items` finds
               what the design does not know of a table
    transfer/  items as they are stored, read and written page by page, for copies and dumps
    dry_run/   run an operation against expected items, for `explain`

Upper rooms import lower ones: `reindex` and `tables`, `transfer`, `write`, `read`; then `filters`,
`options`, `consumed_capacity`, `remedies`, `unreadable`; `expiry`; `explain`; `dry_run`; and what
all are made of (pyproject.toml has the contract).
"""
