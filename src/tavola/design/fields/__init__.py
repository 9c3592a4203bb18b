"""A model's fields compiled: their types, rules and defaults, and typed maps with members."""
