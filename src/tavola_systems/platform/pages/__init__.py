"""Pages: templates on the server, one look, a few small scripts."""
