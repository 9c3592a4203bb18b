"""What patterns are made of. Knows no pattern but the hash chain."""
