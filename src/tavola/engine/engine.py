"""An engine: takes an action and a body, returns the response's bytes."""
