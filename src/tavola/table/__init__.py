"""A table acts: drivers, handles, records. The only place where operations meet stores."""
