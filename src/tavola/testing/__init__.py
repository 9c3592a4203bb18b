"""For tests of code on Tavola or on DynamoDB: fixtures, a clock to move, faults on demand.

Wherever Tavola is installed, pytest finds these fixtures by itself:

    tavola_clock        a Clock: `tavola_clock.advance(3600)`
    tavola_faults       Faults: `tavola_faults.throttle("PutItem", times=2)`; none by default
    tavola_engine       a fresh engine in memory on that clock, with those faults
    tavola_store        the engine as a store: `Blog.open("memory:", store=tavola_store)`
    tavola_async_store  the same for async tables: `await Blog.open("memory:", store=…)`
    tavola_budgets      fails a test whose access patterns cost more than the design allows
    tavola_endpoint     the engine's URL for boto3 and every other SDK
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from tavola.late_names import late_names

if TYPE_CHECKING:
    from tavola.engine.faults import Faults
    from tavola.testing.clock import Clock

__all__ = ["Clock", "Faults"]


# pytest imports this package in every suite, also in those that use nothing of it.
__getattr__ = late_names(
    __name__, {"tavola.testing.clock": ("Clock",), "tavola.engine.faults": ("Faults",)}
)
