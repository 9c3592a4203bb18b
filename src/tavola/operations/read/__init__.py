"""Reading: by key, by query, by collection, through all items of a model."""
