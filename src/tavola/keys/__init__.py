"""Key templates: between fields and key text, so that no two tuples give one key."""
