"""From a change to the one action that makes it, with its index keys and the locks it needs."""
