"""A model describes: fields, keys and expressions on them. No I/O."""
