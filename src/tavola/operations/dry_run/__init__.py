"""Running an operation against data that a design expects, to see what it would send.

An operation is a generator of requests, so it can be run without a store: `simulated_store.py`
answers its requests with items of the expected size (`expected_items.py`) and counts what DynamoDB
would charge (`charges.py`). Nothing is sent, no hook is run, and the user's instances
stay as they are.
"""
