"""Moving items as they are stored, whatever they are."""
