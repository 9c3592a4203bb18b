"""Rules for the parameters of tables: what is refused when one is created, changed or imported."""
