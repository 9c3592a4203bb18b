"""What every request meets: one middleware, one guard, and answers of one form."""
