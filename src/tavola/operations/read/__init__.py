"""Reading: by key, by query, by collection, through all items of a model.

The map
    all_items.py          all items of a model in pages
    collection.py         items of several models in one partition
    mapping.py            the items that a mapping's items refer to
    queries/              one partition or several in one order; counted; the first item
    iterate.py            all items of a model, by its buckets or by a scan
    lookup.py             an item by a unique value
    together.py           several gets as of one moment
    unique_conditions.py  constraints that hold only `while` a condition does
    get.py                items by their keys
    matching.py           conditions and updates evaluated here
    pages/                cursors, how much to ask for, items that stay bytes

Each imports only what stands below it here (import-linter: "The rooms of reading").
"""
