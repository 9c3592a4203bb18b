"""Rules that every write keeps: transitions, limits, copies, expiry, the type of shared keys."""
