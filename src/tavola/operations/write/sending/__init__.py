"""A plan sent, alone or with its locks; what a refusal means, and whose a lock is."""
