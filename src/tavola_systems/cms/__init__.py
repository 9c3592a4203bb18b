"""The CMS: sites of many tenants, with versioned content, routes and an audit trail."""
