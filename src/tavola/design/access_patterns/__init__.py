"""Access patterns and collections compiled: what each is given, and which range it reads."""
