"""The CMS for programs, one file per area: its `RULES`, and `routes`, which makes its router."""
