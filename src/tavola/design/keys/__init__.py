"""Keys compiled: the attributes of a key, its templates, and the forms that fields have in them."""
