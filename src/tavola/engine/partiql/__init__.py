"""PartiQL statements, as far as DynamoDB takes them, on the engine's own expression trees.

    statement = parse_statement("SELECT * FROM vote WHERE pk = ?", [{"S": "a"}])
    select_page(database, statement, …)             # a Select reads
    prepare_write(database, statement)              # the others become writes

The parser knows no tables; what a statement means for one is decided where it is run.
"""

from __future__ import annotations
