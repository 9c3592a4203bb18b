"""The CMS for people, one file per area: its `RULES`, and `routes`, which makes its pages."""
