"""The rules of the CMS, one file per area. They know tables and tenants, and nothing of HTTP."""
