"""Models compiled, of both layouts, with their unique constraints, relations and shared keys."""
