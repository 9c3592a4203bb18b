"""A blog: users, posts, tags and comments in one table."""
